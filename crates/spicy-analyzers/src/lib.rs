//! Spicy grammars as analyzers of the monitor.
//!
//! [`Grammar::load`] checks and compiles a set of grammars with the .evt files that attach them, and assigns tags to
//! their analyzers and numbers to their events. [`declarations`] returns script text that declares the tags and the
//! types exported by .evt files; it is read before all other scripts. During a run, an [`Engine`] per thread and
//! grammar holds the grammar's globals and creates its analyzers.
//!
//! Input that does not match a grammar is a violation and ends the analyzer; misuse of a grammar is reported as a
//! separate error. The machine's budgets apply to each piece of input.
mod arguments;
mod connection;
mod declare;
mod engine;
mod fields;
mod file;
mod grammar;
mod library;
mod links;
mod native;
mod packet;
mod protocol;
mod scripts;

pub use declare::{conflicts, declarations, registrations};
pub use engine::{Engine, Outside, Settings};
pub use file::file_kinds;
pub use grammar::{Grammar, Kind, Offered, Source};
pub use packet::register_packet_analyzers;
pub use protocol::register;
