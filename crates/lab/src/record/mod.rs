//! `egret-lab record`: records captures of real servers and clients, for samples/.
//!
//! A pair of virtual Ethernet interfaces connects two network namespaces. Debian's servers run in one and its clients
//! in the other, and tcpdump records their traffic. samples/README.md lists the packages; only this command needs them.
mod lan;
mod scenes;
mod servers;
#[cfg(test)]
mod tests;

use anyhow::{Context, bail};
use lan::Lan;
use scenes::{SCENES, Scene};
use std::path::{Path, PathBuf};

/// The options of `record`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures to record; by default all.
    names: Vec<String>,
    /// The folder for the captures.
    #[arg(long, short, default_value = "samples")]
    out: PathBuf,
}

/// Records each scene in a new network.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let known = || SCENES.iter().map(|s| s.name).collect::<Vec<_>>().join(", ");
    for name in &args.names {
        if !SCENES.iter().any(|s| s.name == name) {
            bail!("there is no scene {name}; there are {}", known());
        }
    }
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    for scene in SCENES {
        if args.names.is_empty() || args.names.iter().any(|n| n == scene.name) {
            let path = args.out.join(format!("{}.pcap", scene.name));
            record(scene, &path).with_context(|| scene.name)?;
        }
    }
    Ok(())
}

fn record(scene: &Scene, path: &Path) -> anyhow::Result<()> {
    let mut lan = Lan::new().context("two namespaces with a wire between them (this needs root)")?;
    scene.servers.iter().try_for_each(|start| start(&mut lan))?;
    lan.record(path, scene.traffic)?;
    let size = std::fs::metadata(path)?.len();
    println!("{}: {size} bytes: {}", path.display(), scene.what);
    Ok(())
}
