//! Messages between the workers of one process.
use crate::app::{product, run_monitor};
use crate::cpu_time;
use crate::live::net::{Namespace, run as run_program};
use anyhow::{Context, ensure};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// So many that what they take is more than two runs over the capture differ by.
const MESSAGES: u64 = 1_000_000;

/// Mb/s of full traffic.
const MBPS: &str = "300";

/// Fewer packets than this are no traffic.
const MIN_PACKETS: u64 = 10_000;

/// How long the sender may take to read the capture.
const PATIENCE: Duration = Duration::from_secs(60);

/// Worker 1 sends to worker 2 once it has met it.
const SENDING: &str = r#"
@load base/frameworks/cluster
module Bars;
export {
	global message: event(n: count, a: addr, text: string);
	const messages = 0 &redef;
}
global got = 0;
event Bars::message(n: count, a: addr, text: string) { ++got; }
event Cluster::node_up(name: string, id: string)
	{
	if ( Cluster::node != "worker-1" || name != "worker-2" )
		return;

	local n = 0;

	while ( n < messages )
		Cluster::publish(Cluster::node_topic("worker-2"), Bars::message, ++n, 10.0.0.1, "CHhAvVGS1DHFjwGM9");
	}
event zeek_done() { if ( Cluster::node == "worker-2" ) print got; }
"#;

/// Nanoseconds of CPU of all threads for a message: the difference to a run without messages.
pub(super) fn cpu(capture: &Path) -> anyhow::Result<f64> {
    let capture = std::path::absolute(capture)?;
    let without = run(&capture, 0)?;
    let with = run(&capture, MESSAGES)?;
    Ok((with - without) / MESSAGES as f64)
}

fn run(capture: &Path, messages: u64) -> anyhow::Result<f64> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("bars.zeek"), SENDING)?;
    let before = cpu_time::children();
    let ended = Command::new(product()?)
        .args(["-b", "--workers", "2", "-C", "-r"])
        .arg(capture)
        .args(["./bars.zeek", &format!("Bars::messages={messages}")])
        .current_dir(folder.path())
        .output()?;
    let spent = cpu_time::children() - before;
    let text = String::from_utf8_lossy(&ended.stdout);
    ensure!(ended.status.success(), "egret: {}", String::from_utf8_lossy(&ended.stderr));
    ensure!(text.trim() == messages.to_string(), "{messages} messages were sent, {:?} came", text.trim());
    Ok(spent as f64)
}

/// The workers answer each other, and worker 2 prints the 99th percentile in microseconds.
const ASKING: &str = r#"
@load base/frameworks/cluster
module Bars;
export {
	global message: event(sent: time);
	global answer: event();
	const begins_after = 0 sec &redef;
}
global took: vector of interval;
event Bars::message(sent: time)
	{
	took += current_time() - sent;

	if ( |took| < 2000 )
		{
		Cluster::publish(Cluster::node_topic("worker-1"), Bars::answer);
		return;
		}

	sort(took, function(a: interval, b: interval): int { return a < b ? -1 : 1; });
	print interval_to_double(took[1980]) * 1000000;
	flush_all();
	terminate();
	}
event Bars::answer()
	{
	Cluster::publish(Cluster::node_topic("worker-2"), Bars::message, current_time());
	}
event Cluster::node_up(name: string, id: string)
	{
	if ( Cluster::node == "worker-1" && name == "worker-2" )
		schedule begins_after { Bars::answer() };
	}
"#;

/// Microseconds of a message on an interface without traffic; `None` if no namespace can be made.
pub(super) fn idle() -> anyhow::Result<Option<f64>> {
    let namespace = Command::new("unshare").args(["-n", "true"]).stderr(Stdio::null()).status();
    if !namespace.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("bars.zeek"), ASKING)?;
    let ended = Command::new("unshare")
        .args([
            "-n",
            "sh",
            "-c",
            "ip link set lo up && exec timeout 60 \"$0\" -b --workers 2 -i lo ./bars.zeek",
        ])
        .arg(product()?)
        .current_dir(folder.path())
        .output()?;
    let text = String::from_utf8_lossy(&ended.stdout);
    let errors = String::from_utf8_lossy(&ended.stderr);
    text.trim().parse().map(Some).with_context(|| format!("expected a number, found {text:?}: {errors}"))
}

/// Microseconds of a message while both workers, with all scripts of a default run, get the frames of a capture at
/// 300 Mb/s; `None` without root or tcpreplay.
pub(super) fn busy(capture: &Path) -> anyhow::Result<Option<f64>> {
    let has_sender = Command::new("tcpreplay").arg("--version").output().is_ok();
    let (true, Ok(namespace)) = (has_sender, Namespace::new("busy")) else { return Ok(None) };
    namespace.pair("near", "far")?;
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("bars.zeek"), ASKING)?;
    let mut sender = namespace
        .command("tcpreplay")
        .args(["-q", "-K", "--loop", "0", "--mbps", MBPS, "-i", "far"])
        .arg(std::path::absolute(capture)?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("tcpreplay")?;
    let egret = product()?;
    let ended = await_packets(&namespace).and_then(|()| {
        let mut run = namespace.command("timeout");
        run.arg("120").arg(egret);
        run.args(["--workers", "2", "-C", "-i", "near", "./bars.zeek", "Bars::begins_after=3sec"]);
        Ok(run.current_dir(folder.path()).output()?)
    });
    // It has ended if this fails.
    drop(sender.kill());
    sender.wait()?;
    let ended = ended?;
    let text = String::from_utf8_lossy(&ended.stdout);
    let errors = String::from_utf8_lossy(&ended.stderr);
    let packets =
        errors.split(" packets received").next().and_then(|t| t.split(' ').next_back()?.parse().ok());
    ensure!(
        packets.is_some_and(|n: u64| n >= MIN_PACKETS),
        "expected {MIN_PACKETS} packets or more: {errors}"
    );
    text.trim().parse().map(Some).with_context(|| format!("expected a number, found {text:?}: {errors}"))
}

/// Waits until the sender, which reads the whole capture first, has begun.
fn await_packets(namespace: &Namespace) -> anyhow::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        let seen = run_program(namespace.command("cat").arg("/sys/class/net/near/statistics/rx_packets"))?;
        if seen.trim().parse::<u64>().is_ok_and(|n| n >= MIN_PACKETS) {
            return Ok(());
        }
        ensure!(Instant::now() < until, "tcpreplay sent {} packets in {PATIENCE:?}", seen.trim());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// How many times as fast as one worker two are, with all cluster-aware scripts of a default run.
pub(super) fn speedup(capture: &Path) -> anyhow::Result<f64> {
    let egret = product()?;
    let one = run_monitor(&egret, capture, &["-C"])?.wall;
    let two = run_monitor(&egret, capture, &["-C", "--workers", "2"])?.wall;
    Ok(one / two)
}
