//! The files below a folder that a tool works on.
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The most files that are looked for below a folder.
const MOST: usize = 50_000;

/// Adds the wanted files below a folder, sorted. Hidden folders and links to folders are left out.
///
/// # Errors
/// A folder cannot be read, or there are more than 50,000 files.
pub(super) fn files_below(
    folder: &Path,
    wanted: &dyn Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
) -> Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().first() == Some(&b'.') {
            continue;
        }
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            files_below(&path, wanted, files)?;
        } else if wanted(&path) {
            if files.len() >= MOST {
                bail!("more than {MOST} files");
            }
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file is a script, by its name.
pub(super) fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "zeek")
}
