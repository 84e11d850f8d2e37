//! Turns the syntax tree into the typed [`tree`]: resolves names, determines types, checks.
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

pub mod index;
pub mod tree;

mod check;
pub mod load;

pub use check::{Checker, Options};
