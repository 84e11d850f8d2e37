//! What is mapped: the root page, and a segment a database.
//!
//! Readers share mappings without a lock: a reader counts itself in, makes sure that the mapping it counted itself
//! into is still the current one, and counts itself out when it has copied. A mapping is replaced by a new one beside
//! it, and unmapped when its place is needed for the next and nobody is counted in. Whoever finds that another thread
//! is replacing uses the socket instead of waiting.
use crate::abi::{
    AT_EMPTY_PATH, AT_FDCWD, MAP_POPULATE, MAP_SHARED, O_RDONLY_CLOEXEC_NOFOLLOW, PROT_READ, STATX_BASIC,
    Statx, StatxTime, close, getpid, mmap, munmap, open, statx,
};
use core::ffi::{c_char, c_int};
use core::ptr::null_mut;
use core::sync::atomic::Ordering::{Acquire, SeqCst};
use core::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
use namecache_wire::root;

/// Places of one map: the current mapping, the one before, one that a list holds on to, and one to spare.
const PLACES: usize = 4;

struct Place {
    start: AtomicPtr<u8>,
    len: AtomicUsize,
    id: AtomicU64,
    readers: AtomicU32,
}

/// One thing that is mapped, in successive versions named by an id.
pub(crate) struct Map {
    places: [Place; PLACES],
    /// Which place, counted from 1; 0: none yet. All zeros, so that the statics take no room in the file.
    current: AtomicU32,
    /// The process that is replacing; 0: none. A fork may leave behind a number that is not its own.
    replacing: AtomicI32,
}

/// What is to be mapped.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// A file, by its path with its NUL.
    Path(&'a [u8]),
    /// What is open there; it stays open.
    Descriptor(c_int),
}

/// A reader's hold on a mapping.
pub(crate) struct Held<'a> {
    place: &'a Place,
    start: *const u8,
    len: usize,
}

impl Held<'_> {
    /// The mapped bytes of a segment that begins there: at 0, or behind the header of a view.
    pub(crate) fn bytes(&self, from: usize) -> &[u8] {
        let from = from.min(self.len);
        // SAFETY: the mapping has that length and stays until this hold ends: places with readers are not unmapped.
        // Segments are never written again once they are published, by files that nobody else can write.
        unsafe { core::slice::from_raw_parts(self.start.add(from), self.len.wrapping_sub(from)) }
    }

    /// A 32-bit word of the root page, or of a view's header.
    pub(crate) fn word(&self, at: usize) -> u32 {
        if !at.is_multiple_of(4) || at.saturating_add(4) > self.len {
            return 0;
        }
        // SAFETY: aligned (a mapping begins at a page) and in bounds; the daemon stores it atomically.
        unsafe { AtomicU32::from_ptr(self.start.add(at).cast_mut().cast()) }.load(Acquire)
    }

    /// A 64-bit word of the root page, or of a view's header.
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
        self.place.readers.fetch_sub(1, SeqCst);
    }
}

impl Map {
    pub(crate) const fn new() -> Map {
        Map {
            places: [const {
                Place {
                    start: AtomicPtr::new(null_mut()),
                    len: AtomicUsize::new(0),
                    id: AtomicU64::new(0),
                    readers: AtomicU32::new(0),
                }
            }; PLACES],
            current: AtomicU32::new(0),
            replacing: AtomicI32::new(0),
        }
    }

    fn place(&self, current: u32) -> Option<&Place> {
        self.places.get((current as usize).wrapping_sub(1))
    }

    /// A hold on the current mapping, whatever its id.
    pub(crate) fn hold(&self) -> Option<Held<'_>> {
        for _ in 0..8 {
            let current = self.current.load(SeqCst);
            let place = self.place(current)?;
            place.readers.fetch_add(1, SeqCst);
            if self.current.load(SeqCst) == current {
                let (start, len) = (place.start.load(SeqCst), place.len.load(SeqCst));
                return Some(Held { place, start, len });
            }
            place.readers.fetch_sub(1, SeqCst);
        }
        None
    }

    /// A hold on the mapping of that id, if it is the current one.
    pub(crate) fn hold_id(&self, id: u64) -> Option<Held<'_>> {
        let held = self.hold()?;
        (held.place.id.load(SeqCst) == id).then_some(held)
    }

    /// Makes what `source` maps the version `id`, the current one. Gives false where that cannot be done now, and then
    /// everything is as it was.
    pub(crate) fn replace(&self, source: Source<'_>, len: Option<usize>, id: u64) -> bool {
        // SAFETY: getpid cannot fail and takes nothing.
        let me = unsafe { getpid() };
        if let Err(other) = self.replacing.compare_exchange(0, me, SeqCst, SeqCst) {
            // Whoever was at it when this process was forked is not here to finish.
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
        // Another thread may have done it meanwhile.
        if self.place(current).is_some_and(|p| p.id.load(SeqCst) == id && id != 0) {
            return true;
        }
        let free = self
            .places
            .iter()
            .enumerate()
            .find(|(i, p)| *i as u32 + 1 != current && p.readers.load(SeqCst) == 0);
        let Some((index, place)) = free else { return false };
        let mapped = match source {
            Source::Path(path) => map_file(path, len),
            Source::Descriptor(fd) => map_descriptor(fd, len),
        };
        let Some((start, len)) = mapped else { return false };
        let (old, old_len) = (place.start.swap(start, SeqCst), place.len.swap(len, SeqCst));
        place.id.store(id, SeqCst);
        self.current.store(index as u32 + 1, SeqCst);
        if !old.is_null() {
            // SAFETY: the place was not current and had no readers, so that nobody could begin to read it; it is
            // current now, but with the new mapping.
            unsafe { munmap(old.cast(), old_len) };
        }
        true
    }
}

/// What statx(2) says of an open descriptor, or else of a path, which is a C string.
fn status_of(fd: Option<c_int>, path: *const c_char) -> Option<Statx> {
    let mut out = core::mem::MaybeUninit::<Statx>::zeroed();
    let (dir, flags) = fd.map_or((AT_FDCWD, 0), |fd| (fd, AT_EMPTY_PATH));
    // SAFETY: `path` is a C string by every caller; `out` is as large as the kernel's struct, and zeros are valid.
    unsafe { (statx(dir, path, flags, STATX_BASIC, out.as_mut_ptr()) == 0).then(|| out.assume_init()) }
}

/// Maps a file for reading, if it is one that only its owner could have made and that nobody can write.
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
    // SAFETY: our own descriptor; none is kept, since programs close and reuse what they do not know.
    unsafe { close(fd) };
    mapped
}

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
    // Small files are read whole by the first lookup anyway: one fault instead of several.
    let populate = if size <= 64 << 10 { MAP_POPULATE } else { 0 };
    // SAFETY: a fresh mapping at an address of the kernel's choice overlaps nothing.
    let p = unsafe { mmap(null_mut(), size, PROT_READ, MAP_SHARED | populate, fd, 0) };
    (p as isize != -1).then_some((p.cast(), size))
}

/// The stamp of a source file, as the daemon makes it.
pub(crate) fn stamp(path: &core::ffi::CStr) -> u64 {
    let Some(s) = status_of(None, path.as_ptr()) else { return 0 };
    let (major, minor) = (u64::from(s.dev_major), u64::from(s.dev_minor));
    // makedev(3).
    let dev = (minor & 0xff) | (major & 0xfff) << 8 | (minor & !0xff) << 12 | (major & !0xfff) << 32;
    let time = |t: StatxTime| (t.sec, i64::from(t.nsec));
    root::stamp(dev, s.ino, s.size, time(s.mtime), time(s.ctime))
}
