//! The tarball: one folder that runs from wherever it is unpacked. Its site folder is `etc/egret/site`.
use super::build::Built;
use super::contents::{CACHED, ITEMS};
use super::deb::lay;
use super::{Options, output};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the tarball of the monitor and returns its path. The name cache needs fixed paths, so only the packages
/// contain it.
pub(super) fn pack(root: &Path, built: &Built, options: &Options) -> Result<PathBuf> {
    let name = format!("egret-{}-{}-linux", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let work = options.out.join("work");
    for item in ITEMS.iter().filter(|i| i.package != CACHED) {
        lay(root, built, item, &work.join(&name).join(item.to)).with_context(|| item.to_string())?;
    }
    let packages = work.join(&name).join("etc/egret/site/packages");
    fs::create_dir_all(&packages)?;
    fs::write(packages.join("__load__.zeek"), "")?;
    let path = options.out.join(format!("{name}.tar.gz"));
    let time = std::env::var("SOURCE_DATE_EPOCH").unwrap_or_else(|_| "0".to_owned());
    output(
        Command::new("tar")
            .current_dir(&work)
            .args(["--owner=0", "--group=0", "--sort=name", &format!("--mtime=@{time}"), "-czf"])
            .arg(&path)
            .arg(&name),
    )?;
    Ok(path)
}
