//! A scan that two workers see half each: summary statistics join the halves, and one notice tells of it.
use crate::{HEAD, Site, ports, zeromq};
use std::time::Duration;

const SCRIPT: &str = r#"
@load base/frameworks/notice
@load base/frameworks/sumstats
@load policy/frameworks/cluster/experimental

export {
	redef enum Notice::Type += { Scan };
}

function tries(key: SumStats::Key, result: SumStats::Result): double
	{
	return result["tries"]$sum;
	}

function crossed(key: SumStats::Key, result: SumStats::Result)
	{
	NOTICE([$note=Scan, $msg=fmt("%s tried %.0f times", key$host, result["tries"]$sum), $src=key$host]);
	}

event zeek_init()
	{
	SumStats::create([$name="tries", $epoch=1 hr, $reducers=set(SumStats::Reducer($stream="tries", $apply=set(SumStats::SUM))),
	                  $threshold=10.0, $threshold_val=tries, $threshold_crossed=crossed]);
	}

# Half of the scan: alone it is none.
event see_half()
	{
	local n = 0;

	while ( ++n <= 6 )
		SumStats::observe("tries", [$host=10.0.0.1], [$num=1]);

	say("seen");
	}

event Cluster::Experimental::cluster_started()
	{
	if ( Cluster::local_node_type() == Cluster::WORKER )
		schedule 0.5 sec { see_half() };
	}
"#;

/// The logger writes one notice.
pub(crate) fn check(backend: &str, layout: &str) {
    let script = format!("{backend}{HEAD}{SCRIPT}");
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", layout)]);
    let _nodes =
        ["manager", "logger", "worker-1", "worker-2"].map(|node| site.start(node, &["-b", "../test.zeek"]));
    for worker in ["worker-1", "worker-2"] {
        site.wait_for(&format!("{worker}/out"), "seen", 1);
    }
    site.wait_for("logger/notice.log", "10.0.0.1 tried ", 1);
    // A second one would come at once.
    std::thread::sleep(Duration::from_secs(2));
    let log = site.read("logger/notice.log");
    assert!(log.matches("Test::Scan").count() == 1, "{log}");
}

#[test]
fn a_scan_over_two_workers_is_one_notice_over_zeromq() {
    let [publishers, subscribers, logger] = ports();
    check(&zeromq(publishers, subscribers), &layout([0, logger, 0, 0]));
}

#[test]
fn a_scan_over_two_workers_is_one_notice_over_connections() {
    check("", &layout(ports()));
}

/// Manager, logger and two workers that listen at these ports; 0 for none.
fn layout([manager, logger, first, second]: [u16; 4]) -> String {
    let node = |name: &str, role: &str, port: u16| {
        let port = if port == 0 { String::new() } else { format!(", $p={port}/tcp") };
        format!("\t[\"{name}\"] = [$node_type=Cluster::{role}, $ip=127.0.0.1{port}],\n")
    };
    format!(
        "redef Cluster::manager_is_logger = F;\nredef Cluster::nodes = {{\n{}{}{}{}}};\n",
        node("manager", "MANAGER", manager),
        node("logger", "LOGGER", logger),
        node("worker-1", "WORKER", first),
        node("worker-2", "WORKER", second)
    )
}
