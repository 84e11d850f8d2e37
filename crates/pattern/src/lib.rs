//! Regular expressions over bytes, as scripts and signatures write them.
//!
//! [`translate`] turns the pattern language (flex's) into that of the `regex` crates. [`Set`] runs many patterns over a
//! stream at once. A stream can stop at any byte and continue with the next packet, and thousands of streams share one
//! automaton whose memory is capped.
//!
//! The automaton is a lazy DFA over `regex-automata`'s NFA, built as bytes arrive. That crate's own lazy DFA does not
//! fit: when its cache is full, it drops every state, including those in which streams wait for their next packet. Ours
//! keeps the current state of each [`Stream`]. Patterns that may match anywhere are found by literal words that every
//! match must contain, in one pass for any number of patterns.
//!
//! ```
//! use pattern::{Set, translate};
//! let patterns = [translate(b"GET|POST").unwrap(), translate(b".*foo").unwrap()];
//! let mut set = Set::new(&patterns, 1 << 20).unwrap();
//! let mut stream = set.stream();
//! let mut hits = Vec::new();
//! for packet in [b"GE".as_slice(), b"T /fo", b"o"] {
//!     set.feed(&mut stream, packet, &mut |id, _| hits.push(id));
//! }
//! assert_eq!(hits, [0, 1]);
//! ```
mod filter;
mod groups;
mod lazy;
mod nfa;
mod scan;
mod set;
mod split;
mod translate;
mod words;

pub use groups::Groups;
pub use nfa::SetError;
pub use scan::{Scan, Scanner};
pub use set::{Set, Stream};
pub use translate::{translate, translate_for_streams};

/// The error for a malformed pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at byte {at} of the pattern)")]
pub struct PatternError {
    /// What is wrong.
    pub message: String,
    /// The offset in bytes from the start of the pattern's text.
    pub at: usize,
}
