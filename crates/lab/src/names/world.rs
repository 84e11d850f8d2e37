//! The generated files of the measurements, which are the same for every run.
use anyhow::Context;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of users in the small and in the large configuration.
pub(super) const SMALL: usize = 23;
pub(super) const LARGE: usize = 10_000;

/// A folder with everything that the stages need.
pub(super) struct World {
    /// Its path.
    pub(super) dir: PathBuf,
    /// egret-cached.
    pub(super) daemon: PathBuf,
    /// A folder with unpacked packages of other daemons, for those that are not installed.
    pub(super) peers: Option<PathBuf>,
}

fn user(i: usize) -> (String, usize) {
    if i == 0 { ("root".to_owned(), 0) } else { (format!("user{i:05}"), 10_000 + i) }
}

fn passwd(users: usize) -> String {
    let mut text = String::new();
    for i in 0..users {
        let (name, uid) = user(i);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}:x:{uid}:{uid}:User Number {i},,,:/home/{name}:/bin/bash");
    }
    text
}

fn group(groups: usize) -> String {
    let mut text = String::new();
    for i in 0..groups {
        let (name, gid) = user(i);
        let member = user((i + 1) % groups).0;
        let _ = writeln!(text, "{name}:x:{gid}:{member}");
    }
    text
}

/// Returns 318 services, as in Debian's file.
fn services() -> String {
    let mut text = String::new();
    for i in 0..159 {
        for proto in ["tcp", "udp"] {
            let alias = if i % 5 == 0 { format!(" alias-{i}") } else { String::new() };
            let _ = writeln!(text, "service-{i}\t{}/{proto}{alias}", 1000 + i * 7);
        }
    }
    text
}

impl World {
    /// Writes the files and builds the probe.
    pub(super) fn build(
        dir: &Path,
        daemon: &Path,
        module: &Path,
        peers: Option<PathBuf>,
    ) -> anyhow::Result<World> {
        anyhow::ensure!(
            daemon.exists(),
            "{}: build it with `cargo build --release -p egret-cached`",
            daemon.display()
        );
        anyhow::ensure!(module.exists(), "{}: build it with `cargo nss-module`", module.display());
        fs::create_dir_all(dir.join("lib"))?;
        fs::create_dir_all(dir.join("etc"))?;
        for (name, users) in [("small", SMALL), ("large", LARGE)] {
            fs::write(dir.join(format!("passwd.{name}")), passwd(users))?;
            fs::write(dir.join(format!("group.{name}")), group(users))?;
            // Alternate names and numbers.
            let mut keys = String::new();
            for i in 0..users {
                let (name, uid) = user(i);
                let _ = if i % 2 == 0 { writeln!(keys, "{name}") } else { writeln!(keys, "{uid}") };
            }
            fs::write(dir.join(format!("keys.{name}")), keys)?;
        }
        fs::write(dir.join("services"), services())?;
        let mut by = String::new();
        for i in 0..159 {
            let _ = writeln!(by, "service-{i}/tcp\n{}/udp", 1000 + i * 7);
        }
        fs::write(dir.join("keys.services"), by)?;
        let absent: String = (0..20).map(|i| format!("absent-{i}\n")).collect();
        fs::write(dir.join("keys.absent"), absent)?;
        fs::copy(module, dir.join("lib/libnss_egret.so.2")).context("the module")?;
        if let Some(peers) = &peers {
            for lib in ["libnss_db.so.2", "libnss_sss.so.2"] {
                for at in ["lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu"] {
                    let from = peers.join(at).join(lib);
                    if from.exists() {
                        fs::copy(from, dir.join("lib").join(lib))?;
                    }
                }
            }
        }
        let source = dir.join("probe.c");
        fs::write(&source, include_str!("probe.c"))?;
        compile("cc", &[], &source, &dir.join("probe"))?;
        Ok(World { dir: dir.to_owned(), daemon: daemon.to_owned(), peers })
    }

    /// Builds the probe with another toolchain. Returns false if it is not installed.
    pub(super) fn build_variant(&self, compiler: &str, flags: &[&str], name: &str) -> bool {
        compile(compiler, flags, &self.dir.join("probe.c"), &self.dir.join(name)).is_ok()
    }
}

fn compile(compiler: &str, flags: &[&str], source: &Path, to: &Path) -> anyhow::Result<()> {
    let out = Command::new(compiler).args(["-O2", "-o"]).arg(to).arg(source).args(flags).output();
    let out = out.with_context(|| format!("{compiler}: a C compiler is needed to build the probe"))?;
    anyhow::ensure!(out.status.success(), "{compiler}: {}", String::from_utf8_lossy(&out.stderr));
    Ok(())
}
