//! Signatures: rules with header conditions, patterns over streams, requirements on other rules, and actions.
//!
//! The language is that of `.sig` files, as Zeek's manual ("Signature Framework") describes it. [`parse`] parses a
//! file, [`Engine`] matches connections, [`Magic`] detects file types. This module does not depend on scripts: their
//! values and functions are accessed through [`Lookup`] and [`Facts`].
mod detector;
mod engine;
mod headers;
mod lexer;
mod magic;
mod parser;
mod rule;
#[cfg(test)]
mod tests;

pub use detector::{aspect, detect};
pub use engine::{Endpoint, Endpoints, Engine, Facts, Match, OnMatch};
pub use headers::PacketHeaders;
pub use magic::Magic;
pub use parser::{Lookup, Named, SyntaxError, mentioned, parse};
pub use rule::{
    Action, Comparison, Condition, Header, HeaderTest, MaskedRange, PatternTest, Place, Requirement, Rule,
    SUBJECTS, States, Subject,
};
