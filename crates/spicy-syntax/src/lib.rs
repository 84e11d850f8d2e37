//! The text of Spicy grammars (`.spicy`) and of the files that attach them to traffic (`.evt`).
//!
//! [`Sources`] holds the files, [`parse`] makes a [`ast::Module`] of one, [`evt::parse`] reads an attachment. All errors
//! are [`Diagnostic`]s: they say what, where and what was expected, and [`Sources::render`] draws them with carets.
//! The grammar is that of Spicy 1.14; one recursive-descent pass, nesting is capped.
//!
//! This crate knows names and shapes only: whether a name exists or a type fits is `spicy-sema`'s business.
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

/// The version of the language, as `SPICY_VERSION` gives it to `@if`.
pub const SPICY_VERSION: u64 = 11402;
/// The version of Zeek whose integration is offered, as `ZEEK_VERSION`.
pub const ZEEK_VERSION: u64 = 80009;
