//! Runs a monitor over a capture and reads the figures that it reports.
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The cost of a run.
pub(crate) struct Ran {
    /// The seconds from the start to the last log, as reported by `-Q`.
    pub seconds: f64,
    /// The part of these seconds from the first packet on.
    pub processing: f64,
    /// The wall-clock seconds, including the start and end of the process.
    pub wall: f64,
    /// The peak memory in MB.
    pub mb: f64,
    /// The text on its standard error.
    pub said: String,
}

/// Returns the path of the egret in this program's folder.
pub(crate) fn product() -> anyhow::Result<PathBuf> {
    let egret = std::env::current_exe()?.with_file_name("egret");
    ensure!(egret.exists(), "{} does not exist (cargo build --release -p egret)", egret.display());
    Ok(egret)
}

/// Brings a capture into the page cache, so that the first run pays no more than the others.
pub(crate) fn cache(capture: &Path) -> anyhow::Result<()> {
    let mut file = std::fs::File::open(capture).with_context(|| capture.display().to_string())?;
    std::io::copy(&mut file, &mut std::io::sink())?;
    Ok(())
}

/// Runs a monitor with its default scripts over a capture, in a temporary folder.
pub(crate) fn run(egret: &Path, capture: &Path, options: &[&str]) -> anyhow::Result<Ran> {
    let folder = tempfile::tempdir()?;
    let (egret, capture) = (std::path::absolute(egret)?, std::path::absolute(capture)?);
    let started = Instant::now();
    let out = Command::new(&egret)
        .current_dir(folder.path())
        .env_remove("ZEEK_SEED_FILE")
        .args(["-Q", "-r"])
        .arg(&capture)
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .with_context(|| egret.display().to_string())?;
    let wall = started.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    ensure!(out.status.success(), "{} on {}: {}: {said}", egret.display(), capture.display(), out.status);
    let (seconds, processing, mb) =
        of_q(&said).with_context(|| format!("expected the output of -Q, found: {said}"))?;
    Ok(Ran { seconds, processing, wall, mb, said })
}

/// Extracts total time, processing time and peak memory from the output of `-Q`: `# total time S, processing S` and
/// `# total mem NM/NM, …`.
fn of_q(said: &str) -> Option<(f64, f64, f64)> {
    let line = |what: &str| said.lines().find_map(|l| l.strip_prefix(what));
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let (total, processing) = line("# total time ")?.split_once(", processing ")?;
    let (memory, _) = line("# total mem ")?.split_once('M')?;
    Some((number(total)?, number(processing)?, number(memory)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_memory_are_read_from_q() {
        let said = "# initialization 0.090000\n# initialization 26M/20M\n# total time 1.250000, processing 1.160000\n\
                    # total mem 81M/70M, processing 55M/50M\n";
        assert_eq!(of_q(said), Some((1.25, 1.16, 81.0)));
        assert_eq!(of_q("nothing"), None);
    }
}
