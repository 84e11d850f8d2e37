//! A view: what one user has been answered by a cache whose answers differ by user, as the socket hands it out to that
//! user's processes and to nobody else.
//!
//! ```text
//! 0       4     8     12  16         24   32       64
//! | valid | uid | gid | 0 | instance | id | 0 … 0  | a segment with that id |
//! ```
//!
//! Little-endian. `valid` is an aligned word that the daemon clears, once, when something of the segment must not be read
//! any more: a reader looks at it again after it has copied. Everything else never changes. `instance` is that of the
//! root page: a view does not outlive its daemon.

/// Bytes before the segment.
pub const HEADER: usize = 64;
/// The largest view.
pub const MAX: usize = 1 << 20;

/// Offsets into the header.
pub mod field {
    /// `u32`, 1 or 0.
    pub const VALID: usize = 0;
    /// `u32`, effective uid of whom it is for.
    pub const UID: usize = 4;
    /// `u32`, effective gid of whom it is for.
    pub const GID: usize = 8;
    /// `u64`, the instance that the root page names.
    pub const INSTANCE: usize = 16;
    /// `u64`, the id of the segment.
    pub const ID: usize = 24;
}
