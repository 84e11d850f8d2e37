//! Memory of values: the one layer of this crate with `unsafe`.
//!
//! Values of one worker live on one thread, so counts are not atomic and no handle is `Send`. Three shapes, each with
//! an 8-byte header where `Rc<RefCell<…>>` has 24: a count and a length or a borrow flag.
//!
//! * [`Thin`]: a shared header and a number of items behind one thin pointer (strings, records);
//! * [`Shared`]: a shared cell with checked borrows (tables, vectors);
//! * [`Slot`]: a cell whose content is only ever copied out or replaced (a record's fields).
//!
//! [`Bits`] are a value on its way from one place to another.
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
