//! Changes in directories.
use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A watch over directories.
pub(crate) struct Inotify(OwnedFd);

/// Something happened to a name in a watched directory.
pub(crate) struct Change {
    /// The name.
    pub(crate) name: Vec<u8>,
    /// The file's content was written in place, which its stamp may be too coarse to show.
    pub(crate) written: bool,
    /// Changes were lost: everything may have changed.
    pub(crate) overflow: bool,
}

impl Inotify {
    pub(crate) fn new() -> io::Result<Inotify> {
        // SAFETY: no pointers; a descriptor that is returned is ours alone.
        unsafe {
            let fd = libc::inotify_init1(libc::IN_NONBLOCK | libc::IN_CLOEXEC);
            if fd == -1 { Err(io::Error::last_os_error()) } else { Ok(Inotify(OwnedFd::from_raw_fd(fd))) }
        }
    }

    /// Watches a directory.
    pub(crate) fn watch(&self, dir: &Path) -> io::Result<()> {
        let path = CString::new(dir.as_os_str().as_bytes()).map_err(io::Error::other)?;
        let what = libc::IN_CLOSE_WRITE
            | libc::IN_MODIFY
            | libc::IN_MOVED_TO
            | libc::IN_MOVED_FROM
            | libc::IN_CREATE
            | libc::IN_DELETE
            | libc::IN_ATTRIB
            | libc::IN_ONLYDIR;
        // SAFETY: the path is a C string that outlives the call.
        let r = unsafe { libc::inotify_add_watch(self.0.as_raw_fd(), path.as_ptr(), what) };
        if r == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// What has happened since the last call.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let mut out = Vec::new();
        let mut room = [0u8; 4096];
        loop {
            // SAFETY: the buffer is ours and as long as said.
            let n = unsafe { libc::read(self.0.as_raw_fd(), room.as_mut_ptr().cast(), room.len()) };
            let Ok(n) = usize::try_from(n) else { return out };
            let mut rest = room.get(..n).unwrap_or_default();
            // An event: watch i32, mask u32, cookie u32, length u32, name padded with NULs.
            while let (Some(mask), Some(len)) =
                (namecache_wire::bytes::u32_at(rest, 4), namecache_wire::bytes::u32_at(rest, 12))
            {
                let name = namecache_wire::bytes::slice_at(rest, 16, len as usize).unwrap_or_default();
                let end = name.iter().position(|&b| b == 0).unwrap_or(name.len());
                out.push(Change {
                    name: name[..end].to_vec(),
                    written: mask & (libc::IN_MODIFY | libc::IN_CLOSE_WRITE) != 0,
                    overflow: mask & libc::IN_Q_OVERFLOW != 0,
                });
                rest = rest.get(16 + len as usize..).unwrap_or_default();
            }
            if n == 0 {
                return out;
            }
        }
    }
}

impl AsFd for Inotify {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
