//! `egret-lab cluster --faults`: three machines under live traffic, of which parts fail one after the other. Nodes are
//! killed with SIGKILL and started again by the product's own supervisor; servers of NATS are started again by the lab, as
//! a service manager would; a cable is pulled and plugged in again.
//!
//! Judged are: packets that captures dropped, how soon all others note a failure, whether all meet again without a hand,
//! and which rows are on the logger's disk. Only NATS acknowledges rows, so only there must none be lost or doubled.
mod machines;
mod nodes;
mod rows;
mod site;

use crate::bars::Bars;
use anyhow::{Context, ensure};
use machines::{Machines, NAMES, Process};
use nodes::{Nodes, now, wait_until};
use site::{ROWS_PER_SECOND, Servers};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Seconds within which all others must note that a node is down.
const MAX_NOTED: f64 = 10.0;

/// Seconds in which all must have met again, at most.
const MAX_RECOVERY: f64 = 60.0;

/// How long a batch of rows is open: a second (`Log::flush_interval`), and half of one for its way to the carrier.
const OPEN_BATCH: f64 = 1.5;

/// How long a server stays away once all have noted that.
const SERVER_AWAY: Duration = Duration::from_secs(3);

/// The options of `--faults`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Let parts of a cluster fail under live traffic instead of measuring speed (needs root, ip(8) and tcpreplay)
    #[arg(long)]
    pub(super) faults: bool,
    /// The carriers of `--faults`
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Carrier::Peerings, Carrier::Zeromq, Carrier::Nats])]
    carriers: Vec<Carrier>,
    /// Mb/s of the traffic of both sensors together
    #[arg(long, default_value_t = 300)]
    mbps: u32,
    /// The least seconds of traffic on each carrier
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Seconds for which the cable of a sensor is pulled
    #[arg(long, default_value_t = 60)]
    cable: u64,
    /// Keep the folder with the logs of all nodes
    #[arg(long)]
    keep: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Carrier {
    /// Connections of Broker's functions
    Peerings,
    Zeromq,
    Nats,
}

impl Carrier {
    /// The carrier's name in descriptions of clusters.
    const fn backend(self) -> &'static str {
        match self {
            Carrier::Peerings => "connections",
            Carrier::Zeromq => "zeromq",
            Carrier::Nats => "nats",
        }
    }
}

/// What fails.
#[derive(Clone, Copy)]
enum Fault {
    Node(&'static str),
    /// The server of NATS of a machine.
    Server(usize),
    /// The cable of a sensor.
    Cable(usize),
}

impl Fault {
    fn name(self) -> String {
        match self {
            Fault::Node(node) => format!("kill -9 of {node}"),
            Fault::Server(0) => "kill -9 of the NATS server".to_owned(),
            Fault::Server(_) => "kill -9 of the leaf server of west".to_owned(),
            Fault::Cable(machine) => format!("cable of {} pulled", NAMES[machine]),
        }
    }

