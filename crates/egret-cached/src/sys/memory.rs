//! Memory that clients map: memfds for glibc's client, files beside the root page for our module.
use namecache::image::Memory;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A shared mapping that this process writes and others read.
pub(crate) struct Mapping {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the mapping is plain memory without ties to a thread; all writes go through `&mut self` or atomics.
unsafe impl Send for Mapping {}

impl Mapping {
    fn new(fd: &OwnedFd, len: usize) -> io::Result<Mapping> {
        // SAFETY: a fresh shared mapping at an address of the kernel's choice overlaps nothing.
        let p = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                fd.as_raw_fd(),
                0,
            )
        };
        if p == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(p.cast()).ok_or_else(|| io::Error::other("mmap gave address 0"))?;
        Ok(Mapping { start, len })
    }

    fn word(&self, at: usize) -> &AtomicU32 {
        assert!(at.is_multiple_of(4) && at + 4 <= self.len, "word {at} of {}", self.len);
        // SAFETY: in bounds and aligned (checked above; mmap gives pages), shared with readers that load atomically,
        // valid as long as the mapping, which `self` is.
        unsafe { AtomicU32::from_ptr(self.start.as_ptr().add(at).cast()) }
    }

    /// An aligned 64-bit word.
    pub(crate) fn wide(&self, at: usize) -> &AtomicU64 {
        assert!(at.is_multiple_of(8) && at + 8 <= self.len, "word {at} of {}", self.len);
        // SAFETY: as in `word`.
        unsafe { AtomicU64::from_ptr(self.start.as_ptr().add(at).cast()) }
    }

    /// Where the kernel may clear a word when a thread ends.
    pub(crate) fn address(&self, at: usize) -> usize {
        self.word(at).as_ptr() as usize
    }
}

impl Memory for Mapping {
    fn write(&mut self, at: usize, bytes: &[u8]) {
        assert!(
            at <= self.len && bytes.len() <= self.len - at,
            "{} bytes at {at} of {}",
            bytes.len(),
            self.len
        );
        // SAFETY: in bounds (checked above). No reader has been led to these bytes yet: that is the contract of
        // `Memory::write`, and the store that leads there comes later, with release ordering.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.start.as_ptr().add(at), bytes.len()) };
    }

    fn store(&mut self, at: usize, value: u32) {
        self.word(at).store(value, Ordering::Release);
    }

    fn load(&self, at: usize) -> u32 {
        self.word(at).load(Ordering::Acquire)
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and nothing borrows it any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.len) };
    }
}

fn check(result: libc::c_int) -> io::Result<()> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Anonymous memory of `len` bytes that can be handed out: the mapping for us, and a descriptor that can only read.
/// After this nobody can map it for writing any more, resize it or undo that: neither through the descriptor nor by
/// opening it anew through /proc.
pub(crate) fn sealed(name: &std::ffi::CStr, len: usize) -> io::Result<(Mapping, OwnedFd)> {
    // SAFETY: the name is a C string; a descriptor that is returned is ours alone.
    let fd = unsafe {
        let fd = libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING);
        check(fd)?;
        OwnedFd::from_raw_fd(fd)
    };
    let size = libc::off_t::try_from(len).map_err(io::Error::other)?;
    // SAFETY: calls on a descriptor of ours without pointers. All pages are there afterwards, so that no reader is
    // ever killed for want of memory.
    unsafe {
        check(libc::ftruncate(fd.as_raw_fd(), size))?;
        check(libc::fallocate(fd.as_raw_fd(), 0, 0, size))?;
    }
    let mapping = Mapping::new(&fd, len)?;
    let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_FUTURE_WRITE | libc::F_SEAL_SEAL;
    // SAFETY: as above.
    unsafe {
        check(libc::fcntl(fd.as_raw_fd(), libc::F_ADD_SEALS, seals))?;
        check(libc::fchmod(fd.as_raw_fd(), 0o444))?;
    }
    let path =
        std::ffi::CString::new(format!("/proc/self/fd/{}", fd.as_raw_fd())).map_err(io::Error::other)?;
    // SAFETY: the path is a C string; a descriptor that is returned is ours alone.
    let read_only = unsafe { libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) };
    if read_only == -1 {
        // Without /proc the sealed descriptor itself has to do: it cannot write either.
        return Ok((mapping, fd));
    }
    // SAFETY: just opened, ours alone.
    Ok((mapping, unsafe { OwnedFd::from_raw_fd(read_only) }))
}

/// Maps a file of ours for writing.
pub(crate) fn map_file(file: std::fs::File, len: usize) -> io::Result<Mapping> {
    Mapping::new(&OwnedFd::from(file), len)
}
