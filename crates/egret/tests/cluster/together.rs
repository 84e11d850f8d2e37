//! Manager, logger and two workers: they meet, exchange events, send rows to the logger, and notice who is gone.
use crate::{HEAD, Site, ports, zeromq};

const SCRIPT: &str = r#"
@load policy/frameworks/cluster/experimental

export {
	redef enum Log::ID += { LOG };

	type Row: record {
		node: string &log;
		n: count &log;
		a: addr &log;
		net: subnet &log;
		took: interval &log;
		words: set[string] &log;
		numbers: vector of int &log;
		nothing: double &log &optional;
	};

	global ask: event(n: count, words: set[string]);
	global answer: event(from: string, n: count, words: set[string]);
}

event zeek_init()
	{
	Log::create_stream(Test::LOG, [$columns=Row, $path="test"]);
	}

event Cluster::Experimental::cluster_started()
	{
	say("started");

	if ( Cluster::local_node_type() == Cluster::MANAGER )
		Cluster::publish(Cluster::worker_topic, ask, 41, set("a", "b"));
	}

event Test::ask(n: count, words: set[string])
	{
	Log::write(Test::LOG, [$node=Cluster::node, $n=n, $a=[fe80::1], $net=10.0.0.0/8, $took=1.5 secs, $words=set("x"),
	                       $numbers=vector(-1, 2)]);
	Cluster::publish(Cluster::manager_topic, answer, Cluster::node, n + 1, words);
	}

event Test::answer(from: string, n: count, words: set[string])
	{
	say(fmt("answer %s %d %d %s", from, n, |words|, is_remote_event()));
	}
"#;

/// `who` are the nodes that hear when a worker is gone.
pub(crate) fn check(backend: &str, layout: &str, who: &[&str]) {
    let site =
        Site::new(&[("test.zeek", &format!("{backend}{HEAD}{SCRIPT}")), ("cluster-layout.zeek", layout)]);
    let start = |node: &str| site.start(node, &["-b", "../test.zeek"]);
    let _others = ["manager", "logger", "worker-1"].map(start);
    let worker = start("worker-2");
    site.wait_for("manager/out", "answer worker-1 42 2 T", 1);
    site.wait_for("manager/out", "answer worker-2 42 2 T", 1);
    for node in ["logger", "worker-1", "worker-2"] {
        site.wait_for(&format!("{node}/out"), "started", 1);
    }
    for worker in ["worker-1", "worker-2"] {
        let row = format!("{worker}\t41\tfe80::1\t10.0.0.0/8\t1.500000\tx\t-1,2\t-");
        site.wait_for("logger/test.log", &row, 1);
        assert!(!site.path(worker).join("test.log").exists(), "rows of a worker stay at the logger");
    }
    worker.kill();
    for node in who {
        site.wait_for(&format!("{node}/out"), "down worker-2", 1);
    }
    let _again = start("worker-2");
    for node in who {
        site.wait_for(&format!("{node}/out"), "up worker-2", 2);
    }
}

#[test]
fn processes_are_a_cluster_over_zeromq() {
    let [publishers, subscribers, logger] = ports();
    let layout = format!(
        r#"redef Cluster::manager_is_logger = F;
redef Cluster::nodes = {{
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1],
	["logger"] = [$node_type=Cluster::LOGGER, $ip=127.0.0.1, $p={logger}/tcp],
	["worker-1"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
	["worker-2"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
}};"#
    );
    check(&zeromq(publishers, subscribers), &layout, &["manager", "logger", "worker-1"]);
}

#[test]
fn processes_are_a_cluster_over_connections_of_their_own() {
    let [manager, logger, first, second] = ports();
    let layout = format!(
        r#"redef Cluster::manager_is_logger = F;
redef Cluster::nodes = {{
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1, $p={manager}/tcp],
	["logger"] = [$node_type=Cluster::LOGGER, $ip=127.0.0.1, $p={logger}/tcp],
	["worker-1"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1, $p={first}/tcp],
	["worker-2"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1, $p={second}/tcp],
}};"#
    );
    check("", &layout, &["manager", "logger"]);
}

/// A program without NATS says so, and how to get one.
#[cfg(not(feature = "nats"))]
#[test]
fn a_program_without_nats_says_how_to_get_it() {
    let layout = r#"redef Cluster::nodes = { ["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1] };"#;
    let script = "@load policy/frameworks/cluster/backend/nats/connect\n";
    let site = Site::new(&[("test.zeek", script), ("cluster-layout.zeek", layout)]);
    let _manager = site.start("manager", &["-b", "../test.zeek"]);
    site.wait_for("manager/err", "NATS: this program was built without it", 1);
}
