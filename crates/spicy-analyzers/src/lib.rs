//! Spicy grammars as analyzers of the monitor.
//!
//! [`Grammar::load`] checks and compiles a set of grammars with the .evt files that attach them, and gives their
//! analyzers tags and their events numbers. [`declarations`] says the same to scripts, as script text that is read
//! before all others: types that .evt files export, and tags. While the run goes on, an [`Engine`] per thread and grammar
//! holds what grammars keep (their globals), and makes the analyzers of connections.
//!
//! Input that is not what a grammar says is a violation and ends the analyzer; a grammar that is used in a way that it is
//! not made for is reported as a mistake. Budgets of the machine apply to each delivery.
mod arguments;
mod connection;
mod declare;
mod engine;
mod grammar;
mod library;
mod links;
mod native;
mod protocol;
mod scripts;

pub use declare::{declarations, registrations};
pub use engine::{Engine, Settings};
pub use grammar::{Grammar, Kind, Offered, Source};
pub use protocol::register;
