//! Rows of peerings while no logger is there: they wait for one, and beyond the cap they are dropped, counted and told.
use crate::{HEAD, Site, ports, wait_until};

/// A worker writes rows of a second, ten at a time, and says what was dropped.
const COUNTING: &str = r#"
@load base/frameworks/cluster
@load base/frameworks/telemetry

redef Broker::log_batch_size = 10;

export {
	redef enum Log::ID += { LOG };
	type Row: record { n: count &log; };
}

global n = 0;

event more()
	{
	local end = n + 10;

	while ( n < end )
		Log::write(Test::LOG, [$n=++n]);

	if ( n < 200 )
		schedule 50 msec { more() };
	else
		say("all written");
	}

event zeek_init()
	{
	Log::create_stream(Test::LOG, [$columns=Row, $path="test"]);

	if ( Cluster::local_node_type() == Cluster::WORKER )
		event more();
	}

event Cluster::Backend::error(tag: string, message: string) { say(fmt("%s: %s", tag, message)); }

event look()
	{
	for ( _, m in Telemetry::collect_metrics("zeek", "cluster_peering_row_drops*") )
		say(fmt("dropped %.0f", m$value));

	schedule 0.2 sec { look() };
	}

event zeek_init() { event look(); }
"#;

fn site(options: &str) -> Site {
    let [manager, logger, other, worker] = ports();
    let layout = format!(
        r#"redef Cluster::manager_is_logger = F;
redef Cluster::nodes = {{
	["manager"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1, $p={manager}/tcp],
	["logger-1"] = [$node_type=Cluster::LOGGER, $ip=127.0.0.1, $p={logger}/tcp],
	["logger-2"] = [$node_type=Cluster::LOGGER, $ip=127.0.0.1, $p={other}/tcp],
	["worker"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1, $p={worker}/tcp],
}};
redef Cluster::retry_interval = 0.1 sec;
"#
    );
    Site::new(&[("test.zeek", &format!("{HEAD}{COUNTING}{options}")), ("cluster-layout.zeek", &layout)])
}

/// The numbers of the rows that both loggers have, in the order of their files.
fn rows(site: &Site) -> Vec<u64> {
    let texts = ["logger-1", "logger-2"].map(|node| site.read(&format!("{node}/test.log")));
    texts.iter().flat_map(|text| text.lines().filter_map(|line| line.parse().ok())).collect()
}

#[test]
fn rows_wait_until_a_logger_is_there() {
    let site = site("");
    let start = |node: &str| site.start(node, &["-b", "../test.zeek"]);
    let _nodes = ["manager", "worker"].map(start);
    site.wait_for("worker/out", "all written", 1);
    site.wait_for("worker/out", "up manager", 1);
    // Both loggers take rows, but no row goes to both.
    let _loggers = ["logger-1", "logger-2"].map(start);
    wait_until(|| rows(&site).len() >= 200, || format!("{:?}", rows(&site)));
    let mut found = rows(&site);
    found.sort_unstable();
    assert_eq!(found, (1..=200).collect::<Vec<_>>());
    assert!(!site.read("worker/out").contains("peering: rows"), "{}", site.read("worker/out"));
}

#[test]
fn rows_beyond_the_cap_are_counted_and_one_notice_tells_of_them() {
    let site = site("redef Broker::log_backlog = 5;\n");
    let start = |node: &str| site.start(node, &["-b", "../test.zeek"]);
    let _nodes = ["manager", "worker"].map(start);
    site.wait_for("worker/out", "all written", 1);
    site.wait_for("worker/out", "peering: rows are dropped: no logger takes them", 1);
    // At least 20 batches: one is not full whenever the interval ends, and other logs have rows, too.
    let dropped = || {
        let told = site.read("worker/out");
        told.lines().filter_map(|line| line.strip_prefix("dropped ")?.parse::<u64>().ok()).max().unwrap_or(0)
    };
    wait_until(|| dropped() >= 15, || format!("{} batches were dropped", dropped()));
    let _logger = start("logger-1");
    // The oldest are kept.
    wait_until(|| !rows(&site).is_empty(), || site.read("logger-1/err"));
    let kept = rows(&site);
    assert!(kept.len() <= 50 && kept.iter().copied().eq(1..=kept.len() as u64), "{kept:?}");
    assert_eq!(site.read("worker/out").matches("peering: rows").count(), 1);
}

#[test]
fn rows_that_wait_when_a_worker_ends_are_told() {
    let site = site(
        r#"
event leave() { terminate(); }

event all_are_written()
	{
	if ( n < 200 )
		schedule 0.1 sec { all_are_written() };
	else
		event leave();
	}

event zeek_init()
	{
	if ( Cluster::local_node_type() == Cluster::WORKER )
		event all_are_written();
	}
"#,
    );
    let _worker = site.start("worker", &["-b", "../test.zeek"]);
    site.wait_for(
        "worker/err",
        "batches of rows are dropped: no logger took them before this process ended",
        1,
    );
    let told = site.read("worker/err");
    let batches = told.lines().find_map(|line| line.split_once("warning: peering: ")?.1.split_once(' '));
    assert!(batches.is_some_and(|(n, _)| n.parse::<u64>().is_ok_and(|n| n >= 20)), "{told}");
}
