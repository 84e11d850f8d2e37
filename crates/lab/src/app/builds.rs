//! Builds the monitor with each dictionary, from the source that this program was built from.
use crate::setup::Setup;
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// A monitor with one dictionary.
pub(super) struct Build {
    pub name: String,
    pub path: PathBuf,
    pub product: bool,
}

/// The builds to compare: chained, clustered and, if it has been built, the product.
pub(super) struct Builds {
    pub there: Vec<Build>,
    pub missing: Vec<String>,
}

/// The two dictionaries of the publication.
pub(super) const PUBLISHED: [&str; 2] = ["chained", "clustered"];

/// Builds, or finds, the monitors with the published dictionaries, and the product's monitor.
pub(super) fn all(setup: &Setup) -> anyhow::Result<Builds> {
    let mut builds = published(setup)?;
    let product = std::env::current_exe()?.with_file_name("egret");
    let mut missing = Vec::new();
    if product.exists() {
        builds.push(Build { name: "Dict, the product".to_owned(), path: product, product: true });
    } else {
        missing.push(format!(
            "the product: {} does not exist (cargo build --release -p egret)",
            product.display()
        ));
    }
    Ok(Builds { there: builds, missing })
}

/// Returns the monitors with the published dictionaries, in their order. Builds them unless a folder of builds is
/// given.
pub(super) fn published(setup: &Setup) -> anyhow::Result<Vec<Build>> {
    PUBLISHED
        .iter()
        .map(|name| {
            let path = match &setup.builds {
                Some(folder) => folder.join(format!("egret-{name}")),
                None => build(name)?,
            };
            ensure!(path.exists(), "{} does not exist", path.display());
            Ok(Build { name: (*name).to_owned(), path, product: false })
        })
        .collect()
}

/// The folder of the builds, and the time that each took.
pub(crate) struct Made {
    pub folder: PathBuf,
    pub took: Vec<(&'static str, Duration)>,
}

/// Builds both monitors. Takes minutes from scratch, and a second if nothing has changed.
pub(crate) fn make() -> anyhow::Result<Made> {
    let mut made = Made { folder: folder()?, took: Vec::new() };
    for name in PUBLISHED {
        let started = Instant::now();
        build(name)?;
        made.took.push((name, started.elapsed()));
    }
    Ok(made)
}

/// Runs `egret-lab builds`.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    println!("{}", make()?.folder.display());
    Ok(ExitCode::SUCCESS)
}

/// Returns the target folder of these builds.
fn folder() -> anyhow::Result<PathBuf> {
    Ok(root()?.join("target/lab"))
}

/// Returns the folder of the source from which this program was built.
fn root() -> anyhow::Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    ensure!(
        root.join("Cargo.toml").exists(),
        "{}: the source to build the monitors with the published dictionaries is missing; name a folder with \
         egret-chained and egret-clustered by --builds",
        root.display()
    );
    Ok(root.canonicalize()?)
}

fn build(name: &str) -> anyhow::Result<PathBuf> {
    let target = folder()?;
    eprintln!("building the monitor with {name} dictionaries");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let out = Command::new(cargo)
        .current_dir(root()?)
        .args(["build", "--quiet", "--release", "--locked", "-p", "egret", "--features"])
        .arg(format!("{name},census"))
        .arg("--target-dir")
        .arg(&target)
        .output()
        .context("cargo")?;
    ensure!(out.status.success(), "building it: {}", String::from_utf8_lossy(&out.stderr).trim());
    // Keep a copy, since the next build overwrites this file.
    let kept = target.join(format!("egret-{name}"));
    std::fs::copy(target.join("release/egret"), &kept).with_context(|| kept.display().to_string())?;
    Ok(kept)
}
