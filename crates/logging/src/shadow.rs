//! Shadow files: each log has a hidden file beside it until it is rotated. After a crash, the next run finds the log by
//! its shadow and rotates it.
//!
//! The file `.shadow.NAME` has two lines: the extension of the log (`.log`), and the postprocessor, empty for the
//! default one.
use crate::output::LogError;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

const PREFIX: &str = ".shadow.";

/// The addition to the name of a log that has no shadow, which the new run would overwrite.
const EARLIER: &str = "-earlier";

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

/// Whether the next run will find a log by its shadow.
pub(crate) fn has_shadow(file: &Path) -> bool {
    shadow_of(file).exists()
}

/// Writes the shadow of a log, atomically.
#[expect(clippy::disallowed_methods, reason = "shadows are files beside logs")]
pub(crate) fn create(file: &Path, text: &str) -> Result<(), LogError> {
    let shadow = shadow_of(file);
    let name = shadow.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let unfinished = shadow.with_file_name(format!(".tmp{name}"));
    let error =
        |source| LogError { path: unfinished.clone(), action: "create".to_owned(), kept: true, source };
    fs::write(&unfinished, text).map_err(error)?;
    fs::rename(&unfinished, &shadow).map_err(|source| LogError {
        path: unfinished.clone(),
        action: format!("rotate to {}", shadow.display()),
        kept: true,
        source,
    })
}

/// Removes the shadow of a rotated log.
pub(crate) fn remove(file: &Path) -> Result<(), LogError> {
    let shadow = shadow_of(file);
    fs::remove_file(&shadow).map_err(|source| LogError {
        path: shadow,
        action: "write".to_owned(),
        kept: false,
        source,
    })
}

/// Renames a log to `to` plus `extension`; to `to-2`, `to-3` and so on if that file exists. Returns the new name.
pub(crate) fn rename(from: &Path, to: &Path, extension: &str) -> io::Result<PathBuf> {
    let name = |number: u32| {
        let mut name = to.as_os_str().to_owned();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(extension);
        PathBuf::from(name)
    };
    // No two runs write into one folder, so nothing takes the name in between.
    let free = (1..u32::MAX).map(name).find(|to| to.symlink_metadata().is_err());
    let to = free.ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(from, &to)?;
    Ok(to)
}

/// Removes the last line of a log if a crash left it incomplete. Compressed logs are not changed: their readers stop at
/// the last complete block.
fn cut_half_line(file: &Path) -> io::Result<()> {
    let mut log = OpenOptions::new().read(true).write(true).open(file)?;
    let mut end = log.metadata()?.len();
    let mut first = [0; 2];
    if log.read(&mut first)? < 2 || first == [0x1f, 0x8b] {
        return Ok(());
    }
    let mut block = [0; 4096];
    let len = end;
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let part = block.get_mut(..(end - start) as usize).unwrap_or_default();
        log.seek(SeekFrom::Start(start))?;
        log.read_exact(part)?;
        if let Some(at) = part.iter().rposition(|&b| b == b'\n') {
            end = start + at as u64 + 1;
            break;
        }
        end = start;
    }
    if end < len { log.set_len(end) } else { Ok(()) }
}

/// Renames a log of an earlier run that has no shadow, without an incomplete last line: `conn.log` becomes
/// `conn-earlier.log`, or `conn-earlier-2.log` if that file exists. Returns the new name; `None` if there is no log.
pub(crate) fn set_aside(file: &Path, extension: &str) -> io::Result<Option<PathBuf>> {
    if !file.symlink_metadata().is_ok_and(|found| found.is_file()) {
        return Ok(None);
    }
    cut_half_line(file)?;
    let name = file.to_string_lossy();
    let stem = name.strip_suffix(extension).unwrap_or(&name);
    rename(file, Path::new(&format!("{stem}{EARLIER}")), extension).map(Some)
}

/// Finds the logs in a folder that have shadows, and removes shadows without a log. `extension` is the extension of
/// logs whose shadow names none.
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
        if name.strip_prefix(".tmp").is_some_and(|n| n.starts_with(PREFIX)) {
            // An incomplete shadow: its log was never begun.
            drop(fs::remove_file(folder.join(&name)));
            continue;
        }
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
    /// Removes an incomplete last line, renames the log to `to` plus its extension, with a number between them if that
    /// file exists, and removes its shadow. Returns the new name.
    ///
    /// # Errors
    /// If the log cannot be cut or renamed. A shadow that cannot be removed is left for the next run to remove.
    pub fn rotate(&self, to: &Path) -> io::Result<PathBuf> {
        cut_half_line(&self.file)?;
        let to = rename(&self.file, to, &self.extension)?;
        drop(fs::remove_file(&self.shadow));
        Ok(to)
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
        fs::write(&log, "rows\nhalf a r").unwrap();
        fs::write(dir.path().join("dns.log"), "no shadow").unwrap();
        fs::write(dir.path().join(".tmp.shadow.dns.log"), ".l").unwrap();
        let found = leftovers(dir.path(), ".log").unwrap();
        assert_eq!(found.errors, Vec::<String>::new());
        let [one] = &found.logs[..] else { panic!("{found:?}") };
        assert_eq!((one.path.as_str(), one.extension.as_str()), ("conn", ".log"));
        assert_eq!(one.postprocessor.as_deref(), Some("my_postprocessor"));
        assert!(!shadow_of(&dir.path().join("gone.log")).exists());
        fs::write(dir.path().join("conn.old.log"), "of an earlier crash").unwrap();
        let to = one.rotate(&dir.path().join("conn.old")).unwrap();
        assert_eq!(to, dir.path().join("conn.old-2.log"));
        assert_eq!(fs::read_to_string(&to).unwrap(), "rows\n");
        assert!(!shadow_of(&log).exists() && !dir.path().join(".tmp.shadow.dns.log").exists());
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
