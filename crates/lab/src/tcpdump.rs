//! The baseline for captures: `tcpdump -nn -r`, which prints a line per packet.
use anyhow::{Context, ensure};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Returns the seconds that tcpdump takes for a capture.
pub(crate) fn seconds(capture: &Path) -> anyhow::Result<f64> {
    let started = Instant::now();
    let status = Command::new("tcpdump")
        .args(["-nn", "-r"])
        .arg(capture)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("running tcpdump, the baseline of this measurement (Debian: apt install tcpdump)")?;
    ensure!(status.success(), "tcpdump cannot read {}: {status}", capture.display());
    Ok(started.elapsed().as_secs_f64())
}
