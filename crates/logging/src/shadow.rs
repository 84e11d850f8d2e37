//! Shadow files: a hidden file stands beside each log until the log is rotated. After a crash, the next run finds the log
//! by its shadow and rotates it.
//!
//! The file `.shadow.NAME` has two lines: the extension of the log (`.log`), and the postprocessor, empty for the default
//! one.
use crate::output::LogError;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

const PREFIX: &str = ".shadow.";

/// A log that an earlier run did not rotate.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The log's file.
    pub file: PathBuf,
    /// The extension of its name, with the dot.
    pub extension: String,
    /// The log's path: the name without extension.
    pub path: String,
    /// The postprocessor, if the shadow names one.
    pub postprocessor: Option<String>,
    /// When the log was opened, in seconds since the epoch.
    pub opened: f64,
    /// When it was last written.
    pub closed: f64,
    shadow: PathBuf,
}

/// The leftover logs of a folder.
#[derive(Debug, Default)]
pub struct Leftovers {
    /// The logs, by name.
    pub logs: Vec<Leftover>,
    /// Messages about logs that could not be read.
    pub errors: Vec<String>,
    /// Messages about shadow files that are incomplete.
    pub warnings: Vec<String>,
}

fn shadow_of(file: &Path) -> PathBuf {
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    file.with_file_name(format!("{PREFIX}{name}"))
}

/// Writes the shadow of a log, atomically.
#[expect(clippy::disallowed_methods, reason = "shadows are files beside logs")]
pub(crate) fn create(file: &Path, text: &str) -> Result<(), LogError> {
    let shadow = shadow_of(file);
    let name = shadow.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let unfinished = shadow.with_file_name(format!(".tmp{name}"));
    let error = |source| LogError { path: unfinished.clone(), action: "create".to_owned(), source };
    fs::write(&unfinished, text).map_err(error)?;
    fs::rename(&unfinished, &shadow).map_err(|source| LogError {
        path: unfinished.clone(),
        action: format!("rotate to {}", shadow.display()),
        source,
    })
}

/// Removes the shadow of a rotated log.
pub(crate) fn remove(file: &Path) -> Result<(), LogError> {
    let shadow = shadow_of(file);
    fs::remove_file(&shadow).map_err(|source| LogError { path: shadow, action: "write".to_owned(), source })
}

/// Finds the logs in a folder that have shadows, and removes shadows without a log. `extension` is used for logs whose
/// shadow names none.
///
/// # Errors
/// If the folder cannot be read.
pub fn leftovers(folder: &Path, extension: &str) -> Result<Leftovers, String> {
    let failed = |e: io::Error| {
        format!("failed to open directory '{}' in search of leftover logs: {e}", folder.display())
    };
    let folder = folder.canonicalize().map_err(failed)?;
    let mut found = Leftovers::default();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        let Some(log) = name.strip_prefix(PREFIX) else { continue };
        let (file, shadow) = (folder.join(log), folder.join(&name));
        if !file.is_file() {
            if let Err(e) = fs::remove_file(&shadow) {
                found.errors.push(format!("cannot unlink stale {}: {e}", shadow.display()));
            }
            continue;
        }
        match read(&file, &shadow, extension, &mut found.warnings) {
            Ok(log) => found.logs.push(log),
            Err(e) => {
                found.errors.push(format!("failed to process leftover log '{}': {e}", file.display()));
            }
        }
    }
    found.logs.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(found)
}

#[expect(clippy::disallowed_methods, reason = "shadows are files beside logs")]
fn read(file: &Path, shadow: &Path, extension: &str, warnings: &mut Vec<String>) -> Result<Leftover, String> {
    let failed = |e: io::Error| format!("Failed to open {}: {e}", shadow.display());
    let text = fs::read_to_string(shadow).map_err(failed)?;
    let mut lines = text.split('\n');
    let (extension, postprocessor) = match (lines.next(), lines.next()) {
        (Some(e), Some(p)) => (e.to_owned(), p.to_owned()),
        _ => {
            warnings.push(format!(
                "Found leftover log, '{}', but the associated shadow  file, '{}', required to process it is invalid: using default  for extension ({extension}) and post_proc_func",
                file.display(),
                shadow.display()
            ));
            (extension.to_owned(), String::new())
        }
    };
    let seconds = |m: Metadata| {
        let time = m.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok());
        time.map_or(0.0, |t| t.as_secs() as f64)
    };
    let path = file.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Leftover {
        path,
        extension,
        postprocessor: Some(postprocessor).filter(|p| !p.is_empty()),
        opened: seconds(fs::metadata(shadow).map_err(failed)?),
        closed: seconds(fs::metadata(file).map_err(failed)?),
        file: file.to_owned(),
        shadow: shadow.to_owned(),
    })
}

impl Leftover {
    /// Renames the log and removes its shadow.
    ///
    /// # Errors
    /// If the log cannot be renamed. A shadow that cannot be removed is left for the next run to remove.
    pub fn rotate(&self, to: &Path) -> io::Result<()> {
        fs::rename(&self.file, to)?;
        drop(fs::remove_file(&self.shadow));
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make and read files")]
mod tests {
    use super::*;

    #[test]
    fn logs_with_shadows_are_found_and_stale_shadows_go() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("conn.log");
        create(&log, ".log\nmy_postprocessor\n").unwrap();
        create(&dir.path().join("gone.log"), ".log\n\n").unwrap();
        fs::write(&log, "rows").unwrap();
        fs::write(dir.path().join("dns.log"), "no shadow").unwrap();
        let found = leftovers(dir.path(), ".log").unwrap();
        assert_eq!(found.errors, Vec::<String>::new());
        let [one] = &found.logs[..] else { panic!("{found:?}") };
        assert_eq!((one.path.as_str(), one.extension.as_str()), ("conn", ".log"));
        assert_eq!(one.postprocessor.as_deref(), Some("my_postprocessor"));
        assert!(!shadow_of(&dir.path().join("gone.log")).exists());
        let to = dir.path().join("conn.old.log");
        one.rotate(&to).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "rows");
        assert!(!shadow_of(&log).exists());
    }

    #[test]
    fn a_shadow_without_lines_counts_with_the_defaults() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("conn.log");
        create(&log, ".old").unwrap();
        fs::write(&log, "rows").unwrap();
        let found = leftovers(dir.path(), ".log").unwrap();
        assert_eq!(found.logs[0].extension, ".log");
        assert_eq!(found.warnings.len(), 1);
    }
}
