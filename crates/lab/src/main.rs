//! `egret-lab`: repeats published measurements with Egret and their baselines, and makes the captures for them.
#![allow(clippy::disallowed_methods, reason = "the lab measures with clocks and reads and writes files")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "prints its results")]

mod app;
mod bars;
mod cluster;
mod counting;
mod cpu_time;
mod dict;
mod editor;
mod figures;
mod flood;
mod intensify;
mod live;
mod machine;
mod mutate;
mod names;
mod null_sink;
mod path;
mod published;
mod random;
mod record;
mod report;
mod runloop;
mod sandbox;
mod script;
mod setup;
mod signatures;
mod soak;
mod spicy;
#[allow(dead_code, reason = "measurements use different parts of it")]
mod stats;
mod supervise;
mod tcpdump;
mod traffic;
mod view;
mod workers;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[global_allocator]
static HEAP: counting::Counting = counting::Counting;

/// Measures Egret and its baselines
#[derive(Parser)]
#[command(name = "egret-lab", version)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print the machine's processor, memory and kernel
    Machine,
    /// Record captures of real servers and clients in network namespaces (needs root)
    Record(record::Args),
    /// Make a long capture from a short one by repeating its flows
    Intensify(intensify::Args),
    /// Make a capture of many flows at once, and measure how much memory a monitor needs for them
    Flood(flood::Args),
    /// Run damaged captures: none may panic, hang or exceed a memory limit
    Mutate(mutate::Args),
    /// Measure the run loop's cost per packet, beside other loops
    Loop(runloop::Args),
    Dict(dict::Dict),
    /// Build the monitors with the published dictionaries; `app`, `dict --population` and `report` do so if needed
    Builds,
    /// Measure the whole monitor with each of the published dictionaries
    App(app::Args),
    /// Measure the cost of a packet from the file to conn.log, beside tcpdump
    Path(path::Args),
    /// Run the monitor with its default scripts over captures, beside tcpdump
    Traffic(traffic::Args),
    /// Compare several workers with one: the logs and the speed
    Workers(workers::Args),
    /// Measure mail between nodes: in one process, over ZeroMQ, over NATS
    Cluster(cluster::Args),
    /// Measure the script language, beside CPython and Zeek
    Script(script::Args),
    /// Measure the cost of ten thousand signatures
    Signatures(signatures::Args),
    /// Measure Spicy grammars, beside our own analyzers
    Spicy(spicy::Args),
    /// Measure the name-service cache, beside plain files and other caches
    Names(names::Args),
    /// Measure how long an editor waits for the language server
    Editor(editor::Args),
    /// Measure the page over the logs of a capture
    View(view::Args),
    /// Measure an idle monitor
    Idle(live::idle::Args),
    /// Measure a monitor's cost and losses while traffic is replayed at a rate
    Live(live::Args),
    /// Measure what the page costs a live run while a browser has it open
    LivePage(live::page::Args),
    /// Read the page of a live run as an open browser does
    #[command(hide = true)]
    PageReader(live::page::Reader),
    /// Run the monitor for an hour of live traffic with faults, and judge its rows and its memory (needs root)
    Soak(soak::Args),
    /// Run the monitor over ordinary traffic beside floods, and judge its rows and its memory
    Mixed(soak::mixed::Args),
    /// Measure what the sandbox costs
    Sandbox(sandbox::Args),
    /// Send the traffic of a soak
    #[command(hide = true)]
    SoakSender(soak::sender::Args),
    /// Run all published measurements and write a page that compares the figures
    Report(report::Args),
}

impl What {
    /// Whether the command starts programs or creates things that must be removed.
    const fn is_watched(&self) -> bool {
        !matches!(
            self,
            What::Machine
                | What::Intensify(_)
                | What::Flood(_)
                | What::Loop(_)
                | What::PageReader(_)
                | What::SoakSender(_)
        )
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
        What::Flood(args) => flood::run(&args).map(|()| ExitCode::SUCCESS),
        What::Mutate(args) => mutate::run(&args),
        What::Loop(args) => runloop::run(&args),
        What::Dict(args) => dict::run(args),
        What::Builds => app::run_builds(),
        What::App(args) => app::run(args),
        What::Path(args) => path::run(&args),
        What::Traffic(args) => traffic::run(&args),
        What::Workers(args) => workers::run(&args),
        What::Cluster(args) => cluster::run(&args),
        What::Script(args) => script::run(&args),
        What::Signatures(args) => signatures::run(&args),
        What::Spicy(args) => spicy::run(&args),
        What::Names(args) => names::run(&args),
        What::Editor(args) => editor::run(&args),
        What::View(args) => view::run(&args),
        What::Idle(args) => live::idle::run(&args),
        What::Live(args) => live::run(&args),
        What::LivePage(args) => live::page::run(&args),
        What::PageReader(args) => live::page::read(&args),
        What::Soak(args) => soak::run(&args),
        What::Mixed(args) => soak::mixed::run(&args),
        What::Sandbox(args) => sandbox::run(&args),
        What::SoakSender(args) => soak::sender::run(&args).map(|()| ExitCode::SUCCESS),
        What::Report(args) => report::run(&args),
    }
}
