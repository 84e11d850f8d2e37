//! Network namespaces with veth pairs, created for one measurement and removed afterwards.
use anyhow::{Context, ensure};
use std::process::{Command, Stdio};

/// A network namespace, removed on drop.
pub(crate) struct Namespace {
    name: String,
}

impl Namespace {
    /// Creates a namespace. Needs root and ip(8).
    pub(crate) fn new(purpose: &str) -> anyhow::Result<Self> {
        let name = format!("egret-lab-{purpose}-{}", std::process::id());
        run(Command::new("ip").args(["netns", "add", &name]))
            .context("a network namespace needs root and ip(8)")?;
        Ok(Namespace { name })
    }

    /// The namespace's name for ip(8).
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Creates a pair of interfaces that send no packets by themselves, with an MTU of 9,000 bytes.
    pub(crate) fn pair(&self, near: &str, far: &str) -> anyhow::Result<()> {
        run(self.command("ip").args(["link", "add", near, "type", "veth", "peer", "name", far]))?;
        for side in [near, far] {
            run(self.command("ip").args(["link", "set", side, "addrgenmode", "none", "mtu", "9216", "up"]))?;
        }
        Ok(())
    }

    /// Returns a command that runs in the namespace.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut c = Command::new("ip");
        c.args(["netns", "exec", &self.name, program]);
        c
    }

    /// Returns a command that runs in the namespace on one processor.
    pub(crate) fn pinned(&self, cpu: usize, program: &str) -> Command {
        let mut c = self.command("taskset");
        c.args(["-c", &cpu.to_string(), program]);
        c
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        // This also removes its interfaces. A failure is harmless, since the next run uses another name.
        let _ = Command::new("ip").args(["netns", "del", &self.name]).status();
    }
}

/// Runs a program; reports its output if it fails.
pub(crate) fn run(c: &mut Command) -> anyhow::Result<String> {
    let out = c.stdin(Stdio::null()).output().with_context(|| format!("{c:?}"))?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    ensure!(out.status.success(), "{c:?}: {}{}", text, String::from_utf8_lossy(&out.stderr));
    Ok(text)
}
