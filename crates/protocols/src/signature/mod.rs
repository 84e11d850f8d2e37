//! Signatures: header conditions, patterns over streams, requirements between rules, actions.
//!
//! The language is that of `.sig` files, as Zeek's manual ("Signature Framework") describes it. [`parse`] reads a
//! file, [`Engine`] matches connections, [`Magic`] names the types of files. Values and functions of scripts come in
//! through [`Lookup`] and [`Facts`]; this module does not know scripts.
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
