//! The machine on which a measurement ran.
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;

/// The processor, cores, memory and kernel, as the kernel itself names them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// `model name` of the first processor.
    pub processor: String,
    /// Processors online.
    pub cores: usize,
    /// Memory in MiB.
    pub memory_mib: u64,
    /// The first three words of `/proc/version`.
    pub kernel: String,
}

impl Machine {
    /// Reads /proc.
    pub(crate) fn read() -> anyhow::Result<Self> {
        let cpu = fs::read_to_string("/proc/cpuinfo").context("/proc/cpuinfo")?;
        let after = |key: &str| {
            cpu.lines()
                .find(|l| l.starts_with(key))
                .and_then(|l| l.split_once(": "))
                .map_or("unknown", |(_, v)| v)
        };
        let mem = fs::read_to_string("/proc/meminfo").context("/proc/meminfo")?;
        let kib: u64 = mem
            .split_whitespace()
            .nth(1)
            .and_then(|n| n.parse().ok())
            .context("/proc/meminfo: expected `MemTotal: N kB` first")?;
        let version = fs::read_to_string("/proc/version").context("/proc/version")?;
        Ok(Machine {
            processor: after("model name").to_owned(),
            cores: std::thread::available_parallelism()?.get(),
            memory_mib: kib / 1024,
            kernel: version.split_whitespace().take(3).collect::<Vec<_>>().join(" "),
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} cores, {} MiB, {}", self.processor, self.cores, self.memory_mib, self.kernel)
    }
}
