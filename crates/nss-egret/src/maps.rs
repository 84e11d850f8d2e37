//! The mappings of this process: the root page, and one segment and one view per database.
//!
//! Threads read a mapping without a lock. A reader increments the mapping's reader count, checks that the mapping is
//! still the current one, copies what it needs and decrements the count. A new version is mapped beside the current
//! one; an old version is unmapped when its slot is needed again and its reader count is 0. A thread that finds another
//! one replacing a mapping does not wait: it asks the socket.
use crate::abi::{
    AT_EMPTY_PATH, AT_FDCWD, MAP_POPULATE, MAP_SHARED, O_RDONLY_CLOEXEC_NOFOLLOW, PROT_READ, STATX_BASIC,
    Statx, StatxTime, close, getpid, mmap, munmap, open, statx,
};
use core::ffi::{c_char, c_int};
use core::ptr::null_mut;
use core::sync::atomic::Ordering::{Acquire, SeqCst};
use core::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
use namecache_wire::root;

/// The number of slots of one map: for the current mapping, the previous one, one that an enumeration still uses, and a
/// spare one.
const SLOTS: usize = 4;

struct Slot {
    start: AtomicPtr<u8>,
    len: AtomicUsize,
    id: AtomicU64,
    readers: AtomicU32,
}

/// A file or descriptor that is mapped in successive versions, each with an id.
pub(crate) struct Map {
    slots: [Slot; SLOTS],
    /// The index of the current slot plus 1; 0 if nothing is mapped. A map consists of zeros at first, which take no
    /// space in the module's file.
    current: AtomicU32,
    /// The process with a thread that is replacing the mapping; 0 if there is none. After a fork this may name the
    /// parent.
    replacing: AtomicI32,
}

/// The source of a mapping.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// The path of a file, with its NUL.
    Path(&'a [u8]),
    /// An open descriptor; it stays open.
    Descriptor(c_int),
}

/// A mapping that stays mapped while this value exists.
pub(crate) struct Held<'a> {
    slot: &'a Slot,
    start: *const u8,
    len: usize,
}

impl Held<'_> {
    /// Returns the bytes of the segment that begins at `from`: 0, or the end of a view's header.
    pub(crate) fn bytes(&self, from: usize) -> &[u8] {
        let from = from.min(self.len);
        // SAFETY: the mapping has that length, and slots with readers are not unmapped. A published segment is never
        // written again, and its file is read-only for everyone else.
        unsafe { core::slice::from_raw_parts(self.start.add(from), self.len.wrapping_sub(from)) }
    }

    /// Returns a 32-bit word of the root page, or of a view's header.
    pub(crate) fn word(&self, at: usize) -> u32 {
        if !at.is_multiple_of(4) || at.saturating_add(4) > self.len {
            return 0;
        }
        // SAFETY: aligned (a mapping begins at a page) and in bounds; the daemon stores the word atomically.
        unsafe { AtomicU32::from_ptr(self.start.add(at).cast_mut().cast()) }.load(Acquire)
    }

    /// Returns a 64-bit word of the root page, or of a view's header.
    pub(crate) fn wide(&self, at: usize) -> u64 {
        if !at.is_multiple_of(8) || at.saturating_add(8) > self.len {
            return 0;
        }
        // SAFETY: as in `word`.
        unsafe { AtomicU64::from_ptr(self.start.add(at).cast_mut().cast()) }.load(Acquire)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.slot.readers.fetch_sub(1, SeqCst);
    }
}

impl Map {
    pub(crate) const fn new() -> Map {
        Map {
            slots: [const {
                Slot {
                    start: AtomicPtr::new(null_mut()),
                    len: AtomicUsize::new(0),
                    id: AtomicU64::new(0),
                    readers: AtomicU32::new(0),
                }
            }; SLOTS],
            current: AtomicU32::new(0),
            replacing: AtomicI32::new(0),
        }
    }

    fn slot(&self, current: u32) -> Option<&Slot> {
        self.slots.get((current as usize).wrapping_sub(1))
    }

