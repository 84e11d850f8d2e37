//! The memory layout of values: the only layer of this crate with `unsafe`.
//!
//! A worker's values live on one thread, so counts are not atomic and no handle is `Send`. There are three shapes.
//! Their header is 8 bytes (a count, and a length or borrow flag), where `Rc<RefCell<…>>` has 24.
//!
//! * [`Thin`]: a shared header and its items behind one thin pointer (strings, records);
//! * [`Shared`]: a shared cell with checked borrows (tables, vectors);
//! * [`Slot`]: a cell whose content is only copied out or replaced (a record's fields).
//!
//! [`Bits`] is a value that is being moved.
#![expect(unsafe_code, reason = "thin shared objects: every block states its proof")]
mod bits;
mod count;
mod mould;
mod shared;
mod slot;
mod thin;

pub use bits::Bits;
pub(crate) use mould::{CountedCopy, Mould};
pub(crate) use shared::Shared;
pub(crate) use slot::Slot;
pub(crate) use thin::Thin;
