//! `egret-lab live`: replays a capture at a given rate to a monitor on one processor. Also `egret-lab idle` and
//! `egret-lab live-page`.
mod findings;
pub(crate) mod idle;
pub(crate) mod monitor;
pub(crate) mod net;
pub(crate) mod page;

use crate::bars::Bars;
use anyhow::{Context, ensure};
pub(crate) use findings::findings;
use monitor::{Counts, Monitor};
use net::Namespace;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// The options of `live`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The capture to replay
    capture: PathBuf,
    /// Rates in Mb/s
    #[arg(long, value_delimiter = ',', default_values_t = [500, 1000])]
    rates: Vec<u32>,
    /// The monitor's run loop
    #[arg(long = "loop", default_value = "auto")]
    poller: String,
    /// The monitor's scripts: the default ones, or only those for conn.log, to which the bars apply
    #[arg(long, value_enum, default_value_t = Scripts::Default, default_value_if("bars", "true", "conn"))]
    scripts: Scripts,
    /// Replays per rate; the one with the median processor time counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Raise the rate until 0.1 % of the packets are lost; print that rate and the processor use per Gb/s
    #[arg(long)]
    search: bool,
    /// Check the bars; includes the search
    #[arg(long)]
    bars: bool,
}

/// The scripts of a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Scripts {
    Default,
    Conn,
}

impl Scripts {
    const fn options(self) -> &'static [&'static str] {
        match self {
            Scripts::Default => &[],
            Scripts::Conn => &["-b", "base/protocols/conn"],
        }
    }
}

/// A replay and the monitor's result.
struct Replay {
    wanted: u32,
    /// The rate as tcpreplay measured it.
    mbps: f64,
    sent: u64,
    counts: Counts,
    took: Duration,
    received: u64,
    dropped: u64,
    /// The cycles and instructions, if the machine counts them.
    hardware: Option<(u64, u64)>,
}

impl Replay {
    fn loss(&self) -> f64 {
        self.sent.saturating_sub(self.received) as f64 / self.sent.max(1) as f64
    }

    /// The processor use during the replay.
    fn cpu(&self) -> f64 {
        self.counts.cpu.as_secs_f64() / self.took.as_secs_f64()
    }

    /// The processor use in percent per Gb/s.
    fn cpu_per_gbps(&self) -> f64 {
        self.cpu() * 1e5 / self.mbps
    }
}

fn replay(args: &Args, mbps: u32) -> anyhow::Result<Replay> {
    let net = Namespace::new("live")?;
    net.pair("near", "far")?;
    let folder = tempfile::tempdir()?;
    let mut command = net.pinned(0, &monitor::egret()?);
    command.args(["-C", "-i", "near", "--loop", &args.poller]).args(args.scripts.options());
    let monitor = Monitor::start(&mut command, folder.path())?;
    let perf = counters(monitor.pid(), folder.path());
    let before = monitor.counts()?;
    let (sent, rate, took) = send(&net, &args.capture, mbps)?;
    // The last block is delivered after 10 ms.
    std::thread::sleep(Duration::from_millis(300));
    let counts = monitor.counts()?.since(before);
    let said = monitor.end()?;
    let hardware = perf.and_then(|p| p.read());
    Ok(Replay {
        wanted: mbps,
        mbps: rate,
        sent,
        counts,
        took,
        received: said.received,
        dropped: said.dropped,
        hardware,
    })
}

/// Replays the capture. Returns the number of packets sent, the rate in Mb/s, and the duration without the time for
/// reading the capture. Frames longer than the interface's MTU fail and are not counted.
fn send(net: &Namespace, capture: &Path, mbps: u32) -> anyhow::Result<(u64, f64, Duration)> {
    let mut command = net.pinned(1, "tcpreplay");
    command.args(["-q", "-K", "--mbps", &mbps.to_string(), "-i", "far"]).arg(capture);
    let said = net::run(&mut command).context("tcpreplay")?;
    let after = |what: &str| said.split(what).nth(1).and_then(|s| s.split_whitespace().next());
    let sent = after("Successful packets:").context("tcpreplay does not say what it sent")?;
    // `Rated: N Bps, N Mbps, N pps`
    let rate = said.split("Bps,").nth(1).and_then(|s| s.split_whitespace().next());
    // `Actual: N packets (N bytes) sent in N seconds`
    let took = after("sent in").context("tcpreplay does not say how long it sent")?;
    let took = Duration::from_secs_f64(took.parse()?);
    Ok((sent.parse()?, rate.context("tcpreplay does not say how fast it was")?.parse()?, took))
}

/// A perf(1) that observes the monitor.
struct Perf {
    child: std::process::Child,
    out: PathBuf,
}

fn counters(pid: u32, folder: &Path) -> Option<Perf> {
    let out = folder.join("perf");
    let mut command = Command::new("perf");
    command.args(["stat", "-x,", "-e", "cycles,instructions", "-p", &pid.to_string(), "-o"]).arg(&out);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    Some(Perf { child, out })
}

impl Perf {
    /// Returns cycles and instructions; `None` if this machine does not count them.
    fn read(mut self) -> Option<(u64, u64)> {
        // perf ends with the process that it observes.
        self.child.wait().ok()?;
        let text = std::fs::read_to_string(&self.out).ok()?;
        let find = |name: &str| {
            let line = text.lines().find(|l| l.split(',').any(|f| f.starts_with(name)))?;
            line.split(',').next()?.parse().ok()
        };
        Some((find("cycles")?, find("instructions")?))
    }
}

