//! `egret-lab names`: the name-service cache beside the files and beside other caches.
//!
//! Everything runs in private mount namespaces with an /etc and a /run of their own. What a peer needs is said where it
//! is missing; nothing is skipped in silence.
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

/// The published name-cache test, and the bars of this project. Needs root, for mount namespaces.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Judge the bars: speed, faith, safety.
    #[arg(long)]
    bars: bool,
    /// Only these bars: speed, faith or safety.
    #[arg(long, value_name = "GROUP", requires = "bars")]
    only: Option<String>,
    /// Compare every answer with and without the cache, and nothing else.
    #[arg(long, conflicts_with = "bars")]
    regress: bool,
    /// Less work, for a look.
    #[arg(long)]
    quick: bool,
    /// egret-cached; by default the one beside this program.
    #[arg(long, value_name = "PATH")]
    daemon: Option<PathBuf>,
    /// libnss_egret.so, as `cargo nss-module` makes it; by default beside this program's directory.
    #[arg(long, value_name = "PATH")]
    module: Option<PathBuf>,
    /// A tree of unpacked packages of peers: `dpkg -x unscd.deb TREE` and so on, for libnss-db and for sssd-common and
    /// libnss-sss with what they depend on.
    #[arg(long, value_name = "TREE")]
    peers: Option<PathBuf>,
    /// Processes a row of the published test.
    #[arg(long, default_value_t = 1000)]
    queries: usize,
    /// Where the plot goes.
    #[arg(long, default_value = "report/names.svg")]
    plot: PathBuf,
}

/// Measures.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    in_world(args, |world| measure(args, world))
}

impl Args {
    /// Everything by default.
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

/// Does something in a world that is gone afterwards.
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
