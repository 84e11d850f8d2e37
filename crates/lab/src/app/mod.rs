//! `egret-lab app`: the whole monitor, built with the chained and the clustered dictionary.
//!
//! The method, as published: time and memory come from `-Q`; of twelve rounds, the smallest and the largest are
//! dropped and the rest averaged. The product, which has its own dictionary, is measured as a third build.
mod builds;
mod census;
mod monitor;

use crate::figures::{Better, Cell, Demand, Findings, Measure, Plot, Table};
use crate::published;
use crate::setup::Setup;
use crate::setup::capture;
use builds::Build;
pub(crate) use builds::{make, run as run_builds};
pub(crate) use census::{of_capture, population};
pub(crate) use monitor::{cache, product, run as run_monitor};
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of `app`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run fewer rounds, for a quick look.
    #[arg(long)]
    quick: bool,
    /// The source of the captures with 10,000, 100,000 and a million packets.
    #[arg(long, value_name = "CAPTURE", default_value = "samples/smbtorture.pcap")]
    seed: PathBuf,
    /// The folder for those captures.
    #[arg(long, value_name = "DIR", default_value = "report/captures")]
    captures: PathBuf,
    /// A folder with egret-chained and egret-clustered; by default they are built.
    #[arg(long, value_name = "DIR")]
    builds: Option<PathBuf>,
}

/// Runs the subcommand.
pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    let setup = Setup { quick: args.quick, seed: args.seed, captures: args.captures, builds: args.builds };
    let findings = whole(&setup)?;
    print!("{findings}");
    Ok(ExitCode::SUCCESS)
}

/// One build's rounds over one capture.
#[derive(Default)]
struct Rounds {
    seconds: Vec<f64>,
    mb: Vec<f64>,
}

/// Returns the number of rounds over a capture with `packets` packets.
const fn rounds(quick: bool, packets: u64) -> usize {
    match (quick, packets) {
        (false, _) => 12,
        (true, ..=100_000) => 5,
        (true, _) => 2,
    }
}

/// Measures time and memory of the whole monitor.
pub(crate) fn whole(setup: &Setup) -> anyhow::Result<Findings> {
    let (builds, mut findings) = (builds::all(setup)?, Findings::default());
    findings.missing.extend(builds.missing);
    // One entry per build, with one entry per capture.
    let mut all: Vec<Vec<Rounds>> = builds.there.iter().map(|_| Vec::new()).collect();
    for (name, packets) in published::CAPTURES {
        let path = capture(setup, name, packets)?;
        for of in &mut all {
            of.push(Rounds::default());
        }
        for round in 0..rounds(setup.quick, packets) {
            for i in 0..builds.there.len() {
                // Rotate the builds, so that no build is always the first.
                let i = (i + round) % builds.there.len();
                let ran = monitor::run(&builds.there[i].path, &path, &[])?;
                if let Some(last) = all[i].last_mut() {
                    last.seconds.push(ran.seconds);
                    last.mb.push(ran.mb);
                }
            }
        }
    }
    findings.tables = tables(&builds.there, &all, setup.quick);
    findings.demands = demands(&all);
    Ok(findings)
}

fn columns() -> [&'static str; 3] {
    published::CAPTURES.map(|(name, _)| name)
}

fn tables(builds: &[Build], all: &[Vec<Rounds>], quick: bool) -> Vec<Table> {
    let note = if quick {
        "the smallest and the largest round are dropped, the rest averaged"
    } else {
        "twelve rounds; the smallest and the largest are dropped, the rest averaged"
    };
    let table = |title: &str, unit: &str| {
        Table::new(title, unit, Better::Lower, "packets", &columns()).plotted(Plot::LogBars).noted(note)
    };
    let published = |of: &[[f64; 3]; 2], build: usize, c: usize| of.get(build).map(|row| row[c]);
    let fill = |table: &mut Table, of: &dyn Fn(&Rounds, usize) -> Vec<f64>, known: Option<&[[f64; 3]; 2]>| {
        for (b, (build, rounds)) in builds.iter().zip(all).enumerate() {
            let cells = rounds
                .iter()
                .enumerate()
                .map(|(c, r)| Cell::new(Measure::trimmed(&of(r, c)), known.and_then(|k| published(k, b, c))));
            table.row(&build.name, build.product, cells.collect());
        }
    };
    let per_packet = |s: &[f64], c: usize| -> Vec<f64> {
        s.iter().map(|s| s * 1e6 / published::CAPTURES[c].1 as f64).collect()
    };
    let per_packet_known = published::APPLICATION_S
        .map(|row| std::array::from_fn(|c| row[c] * 1e6 / published::CAPTURES[c].1 as f64));
    let mut time = table("Time of the whole monitor", "s");
    fill(&mut time, &|r, _| r.seconds.clone(), Some(&published::APPLICATION_S));
    let mut each = table("Time a packet", "µs");
    fill(&mut each, &|r, c| per_packet(&r.seconds, c), Some(&per_packet_known));
    let mut memory = table("Memory of the whole monitor", "MB");
    fill(&mut memory, &|r, _| r.mb.clone(), Some(&published::APPLICATION_MB));
    each.plot = None;
    vec![time, each, memory, saved(builds, all)]
}

/// Returns the share of time and memory that each other build saves compared with the first.
fn saved(builds: &[Build], all: &[Vec<Rounds>]) -> Table {
    let mut table =
        Table::new("Saved against the chained dictionary", "%", Better::Higher, "packets", &columns());
    let Some((base, others)) = all.split_first() else { return table };
    type Of = fn(&Rounds) -> &[f64];
    let figures: [(&str, Of, [[f64; 3]; 2]); 2] = [
        ("time", |r| &r.seconds, published::APPLICATION_S),
        ("memory", |r| &r.mb, published::APPLICATION_MB),
    ];
    for (b, rounds) in others.iter().enumerate() {
        let build = &builds[b + 1];
        for (figure, of, known) in &figures {
            let cells = rounds.iter().zip(base).enumerate().map(|(c, (ours, chained))| {
                let part = |a: f64, b: f64| (1.0 - a / b) * 100.0;
                let each: Vec<f64> = of(ours).iter().zip(of(chained)).map(|(a, b)| part(*a, *b)).collect();
                Cell::new(Measure::trimmed(&each), (b == 0).then(|| part(known[1][c], known[0][c])))
            });
            table.row(&format!("{}: {figure}", build.name), build.product, cells.collect());
        }
    }
    table
}

fn demands(all: &[Vec<Rounds>]) -> Vec<Demand> {
    let [chained, clustered, ..] = all else { return Vec::new() };
    let ratio =
        |a: &[f64], b: &[f64]| Measure::trimmed(&a.iter().zip(b).map(|(a, b)| a / b).collect::<Vec<_>>());
    let mut out = Vec::new();
    for (c, name) in columns().into_iter().enumerate() {
        let (Some(old), Some(new)) = (chained.get(c), clustered.get(c)) else { continue };
        let (time, memory) = (ratio(&new.seconds, &old.seconds), ratio(&new.mb, &old.mb));
        out.extend(Demand::at_most(
            &format!("{name}: clustered build's time of the chained one's"),
            time,
            1.0,
        ));
        let limit = if name == "1M" { 0.9 } else { 1.0 };
        let title = format!("{name}: clustered build's memory of the chained one's");
        out.extend(Demand::at_most(&title, memory, limit));
    }
    out
}
