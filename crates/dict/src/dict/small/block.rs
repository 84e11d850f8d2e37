//! The head of a block, and the layout of its parts.
#![expect(unsafe_code, reason = "the raw layer")]
use crate::dict::record::UNIT;
use alloc::alloc::Layout;

/// The maximum number of entries, including dead ones.
pub(in crate::dict) const SLOTS: usize = 16;
/// The number of tags of a block that is not wide.
pub(super) const NARROW: usize = 8;

/// The beginning of the block, which determines its layout.
#[derive(Clone, Copy)]
#[repr(C)]
pub(in crate::dict) struct Head {
    /// The number of records, including dead ones.
    pub(in crate::dict) n: u8,
    /// The number of entries.
    pub(in crate::dict) live: u8,
    /// The number of units of every record; 0 if their sizes differ.
    pub(super) stride: u8,
    /// Whether the block has room for 16 tags instead of 8.
    pub(super) wide: bool,
    /// The number of active walks; saturates at 255.
    pub(in crate::dict) cursors: u8,
    /// The maximum number of entries so far.
    pub(in crate::dict) peak: u8,
    /// The size of the block in units.
    pub(super) capacity: u16,
}

/// The offset of the tags in bytes.
pub(super) const TAGS_AT: usize = size_of::<Head>();
const _: () = assert!(TAGS_AT == UNIT);

/// Returns the number of units before the first record.
#[inline]
pub(super) const fn start(wide: bool, mixed: bool) -> usize {
    let tags = if wide { SLOTS } else { NARROW };
    (TAGS_AT + tags + if mixed { 2 * tags } else { 0 }) / UNIT
}

/// Returns the size of a block for `n` records of `units` in total. There are few sizes, so that not every growth moves
/// the block; at most a quarter is to spare.
pub(super) fn roomy(n: usize, units: usize) -> usize {
    let slots = match n {
        0..=4 => n,
        5..=6 => 6,
        7..=8 => 8,
        9..=10 => 10,
        11..=13 => 13,
        _ => SLOTS,
    };
    units * slots / n.max(1)
}

/// Returns the smallest block size of at least this many units that wastes nothing: malloc's sizes are 16 n + 8 bytes.
pub(super) const fn block_units(units: usize) -> usize {
    units | 1
}

pub(super) fn layout(units: usize) -> Layout {
    // SAFETY: 16 records of the largest size are far below isize::MAX; UNIT is a power of two.
    unsafe { Layout::from_size_align_unchecked(units * UNIT, UNIT) }
}

/// Returns the size for a block that ends at `end` after it lost records, with a quarter to spare.
pub(super) fn roomy_end(end: usize, n: usize) -> usize {
    end + end / 4 + usize::from(n == 0)
}
