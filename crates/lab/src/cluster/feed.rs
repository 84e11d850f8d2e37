//! A feed of indicators that the manager reads, on its way to four workers: all are processes, connected by ZeroMQ.
use super::{Figure, Limit};
use crate::live::monitor;
use anyhow::{Context, ensure};
use std::fmt::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Indicators of the feed: addresses and domains in turn.
const ITEMS: usize = 1_000_000;

const WORKERS: usize = 4;

/// The bars: seconds, and the manager's memory in times of that of a process that reads the feed alone.
const MAX_SECONDS: f64 = 30.0;
const MAX_MEMORY: f64 = 2.0;

/// How long a run may take before it counts as failed.
const PATIENCE: Duration = Duration::from_secs(300);

/// The manager begins to read once all workers are there. Each node writes a file once it has all indicators.
const SCRIPT: &str = r#"
@load base/frameworks/intel
@load base/frameworks/cluster
redef exit_only_after_terminate = T;

module Intel;

export { const feed_size = 0 &redef; }

global here = 0;

function say(what: string)
	{
	local f = open(what);
	print f, fmt("%.6f", current_time());
	close(f);
	}

event look()
	{
	local known_now = have_full_data ? |data_store$host_data| + |data_store$string_data|
	                                 : |min_data_store$host_data| + |min_data_store$string_data|;

	if ( known_now >= feed_size )
		say("has-all");
	else
		schedule 0.1 sec { look() };
	}

event begin()
	{
	say("begins");
	Input::add_event([$source="../feed", $reader=Input::READER_ASCII, $mode=Input::REREAD, $name="feed", $fields=Item,
	                  $ev=Intel::read_entry]);
	}

event zeek_init()
	{
	say("is-up");
	schedule 0.1 sec { look() };

	if ( ! Cluster::is_enabled() )
		schedule 2 sec { begin() };
	}

event Cluster::node_up(name: string, id: string)
	{
	if ( Cluster::local_node_type() == Cluster::MANAGER && ++here == WORKERS )
		schedule 2 sec { begin() };
	}
"#;

/// Seconds until all workers have all indicators, and how many times the feed's memory the manager took.
pub(super) fn figures(rounds: usize) -> [Figure; 2] {
    let mut seconds =
        Figure::new("feed of 1 M indicators: s until 4 workers have it", Limit::AtMost(MAX_SECONDS));
    let mut memory = Figure::new("feed: times its memory on the manager", Limit::AtMost(MAX_MEMORY));
    for _ in 0..rounds {
        match spread_feed() {
            Ok((took, times)) => {
                seconds.take(Ok(took));
                memory.take(Ok(times));
            }
            Err(e) => {
                for figure in [&mut seconds, &mut memory] {
                    figure.missing = Some(format!("{e:#}"));
                }
            }
        }
    }
    [seconds, memory]
}

/// One round: seconds, and times the feed's memory.
fn spread_feed() -> anyhow::Result<(f64, f64)> {
    let folder = tempfile::tempdir()?;
    write_files(folder.path())?;
    let alone = Node::start(folder.path(), "")?;
    alone.wait_for("begins")?;
    let before = alone.peak()?;
    alone.wait_for("has-all")?;
    let feed = alone.peak()?.saturating_sub(before);
    drop(alone);
    let names = std::iter::once("manager".to_owned()).chain((1..=WORKERS).map(|n| format!("worker-{n}")));
    let nodes = names.map(|name| Node::start(folder.path(), &name)).collect::<anyhow::Result<Vec<_>>>()?;
    let began = nodes[0].wait_for("begins")?;
    let before = nodes[0].peak()?;
    let mut last = began;
    for node in &nodes {
        last = f64::max(last, node.wait_for("has-all")?);
    }
    let grew = nodes[0].peak()?.saturating_sub(before);
    println!("feed: {} MB alone, {} MB on the manager", feed / 1024, grew / 1024);
    Ok((last - began, grew as f64 / feed.max(1) as f64))
}

fn write_files(folder: &Path) -> anyhow::Result<()> {
    let mut feed = "#fields\tindicator\tindicator_type\tmeta.source\n".to_owned();
    for n in 0..ITEMS {
        let [_, a, b, c] = (n as u32).to_be_bytes();
        let _ = match n % 2 {
            0 => writeln!(feed, "10.{a}.{b}.{c}\tIntel::ADDR\tfeed"),
            _ => writeln!(feed, "host-{n}.example.com\tIntel::DOMAIN\tfeed"),
        };
    }
    std::fs::write(folder.join("feed"), feed)?;
    let any = || TcpListener::bind("127.0.0.1:0");
    let held = [any()?, any()?];
    let [publishers, subscribers] = [held[0].local_addr()?.port(), held[1].local_addr()?.port()];
    let mut backend = "@load policy/frameworks/cluster/backend/zeromq/connect\n".to_owned();
    for (socket, port) in [
        ("listen_xsub", publishers),
        ("connect_xpub", publishers),
        ("listen_xpub", subscribers),
        ("connect_xsub", subscribers),
    ] {
        writeln!(backend, "redef Cluster::Backend::ZeroMQ::{socket}_endpoint = \"tcp://127.0.0.1:{port}\";")?;
    }
    std::fs::write(folder.join("backend.zeek"), backend)?;
    std::fs::write(folder.join("feed.zeek"), SCRIPT.replace("WORKERS", &WORKERS.to_string()))?;
    let mut layout =
        "redef Cluster::nodes = {\n\t[\"manager\"] = [$node_type=Cluster::MANAGER, $ip=127.0.0.1],\n"
            .to_owned();
    for n in 1..=WORKERS {
        writeln!(layout, "\t[\"worker-{n}\"] = [$node_type=Cluster::WORKER, $ip=127.0.0.1],")?;
    }
    std::fs::write(folder.join("cluster-layout.zeek"), layout + "};\n")?;
    Ok(())
}

/// A process with a folder of its own.
struct Node {
    folder: std::path::PathBuf,
    process: Child,
}

impl Node {
    /// Starts a node of the cluster, or a process of its own without a name.
    fn start(site: &Path, name: &str) -> anyhow::Result<Self> {
        let folder = site.join(if name.is_empty() { "alone" } else { name });
        std::fs::create_dir(&folder)?;
        let mut command = Command::new(monitor::egret()?);
        command.args(["-b", "../feed.zeek", &format!("Intel::feed_size={ITEMS}")]).current_dir(&folder);
        if !name.is_empty() {
            command.arg("../backend.zeek").env("ZEEKPATH", "..").env("CLUSTER_NODE", name);
        }
        let errors = std::fs::File::create(folder.join("errors"))?;
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors).spawn()?;
        Ok(Node { folder, process })
    }

    /// Waits until the node has written a file. Returns the time in it.
    fn wait_for(&self, file: &str) -> anyhow::Result<f64> {
        let until = Instant::now() + PATIENCE;
        loop {
            let text = std::fs::read_to_string(self.folder.join(file)).unwrap_or_default();
            if text.ends_with('\n') {
                return text.trim().parse().context("a time");
            }
            let errors = || std::fs::read_to_string(self.folder.join("errors")).unwrap_or_default();
            ensure!(Instant::now() < until, "{}: no {file}: {}", self.folder.display(), errors());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The most memory so far in KiB.
    fn peak(&self) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It has ended if this fails.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
