//! The seeds from which a run derives all keys and random numbers.
//!
//! Two runs with the same seed file behave the same. The file contains 21 decimal 32-bit numbers, one per line. The
//! first seeds the random numbers; the 80 bytes of the others key the hashes (the last 16 bytes key SipHash). Without a
//! file, all numbers come from the system.
mod uids;

pub use uids::Uids;

use md5::{Digest, Md5};
use std::fmt::Write as _;

/// The seeds of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    first: u32,
    words: [u32; 20],
    deterministic: bool,
    given: bool,
}

/// The error for a text that is not a seed file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected one of 21 decimal numbers below 4294967296, one on each line")]
pub struct SeedsError {
    /// The number of the invalid line, from 1.
    pub line: usize,
}

impl Seeds {
    /// Creates seeds from random bytes of the system. Runs with these seeds are not repeatable.
    pub fn from_entropy(bytes: &[u8; 80]) -> Self {
        let words = words_of(bytes);
        let first = words.iter().fold(0_u32, |seed, w| (seed ^ w).rotate_left(1));
        Seeds { first, words, deterministic: false, given: false }
    }

    /// Returns all-zero seeds, for a run that must be repeatable without a seed file.
    pub fn zero() -> Self {
        Seeds { first: 0, words: [0; 20], deterministic: true, given: false }
    }

    /// Marks the seeds as repeatable, for a run that writes them to a file.
    #[must_use]
    pub fn repeatable(self) -> Self {
        Seeds { deterministic: true, ..self }
    }

    /// Returns the seeds of one of several workers. Each worker draws different random and unique numbers.
    #[must_use]
    pub fn of_worker(mut self, number: usize) -> Self {
        let number = number as u32;
        self.first ^= number;
        self.words[16] ^= number;
        self
    }

    /// Parses the text of a seed file, or the value of `ZEEK_SEED_VALUES`, in which blanks separate the numbers.
    ///
    /// # Errors
    /// A line is missing or is not a 32-bit number.
    pub fn parse(text: &str) -> Result<Self, SeedsError> {
        let mut numbers = text.split_ascii_whitespace();
        let mut line = 0;
        let mut next = || {
            line += 1;
            numbers.next().and_then(|n| n.parse().ok()).ok_or(SeedsError { line })
        };
        let first = next()?;
        let mut words = [0; 20];
        for w in &mut words {
            *w = next()?;
        }
        Ok(Seeds { first, words, deterministic: true, given: true })
    }

    /// Returns the text of a seed file with these seeds.
    pub fn to_text(&self) -> String {
        let mut out = format!("{}\n", self.first);
        for w in &self.words {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{w}");
        }
        out
    }

    /// Returns the seed of the random numbers.
    pub const fn first(&self) -> u32 {
        self.first
    }

    /// Whether a second run with these seeds behaves the same.
    pub const fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    /// Whether the seeds come from a seed file or `ZEEK_SEED_VALUES`.
    pub const fn were_given(&self) -> bool {
        self.given
    }

    fn bytes(&self) -> [u8; 80] {
        let mut out = [0; 80];
        for (slot, w) in out.chunks_exact_mut(4).zip(&self.words) {
            slot.copy_from_slice(&w.to_le_bytes());
        }
        out
    }

    /// Returns the key of SipHash.
    pub fn siphash_key(&self) -> [u64; 2] {
        let w = &self.words[16..];
        let pair = |a: u32, b: u32| u64::from(a) | u64::from(b) << 32;
        [pair(w[0], w[1]), pair(w[2], w[3])]
    }

    /// Returns the key of `md5_hmac`.
    pub fn hmac_key(&self) -> [u8; 16] {
        Md5::digest(&self.bytes()[..64]).into()
    }
}

fn words_of(bytes: &[u8; 80]) -> [u32; 20] {
    let mut words = [0; 20];
    for (w, b) in words.iter_mut().zip(bytes.as_chunks().0) {
        *w = u32::from_le_bytes(*b);
    }
    words
}

/// Lehmer's random number generator: each number is 16807 times the previous one, modulo 2^31 - 1 (Park and Miller,
/// 1988).
#[derive(Clone, Copy, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// One more than the largest number drawn.
    pub const MODULUS: u64 = 0x7fff_ffff;

    /// Creates a generator. A seed of 0 is replaced by 1, because it would yield zeros forever.
    pub fn new(seed: u32) -> Self {
        Random { state: u64::from(seed.max(1)) }
    }

    /// Returns the number that follows `state`.
    pub fn step(state: u64) -> u64 {
        16807 * (state % (1 << 32)) % Self::MODULUS
    }

    /// Returns the next number.
    pub fn next_number(&mut self) -> u64 {
        self.state = Self::step(self.state);
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_file_goes_there_and_back() {
        let text: String = (1..=21).map(|n| format!("{n}\n")).collect();
        let seeds = Seeds::parse(&text).unwrap();
        assert_eq!(seeds.first(), 1);
        assert!(seeds.were_given() && !Seeds::zero().were_given());
        assert_eq!(seeds.siphash_key(), [18 | 19 << 32, 20 | 21 << 32]);
        assert_eq!(seeds.to_text(), text);
        assert_eq!(Seeds::parse("1\n2\nx"), Err(SeedsError { line: 3 }));
    }

    #[test]
    fn the_sequence_is_lehmers() {
        // Park and Miller (1988): starting with 1, the 10,000th number is 1043618065.
        let mut r = Random::new(1);
        let last = (0..10_000).map(|_| r.next_number()).last();
        assert_eq!(last, Some(1_043_618_065));
    }
}
