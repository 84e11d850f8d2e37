//! Reassembles the files that connections carry, detects their types, and feeds their analyzers.
//!
//! Protocol analyzers pass pieces of files by identifier. [`Files`] keeps a [`File`] for each identifier: it orders the
//! pieces, counts missing bytes, buffers the beginning until the type is detected, feeds the analyzers that scripts
//! added, and drops files that end or time out. [`Handlers`] runs the scripts' handlers and returns the changes that
//! they request. Handlers of some events run in the middle of a delivery ([`Handlers::settle`]), because analyzers that
//! they add must not miss a byte.
//!
//! Limits: the number of files at a time (exceeding it is a weird), the out-of-order bytes per file (set by scripts;
//! exceeding it raises an event), and the length of the beginning (set by scripts).
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

pub use analyzer::{AddedKind, ArgsId, FileAnalyzer, FileContext, Key, Within, WithinPiece};
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

/// The settings of one file, which handlers may change.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// The inactivity after which the file times out (`timeout_interval`).
    pub timeout: Interval,
    /// The number of bytes at the beginning that type detection uses (`bof_buffer_size`).
    pub beginning: u64,
    /// The size in bytes, if a handler set it (`total_bytes`).
    pub total: Option<u64>,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes { timeout: Interval::from_secs(120), beginning: 4096, total: None }
    }
}

/// Runs the handlers of file events.
pub trait Handlers {
    /// Whether an event has a handler.
    fn wants(&self, id: EventId) -> bool;

    /// Called when a file begins. Its number is in use until [`ended`](Self::ended).
    fn begins(&mut self, file: &Facts);

    /// Called when a new file is inside another file: it belongs to the connections of `parent`.
    fn nested(&mut self, file: &Facts, parent: &Facts) {
        let _ = (file, parent);
    }

    /// Runs the handlers for a file that is nested deeper than `limit`.
    fn too_deep(&mut self, file: &Facts, args: ArgsId, limit: u64) {
        let _ = (file, args, limit);
    }

    /// The value of a global variable of scripts; `None` if there is no such variable.
    fn script_value(&mut self, name: &str) -> Option<session::ScriptValue> {
        let _ = name;
        None
    }

    /// Prints a line of an analyzer's debugging output.
    fn print(&mut self, line: &str) {
        let _ = line;
    }

    /// The id of the file with this handle.
    fn file_id(&mut self, handle: &[u8]) -> Uid {
        session::FileIds::new(b"", u32::MAX).id(handle)
    }

    /// Takes an event about a file. Its handlers run later, at the latest in [`settle`](Self::settle).
    fn take(&mut self, file: &Facts, e: &dyn Event);

    /// Runs the handlers of all waiting events.
    fn settle(&mut self);

    /// Appends the changes that handlers requested for a file to `out`, oldest first.
    fn changes(&mut self, file: Uid, out: &mut VecDeque<Change>);

    /// The settings of a file.
    fn wishes(&mut self, file: &Facts) -> Wishes;

    /// Records that a connection carries the file. Returns whether this is new.
    fn carried(&mut self, file: &Facts, conn: ConnId) -> bool;

    /// The MIME types that match the beginning of a file, with their strengths, strongest first.
    fn types(&mut self, beginning: &[u8]) -> Vec<(i64, String)>;

    /// Raises the event that a script chose for chunks (`at` is the offset) or for the stream (`at` is `None`).
    fn script_event(&mut self, file: &Facts, args: ArgsId, data: &[u8], at: Option<u64>);

    /// Runs the handlers of `file_extraction_limit` at once.
    fn limit_reached(&mut self, file: &Facts, args: ArgsId, limit: u64, len: u64);

    /// Raises the events of a certificate again if it was parsed before. Returns true if so: it need not be parsed.
    /// `digest` is the SHA-256 of its DER in hexadecimal.
    fn known_certificate(&mut self, file: &Facts, digest: &[u8]) -> bool {
        let _ = (file, digest);
        false
    }

    /// Reports an error to the user.
    fn complain(&mut self, message: &str);

    /// Whether a handler of `file_timeout` requested more time since the last call.
    fn postponed(&mut self, file: Uid) -> bool;

    /// Reports a weird that is not about a single file.
    fn weird(&mut self, name: &str);

    /// Called when a file has ended. Its number is free for reuse.
    fn ended(&mut self, file: &Facts);
}