    /// Returns the current mapping, whatever its id.
    pub(crate) fn hold(&self) -> Option<Held<'_>> {
        for _ in 0..8 {
            let current = self.current.load(SeqCst);
            let slot = self.slot(current)?;
            slot.readers.fetch_add(1, SeqCst);
            if self.current.load(SeqCst) == current {
                let (start, len) = (slot.start.load(SeqCst), slot.len.load(SeqCst));
                return Some(Held { slot, start, len });
            }
            slot.readers.fetch_sub(1, SeqCst);
        }
        None
    }

    /// Returns the current mapping, if it has the given id.
    pub(crate) fn hold_id(&self, id: u64) -> Option<Held<'_>> {
        let held = self.hold()?;
        (held.slot.id.load(SeqCst) == id).then_some(held)
    }

    /// Maps `source` as version `id` and makes it the current one. If that fails, returns false and changes nothing.
    pub(crate) fn replace(&self, source: Source<'_>, len: Option<usize>, id: u64) -> bool {
        // SAFETY: getpid cannot fail; no arguments.
        let me = unsafe { getpid() };
        if let Err(other) = self.replacing.compare_exchange(0, me, SeqCst, SeqCst) {
            // This is left over from before a fork: that thread does not exist in this process.
            if other == me || self.replacing.compare_exchange(other, me, SeqCst, SeqCst).is_err() {
                return false;
            }
        }
        let done = self.replace_alone(source, len, id);
        self.replacing.store(0, SeqCst);
        done
    }

    fn replace_alone(&self, source: Source<'_>, len: Option<usize>, id: u64) -> bool {
        let current = self.current.load(SeqCst);
        // Another thread may have mapped it in the meantime.
        if self.slot(current).is_some_and(|p| p.id.load(SeqCst) == id && id != 0) {
            return true;
        }
        let free = self
            .slots
            .iter()
            .enumerate()
            .find(|(i, p)| *i as u32 + 1 != current && p.readers.load(SeqCst) == 0);
        let Some((index, slot)) = free else { return false };
        let mapped = match source {
            Source::Path(path) => map_file(path, len),
            Source::Descriptor(fd) => map_descriptor(fd, len),
        };
        let Some((start, len)) = mapped else { return false };
        let (old, old_len) = (slot.start.swap(start, SeqCst), slot.len.swap(len, SeqCst));
        slot.id.store(id, SeqCst);
        self.current.store(index as u32 + 1, SeqCst);
        if !old.is_null() {
            // SAFETY: the slot was not current and had no readers, so no thread could have begun to read the old
            // mapping. The slot is current now, but refers to the new one.
            unsafe { munmap(old.cast(), old_len) };
        }
        true
    }
}

/// Calls statx(2) on an open descriptor or, without one, on a path, which is a C string.
fn status_of(fd: Option<c_int>, path: *const c_char) -> Option<Statx> {
    let mut out = core::mem::MaybeUninit::<Statx>::zeroed();
    let (dir, flags) = fd.map_or((AT_FDCWD, 0), |fd| (fd, AT_EMPTY_PATH));
    // SAFETY: every caller passes a C string; `out` has the size of the kernel's struct, and zeros are valid.
    unsafe { (statx(dir, path, flags, STATX_BASIC, out.as_mut_ptr()) == 0).then(|| out.assume_init()) }
}

/// Maps a file for reading. Refuses symbolic links, and whatever [`map_descriptor`] refuses.
fn map_file(path: &[u8], len: Option<usize>) -> Option<(*mut u8, usize)> {
    if path.last() != Some(&0) {
        return None;
    }
    // SAFETY: the path ends with a NUL (checked).
    let fd = unsafe { open(path.as_ptr().cast(), O_RDONLY_CLOEXEC_NOFOLLOW) };
    if fd < 0 {
        return None;
    }
    let mapped = map_descriptor(fd, len);
    // SAFETY: opened above. It is not kept, because programs close descriptors that they do not know.
    unsafe { close(fd) };
    mapped
}

/// Maps a regular file without write permission bits, of the right size and at most the size of a segment.
fn map_descriptor(fd: c_int, len: Option<usize>) -> Option<(*mut u8, usize)> {
    const KIND: u16 = 0o170_000;
    const REGULAR: u16 = 0o100_000;
    const WRITABLE: u16 = 0o222;
    let s = status_of(Some(fd), c"".as_ptr())?;
    let size = usize::try_from(s.size).ok()?;
    let right = s.mode & KIND == REGULAR && s.mode & WRITABLE == 0 && len.is_none_or(|l| l == size);
    if !right || !(64..=namecache_wire::segment::MAX).contains(&size) {
        return None;
    }
    // The first lookup reads most of a small file anyway, so populating it saves page faults.
    let populate = if size <= 64 << 10 { MAP_POPULATE } else { 0 };
    // SAFETY: a fresh mapping at an address that the kernel chooses overlaps nothing.
    let p = unsafe { mmap(null_mut(), size, PROT_READ, MAP_SHARED | populate, fd, 0) };
    (p as isize != -1).then_some((p.cast(), size))
}

/// Computes the stamp of a source file as the daemon does.
pub(crate) fn stamp(path: &core::ffi::CStr) -> u64 {
    let Some(s) = status_of(None, path.as_ptr()) else { return 0 };
    let (major, minor) = (u64::from(s.dev_major), u64::from(s.dev_minor));
    // makedev(3).
    let dev = (minor & 0xff) | (major & 0xfff) << 8 | (minor & !0xff) << 12 | (major & !0xfff) << 32;
    let time = |t: StatxTime| (t.sec, i64::from(t.nsec));
    root::stamp(dev, s.ino, s.size, time(s.mtime), time(s.ctime))
}
