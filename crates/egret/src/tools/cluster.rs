//! `egret cluster`: the nodes of a cluster, from a description of all.
mod feed;
mod keep;
mod plan;
mod table;

use anyhow::{Result, bail};
use clap::Subcommand;
use plan::Plan;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
    /// Where the nodes of this machine have their folders, with the logs in that of the logger
    #[arg(long, global = true, value_name = "FOLDER", default_value = "/var/lib/egret/cluster")]
    state: PathBuf,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Say every mistake in the description and in the scripts that its nodes load, and start nothing
    Check(File),
    /// Start the nodes of this machine, wait until they and all others have met, and show them
    Up {
        #[command(flatten)]
        file: File,
        /// How long to wait, in seconds; the nodes go on either way
        #[arg(long, value_name = "SECONDS", default_value = "60")]
        wait: u64,
    },
    /// Show the nodes: packets, events and rows a second, what was dropped, what waits
    Status(File),
    /// End the nodes of this machine: open connections are logged, and rows go out first
    Down(File),
    /// Start the nodes of this machine and keep them running in the foreground, as the service does
    Run(File),
    /// Put files into the servers of NATS, for nodes to read them: feeds of intelligence, for one
    #[command(subcommand)]
    Feed(feed::What),
}

#[derive(clap::Args, Debug)]
struct File {
    /// Zeek's node.cfg, or a description in TOML (NAME.toml)
    file: PathBuf,
}

/// How long the nodes may take to end, role by role. Those that take half a minute are killed.
const ENDING: Duration = Duration::from_secs(150);

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let state = std::path::absolute(&options.state)?;
    match &options.what {
        What::Check(file) => planned(file, check),
        What::Up { file, wait } => planned(file, |plan| up(plan, &state, Duration::from_secs(*wait))),
        What::Status(file) => planned(file, |plan| status(plan, &state)),
        What::Down(file) => planned(file, |_| down(&state)),
        What::Run(file) => planned(file, |plan| keep::run(plan, &state)),
        What::Feed(what) => feed::run(what),
    }
}

/// Does this with a description; fails if it has mistakes, which are told.
fn planned(file: &File, work: impl FnOnce(&Plan) -> Result<ExitCode>) -> Result<ExitCode> {
    match Plan::read(&file.file)? {
        Some(plan) => work(&plan),
        None => Ok(ExitCode::FAILURE),
    }
}

fn check(plan: &Plan) -> Result<ExitCode> {
    let sound = plan.scripts_are_sound()?;
    if sound {
        let (all, here) = (plan.cluster.nodes.len(), plan.local().count());
        println!("{}: no mistakes; {all} nodes, {here} of them on this machine", plan.file.display());
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn up(plan: &Plan, state: &Path, wait: Duration) -> Result<ExitCode> {
    if plan.local().next().is_none() {
        bail!("{}: no node has an address of this machine", plan.file.display());
    }
    if !plan.scripts_are_sound()? {
        return Ok(ExitCode::FAILURE);
    }
    let mut keeper = keep::start(plan, state)?;
    let until = Instant::now() + wait;
    loop {
        let seen = table::Seen::read(plan, state);
        let missing = seen.missing(plan);
        if missing.is_empty() {
            break;
        }
        if let Some(status) = keeper.try_wait()? {
            let log = state.join(keep::LOG);
            bail!("the supervisor ended ({status}); {} says why", log.display());
        }
        if Instant::now() >= until {
            table::print(plan, state)?;
            missing.iter().for_each(|m| eprintln!("{m}"));
            eprintln!("the nodes go on; `egret cluster status` shows them, `egret cluster down` ends them");
            return Ok(ExitCode::FAILURE);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    table::print(plan, state)?;
    Ok(ExitCode::SUCCESS)
}

/// Fails if a node of this machine is not up or has not met all others.
fn status(plan: &Plan, state: &Path) -> Result<ExitCode> {
    if !keep::is_running(state)? {
        println!("no node of this machine runs ({})", state.display());
        return Ok(ExitCode::FAILURE);
    }
    let missing = table::print(plan, state)?.missing(plan);
    missing.iter().for_each(|m| println!("{m}"));
    Ok(if missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn down(state: &Path) -> Result<ExitCode> {
    if !keep::end(state)? {
        println!("no node of this machine runs ({})", state.display());
        return Ok(ExitCode::SUCCESS);
    }
    let until = Instant::now() + ENDING;
    while keep::is_running(state)? {
        if Instant::now() >= until {
            bail!("the nodes did not end within {} s", ENDING.as_secs());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("the nodes of this machine have ended");
    Ok(ExitCode::SUCCESS)
}
