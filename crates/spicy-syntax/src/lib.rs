//! Parses the text of Spicy grammars (`.spicy`) and of the files that attach them to traffic (`.evt`).
//!
//! [`Sources`] contains the files, [`parse`] turns a grammar into an [`ast::Module`], and [`evt::parse`] parses an .evt
//! file. All errors are [`Diagnostic`]s, which say what is wrong, where, and what was expected; [`Sources::render`]
//! shows them with the source line and carets. The language is that of Spicy 1.14. The parser is a recursive descent
//! parser with a limit on nesting.
//!
//! This crate checks only syntax: `spicy-sema` checks whether names exist and types fit.
//!
//! ```
//! use spicy_syntax::{Diagnostics, Sources, parse};
//! let mut sources = Sources::default();
//! let file = sources.add("mini.spicy", "module Mini; public type Unit = unit { a: uint8; };");
//! let mut errors = Diagnostics::default();
//! let module = parse(&sources, file, &mut errors).unwrap();
//! assert_eq!(module.name.text, "Mini");
//! assert!(errors.is_empty());
//! ```
pub mod ast;
mod diagnostic;
pub mod evt;
mod keywords;
mod lexer;
mod literal;
mod parser;
mod printer;
mod source;
mod suggest;
mod token;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use parser::{MAX_DEPTH, parse};
pub use source::{FileId, Place, Sources, Span};
pub use suggest::suggest;

/// The version of the language: `SPICY_VERSION` in `@if`.
pub const SPICY_VERSION: u64 = 11402;
/// The version of Zeek whose integration is supported: `ZEEK_VERSION` in `@if`.
pub const ZEEK_VERSION: u64 = 80009;