fn print(r: &Replay) {
    let c = &r.counts;
    println!(
        "{:>5} Mb/s wanted, {:.1} Mb/s sent, {} packets in {:.2} s",
        r.wanted,
        r.mbps,
        r.sent,
        r.took.as_secs_f64()
    );
    println!("      received {}, dropped {}, lost {:.4} %", r.received, r.dropped, r.loss() * 100.0);
    println!(
        "      task clock {:.1} ms, {:.2} % of a processor, {:.2} % per Gb/s",
        c.cpu.as_secs_f64() * 1e3,
        r.cpu() * 100.0,
        r.cpu_per_gbps()
    );
    println!(
        "      context switches {} of its own, {} forced; page faults {}",
        c.sleeps, c.preempted, c.faults
    );
    println!("      peak RSS {:.1} MB", c.peak_kib as f64 / 1024.0);
    match r.hardware {
        Some((cycles, instructions)) => println!("      cycles {cycles}, instructions {instructions}"),
        None => println!("      cycles and instructions: this machine does not count them"),
    }
}

/// The result of a search for the highest rate.
struct Highest {
    /// The replay at that rate; `None` if all rates lost too many packets.
    at: Option<Replay>,
    /// Whether the sender was the limit.
    sender: bool,
}

/// The maximum share of packets that may be lost.
const LOST: f64 = 0.001;
/// The search ends when the highest good and the lowest bad rate differ by less than this share of the latter.
const NEAR: f64 = 0.05;

/// Searches for the highest rate with at most 0.1 % loss.
fn search(args: &Args) -> anyhow::Result<Highest> {
    let mut found = Highest { at: None, sender: false };
    let (mut bad, mut next) = (None, 1500);
    for _ in 0..12 {
        let r = at_its_best(args, next)?;
        println!("      {next} Mb/s wanted, {:.0} sent: {:.3} % lost", r.mbps, r.loss() * 100.0);
        let good = found.at.as_ref().map_or(0.0, |r| r.mbps);
        if r.loss() > LOST {
            // Near the sender's limit, requesting a higher rate does not send more.
            bad = Some(r.mbps.max(good));
        } else {
            found.sender = r.mbps < f64::from(next) * 0.9;
            // At its limit, the sender may be slower than at a lower requested rate.
            if r.mbps > good {
                found.at = Some(r);
            }
            if found.sender {
                break;
            }
        }
        let good = found.at.as_ref().map_or(0.0, |r| r.mbps);
        next = match bad {
            Some(bad) if bad - good < NEAR * bad => break,
            Some(bad) => f64::midpoint(good, bad) as u32,
            None => next * 3 / 2,
        };
    }
    Ok(found)
}

/// Replays at a rate up to three times, until the loss is acceptable, so that a short disturbance by other programs
/// does not count.
fn at_its_best(args: &Args, mbps: u32) -> anyhow::Result<Replay> {
    let mut best = replay(args, mbps)?;
    for _ in 0..2 {
        if best.loss() <= LOST {
            break;
        }
        let again = replay(args, mbps)?;
        if again.loss() < best.loss() {
            best = again;
        }
    }
    Ok(best)
}

fn print_highest(found: &Highest) {
    let Some(r) = &found.at else {
        println!("more than 0.1 % is lost at every rate that was tried");
        return;
    };
    let by = if found.sender { "; the sender goes no faster" } else { "" };
    println!("at most 0.1 % is lost up to {:.0} Mb/s{by}", r.mbps);
    println!(
        "      {:.0} packets a second, {:.3} % lost, {:.1} % of a processor, {:.2} % per Gb/s",
        r.sent as f64 / r.took.as_secs_f64(),
        r.loss() * 100.0,
        r.cpu() * 100.0,
        r.cpu_per_gbps()
    );
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(args.capture.exists(), "{} is not there", args.capture.display());
    println!(
        "published (2020, 5 minutes of HTTPS and DNS at 500 Mb/s): Zeek 3.1 used 56.9 % of a processor, 2,271 MB"
    );
    let mut bars = Bars::default();
    for &mbps in &args.rates {
        let mut runs = Vec::new();
        for _ in 0..args.runs.max(1) {
            runs.push(replay(args, mbps)?);
        }
        runs.sort_by_key(|r| r.counts.cpu);
        let middle = &runs[runs.len() / 2];
        print(middle);
        let spread =
            |f: &dyn Fn(&Replay) -> f64| crate::stats::spread(&runs.iter().map(f).collect::<Vec<_>>());
        let most = |f: &dyn Fn(&Replay) -> f64| spread(f).1;
        bars.at_most(
            &format!("{mbps} Mb/s: % lost"),
            most(&|r| r.loss() * 100.0),
            spread(&|r| r.loss() * 100.0),
            0.0,
        );
        let peak = |r: &Replay| r.counts.peak_kib as f64 / 1024.0;
        bars.at_most(&format!("{mbps} Mb/s: peak RSS, MB"), most(&peak), spread(&peak), 100.0);
        if mbps == 500 {
            bars.at_most("500 Mb/s: % of a core", middle.cpu() * 100.0, spread(&|r| r.cpu() * 100.0), 8.0);
        }
    }
    if args.search || args.bars {
        print_highest(&search(args)?);
    }
    Ok(if args.bars { bars.finish() } else { ExitCode::SUCCESS })
}
