//! `egret cluster feed`: files that nodes read as `nats:NAME`, in the object store of the servers.
#[cfg(feature = "nats")]
#[path = "feed/in_nats.rs"]
mod store;
#[cfg(not(feature = "nats"))]
#[path = "feed/without_nats.rs"]
mod store;

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use site_file::cluster::{Backend, Cluster};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Subcommand, Debug)]
pub(super) enum What {
    /// Put a file there, in place of its earlier version: nodes that read it get it within moments
    Put {
        #[command(flatten)]
        of: super::File,
        /// The file, as the nodes' scripts read it
        content: PathBuf,
        /// The feed's name, if it is not that of the file
        #[arg(long)]
        name: Option<String>,
    },
    /// Show the feeds: name, bytes, and when each was put there
    List(super::File),
    /// Remove a feed; nodes keep the copies that they have
    Remove {
        #[command(flatten)]
        of: super::File,
        /// The feed's name
        name: String,
    },
}

pub(super) fn run(what: &What) -> Result<ExitCode> {
    match what {
        What::Put { of, content, name } => at(of, |cluster| put(cluster, content, name.as_deref())),
        What::List(of) => at(of, list),
        What::Remove { of, name } => at(of, |cluster| {
            store::remove(cluster, name)?;
            println!("{name}: removed");
            Ok(ExitCode::SUCCESS)
        }),
    }
}

fn at(of: &super::File, work: impl FnOnce(&Cluster) -> Result<ExitCode>) -> Result<ExitCode> {
    super::planned(of, |plan| {
        if plan.cluster.backend != Backend::Nats {
            bail!("{}: feeds need backend = \"nats\"", plan.file.display());
        }
        work(&plan.cluster)
    })
}

fn put(cluster: &Cluster, content: &Path, name: Option<&str>) -> Result<ExitCode> {
    let own = content.file_name().and_then(|name| name.to_str());
    let name = name.or(own).with_context(|| format!("{}: expected --name", content.display()))?;
    let bytes = store::put(cluster, name, content)?;
    println!("{name}: {bytes} bytes; scripts read it as \"nats:{name}\"");
    Ok(ExitCode::SUCCESS)
}

fn list(cluster: &Cluster) -> Result<ExitCode> {
    for (name, bytes, put) in store::list(cluster)? {
        let put = jiff::Timestamp::from_second(put)?;
        println!("{name}\t{bytes}\t{put}");
    }
    Ok(ExitCode::SUCCESS)
}
