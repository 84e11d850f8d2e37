//! The shared parts of the report: options, and long captures made from a short one.
use anyhow::Context;
use std::path::{Path, PathBuf};

/// The options of a part.
#[derive(Default)]
pub(crate) struct Setup {
    /// Whether to do less work, for a quick look.
    pub quick: bool,
    /// The capture from which long ones are made.
    pub seed: PathBuf,
    /// The folder that keeps the long captures, which are the same each time.
    pub captures: PathBuf,
    /// A folder with egret-chained and egret-clustered; if `None`, they are built.
    pub builds: Option<PathBuf>,
}

/// Returns the path of a capture of `packets` packets at the published rate, made from the seed on first use.
pub(crate) fn capture(setup: &Setup, name: &str, packets: u64) -> anyhow::Result<PathBuf> {
    capture_from(&setup.seed, &setup.captures, name, packets)
}

/// Like [`capture()`], from another seed.
pub(crate) fn capture_from(seed: &Path, folder: &Path, name: &str, packets: u64) -> anyhow::Result<PathBuf> {
    let size = std::fs::metadata(seed)
        .with_context(|| {
            format!("{}: --seed names the capture that long ones are made from", seed.display())
        })?
        .len();
    let stem = seed.file_stem().unwrap_or_default().to_string_lossy();
    // The name identifies the seed.
    let path = folder.join(format!("{stem}-{size}-{name}.pcap"));
    if !path.exists() {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let new = path.with_extension("new");
        let made = crate::intensify::make(seed, packets, &new);
        if let Err(e) = made.and_then(|_| Ok(std::fs::rename(&new, &path)?)) {
            // Half a capture is useless, and it may have filled the disk.
            let _ = std::fs::remove_file(&new);
            return Err(e.context(format!("making {}", path.display())));
        }
    }
    Ok(path)
}
