//! `egret-lab names`: the name-service cache, compared with plain files and other caches.
//!
//! Everything runs in private mount namespaces with their own /etc and /run. If another cache cannot run, the reason is
//! printed.
mod faith;
mod findings;
mod published;
mod safety;
mod speed;
mod stage;
mod world;

use crate::bars::Bars;
use anyhow::Context;
pub(crate) use findings::findings;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use world::World;

/// Runs the published test of a name cache, or checks the bars. Needs root, for mount namespaces.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Check the bars: speed, faith, safety.
    #[arg(long)]
    bars: bool,
    /// Check only these bars: speed, faith or safety.
    #[arg(long, value_name = "GROUP", requires = "bars")]
    only: Option<String>,
    /// Only compare all answers with and without the cache.
    #[arg(long, conflicts_with = "bars")]
    regress: bool,
    /// Do less work, for a quick look.
    #[arg(long)]
    quick: bool,
    /// egret-cached; by default the one in this program's folder.
    #[arg(long, value_name = "PATH")]
    daemon: Option<PathBuf>,
    /// libnss_egret.so, as built by `cargo nss-module`; by default in `nss` beside this program's folder.
    #[arg(long, value_name = "PATH")]
    module: Option<PathBuf>,
    /// A folder with unpacked packages of other caches: `dpkg -x unscd.deb TREE` and so on, for libnss-db, sssd-common,
    /// libnss-sss and their dependencies.
    #[arg(long, value_name = "TREE")]
    peers: Option<PathBuf>,
    /// Processes per row of the published test.
    #[arg(long, default_value_t = 1000)]
    queries: usize,
    /// The file for the plot.
    #[arg(long, default_value = "report/names.svg")]
    plot: PathBuf,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    in_world(args, |world| measure(args, world))
}

impl Args {
    /// Returns the default options.
    fn of_report() -> Self {
        Args {
            bars: false,
            only: None,
            regress: false,
            quick: false,
            daemon: None,
            module: None,
            peers: None,
            queries: 1000,
            plot: PathBuf::new(),
        }
    }
}

/// Runs `f` with temporary files.
fn in_world<T>(args: &Args, work: impl FnOnce(&World) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let own = std::env::current_exe()?;
    let here = own.parent().context("this program is in no directory")?;
    let daemon = args.daemon.clone().unwrap_or_else(|| here.join("egret-cached"));
    let module = args.module.clone().unwrap_or_else(|| here.join("../nss/libnss_egret.so"));
    let peers = args.peers.as_deref().map(Path::canonicalize).transpose()?;
    let dir = std::env::temp_dir().join(format!("egret-lab-names-{}", std::process::id()));
    let world = World::build(&dir, &daemon, &module, peers)?;
    let result = work(&world);
    std::fs::remove_dir_all(&dir)?;
    result
}

fn measure(args: &Args, world: &World) -> anyhow::Result<ExitCode> {
    print!("{}", crate::machine::Machine::read()?);
    let mut bars = Bars::default();
    if args.regress {
        faith::identical(world, &mut bars)?;
        return Ok(bars.finish());
    }
    if !args.bars {
        published::run(world, if args.quick { 50 } else { args.queries }, &args.plot)?;
        return Ok(ExitCode::SUCCESS);
    }
    for who in stage::Contestant::ALL {
        if let Some(why) = who.missing(world) {
            println!("{}: not measured, {why}", who.name());
        }
    }
    let wanted = |group: &str| args.only.as_deref().is_none_or(|o| o == group);
    if wanted("speed") {
        speed::bars(world, &mut bars, args.quick)?;
    }
    if wanted("faith") {
        faith::bars(world, &mut bars, args.quick)?;
    }
    if wanted("safety") {
        safety::bars(world, &mut bars, args.quick)?;
    }
    Ok(bars.finish())
}