    /// Who must note that whom is down.
    fn separates(self, nodes: &Nodes) -> Vec<(&'static str, &'static str)> {
        let mut pairs = nodes.pairs();
        match self {
            Fault::Node(victim) => pairs.retain(|(_, other)| *other == victim),
            Fault::Server(0) => {}
            Fault::Server(machine) | Fault::Cable(machine) => {
                pairs.retain(|(one, other)| *one == NAMES[machine] || *other == NAMES[machine]);
            }
        }
        pairs
    }
}

/// Runs all carriers.
pub(super) fn run(options: &Options, capture: &Path) -> anyhow::Result<ExitCode> {
    ensure!(capture.exists(), "{} is not there", capture.display());
    let mut bars = Bars::default();
    for &carrier in &options.carriers {
        let server = match (carrier, super::carriers::program()) {
            (Carrier::Nats, None) => {
                eprintln!("NATS is left out: nats-server 2.11 or newer is not installed (EGRET_NATS_SERVER)");
                continue;
            }
            (_, server) => server,
        };
        let folder = tempfile::tempdir()?;
        let done = carry(options, capture, carrier, server, folder.path(), &mut bars);
        if let Some(keep) = &options.keep {
            let to = keep.join(carrier.backend());
            std::fs::create_dir_all(keep)?;
            crate::live::net::run(std::process::Command::new("cp").arg("-r").arg(folder.path()).arg(&to))?;
        }
        done.with_context(|| carrier.backend().to_owned())?;
    }
    Ok(bars.finish())
}

fn carry(
    options: &Options,
    capture: &Path,
    carrier: Carrier,
    server: Option<String>,
    folder: &Path,
    bars: &mut Bars,
) -> anyhow::Result<()> {
    let machines = Machines::new()?;
    let description = site::write(folder, carrier)?;
    let mut faults =
        vec![Fault::Node("west"), Fault::Node("manager"), Fault::Node("logger"), Fault::Cable(2)];
    let mut servers = None;
    if let (Carrier::Nats, Some(program)) = (carrier, server) {
        servers = Some(Servers::start(&machines, program, folder)?);
        faults.extend([Fault::Server(0), Fault::Server(1)]);
    }
    let mut nodes = Nodes::start(&machines, &description, folder, carrier)?;
    let have_met = wait_until(Duration::from_secs(60), || nodes.apart(0.0).is_empty());
    ensure!(have_met, "at the start, these did not meet: {:?}{}", nodes.apart(0.0), outputs(folder));
    let senders = [1, 2].map(|sensor| machines.send(sensor, capture, options.mbps / 2));
    let senders = senders.into_iter().collect::<anyhow::Result<Vec<Process>>>()?;
    let began = Instant::now();
    let mut killed = Vec::new();
    for fault in faults {
        std::thread::sleep(Duration::from_secs(5));
        let all = Stage { machines: &machines, nodes: &nodes, options, carrier };
        killed.extend(all.fail(fault, servers.as_mut(), bars)?);
    }
    let rest = Duration::from_secs(options.seconds).saturating_sub(began.elapsed());
    std::thread::sleep(rest.max(Duration::from_secs(5)));
    let title = carrier.backend();
    for sender in senders {
        let said = sender.end("-INT")?;
        let rate = said.lines().find(|line| line.contains("Mbps")).unwrap_or("?");
        println!("{title}: traffic for {:.0} s, {}", began.elapsed().as_secs_f64(), rate.trim());
    }
    nodes.end()?;
    judge(&nodes, carrier, &killed, bars)
}

/// The last lines that supervisors and nodes printed.
fn outputs(folder: &Path) -> String {
    let of = |machine: &&str| {
        let text = std::fs::read_to_string(folder.join(machine).join("output")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().rev().take(10).collect();
        format!("\n{machine}: {}", lines.into_iter().rev().collect::<Vec<_>>().join("\n    "))
    };
    NAMES.iter().map(of).collect()
}

struct Stage<'a> {
    machines: &'a Machines,
    nodes: &'a Nodes,
    options: &'a Options,
    carrier: Carrier,
}

impl Stage<'_> {
    /// Lets something fail and waits until all have met again. Returns the process that was killed, if it is a node's.
    fn fail(
        &self,
        fault: Fault,
        servers: Option<&mut Servers<'_>>,
        bars: &mut Bars,
    ) -> anyhow::Result<Option<u64>> {
        let (nodes, title) = (self.nodes, format!("{}, {}", self.carrier.backend(), fault.name()));
        let began = now();
        let mut killed = None;
        let mut servers = servers;
        match (fault, &mut servers) {
            (Fault::Node(node), _) => killed = Some(nodes.kill(node)?),
            (Fault::Cable(machine), _) => self.machines.cable(machine, false)?,
            (Fault::Server(machine), Some(servers)) => servers.kill(machine)?,
            (Fault::Server(_), None) => {}
        }
        let pairs = fault.separates(nodes);
        let noted = |(one, other): &(&str, &str)| nodes.noted_down(one, other, began);
        wait_until(Duration::from_secs(20), || pairs.iter().all(|pair| noted(pair).is_some()));
        let times: Vec<f64> =
            pairs.iter().map(|pair| noted(pair).map_or(f64::INFINITY, |time| time - began)).collect();
        for (pair, _) in pairs.iter().zip(&times).filter(|(_, time)| time.is_infinite()) {
            println!("{title}: {} has not noted that {} is down", pair.0, pair.1);
        }
        let spread = crate::stats::spread(&times);
        bars.at_most(&format!("{title}: seconds until noted by all"), spread.1, spread, MAX_NOTED);
        let mut since = began;
        match (fault, servers) {
            (Fault::Cable(machine), _) => {
                let rest = began + self.options.cable as f64 - now();
                std::thread::sleep(Duration::from_secs_f64(rest.max(0.0)));
                since = now();
                self.machines.cable(machine, true)?;
            }
            (Fault::Server(machine), Some(servers)) => {
                std::thread::sleep(SERVER_AWAY);
                since = now();
                servers.start_again(machine)?;
            }
            _ => {}
        }
        let has_new_process = || match (fault, killed) {
            (Fault::Node(node), Some(old)) => nodes.pid(node).is_ok_and(|pid| pid != old),
            _ => true,
        };
        let is_whole = || has_new_process() && nodes.apart(since).is_empty();
        wait_until(Duration::from_secs_f64(MAX_RECOVERY + 10.0), is_whole);
        let took = if is_whole() { now() - since } else { f64::INFINITY };
        if took.is_infinite() {
            println!("{title}: these have not met again: {:?}", nodes.apart(since));
        }
        bars.at_most(&format!("{title}: seconds until all met again"), took, (took, took), MAX_RECOVERY);
        Ok(killed)
    }
}

/// Judges packets and rows.
fn judge(nodes: &Nodes, carrier: Carrier, killed: &[u64], bars: &mut Bars) -> anyhow::Result<()> {
    let title = carrier.backend();
    let fates = rows::fates(nodes)?;
    let mut at_most = |name: &str, n: u64, limit: f64| {
        let n = n as f64;
        bars.at_most(&format!("{title}: {name}"), n, (n, n), limit);
    };
    let sum = |of: fn(&rows::Fate) -> u64, was_killed: bool| -> u64 {
        fates.iter().filter(|f| killed.contains(&f.process) == was_killed).map(of).sum()
    };
    let both = |of: fn(&rows::Fate) -> u64| sum(of, true) + sum(of, false);
    at_most("packets dropped by capture", both(|f| f.dropped_packets), 0.0);
    let open = ROWS_PER_SECOND as f64 * OPEN_BATCH;
    at_most("rows lost by a killed worker", sum(|f| f.lost, true), open);
    let (lost, twice) = (sum(|f| f.lost, false), both(|f| f.twice));
    if carrier == Carrier::Nats {
        at_most("rows acknowledged and lost", lost, 0.0);
        at_most("rows twice on disk", twice, 0.0);
    } else {
        println!("{title}: {lost} rows lost without an acknowledgement, {twice} twice on disk");
    }
    println!("{title}: {} rows written by {} processes", both(|f| f.written), fates.len());
    Ok(())
}
