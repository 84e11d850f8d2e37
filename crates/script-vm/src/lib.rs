//! The machine of the script language: compiles the typed tree to bytecode(each body when it is first needed) and runs
//! it.
//!
//! Types are known at compile time, so instructions are typed and scalars untagged; containers and strings are
//! reference-counted handles in separate registers. Calls between script functions stay inside the dispatch loop; only
//! hooks, handlers, and functions that built-ins or tables call start another loop.
//!
//! This crate must never read a clock ([`Machine::advance`] sets the time), print or open anything (the [`Host`] does),
//! or end the process. Nor may a script: limits on nesting and instructions end its handler.
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
