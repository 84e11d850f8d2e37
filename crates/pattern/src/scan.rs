//! The longest match from a given place, over input that arrives in pieces.
use crate::lazy::{DEAD, Lazy, Pin};
use crate::nfa::{SetError, nfa};

/// Finds the longest match of several patterns from a given place.
///
/// ```
/// let mut scanner = pattern::Scanner::new(&["a+", "ab*c"], 1 << 20).unwrap();
/// let mut scan = scanner.scan();
/// assert!(scanner.feed(&mut scan, b"ab"));
/// assert!(!scanner.feed(&mut scan, b"bc")); // nothing can follow a c
/// assert_eq!(scan.longest(), Some((1, 4)));
/// ```
pub struct Scanner {
    lazy: Lazy,
}

/// The state of a scan.
pub struct Scan {
    pin: Pin,
    taken: u64,
    longest: Option<(u32, u64)>,
    last: u32,
    /// Whether more input could make a longer match.
    open: bool,
}

impl Scan {
    /// Like [`Scan::longest`], but of equally long matches, returns the pattern with the highest number.
    pub fn longest_last(&self) -> Option<(u32, u64)> {
        self.longest.map(|l| (self.last, l.1))
    }

    /// Returns the pattern and the length of the longest match so far; of equally long matches, the pattern with the
    /// lowest number.
    pub fn longest(&self) -> Option<(u32, u64)> {
        self.longest
    }

    /// The number of bytes read.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Whether more input could make a longer match.
    pub fn may_go_on(&self) -> bool {
        self.open
    }
}

impl Scanner {
    /// Compiles patterns in the syntax of the `regex` crates. `memory` caps the automaton, in bytes.
    pub fn new<S: AsRef<str>>(patterns: &[S], memory: usize) -> Result<Self, SetError> {
        Ok(Scanner { lazy: Lazy::new(nfa(patterns)?, memory) })
    }

    /// Starts a scan.
    pub fn scan(&mut self) -> Scan {
        let start = self.lazy.start();
        let longest = self.lazy.accepts(start).first().map(|id| (*id, 0));
        let last = self.lazy.accepts(start).last().copied().unwrap_or(0);
        Scan { pin: self.lazy.pin(start), taken: 0, longest, last, open: !self.lazy.ends(start) }
    }

    /// Feeds the next bytes. Returns true if more input could make a longer match.
    pub fn feed(&mut self, scan: &mut Scan, data: &[u8]) -> bool {
        let mut at = scan.pin.state();
        for &byte in data {
            if at == DEAD {
                break;
            }
            at = self.lazy.step(at, byte);
            if at != DEAD {
                scan.taken += 1;
                if let [id, ..] = self.lazy.accepts(at) {
                    scan.longest = Some((*id, scan.taken));
                    scan.last = self.lazy.accepts(at).last().copied().unwrap_or(*id);
                }
            }
        }
        scan.pin = self.lazy.pin(at);
        scan.open = !self.lazy.ends(at);
        scan.open
    }

    /// Ends the input: patterns with `$` can match only now.
    pub fn finish(&mut self, scan: &mut Scan) {
        if let [id, ..] = *self.lazy.accepts_at_end(scan.pin.state()) {
            scan.longest = Some((id, scan.taken));
            scan.last = id;
        }
    }
}
