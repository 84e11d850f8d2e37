//! The allocator: mimalloc, with free lists of small blocks on threads that run scripts. Blocks of a megabyte and more
//! come from the system, which grows them without a copy.
//!
//! mimalloc places blocks of a size side by side without headers, and finds one in a quarter of the instructions that
//! glibc takes when many are in use, as with many connections. A packet allocates and frees dozens of strings and
//! records; for these, the main thread and workers keep up to [`KEPT`] bytes of each size class. Other threads keep
//! nothing.
//!
//! It counts the bytes that the whole process got from both, kept blocks included, so that a block that comes from a list
//! and goes back to it need not be counted. A thread adds to the common count only now and then ([`COUNTED`]), so the
//! count is exact to that many bytes a thread.
//!
//! Every small block has the full size of its class and is allocated separately, so any thread may free it: a thread that
//! keeps blocks adds it to its list, others return it to mimalloc.
//!
//! mimalloc is built without huge pages (`no_thp`): the kernel clears them whole, which took longer than they saved.
#![expect(unsafe_code, reason = "an allocator: every block states its proof")]
use libmimalloc_sys as mimalloc;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{copy_nonoverlapping, null_mut};
use std::sync::atomic::{AtomicI64, Ordering};

/// Classes are 16 bytes, 32, 48 and so on.
const STEP: usize = 16;
const CLASSES: usize = 33;
/// The largest block that has a class.
const LARGEST: usize = size(CLASSES - 1);
/// Blocks with a larger alignment have no class.
const ALIGN: usize = 16;

/// The most bytes that a thread keeps of each class: a megabyte in all.
const KEPT: usize = 32 << 10;

/// A thread adds this many bytes to the common count at a time.
const COUNTED: i64 = 64 << 10;
/// Blocks of this size and more come from the system.
const HUGE: usize = 1 << 20;

/// Bytes in use, as far as threads have counted them.
static IN_USE: AtomicI64 = AtomicI64::new(0);

/// Bytes that this process has allocated and not freed, and those of its kept blocks.
pub(crate) fn in_use() -> u64 {
    u64::try_from(IN_USE.load(Ordering::Relaxed)).unwrap_or(0)
}

/// Size of a class's blocks.
const fn size(class: usize) -> usize {
    STEP * (class + 1)
}

/// The class of a layout; `None` if it has none.
#[inline(always)]
const fn class(l: Layout) -> Option<usize> {
    if l.size() > LARGEST || l.align() > ALIGN { None } else { Some(l.size().saturating_sub(1) / STEP) }
}

/// The layout of a class's blocks.
#[inline]
const fn block(class: usize) -> Layout {
    // SAFETY: the alignment is a power of two, and the size far below what a layout may have.
    unsafe { Layout::from_size_align_unchecked(size(class), ALIGN) }
}

/// A kept block: the next one of its class, or null.
struct Kept {
    next: *mut Kept,
}

/// A thread's kept blocks of a class.
struct List {
    first: Cell<*mut Kept>,
    /// How many more blocks may be kept; 0 on a thread that keeps nothing.
    room: Cell<usize>,
}

/// A thread's kept blocks.
struct Lists {
    classes: [List; CLASSES],
    /// Bytes in use that are not in the common count yet.
    uncounted: Cell<i64>,
}

thread_local! {
    // A constant without a destructor: it can be used during the whole life of a thread.
    static LISTS: Lists = const { Lists::new() };
}

/// The lists of this thread. The pointer is valid while the thread runs; getting it is a single instruction, which a
/// closure with more in it would not be.
#[inline(always)]
fn lists() -> *const Lists {
    LISTS.with(std::ptr::from_ref)
}

impl Lists {
    const fn new() -> Self {
        Lists {
            classes: [const { List { first: Cell::new(null_mut()), room: Cell::new(0) } }; CLASSES],
            uncounted: Cell::new(0),
        }
    }

