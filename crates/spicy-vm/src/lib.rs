//! Runs Spicy grammars: a compiler to typed register bytecode, a verifier, and a machine with frames of its own.
//!
//! A [`Parser`] takes input in pieces of any size. Where input is missing its machine returns, and goes on at the same
//! instruction when more has come: there is no second native stack. What a grammar does to the world outside (printing,
//! accepting, declining, whatever a host offers) goes through [`Host`]; budgets and globals are in the [`Store`];
//! a [`World`] joins both for a while.
//!
//! The machine never panics and never allocates without a cap: instructions, retained input, nesting and elements have
//! budgets, each with an error of its own name.
mod bytecode;
mod bytes;
mod chunks;
mod codec;
mod compile;
mod dump;
mod error;
mod filter;
mod format;
mod host;
mod list;
mod machine;
mod members;
mod native;
mod parser;
mod print;
mod regexp;
mod sink;
mod stream;
mod template;
mod tokens;
mod unit;
mod value;
mod verify;
mod world;

pub use bytes::Bytes;
pub use compile::{Options, Program, compile};
pub use dump::{dump_json, dump_text};
pub use error::{Error, ErrorKind, Outcome};
pub use host::{Host, Quiet};
pub use list::Elements;
pub use parser::{Parser, Progress};
pub use print::render;
pub use stream::{Stream, StreamRef};
pub use unit::Unit;
pub use value::{List, Map, Value};
pub use verify::VerifyError;
pub use world::{Budget, Store, World, constant};
