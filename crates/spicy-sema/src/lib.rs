//! Turns the trees of Spicy grammars into one typed program: names, types, conversions, overloads, look-ahead tables.
//!
//! [`check`] reads a set of files with everything that they import, and reports every error that it finds. In its
//! result all names are resolved and all conversions explicit; `spicy-vm` compiles it to bytecode.
//!
//! This crate never opens a file: [`Find`] provides imported modules.
mod attach;
mod attrs;
mod call;
mod check;
mod coerce;
mod decl;
mod expr;
mod field;
mod fold;
mod grammar;
pub mod hir;
mod hook;
mod loader;
mod method;
mod names;
mod op;
mod operator;
mod prelude;
mod property;
mod render;
mod resolve;
mod stmt;
pub mod types;
mod unit;

pub use grammar::{Token, TokenKind};
pub use loader::{Find, Found, Input, check, check_attached};
pub use prelude::is_library_function;
