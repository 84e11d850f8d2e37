//! Memory that clients map: memfds that are sent over the socket, and files next to the root page.
use namecache::image::Memory;
use rustix::fs::{
    FallocateFlags, MemfdFlags, Mode, OFlags, SealFlags, fallocate, fchmod, fcntl_add_seals, ftruncate,
    memfd_create, open,
};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A shared mapping that this process writes and clients read.
pub(crate) struct Mapping {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the mapping is plain memory that any thread may use; all writes go through `&mut self` or atomics.
unsafe impl Send for Mapping {}

impl Mapping {
    fn new(fd: &OwnedFd, len: usize) -> io::Result<Mapping> {
        // SAFETY: a fresh shared mapping at an address that the kernel chooses overlaps nothing.
        let p =
            unsafe { mmap(null_mut(), len, ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED, fd, 0)? };
        let start = NonNull::new(p.cast()).ok_or_else(|| io::Error::other("mmap returned address 0"))?;
        Ok(Mapping { start, len })
    }

    fn word(&self, at: usize) -> &AtomicU32 {
        assert!(at.is_multiple_of(4) && at + 4 <= self.len, "word {at} of {}", self.len);
        // SAFETY: in bounds and aligned (checked above; a mapping begins at a page), read atomically by clients, and
        // valid as long as `self`.
        unsafe { AtomicU32::from_ptr(self.start.as_ptr().add(at).cast()) }
    }

    /// Returns an aligned 64-bit word.
    pub(crate) fn wide(&self, at: usize) -> &AtomicU64 {
        assert!(at.is_multiple_of(8) && at + 8 <= self.len, "word {at} of {}", self.len);
        // SAFETY: as in `word`.
        unsafe { AtomicU64::from_ptr(self.start.as_ptr().add(at).cast()) }
    }

    /// Returns the address of a word that the kernel clears when a thread ends.
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
        // SAFETY: in bounds (checked above). By the contract of `Memory::write`, no reader can reach these bytes yet; a
        // later store with release ordering makes them reachable.
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
        // SAFETY: this value owns the mapping, and nothing borrows it any more. munmap of a whole mapping cannot fail.
        let _ = unsafe { munmap(self.start.as_ptr().cast(), self.len) };
    }
}

/// Allocates `len` bytes of anonymous memory for clients. Returns a writable mapping and a read-only descriptor. Nobody
/// can map the memory for writing afterwards, resize it or remove these restrictions, neither through the descriptor
/// nor by opening it again through /proc.
pub(crate) fn sealed(name: &str, len: usize) -> io::Result<(Mapping, OwnedFd)> {
    let fd = memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    ftruncate(&fd, len as u64)?;
    // Allocate all pages now, so that no reader is killed because memory runs out.
    fallocate(&fd, FallocateFlags::empty(), 0, len as u64)?;
    let mapping = Mapping::new(&fd, len)?;
    fcntl_add_seals(&fd, SealFlags::SHRINK | SealFlags::GROW | SealFlags::FUTURE_WRITE | SealFlags::SEAL)?;
    fchmod(&fd, Mode::from_raw_mode(0o444))?;
    let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
    match open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()) {
        Ok(read_only) => Ok((mapping, read_only)),
        // Without /proc, clients get the descriptor itself. Its seals, too, prevent writes.
        Err(_) => Ok((mapping, fd)),
    }
}

/// Maps a file for writing.
pub(crate) fn map_file(file: std::fs::File, len: usize) -> io::Result<Mapping> {
    Mapping::new(&OwnedFd::from(file), len)
}
