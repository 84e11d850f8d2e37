//! Indicators on their way from the manager to workers: those of a feed, many in a message, and to a worker that joins.
use crate::{HEAD, Site, ports, zeromq};

const SCRIPT: &str = r#"
@load base/frameworks/intel
@load policy/frameworks/cluster/experimental

function item(n: count): Intel::Item
	{
	local text = n % 2 == 0 ? fmt("10.0.%d.%d", n / 250, n % 250) : fmt("host-%d.example.com", n);
	return Intel::Item($indicator=text, $indicator_type=n % 2 == 0 ? Intel::ADDR : Intel::DOMAIN,
	                   $meta=Intel::MetaData($source="test"));
	}

event Cluster::Experimental::cluster_started()
	{
	if ( Cluster::local_node_type() != Cluster::MANAGER )
		return;

	local n = 0;

	while ( n < 2500 )
		{
		Intel::insert(item(n));
		++n;
		}

	# It is removed before the last message is full.
	Intel::remove(item(2499), T);
	}

global known = 0;
global told = 0;

hook Intel::indicator_inserted(text: string, kind: Intel::Type) { ++known; }
hook Intel::indicator_removed(text: string, kind: Intel::Type) { --known; }

event look()
	{
	if ( known != told )
		say(fmt("knows %d", known));

	told = known;
	schedule 0.1 sec { look() };
	}

event zeek_init()
	{
	if ( Cluster::local_node_type() == Cluster::WORKER )
		schedule 0.1 sec { look() };
	}
"#;

#[test]
fn workers_get_all_indicators_also_those_that_join_late() {
    let [publishers, subscribers] = ports();
    let layout = r#"redef Cluster::nodes = {
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1],
	["worker-1"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
	["worker-2"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],
};"#;
    let script = format!("{}{HEAD}{SCRIPT}", zeromq(publishers, subscribers));
    let site = Site::new(&[("test.zeek", &script), ("cluster-layout.zeek", layout)]);
    let start = |node: &str| site.start(node, &["-b", "../test.zeek"]);
    let [_manager, _worker, second] = ["manager", "worker-1", "worker-2"].map(start);
    for worker in ["worker-1", "worker-2"] {
        site.wait_for(&format!("{worker}/out"), "knows 2499", 1);
    }
    second.kill();
    std::fs::remove_file(site.path("worker-2/out")).unwrap();
    let _again = start("worker-2");
    site.wait_for("worker-2/out", "knows 2499", 1);
}
