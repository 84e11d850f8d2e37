//! Files that connections carry: puts them together, detects their types, and feeds their analyzers.
//!
//! Protocol analyzers hand over pieces of files by identifier. [`Files`] keeps a [`File`] for each: it orders the
//! pieces, counts the missing bytes, buffers the beginning until the type is detected, feeds the analyzers that
//! scripts added, and forgets files that end or time out. It runs no handlers itself: [`Handlers`] does, and returns
//! the changes that they want. Handlers of some events run in the middle of a delivery ([`Handlers::settle`]): the
//! analyzers that scripts add there must not miss a byte.
//!
//! Limits, each with a weird: files at a time, bytes out of order in a file (set by scripts), pieces of the beginning.
mod analyzer;
mod digest;
mod entropy;
mod extract;
mod facts;
mod file;
pub mod kinds;
mod reassembly;
mod script_event;
mod table;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use analyzer::{ArgsId, FileAnalyzer, FileContext, Key};
pub use digest::{Digest, DigestKind};
pub use entropy::{Entropy, Measures, Sample};
pub use extract::{Extract, ExtractLimits, Output};
pub use facts::Facts;
pub use file::{Change, File};
pub use script_event::ScriptEvent;
pub use table::{Files, Origin, Piece};

use event::{ConnId, Event, EventId};
use net_types::Interval;
use session::Uid;
use std::collections::VecDeque;

/// Settings of one file, which handlers may change.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// How long a file may be silent (`timeout_interval`).
    pub timeout: Interval,
    /// The number of first bytes that the type is detected by (`bof_buffer_size`).
    pub beginning: u64,
    /// How many bytes the file has, where a handler knows (`total_bytes`).
    pub total: Option<u64>,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes { timeout: Interval::from_secs(120), beginning: 4096, total: None }
    }
}

/// Runs the handlers of files' events.
pub trait Handlers {
    /// True if an event has a handler.
    fn wants(&self, id: EventId) -> bool;

    /// A file begins. It is known until [`ended`](Self::ended).
    fn begins(&mut self, file: &Facts);

    /// Takes an event about a file; handlers run later, or in [`settle`](Self::settle).
    fn take(&mut self, file: &Facts, e: &dyn Event);

    /// Runs the handlers of all that waits.
    fn settle(&mut self);

    /// Appends the changes that handlers want to a file to `out`, oldest first.
    fn changes(&mut self, file: Uid, out: &mut VecDeque<Change>);

    /// The settings of a file.
    fn wishes(&mut self, file: &Facts) -> Wishes;

    /// The file is carried by this connection; true if that is new.
    fn carried(&mut self, file: &Facts, conn: ConnId) -> bool;

    /// The types that a file's beginning shows, the surest first.
    fn types(&mut self, beginning: &[u8]) -> Vec<(i64, String)>;

    /// Raises the event that a script named for chunks (`at` is the offset) or for the stream.
    fn script_event(&mut self, file: &Facts, args: ArgsId, data: &[u8], at: Option<u64>);

    /// An extracted file is at its limit: handlers of `file_extraction_limit` run at once.
    fn limit_reached(&mut self, file: &Facts, args: ArgsId, limit: u64, len: u64);

    /// True if a certificate, by the SHA-256 of its DER in hexadecimal digits, is known and its events were told
    /// again: it need not be taken apart.
    fn known_certificate(&mut self, file: &Facts, digest: &[u8]) -> bool {
        let _ = (file, digest);
        false
    }

    /// An error that a person should hear of.
    fn complain(&mut self, message: &str);

    /// True if a handler of `file_timeout` asked for more time since this was asked last.
    fn postponed(&mut self, file: Uid) -> bool;

    /// Something odd about no file in particular.
    fn weird(&mut self, name: &str);

    /// A file is over and its number is free.
    fn ended(&mut self, file: &Facts);
}
