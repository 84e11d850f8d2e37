//! `egret-lab record`: captures of real servers and clients, for samples/.
//!
//! Two network namespaces are joined by a virtual wire, Debian's servers run in one and its clients in the other, and
//! tcpdump listens between them. The packages are listed in samples/README.md; nothing but this command needs them.
mod lan;
mod scenes;
mod servers;
#[cfg(test)]
mod tests;

use anyhow::{Context, bail};
use lan::Lan;
use scenes::{SCENES, Scene};
use std::path::{Path, PathBuf};

/// What to record, and where to.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures to make; all of them where none is named.
    names: Vec<String>,
    /// The directory they are written to.
    #[arg(long, short, default_value = "samples")]
    out: PathBuf,
}

/// Records each scene in a network of its own.
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
