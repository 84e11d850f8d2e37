//! The text of the script language: turns bytes into trees, and reports errors in them.
//!
//! The scanner and the recursive-descent parser are written by hand, because both depend on context: an `@if` is
//! evaluated in place, with everything above it in effect, and `/` begins a pattern or divides, depending on the
//! previous token. A session's files share one space of offsets ([`SourceMap`]), names are interned ([`Names`]), and a
//! tree is stored in reused vectors ([`Tree`]), so reading all default scripts takes a few milliseconds.
//!
//! This crate never touches a file, a clock or a terminal, never panics or loops forever on any input, and never
//! decides what a name means.
//!
//! ```
//! use script_syntax::{Directive, Diagnostic, ExprId, Host, ItemKind, Name, Names, Parser, SourceMap, Span, Tree};
//! struct Plain(Vec<Diagnostic>);
//! impl Host for Plain {
//!     fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool { true }
//!     fn defined(&mut self, _: &mut Names, _: Name) -> bool { false }
//!     fn directive(&mut self, _: Directive<'_>, _: Span) {}
//!     fn report(&mut self, d: Diagnostic) { self.0.push(d); }
//! }
//! let mut sources = SourceMap::new();
//! let file = sources.add("hello.zeek", ".", "event zeek_init() { pritn \"hi\"; }").unwrap();
//! let (mut names, mut host) = (Names::new(), Plain(Vec::new()));
//! let mut parser = Parser::new(file, true);
//! while let Some(item) = parser.next_item(&mut names, &mut host) {
//!     assert!(matches!(item.kind, ItemKind::Function(_)));
//! }
//! assert_eq!(host.0[0].help.as_deref(), Some("did you mean `print`?"));
//! ```

mod diagnostic;
mod host;
mod lexer;
mod names;
pub mod outline;
mod packer;
pub mod parsed;
mod parser;
pub mod pieces;
pub mod render;
mod source;
mod span;
mod suggest;
mod token;
pub mod tree;

pub use diagnostic::{Diagnostic, Severity, Site};
pub use host::{Directive, Host};
pub use names::{Name, Names};
pub use packer::Packer;
pub use parser::{Buffers, MAX_HEIGHT, MAX_NESTING, Parser};
pub use source::{Place, Source, SourceMap, Text, TooLarge};
pub use span::Span;
pub use suggest::suggest;
pub use token::{KEYWORDS, Tok};
pub use tree::{ExprId, Item, ItemKind, LambdaId, StmtId, Tree, TypeId};
