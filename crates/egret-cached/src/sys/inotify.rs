//! Watches directories for changes.
use rustix::fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

/// A watch over directories.
pub(crate) struct Inotify(OwnedFd);

/// A change of a file in a watched directory.
pub(crate) struct Change {
    /// The file's name.
    pub(crate) name: Vec<u8>,
    /// Whether the file was written in place. Timestamps may be too coarse to show that.
    pub(crate) written: bool,
    /// Whether the kernel dropped events; if so, any file may have changed.
    pub(crate) overflow: bool,
}

impl Inotify {
    pub(crate) fn new() -> io::Result<Inotify> {
        Ok(Inotify(init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?))
    }

    /// Watches a directory.
    pub(crate) fn watch(&self, dir: &Path) -> io::Result<()> {
        let events = WatchFlags::CLOSE_WRITE
            | WatchFlags::MODIFY
            | WatchFlags::MOVED_TO
            | WatchFlags::MOVED_FROM
            | WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::ATTRIB
            | WatchFlags::ONLYDIR;
        add_watch(&self.0, dir, events)?;
        Ok(())
    }

    /// The changes since the last call.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let mut buffer = [MaybeUninit::uninit(); 4096];
        let mut reader = Reader::new(&self.0, &mut buffer);
        let mut out = Vec::new();
        // The loop ends with EAGAIN, since the descriptor is non-blocking.
        while let Ok(event) = reader.next() {
            out.push(Change {
                name: event.file_name().map_or(Vec::new(), |name| name.to_bytes().to_vec()),
                written: event.events().intersects(ReadFlags::MODIFY | ReadFlags::CLOSE_WRITE),
                overflow: event.events().contains(ReadFlags::QUEUE_OVERFLOW),
            });
        }
        out
    }
}

impl AsFd for Inotify {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
