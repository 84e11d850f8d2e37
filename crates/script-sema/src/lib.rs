//! From the syntax tree to the typed [`tree`]: names, types, checks.
pub mod tree;

mod check;
pub mod load;

pub use check::{Checker, Options};
