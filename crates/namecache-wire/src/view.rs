//! A view: the entries that one user sees in a cache whose answers differ by user. Only that user's processes receive
//! it, over the socket.
//!
//! ```text
//! 0       4     8     12  16         24   32       64
//! | valid | uid | gid | 0 | instance | id | 0 … 0  | a segment with that id |
//! ```
//!
//! Numbers are little-endian. `valid` is an aligned word. The daemon clears it, once, when an entry of the segment
//! becomes invalid; a reader checks it after copying. Everything else never changes. `instance` is that of the root
//! page, so a view does not outlive its daemon.

/// The number of bytes before the segment.
pub const HEADER: usize = 64;
/// The maximum size of a view in bytes.
pub const MAX: usize = 1 << 20;

/// Offsets into the header.
pub mod field {
    /// `u32`, 1 or 0.
    pub const VALID: usize = 0;
    /// `u32`, the effective uid of the user.
    pub const UID: usize = 4;
    /// `u32`, the effective gid of the user.
    pub const GID: usize = 8;
    /// `u64`, the instance of the root page.
    pub const INSTANCE: usize = 16;
    /// `u64`, the id of the segment.
    pub const ID: usize = 24;
}
