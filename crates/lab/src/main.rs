//! `egret-lab`: repeats published measurements with Egret beside their baselines, and makes the captures they need.
#![allow(clippy::disallowed_methods, reason = "the lab measures with clocks and reads and writes files")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is what it is for")]

mod app;
mod bars;
mod counting;
mod cpu_time;
mod dict;
mod figures;
mod intensify;
mod live;
mod machine;
mod mutate;
mod names;
mod path;
mod published;
mod random;
mod record;
mod report;
mod runloop;
mod script;
mod setup;
mod signatures;
#[allow(dead_code, reason = "the measurements use what they need of it")]
mod stats;
mod supervise;
mod tcpdump;
mod traffic;
mod workers;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[global_allocator]
static HEAP: counting::Counting = counting::Counting;

/// Measures Egret beside its baselines.
#[derive(Parser)]
#[command(name = "egret-lab", version)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Says what machine this is: what every figure of the lab stands under.
    Machine,
    /// Records captures of real servers and clients in network namespaces (needs root).
    Record(record::Args),
    /// Makes a long capture out of a short one: its flows, played over and over.
    Intensify(intensify::Args),
    /// Runs damaged captures: none may panic, hang or take more memory than its limit.
    Mutate(mutate::Args),
    /// What the run loop costs a packet, beside other loops.
    Loop(runloop::Args),
    Dict(dict::Dict),
    /// Builds the monitors with the published dictionaries, for `app`, `dict --population` and `report`, which else do it.
    Builds,
    /// The whole monitor with each of the published dictionaries.
    App(app::Args),
    /// What a packet costs from the file to conn.log, beside tcpdump.
    Path(path::Args),
    /// The monitor with its default scripts over captures, beside tcpdump.
    Traffic(traffic::Args),
    /// Several workers in one process: the same logs, and how much sooner.
    Workers(workers::Args),
    /// What scripts cost, beside CPython and Zeek.
    Script(script::Args),
    /// What the signatures of a large site cost the packet path.
    Signatures(signatures::Args),
    /// The name-service cache beside the files and other caches.
    Names(names::Args),
    /// What a monitor costs while nothing moves.
    Idle(live::idle::Args),
    /// What a monitor costs, and what it loses, at a rate.
    Live(live::Args),
    /// All of these, beside what was published, in one page.
    Report(report::Args),
}

impl What {
    /// Whether it starts other programs, or makes what must be removed.
    const fn is_watched(&self) -> bool {
        !matches!(self, What::Machine | What::Intensify(_) | What::Loop(_))
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match supervise::is_watched() {
        Ok(false) if cli.what.is_watched() => supervise::run(),
        Ok(_) => run(cli.what),
        Err(e) => Err(e),
    };
    result.unwrap_or_else(|e| {
        eprintln!("egret-lab: {e:#}");
        ExitCode::from(2)
    })
}

fn run(what: What) -> anyhow::Result<ExitCode> {
    match what {
        What::Machine => machine::Machine::read().map(|m| {
            print!("{m}");
            ExitCode::SUCCESS
        }),
        What::Record(args) => record::run(&args).map(|()| ExitCode::SUCCESS),
        What::Intensify(args) => intensify::run(&args).map(|()| ExitCode::SUCCESS),
        What::Mutate(args) => mutate::run(&args),
        What::Loop(args) => runloop::run(&args),
        What::Dict(args) => dict::run(args),
        What::Builds => app::run_builds(),
        What::App(args) => app::run(args),
        What::Path(args) => path::run(&args),
        What::Traffic(args) => traffic::run(&args),
        What::Workers(args) => workers::run(&args),
        What::Script(args) => script::run(&args),
        What::Signatures(args) => signatures::run(&args),
        What::Names(args) => names::run(&args),
        What::Idle(args) => live::idle::run(&args),
        What::Live(args) => live::run(&args),
        What::Report(args) => report::run(&args),
    }
}