    /// Counts bytes allocated or freed.
    #[inline]
    fn count(&self, bytes: i64) {
        let bytes = self.uncounted.get() + bytes;
        if bytes.abs() < COUNTED {
            self.uncounted.set(bytes);
        } else {
            self.uncounted.set(0);
            IN_USE.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Takes a kept block of a class; null if there is none.
    #[inline(always)]
    fn take(&self, class: usize) -> *mut u8 {
        let list = &self.classes[class];
        let first = list.first.get();
        if !first.is_null() {
            // SAFETY: `keep` wrote the block when it put it on the list, and the list alone owns it.
            list.first.set(unsafe { (*first).next });
            list.room.set(list.room.get() + 1);
        }
        first.cast()
    }

    /// Keeps a block if there is room; returns whether it did.
    ///
    /// # Safety
    /// The block has the layout of this class and is no longer used.
    #[inline(always)]
    unsafe fn keep(&self, class: usize, at: *mut u8) -> bool {
        let list = &self.classes[class];
        let room = list.room.get();
        if room == 0 {
            return false;
        }
        let kept = at.cast::<Kept>();
        // SAFETY: blocks are aligned to 16 and hold as many bytes or more; the caller gave this one up.
        unsafe { kept.write(Kept { next: list.first.get() }) };
        list.first.set(kept);
        list.room.set(room - 1);
        true
    }
}

/// Makes this thread keep the small blocks that it frees. Kept blocks are never given back, so this is for threads that
/// live about as long as the program.
pub(crate) fn keep_small_blocks() {
    LISTS.with(|l| {
        for (class, list) in l.classes.iter().enumerate() {
            list.room.set(KEPT / size(class));
        }
    });
}

/// mimalloc. All its blocks are aligned to [`ALIGN`]; requesting that alignment would be slower.
struct Mimalloc;

// SAFETY: the functions do what their names say, for any size that is not zero and any alignment that is a power of two;
// `mi_free` and the functions that reallocate take blocks of both kinds.
unsafe impl GlobalAlloc for Mimalloc {
    #[inline]
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        // SAFETY: see above.
        unsafe {
            if l.align() <= ALIGN {
                mimalloc::mi_malloc(l.size()).cast()
            } else {
                mimalloc::mi_malloc_aligned(l.size(), l.align()).cast()
            }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, _: Layout) {
        // SAFETY: see above.
        unsafe { mimalloc::mi_free(at.cast()) }
    }

    unsafe fn alloc_zeroed(&self, l: Layout) -> *mut u8 {
        // SAFETY: see above.
        unsafe {
            if l.align() <= ALIGN {
                mimalloc::mi_zalloc(l.size()).cast()
            } else {
                mimalloc::mi_zalloc_aligned(l.size(), l.align()).cast()
            }
        }
    }

    unsafe fn realloc(&self, at: *mut u8, l: Layout, new: usize) -> *mut u8 {
        // SAFETY: see above.
        unsafe {
            if l.align() <= ALIGN {
                mimalloc::mi_realloc(at.cast(), new).cast()
            } else {
                mimalloc::mi_realloc_aligned(at.cast(), new, l.align()).cast()
            }
        }
    }
}

/// The allocator for a layout.
fn below(size: usize) -> &'static dyn GlobalAlloc {
    if size < HUGE { &Mimalloc } else { &System }
}

/// Allocates a block and counts it.
///
/// # Safety
/// The size of the layout is not zero.
#[cold]
#[inline(never)]
unsafe fn fresh(l: Layout) -> *mut u8 {
    LISTS.with(|lists| lists.count(l.size() as i64));
    // SAFETY: the caller promises what both allocators require.
    unsafe { if l.size() < HUGE { Mimalloc.alloc(l) } else { System.alloc(l) } }
}

/// Gives a block back and counts it.
///
/// # Safety
/// [`fresh`] gave the block with this layout, and it is no longer used.
#[cold]
#[inline(never)]
unsafe fn give_back(at: *mut u8, l: Layout) {
    LISTS.with(|lists| lists.count(-(l.size() as i64)));
    // SAFETY: the size tells which allocator the block came from; the caller promises what that allocator requires.
    unsafe { if l.size() < HUGE { Mimalloc.dealloc(at, l) } else { System.dealloc(at, l) } }
}

/// The allocator.
pub(crate) struct Heap;

// SAFETY: a block of a class comes from below with the class's layout, which is as large as what was asked for and aligned
// to more, and goes back with that layout; everything else is the business of the allocator that its size names. A kept
// block is in one list only, and leaves it before it is handed out.
unsafe impl GlobalAlloc for Heap {
    #[inline]
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system requires; no class's layout has size zero. The lists are
        // those of this thread.
        unsafe {
            let Some(class) = class(l) else {
                return fresh(l);
            };
            let kept = (*lists()).take(class);
            if kept.is_null() { fresh(block(class)) } else { kept }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, l: Layout) {
        // SAFETY: a block of a class was allocated with the class's layout by `alloc` or `realloc`; the caller no
        // longer uses it. The lists are those of this thread.
        unsafe {
            match class(l) {
                None => give_back(at, l),
                Some(class) => {
                    if !(*lists()).keep(class, at) {
                        give_back(at, block(class));
                    }
                }
            }
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, l: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`; a block from there has at least the requested size.
        unsafe {
            if class(l).is_none() {
                LISTS.with(|lists| lists.count(l.size() as i64));
                return below(l.size()).alloc_zeroed(l);
            }
            let at = self.alloc(l);
            if !at.is_null() {
                at.write_bytes(0, l.size());
            }
            at
        }
    }

    unsafe fn realloc(&self, at: *mut u8, l: Layout, new: usize) -> *mut u8 {
        // SAFETY: the caller promises that `new` is no size zero and makes a layout with the alignment. A block that stays
        // with its allocator is grown there with the layout that it came with; else its content, the lesser of both sizes,
        // is copied into a new block.
        unsafe {
            let wanted = Layout::from_size_align_unchecked(new, l.align());
            match (class(l), class(wanted)) {
                (Some(from), Some(to)) if from == to => at,
                (None, None) if (l.size() < HUGE) == (new < HUGE) => {
                    LISTS.with(|lists| lists.count(new as i64 - l.size() as i64));
                    below(new).realloc(at, l, new)
                }
                _ => {
                    let to = self.alloc(wanted);
                    if !to.is_null() {
                        copy_nonoverlapping(at, to, l.size().min(new));
                        self.dealloc(at, l);
                    }
                    to
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_what_is_asked_for() {
        for n in 1..=LARGEST {
            let l = Layout::from_size_align(n, 8).expect("a layout");
            let c = class(l).expect("a class");
            assert!(size(c) >= n && (c == 0 || size(c - 1) < n), "{n} bytes in class {c}");
        }
        assert_eq!(class(Layout::from_size_align(LARGEST + 1, 8).expect("a layout")), None);
        assert_eq!(class(Layout::from_size_align(8, 32).expect("a layout")), None);
    }

    #[test]
    fn bytes_in_use_are_counted() {
        const MUCH: usize = 64 << 20;
        let held = vec![1_u8; MUCH];
        let with = in_use();
        assert!(with >= MUCH as u64, "{with}");
        drop(held);
        // Other tests allocate at the same time, but not this much.
        assert!(in_use() < with - MUCH as u64 / 2, "{with}");
    }

    #[test]
    fn freed_blocks_are_kept_up_to_a_limit_and_reused() {
        let lists = Lists::new();
        lists.classes[2].room.set(2);
        let blocks: Vec<*mut u8> = (0..3)
            // SAFETY: the layout is of no size zero.
            .map(|_| unsafe { Mimalloc.alloc(block(2)) })
            .collect();
        // SAFETY: the blocks have the layout of this class and are not used.
        let kept: Vec<bool> = blocks.iter().map(|b| unsafe { lists.keep(2, *b) }).collect();
        assert_eq!(kept, [true, true, false]);
        assert_eq!([lists.take(2), lists.take(2), lists.take(2)], [blocks[1], blocks[0], null_mut()]);
        assert_eq!(lists.classes[2].room.get(), 2);
        for b in blocks {
            // SAFETY: each came with this layout and is in no list.
            unsafe { Mimalloc.dealloc(b, block(2)) };
        }
    }

    /// Content survives any way from one size to another, on a thread that keeps blocks and on one that does not.
    #[test]
    fn a_block_keeps_its_content_however_it_grows_and_shrinks() {
        let walk = || {
            for from in [1, 16, 17, 300, LARGEST, LARGEST + 1, 5000, HUGE - 1, HUGE] {
                for to in [1, 16, 17, 300, LARGEST, LARGEST + 1, 5000, HUGE - 1, HUGE, 2 * HUGE] {
                    for align in [1, 8, 16, 64] {
                        let l = Layout::from_size_align(from, align).expect("a layout");
                        let both = from.min(to);
                        // SAFETY: sizes are not zero, and each layout is the one that the block has at that time.
                        unsafe {
                            let at = Heap.alloc(l);
                            (0..from).for_each(|i| at.add(i).write(i as u8));
                            let at = Heap.realloc(at, l, to);
                            assert_eq!(at.align_offset(align), 0);
                            assert!(
                                (0..both).all(|i| at.add(i).read() == i as u8),
                                "{from} to {to} by {align}"
                            );
                            let l = Layout::from_size_align(to, align).expect("a layout");
                            Heap.dealloc(at, l);
                            let zeros = Heap.alloc_zeroed(l);
                            assert!((0..to).all(|i| zeros.add(i).read() == 0));
                            Heap.dealloc(zeros, l);
                        }
                    }
                }
            }
        };
        walk();
        std::thread::spawn(move || {
            keep_small_blocks();
            walk();
        })
        .join()
        .expect("the same on a thread that keeps blocks");
    }
}
