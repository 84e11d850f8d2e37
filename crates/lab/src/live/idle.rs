//! `egret-lab idle`: the cost of an idle monitor, with and without pending timers.
mod findings;

use super::monitor::{self, Counts, Monitor};
use super::net::{self, Namespace};
use crate::bars::Bars;
use anyhow::Context;
use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub(crate) use findings::findings;

/// The options of `idle`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Seconds of silence
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Connections with pending timers
    #[arg(long, default_value_t = 10_000)]
    connections: u32,
    /// Check the bars
    #[arg(long)]
    bars: bool,
}

const LOOPS: [&str; 5] = ["epoll", "io_uring", "poll", "select", "busy"];

/// A monitor and its options.
struct Silent {
    name: &'static str,
    timers: bool,
    monitor: Monitor,
}

/// The cost of idling.
struct Cost {
    name: &'static str,
    timers: bool,
    /// Processor use in percent.
    cpu: f64,
    /// Wakeups per second.
    wakeups: f64,
    peak_mb: f64,
}

/// Runs all monitors at the same time, each on its own interface, since idle monitors do not disturb each other.
fn measure(args: &Args) -> anyhow::Result<Vec<Cost>> {
    let net = Namespace::new("idle")?;
    let folder = tempfile::tempdir()?;
    let handshakes = folder.path().join("handshakes.pcap");
    write_handshakes(&handshakes, args.connections)?;
    let egret = monitor::egret()?;
    let mut silent = Vec::new();
    for (n, (name, timers)) in LOOPS.into_iter().flat_map(|l| [(l, false), (l, true)]).enumerate() {
        let (near, far) = (format!("near{n}"), format!("far{n}"));
        net.pair(&near, &far)?;
        let home = folder.path().join(&near);
        std::fs::create_dir(&home)?;
        let mut command = net.command(&egret);
        command.args(["-C", "-i", &near, "--loop", name]);
        match Monitor::start(&mut command, &home) {
            Ok(monitor) => silent.push(Silent { name, timers, monitor }),
            Err(e) => {
                println!("{name}: left out: {e:#}");
                continue;
            }
        }
        if timers {
            let mut send = net.command("tcpreplay");
            send.args(["-q", "--mbps", "200", "-i", &far]).arg(&handshakes);
            net::run(&mut send).context("tcpreplay")?;
        }
    }
    // By then, the work that follows traffic is done: rows are flushed, connection attempts have expired.
    std::thread::sleep(Duration::from_secs(8));
    let before: Vec<Counts> = silent.iter().map(|s| s.monitor.counts()).collect::<Result<_, _>>()?;
    let start = Instant::now();
    std::thread::sleep(Duration::from_secs(args.seconds));
    let took = start.elapsed().as_secs_f64();
    let mut costs = Vec::new();
    for (s, before) in silent.into_iter().zip(before) {
        let now = s.monitor.counts()?.since(before);
        costs.push(Cost {
            name: s.name,
            timers: s.timers,
            cpu: now.cpu.as_secs_f64() / took * 100.0,
            wakeups: now.sleeps as f64 / took,
            peak_mb: now.peak_kib as f64 / 1024.0,
        });
        s.monitor.end()?;
    }
    Ok(costs)
}

/// Writes a capture that opens TCP connections, which then stay silent.
fn write_handshakes(path: &Path, connections: u32) -> anyhow::Result<()> {
    let mut out = PcapWriter::create(path, Precision::Micros)?;
    for n in 0..connections {
        let (client, server) = ([10, 1, (n >> 8) as u8, n as u8], [10, 2, 0, 1]);
        for (step, flags, seq, ack) in [(0, 0x02, 100u32, 0u32), (1, 0x12, 900, 101), (2, 0x10, 101, 901)] {
            let ends =
                if step == 1 { [(server, 80), (client, 40_000)] } else { [(client, 40_000), (server, 80)] };
            let data = segment(ends, seq, ack, flags);
            let ts = Timestamp::from_nanos(i64::from(n) * 10_000 + step * 1000);
            out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len: 60, data: &data })?;
        }
    }
    out.finish()?;
    Ok(())
}

/// Makes a TCP segment without payload in IPv4 and Ethernet, without checksums.
fn segment(ends: [([u8; 4], u16); 2], seq: u32, ack: u32, flags: u8) -> Vec<u8> {
    let [(src, sport), (dst, dport)] = ends;
    let mut f = vec![2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0];
    f.extend([0x45, 0, 0, 40, 0, 0, 0x40, 0, 64, 6, 0, 0]);
    f.extend(src.into_iter().chain(dst));
    f.extend(sport.to_be_bytes().into_iter().chain(dport.to_be_bytes()));
    f.extend(seq.to_be_bytes().into_iter().chain(ack.to_be_bytes()));
    f.extend([0x50, flags, 0xff, 0xff, 0, 0, 0, 0]);
    f.resize(60, 0);
    f
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let costs = measure(args)?;
    println!(
        "{} s of silence; published: a busy loop 14 to 18.6 % of a processor, one that waits 0.3 %",
        args.seconds
    );
    println!(
        "{:<10} {:>14} {:>14} {:>12} {:>14}",
        "loop", "timers", "% of a core", "wakeups/s", "peak RSS, MB"
    );
    for c in &costs {
        let timers = if c.timers { args.connections.to_string() } else { "none".to_owned() };
        println!("{:<10} {timers:>14} {:>14.4} {:>12.2} {:>14.1}", c.name, c.cpu, c.wakeups, c.peak_mb);
    }
    if !args.bars {
        return Ok(ExitCode::SUCCESS);
    }
    let mut bars = Bars::default();
    let find = |name: &str| costs.iter().find(|c| c.name == name && c.timers);
    if let (Some(ours), Some(busy)) = (find("epoll"), find("busy")) {
        let title = format!("{} timers pending", args.connections);
        bars.at_most(&format!("{title}: % of a core"), ours.cpu, (ours.cpu, ours.cpu), 0.1);
        bars.at_most(&format!("{title}: wakeups a second"), ours.wakeups, (ours.wakeups, ours.wakeups), 2.0);
        // A value below the resolution counts as the resolution.
        let ratio = busy.cpu / ours.cpu.max(1e-4);
        bars.at_least("busy over it", ratio, (ratio, ratio), 50.0);
    }
    Ok(bars.finish())
}
