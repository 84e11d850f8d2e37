//! Nodes connected by a real server of NATS.
use crate::{HEAD, Running, Site, scan, together, wait_until};
use test_needs::nats::Server;

/// Manager, logger and two workers.
pub(crate) const LAYOUT: &str = r#"redef Cluster::manager_is_logger = F;
redef Cluster::nodes = {
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1],
	["logger"] = [$node_type=Cluster::LOGGER, $ip=127.0.0.1],
	["worker-1"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
	["worker-2"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
};"#;

/// The lines that connect nodes by this server.
pub(crate) fn script(server: &Server) -> String {
    let url = server.url();
    format!(
        "@load policy/frameworks/cluster/backend/nats/connect\nredef Cluster::Backend::NATS::servers = vector(\"{url}\");\n"
    )
}

#[test]
fn processes_are_a_cluster_over_nats() {
    let Some(server) = Server::start() else { return };
    together::check(&script(&server), LAYOUT, &["manager", "logger", "worker-1"]);
}

#[test]
fn a_scan_over_two_workers_is_one_notice_over_nats() {
    let Some(server) = Server::start() else { return };
    scan::check(&script(&server), LAYOUT);
}

/// Each worker numbers its rows, ten a tenth of a second.
const COUNTING: &str = r#"
export {
	redef enum Log::ID += { LOG };
	type Row: record { node: string &log; n: count &log; };
	const most = 400 &redef;
}

global n = 0;

event more()
	{
	local end = n + 10;

	while ( n < end )
		Log::write(Test::LOG, [$node=Cluster::node, $n=++n]);

	if ( n < most )
		schedule 0.1 sec { more() };
	else
		say("all written");
	}

event zeek_init()
	{
	Log::create_stream(Test::LOG, [$columns=Row, $path="test"]);

	if ( Cluster::local_node_type() == Cluster::WORKER )
		schedule 0.1 sec { more() };
	}

event Cluster::Backend::error(tag: string, message: string) { say(fmt("%s: %s", tag, message)); }
"#;

/// The rows of all files of the logger that have them, by worker and number.
fn rows(site: &Site) -> Vec<String> {
    let files = std::fs::read_dir(site.path("logger")).unwrap().flatten().map(|f| f.path());
    let logs = files.filter(|f| f.file_name().unwrap().to_string_lossy().starts_with("test"));
    let text: String = logs.map(|f| std::fs::read_to_string(f).unwrap_or_default()).collect();
    let mut rows: Vec<String> = text.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect();
    rows.sort();
    rows
}

fn all_rows() -> Vec<String> {
    let of = |worker: &str| (1..=400).map(|n| format!("{worker}\t{n}")).collect::<Vec<_>>();
    let mut all = [of("worker-1"), of("worker-2")].concat();
    all.sort();
    all
}

#[test]
fn rows_outlive_the_server_and_arrive_once() {
    let Some(mut server) = Server::start() else { return };
    let script = format!("{}{HEAD}{COUNTING}", script(&server));
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
    let _nodes = start_all(&site);
    site.wait_for("manager/out", "up ", 3);
    wait_until(|| rows(&site).len() > 50, || "the first rows".to_owned());
    server.kill();
    // Without a server, all others count as down, and the user is told.
    site.wait_for("manager/out", "down ", 3);
    site.wait_for("worker-1/out", "nats: the connection is lost; rows wait", 1);
    server.restart();
    site.wait_for("manager/out", "up ", 6);
    for worker in ["worker-1", "worker-2"] {
        site.wait_for(&format!("{worker}/out"), "all written", 1);
    }
    wait_for_all_rows(&site);
}

fn start_all(site: &Site) -> [Running; 4] {
    ["manager", "logger", "worker-1", "worker-2"].map(|node| site.start(node, &["-b", "../test.zeek"]))
}

fn wait_for_all_rows(site: &Site) {
    let errors = || site.read("logger/err");
    wait_until(|| rows(site).len() >= 800, || format!("{} rows of 800\n{}", rows(site).len(), errors()));
    assert_eq!(rows(site), all_rows());
}

/// Rows that it had written and not acknowledged come again. Its next run removes them from its logs first.
#[test]
fn a_logger_that_is_killed_writes_no_row_twice() {
    let Some(server) = Server::start() else { return };
    let script = format!("{}{HEAD}{COUNTING}", script(&server));
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
    let [_manager, mut logger, _one, _two] = start_all(&site);
    for enough in [50, 200, 400] {
        wait_until(|| rows(&site).len() > enough, || format!("{enough} rows"));
        logger.kill();
        logger = site.start("logger", &["-b", "../test.zeek"]);
    }
    wait_for_all_rows(&site);
    assert!(site.path("logger/test-earlier.log").exists(), "{}", site.read("logger/err"));
}

/// Between the first rows of a file and the next checkpoint, too, with rotation: the next run archives what is left.
#[test]
fn a_logger_that_is_killed_before_its_checkpoint_writes_no_row_twice() {
    let Some(server) = Server::start() else { return };
    let rotation = "redef Log::default_rotation_interval = 1 day;\nredef Log::default_rotation_postprocessor_cmd = \"\";\n";
    let script = format!("{}{HEAD}{rotation}{COUNTING}", script(&server));
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
    // No checkpoint can be written.
    let obstacle = site.path("logger/.egret-checkpoint.new");
    std::fs::create_dir_all(&obstacle).unwrap();
    let [_manager, logger, _one, _two] = start_all(&site);
    wait_until(|| rows(&site).len() > 50, || "the first rows".to_owned());
    site.wait_for("logger/err", "the checkpoint of the logs cannot be written", 1);
    logger.kill();
    std::fs::remove_dir(obstacle).unwrap();
    let _logger = site.start("logger", &["-b", "../test.zeek"]);
    wait_for_all_rows(&site);
}

/// Each time that the worker meets the manager, it counts up a key of a store; a table has an entry of each node.
const STORES: &str = r#"
global all: table[string] of count &backend=Broker::MEMORY;
global store: opaque of Broker::Store;
global last = "";

event look()
	{
	when ( local found = Broker::get(store, "met") )
		{
		local met = found$status == Broker::SUCCESS ? fmt("%s", found$result as count) : "nothing";
		local text = fmt("met %s, table %d", met, |all|);

		if ( text != last )
			say(text);

		last = text;
		schedule 0.2 sec { look() };
		}
	timeout 2 sec
		{
		schedule 0.2 sec { look() };
		}
	}

event zeek_init()
	{
	store = Cluster::create_store("numbers")$store;
	schedule 0.2 sec { look() };

	}

event Cluster::node_up(name: string, id: string)
	{
	if ( Cluster::node == "worker-1" && name == "manager" )
		{
		Broker::increment(store, "met", 1);
		all[id] = 1;
		all["expires"] = 2;
		delete all["expires"];
		}
	}
"#;

#[test]
fn stores_and_tables_outlive_their_master_over_nats() {
    let Some(server) = Server::start() else { return };
    let script = format!("{}{HEAD}{STORES}", script(&server));
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
    let start = |node: &str| site.start(node, &["-b", "../test.zeek"]);
    let [mut manager, _worker] = ["manager", "worker-1"].map(start);
    for met in 1..=3 {
        let expected = format!("met {met}, table {met}");
        for node in ["manager", "worker-1"] {
            site.wait_for(&format!("{node}/out"), &expected, 1);
        }
        if met < 3 {
            manager.kill();
            std::fs::remove_file(site.path("manager/out")).unwrap();
            manager = start("manager");
        }
    }
}

/// Without a server, rows wait in memory, then on disk; once there is no room, one notice tells that they are dropped.
#[test]
fn rows_wait_for_a_server_until_there_is_no_room() {
    for (options, expects_all) in [
        ("redef Cluster::Backend::NATS::rows_max_bytes = 2000;\n", true),
        (
            "redef Cluster::Backend::NATS::rows_max_bytes = 2000;\nredef Cluster::Backend::NATS::spill_folder = \"\";\n",
            false,
        ),
    ] {
        let Some(mut server) = Server::start() else { return };
        server.kill();
        let script = format!("{}{options}{HEAD}{COUNTING}", script(&server));
        let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
        let _nodes = start_all(&site);
        for worker in ["worker-1", "worker-2"] {
            site.wait_for(&format!("{worker}/out"), "all written", 1);
        }
        let is_on_disk = site.path("worker-1/spill-worker-1").exists();
        assert_eq!(is_on_disk, expects_all);
        server.restart();
        if expects_all {
            wait_for_all_rows(&site);
        } else {
            wait_until(|| !rows(&site).is_empty(), || "rows".to_owned());
            site.wait_for("manager/out", "up worker-1", 1);
            let notices = site.read("worker-1/out").matches("nats: rows are dropped: what may wait").count();
            assert!(rows(&site).len() < 800 && notices == 1, "{notices}: {}", site.read("worker-1/out"));
        }
    }
}

#[test]
fn wrong_options_say_what_was_expected() {
    let cases = [
        (
            r#"servers = vector("127.0.0.1:4222")"#,
            "NATS: Cluster::Backend::NATS::servers: expected nats://HOST:PORT",
        ),
        ("servers = vector()", "servers is empty: expected addresses such as nats://HOST:PORT"),
        (r#"cluster_name = "a b""#, "cluster \"a b\": expected letters, digits, - and _"),
        (r#"key_file = "k""#, "Cluster::Backend::NATS::key_file needs Cluster::Backend::NATS::cert_file"),
        (r#"credentials_file = "/nowhere""#, "NATS: /nowhere: loading creds file"),
        (r#"servers = vector("nats://u:p@h", "nats://u:q@h")"#, "NATS: the addresses have different logins"),
        ("archive_age = -1 sec", "Cluster::Backend::NATS::archive_age is -1 seconds: expected 0 or more"),
        ("replicas = 9", "Cluster::Backend::NATS::replicas is 9: expected 1 to 5"),
    ];
    let scripts = cases.map(|(option, _)| {
        format!(
            "@load policy/frameworks/cluster/backend/nats/connect\nredef Cluster::Backend::NATS::{option};\n"
        )
    });
    for ((option, message), script) in cases.iter().zip(scripts) {
        let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", LAYOUT)]);
        let _node = site.start("manager", &["-b", "../test.zeek"]);
        site.wait_for("manager/err", message, 1);
        site.wait_for("manager/err", "the NATS backend did not start", 1);
        assert!(!option.is_empty());
    }
}
