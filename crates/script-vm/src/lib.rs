//! The machine of the script language: compiles the typed tree to bytecode, body by body when first needed, and runs
//! it.
//!
//! Types are known when code is made, so instructions are typed and scalars untagged; containers and strings are
//! reference-counted handles in separate registers. Calls between script functions stay inside the dispatch loop; only
//! hooks, handlers and functions called by built-ins or tables start it again.
//!
//! This crate must never read a clock ([`Machine::advance`] sets the time), print or open anything (the [`Host`] does),
//! end the process, or let a script do so: limits on nesting and instructions end a handler.
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod code;
mod compile;
#[cfg(test)]
mod differential;
mod machine;
mod ops;
mod verify;
#[cfg(test)]
mod walker;
mod word;

pub use compile::TooLarge;
pub use machine::{Copied, EventSink, Host, Limits, Machine, PrintFn};
