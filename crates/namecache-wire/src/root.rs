//! The root page, which names the current segment of each database. The daemon writes it; every process maps it.
//!
//! ```text
//! 0       8         12      16      24         64
//! | magic | version | alive | epoch | instance | … | one slot of 64 bytes per database, from 128 on |
//! ```
//!
//! Every field is an aligned word that is loaded and stored atomically. The daemon sets `alive`, and the kernel clears
//! it when the daemon ends, even if a signal ends it. `epoch` counts publications; it is incremented after a slot has
//! changed. A slot names the current segment: the file `NAME.ID` next to the root page, which never changes. A reader
//! loads the slot, reads the segment, and then checks that the epoch has not changed.

use crate::database::Database;

/// `EGRTROOT`.
pub const MAGIC: u64 = u64::from_le_bytes(*b"EGRTROOT");
/// The version of this layout.
pub const VERSION: u32 = 1;
/// The size of the page in bytes.
pub const SIZE: usize = 4096;
/// The name of the root page's file.
pub const FILE: &str = "root";
/// The directory of the root page. The module looks in no other directory.
pub const DIRECTORY: &str = "/run/egret-cached";
/// The name of the socket in the same directory.
pub const SOCKET: &str = "socket";

/// Offsets into the page.
pub mod field {
    /// `u64`.
    pub const MAGIC: usize = 0;
    /// `u32`.
    pub const VERSION: usize = 8;
    /// `u32`, 1 while the daemon runs.
    pub const ALIVE: usize = 12;
    /// `u64`.
    pub const EPOCH: usize = 16;
    /// `u64`, a random number, drawn anew at each start of the daemon.
    pub const INSTANCE: usize = 24;
    /// The offset of the first slot.
    pub const SLOTS: usize = 128;
}

/// Offsets into a slot.
pub mod slot {
    /// The size of a slot in bytes.
    pub const SIZE: usize = 64;
    /// `u64`, the id of the segment; 0 if there is none.
    pub const ID: usize = 0;
    /// `u64`, the [`stamp`](super::stamp) of the source file when the segment was made.
    pub const STAMP: usize = 8;
    /// `u32`, bits of [`flag`](super::flag).
    pub const FLAGS: usize = 16;
    /// `u32`, the size of the segment in bytes.
    pub const LENGTH: usize = 20;
}

/// Bits of a slot's flags.
pub mod flag {
    /// The daemon serves this database.
    pub const SERVED: u32 = 1;
    /// The sources have changed: the socket must be used until a new segment is published.
    pub const STALE: u32 = 2;
    /// An entry that is not in the segment does not exist, as long as the source file has the slot's stamp.
    pub const COMPLETE: u32 = 4;
    /// The segment's list contains the entries that the sources enumerate.
    pub const LISTED: u32 = 8;
    /// glibc asks no source after `egret`. Only then may the module enumerate; otherwise, entries would appear twice.
    pub const LAST: u32 = 16;
    /// Answers differ by user. There is no common segment; the socket sends [views](crate::view). Privileged programs
    /// get no answer.
    pub const PER_USER: u32 = 32;
    /// The stamp of the source file must be compared before an entry counts as absent.
    pub const STAMPED: u32 = 64;
}

/// Returns the offset of a database's slot.
#[must_use]
pub const fn slot_at(db: Database) -> usize {
    field::SLOTS + slot::SIZE * db as usize
}

/// Hashes the stat(2) fields that change when a source file changes. Never 0, which stands for a missing file.
#[must_use]
pub fn stamp(dev: u64, ino: u64, size: u64, mtime: (i64, i64), ctime: (i64, i64)) -> u64 {
    let parts = [
        dev,
        ino,
        size,
        mtime.0.cast_unsigned(),
        mtime.1.cast_unsigned(),
        ctime.0.cast_unsigned(),
        ctime.1.cast_unsigned(),
    ];
    let mut h = 0x9e37_79b9_7f4a_7c15u64;
    for p in parts {
        h = (h ^ p).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h ^= h >> 32;
    }
    if h == 0 { 1 } else { h }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_fit_into_the_page() {
        for d in Database::ALL {
            assert!(slot_at(d) + slot::SIZE <= SIZE);
            assert_eq!(slot_at(d) % 8, 0);
        }
    }

    #[test]
    fn a_stamp_changes_with_every_part() {
        let base = stamp(1, 2, 3, (4, 5), (6, 7));
        let others = [
            stamp(0, 2, 3, (4, 5), (6, 7)),
            stamp(1, 0, 3, (4, 5), (6, 7)),
            stamp(1, 2, 0, (4, 5), (6, 7)),
            stamp(1, 2, 3, (0, 5), (6, 7)),
            stamp(1, 2, 3, (4, 0), (6, 7)),
            stamp(1, 2, 3, (4, 5), (0, 7)),
            stamp(1, 2, 3, (4, 5), (6, 0)),
        ];
        assert!(others.iter().all(|o| *o != base));
    }
}
