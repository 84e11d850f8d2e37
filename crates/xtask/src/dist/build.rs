//! Builds and strips the programs, and has each generate its manual page and completions. Makes the book.
use super::{manual, output};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, with the sections of their manual pages.
const PROGRAMS: [(&str, &str); 3] = [("egret", "1"), ("egret-cut", "1"), ("egret-cached", "8")];

/// The results of the build.
pub(super) struct Built {
    /// The folder that contains them.
    pub(super) folder: PathBuf,
    /// The machine's library folder, such as `x86_64-linux-gnu`.
    pub(super) multiarch: String,
}

/// Builds into `to` with cargo's profile `profile`.
pub(super) fn build(root: &Path, profile: &str, to: &Path) -> Result<Built> {
    fs::create_dir_all(to)?;
    let packages = PROGRAMS.iter().flat_map(|(name, _)| ["-p", name]);
    let how = ["build", "--locked", "--features", "egret/nats", "--profile", profile];
    cargo(root, how.into_iter().chain(packages))?;
    cargo(root, ["nss-module"].into_iter())?;
    let target = target_folder(root);
    // cargo's profile `dev` has the folder `debug`.
    let folder = target.join(if profile == "dev" { "debug" } else { profile });
    for (name, section) in PROGRAMS {
        let program = to.join(name);
        strip(&folder.join(name), &program)?;
        let page = |kind| output(Command::new(&program).arg("--generate").arg(kind));
        manual::write_gz(&to.join(format!("{name}.{section}.gz")), &page("man")?)?;
        for shell in ["bash", "zsh", "fish"] {
            fs::write(to.join(format!("{name}.{shell}")), page(shell)?)?;
        }
    }
    strip(&target.join("nss/libnss_egret.so"), &to.join("libnss_egret.so.2"))?;
    crate::book::write(&root.join("docs"), &to.join("book"))?;
    let config = manual::of_configuration(root)?;
    manual::write_gz(&to.join("egret-cached.conf.5.gz"), config.as_bytes())?;
    let machine = output(Command::new("cc").arg("-print-multiarch"))?;
    let multiarch = String::from_utf8(machine)?.trim().to_owned();
    Ok(Built { folder: to.to_owned(), multiarch })
}

fn cargo<'a>(root: &Path, args: impl Iterator<Item = &'a str>) -> Result<()> {
    let mut command = Command::new("cargo");
    let status = command.current_dir(root).args(args).status().context("cannot start cargo")?;
    anyhow::ensure!(status.success(), "cargo failed: {status}");
    Ok(())
}

fn target_folder(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from))
}

fn strip(from: &Path, to: &Path) -> Result<()> {
    output(Command::new("strip").arg("--strip-unneeded").arg("-o").arg(to).arg(from)).map(drop)
}
