//! The root page of our own door: one page that the daemon alone writes and every process maps.
//!
//! ```text
//! 0       8         12      16      24         64
//! | magic | version | alive | epoch | instance | … | one slot of 64 bytes a database, from 128 on |
//! ```
//!
//! Every field is an aligned word that is loaded and stored atomically. `alive` is set by the daemon and cleared by the
//! kernel when the daemon dies, however it dies. `epoch` counts publications: it is raised after a slot has changed.
//! A slot names the segment that is current: a file `NAME.ID` beside the root page, which never changes once it is
//! there. A reader loads the slot, reads the segment, and looks whether the epoch has moved.

use crate::database::Database;

/// `EGRTROOT`.
pub const MAGIC: u64 = u64::from_le_bytes(*b"EGRTROOT");
/// The version of this layout.
pub const VERSION: u32 = 1;
/// Bytes of the page.
pub const SIZE: usize = 4096;
/// The name of the file.
pub const FILE: &str = "root";
/// Where the daemon keeps it, and where the module looks.
pub const DIRECTORY: &str = "/run/egret-cached";
/// The name of the socket beside it.
pub const SOCKET: &str = "socket";

/// Offsets into the page.
pub mod field {
    /// `u64`.
    pub const MAGIC: usize = 0;
    /// `u32`.
    pub const VERSION: usize = 8;
    /// `u32`, 0 as soon as the daemon is gone.
    pub const ALIVE: usize = 12;
    /// `u64`.
    pub const EPOCH: usize = 16;
    /// `u64`, drawn at random by each start of the daemon.
    pub const INSTANCE: usize = 24;
    /// The first slot.
    pub const SLOTS: usize = 128;
}

/// Offsets into a slot.
pub mod slot {
    /// Bytes of a slot.
    pub const SIZE: usize = 64;
    /// `u64`, the id of the segment; 0: none.
    pub const ID: usize = 0;
    /// `u64`, what [`stamp`](super::stamp) gave of the source file when the segment was made.
    pub const STAMP: usize = 8;
    /// `u32`, bits of [`flag`](super::flag).
    pub const FLAGS: usize = 16;
    /// `u32`, bytes of the segment.
    pub const LENGTH: usize = 20;
}

/// What a slot's flags say.
pub mod flag {
    /// The daemon answers for this database.
    pub const SERVED: u32 = 1;
    /// The sources have changed: ask the socket until a new segment is there.
    pub const STALE: u32 = 2;
    /// What is not in the segment does not exist, as long as the source file has the slot's stamp.
    pub const COMPLETE: u32 = 4;
    /// The segment's list is what the sources enumerate.
    pub const LISTED: u32 = 8;
    /// nsswitch.conf stops after us, so that a list of ours would not be followed by a second one.
    pub const LAST: u32 = 16;
    /// Answers differ by user: there is no segment but those that the socket hands out ([`view`](crate::view)), and no
    /// answer for privileged programs.
    pub const PER_USER: u32 = 32;
    /// The slot's stamp is to be compared before absence is believed.
    pub const STAMPED: u32 = 64;
}

/// Where the slot of a database begins.
#[must_use]
pub const fn slot_at(db: Database) -> usize {
    field::SLOTS + slot::SIZE * db as usize
}

/// What stat(2) says of a source file, in one word that changes whenever the file does. 0 stands for a file that is
/// not there.
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
