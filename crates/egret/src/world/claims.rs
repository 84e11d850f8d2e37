//! Claims of log folders: each contains a locked file while this process writes logs into it.
//!
//! The kernel drops the lock when the process ends in any way, so a leftover file blocks no one. The file identifies
//! the process, for the message to a second one.
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The name of the locked file.
const NAME: &str = ".egret.lock";
/// The most bytes shown of another process's file.
const SHOWN: u64 = 512;

/// The claims of a process. All its workers share them.
#[derive(Debug)]
pub(crate) struct Claims {
    /// Folders may be used by several processes (`--share-log-dir`).
    shared: bool,
    held: Mutex<Vec<Claim>>,
}

#[derive(Debug)]
struct Claim {
    folder: PathBuf,
    /// Holds the lock.
    file: File,
}

impl Claims {
    /// No claims yet. If `shared`, there never are any.
    pub(crate) fn new(shared: bool) -> Self {
        Claims { shared, held: Mutex::default() }
    }

    /// Claims a folder. If the lock file cannot be created, creating a log will fail with a better message.
    ///
    /// # Errors
    /// Which process has claimed it.
    pub(crate) fn claim(&self, folder: &Path) -> Result<(), String> {
        let Some(folder) = (!self.shared).then(|| fs::canonicalize(folder).ok()).flatten() else {
            return Ok(());
        };
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.iter().any(|c| c.folder == folder) {
            return Ok(());
        }
        match lock(&folder.join(NAME)) {
            Ok(Lock::Ours(file)) => held.push(Claim { folder, file }),
            Ok(Lock::Taken(by)) => {
                return Err(format!(
                    "{}: {by} writes its logs there already; end it, choose another folder (Log::default_logdir), or \
                     pass --share-log-dir",
                    folder.display()
                ));
            }
            Err(e)
                if matches!(
                    e.kind(),
                    ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::StorageFull
                ) => {}
            Err(e) => eprintln!(
                "{}: cannot lock {NAME}, so a second run here goes unnoticed: {e}",
                folder.display()
            ),
        }
        Ok(())
    }
}

impl Drop for Claim {
    /// Removes the file while the lock is held, so that no other process holds a lock on it.
    fn drop(&mut self) {
        let path = self.folder.join(NAME);
        if is_at(&self.file, &path) {
            drop(fs::remove_file(path));
        }
    }
}

enum Lock {
    Ours(File),
    /// Text that identifies the process that holds the lock.
    Taken(String),
}

fn lock(path: &Path) -> io::Result<Lock> {
    loop {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o640).open(path)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            // Its owner may have removed the file since it was opened.
            Ok(()) if !is_at(&file, path) => {}
            Ok(()) => {
                file.set_len(0)?;
                file.write_all(this_process().as_bytes())?;
                return Ok(Lock::Ours(file));
            }
            Err(Errno::WOULDBLOCK) => {
                let mut by = String::new();
                file.take(SHOWN).read_to_string(&mut by)?;
                let by = by.trim_end();
                return Ok(Lock::Taken(if by.is_empty() { "another egret" } else { by }.to_owned()));
            }
            Err(e) => return Err(e.into()),
        }
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    file.metadata().is_ok_and(|a| path.metadata().is_ok_and(|b| same(a, b)))
}

/// `process 1234 (egret -i eth0)`.
fn this_process() -> String {
    let words: Vec<String> =
        std::env::args_os().map(|a| a.to_string_lossy().escape_debug().to_string()).collect();
    format!("process {} ({})\n", std::process::id(), words.join(" "))
}
