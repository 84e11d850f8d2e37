//! Regular expressions over bytes, as scripts and signatures write them.
//!
//! [`translate`] turns their language (flex's) into that of the `regex` crates. [`Set`] runs many of them over a stream
//! at once: a stream stops at any byte and goes on with the next packet, and thousands of streams share one automaton
//! whose memory has a cap.
//!
//! The automaton is built as bytes are seen (a lazy DFA over `regex-automata`'s NFA). The crates' own lazy DFA cannot
//! serve here: when its cache is full it forgets every state, also those at which streams wait for their next packet.
//! Ours keeps the states that a [`Stream`] stands at. Patterns that are looked for anywhere are found by words
//! that they must have, all in one pass, however many they are.
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

/// A pattern that is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at byte {at} of the pattern)")]
pub struct PatternError {
    /// What is wrong.
    pub message: String,
    /// The offset in bytes from the start of the pattern's text.
    pub at: usize,
}
