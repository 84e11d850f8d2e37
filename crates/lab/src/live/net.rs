//! Network namespaces with veth pairs, made for one measurement and removed after it.
use anyhow::{Context, ensure};
use std::process::{Command, Stdio};

/// A namespace of our own.
pub(super) struct Namespace {
    name: String,
}

impl Namespace {
    /// Makes one; needs root and ip(8).
    pub(super) fn new(purpose: &str) -> anyhow::Result<Self> {
        let name = format!("egret-lab-{purpose}-{}", std::process::id());
        run(Command::new("ip").args(["netns", "add", &name]))
            .context("a network namespace needs root and ip(8)")?;
        Ok(Namespace { name })
    }

    /// A pair of interfaces without traffic of their own, up, with frames of up to 9,000 bytes.
    pub(super) fn pair(&self, near: &str, far: &str) -> anyhow::Result<()> {
        run(self.command("ip").args(["link", "add", near, "type", "veth", "peer", "name", far]))?;
        for side in [near, far] {
            run(self.command("ip").args(["link", "set", side, "addrgenmode", "none", "mtu", "9216", "up"]))?;
        }
        Ok(())
    }

    /// A program that runs in it.
    pub(super) fn command(&self, program: &str) -> Command {
        let mut c = Command::new("ip");
        c.args(["netns", "exec", &self.name, program]);
        c
    }

    /// A program that runs in it on one processor.
    pub(super) fn pinned(&self, cpu: usize, program: &str) -> Command {
        let mut c = self.command("taskset");
        c.args(["-c", &cpu.to_string(), program]);
        c
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        // It is removed with its interfaces; where that fails, the next run has another name.
        let _ = Command::new("ip").args(["netns", "del", &self.name]).status();
    }
}

/// Runs a program to its end; its output only where it fails.
pub(super) fn run(c: &mut Command) -> anyhow::Result<String> {
    let out = c.stdin(Stdio::null()).output().with_context(|| format!("{c:?}"))?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    ensure!(out.status.success(), "{c:?}: {}{}", text, String::from_utf8_lossy(&out.stderr));
    Ok(text)
}
