//! The head of a block, and how its parts lie.
#![expect(unsafe_code, reason = "the raw layer")]
use crate::dict::record::UNIT;
use alloc::alloc::Layout;

/// Maximum number of entries, including dead ones.
pub(in crate::dict) const SLOTS: usize = 16;
/// Number of tags of a block that is not wide.
pub(super) const NARROW: usize = 8;

/// The beginning of the block, which determines its layout.
#[derive(Clone, Copy)]
#[repr(C)]
pub(in crate::dict) struct Head {
    /// Number of records, including dead ones.
    pub(in crate::dict) n: u8,
    /// Number of entries.
    pub(in crate::dict) live: u8,
    /// Units of every record; 0 if they differ.
    pub(super) stride: u8,
    /// True with room for 16 tags instead of 8.
    pub(super) wide: bool,
    /// Number of active walks; saturates at 255.
    pub(in crate::dict) cursors: u8,
    /// Maximum number of entries so far.
    pub(in crate::dict) peak: u8,
    /// Units of the block.
    pub(super) capacity: u16,
}

/// Offset of the tags in bytes.
pub(super) const TAGS_AT: usize = size_of::<Head>();
const _: () = assert!(TAGS_AT == UNIT);

/// Units before the first record.
#[inline]
pub(super) const fn start(wide: bool, mixed: bool) -> usize {
    let tags = if wide { SLOTS } else { NARROW };
    (TAGS_AT + tags + if mixed { 2 * tags } else { 0 }) / UNIT
}

/// The size of a block for `n` records of `units` in total: few sizes, so that not every growth moves the block, with
/// at most a quarter to spare.
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

/// The smallest block size of at least this many units without waste: malloc's sizes are 16 n + 8 bytes.
pub(super) const fn block_units(units: usize) -> usize {
    units | 1
}

pub(super) fn layout(units: usize) -> Layout {
    // SAFETY: 16 records of the largest size are far below isize::MAX; UNIT is a power of two.
    unsafe { Layout::from_size_align_unchecked(units * UNIT, UNIT) }
}

/// Units for a block that ends at `end` after it lost records, with a quarter to spare.
pub(super) fn roomy_end(end: usize, n: usize) -> usize {
    end + end / 4 + usize::from(n == 0)
}
