//! Identifiers of connections and files.
//!
//! A connection uid has 96 bits, or `bits_per_uid`: SipHash-2-4 over a pool number and a counter, written in base 62
//! after a `C`. A file id has as many bits of HighwayHash over its handle, keyed by a salt that all monitors of a site
//! share, after an `F`.
use dict::{KeyHash, SipHash24};
use highway::{HighwayHash, HighwayHasher, Key};
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::fmt;

/// The pool of connection uids; scripts use other pools.
const POOL: u64 = 1;

/// An identifier of up to 128 bits in two halves. With fewer bits the first half is shorter or the only one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Uid([u64; 2]);

const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A number in base 62, lowest digit first.
fn half_of(digits: &[u8]) -> Option<u64> {
    digits.iter().rev().try_fold(0u64, |n, d| {
        let digit = DIGITS.iter().position(|x| x == d)?;
        n.checked_mul(62)?.checked_add(digit as u64)
    })
}

/// The text of an identifier: a prefix and up to 22 digits, on the stack.
#[derive(Clone, Copy)]
pub struct UidText {
    bytes: [u8; 24],
    len: u8,
}

impl Uid {
    /// Takes `bits` bits from `draw`, 64 at a time.
    fn of_bits(bits: u32, mut draw: impl FnMut() -> u64) -> Self {
        let bits = bits.min(128);
        let first = if bits > 0 { draw() } else { 0 };
        let second = if bits > 64 { draw() } else { 0 };
        let unused = (64 - bits % 64) % 64;
        Uid([first >> unused, second])
    }

    /// Finds an identifier that [`text`](Self::text) writes as `text`; `None` if none exists. Several identifiers may
    /// have the same text.
    pub fn of_text(text: &str, prefix: u8) -> Option<Self> {
        let digits = text.as_bytes().strip_prefix(&[prefix])?;
        (1..digits.len()).rev().find_map(|at| {
            let (first, second) = digits.split_at_checked(at)?;
            let uid = Uid([half_of(first)?, half_of(second)?]);
            (uid.text(prefix).as_str() == text).then_some(uid)
        })
    }

    /// The text: `prefix`, then each half in base 62, lowest digit first.
    pub fn text(self, prefix: u8) -> UidText {
        let mut text = UidText { bytes: [0; 24], len: 0 };
        text.push(prefix);
        for mut half in self.0 {
            loop {
                text.push(DIGITS.get((half % 62) as usize).copied().unwrap_or(b'0'));
                half /= 62;
                if half == 0 {
                    break;
                }
            }
        }
        text
    }
}

impl UidText {
    fn push(&mut self, b: u8) {
        if let Some(slot) = self.bytes.get_mut(usize::from(self.len)) {
            *slot = b;
            self.len += 1;
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.bytes.get(..usize::from(self.len)).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default()
    }
}

impl fmt::Display for UidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for UidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Keys of the run's hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys {
    /// The key of SipHash.
    pub sip: [u64; 2],
    /// True if the key comes from a seed file. Then the run is repeatable, and unordered output is sorted.
    pub fixed: bool,
}

fn digest_words(digest: &[u8]) -> [u64; 4] {
    let mut key = [0; 4];
    let (words, _) = digest.as_chunks::<8>();
    for (k, w) in key.iter_mut().zip(words) {
        *k = u64::from_le_bytes(*w);
    }
    key
}

/// A source of uids: a counter hashed under one key.
#[derive(Clone)]
pub struct Uids {
    sip: SipHash24,
    instance: u64,
    counter: Cell<u64>,
    bits: u32,
}

impl Uids {
    /// Uids of `bits` bits for connections and tunnels.
    pub fn new(keys: &Keys, bits: u32) -> Self {
        // Without a seed file the key differs in every run, so a constant pool number suffices.
        Uids { sip: SipHash24::keyed(keys.sip), instance: POOL, counter: Cell::new(0), bits }
    }

    /// The next 64-bit number of the pool.
    pub fn number(&self) -> u64 {
        self.counter.set(self.counter.get() + 1);
        let mut key = [0; 16];
        let (instance, counter) = key.split_at_mut(8);
        instance.copy_from_slice(&self.instance.to_le_bytes());
        counter.copy_from_slice(&self.counter.get().to_le_bytes());
        self.sip.hash(&key)
    }

    /// The next uid, from as many numbers as its bits need.
    pub fn uid(&self) -> Uid {
        Uid::of_bits(self.bits, || self.number())
    }
}

/// Computes file ids from handles.
#[derive(Clone, Copy, Debug)]
pub struct FileIds {
    key: [u64; 4],
    bits: u32,
}

impl FileIds {
    /// Ids with a zero key, for use before the salt is known.
    pub const UNKEYED: FileIds = FileIds { key: [0; 4], bits: 96 };

    /// Ids of `bits` bits (`bits_per_uid`), keyed by the site's salt (`digest_salt`).
    pub fn new(salt: &[u8], bits: u32) -> Self {
        FileIds { key: digest_words(&Sha256::digest(salt)), bits }
    }

    /// The id of the file with this handle.
    pub fn id(&self, handle: &[u8]) -> Uid {
        let mut halves = self.hash(handle).into_iter();
        Uid::of_bits(self.bits, || halves.next().unwrap_or(0))
    }

    /// The full hash, of which ids are a part.
    pub fn digest(&self, bytes: &[u8]) -> [u8; 16] {
        let [first, second] = self.hash(bytes);
        (u128::from(second) << 64 | u128::from(first)).to_le_bytes()
    }

    fn hash(&self, bytes: &[u8]) -> [u64; 2] {
        HighwayHasher::new(Key(self.key)).hash128(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_62_is_written_lowest_digit_first() {
        assert_eq!(Uid([0, 61]).text(b'C').as_str(), "C0Z");
        assert_eq!(Uid([62, 1]).text(b'F').as_str(), "F011");
        assert_eq!(Uid([u64::from(u32::MAX), u64::MAX]).text(b'C').as_str().len(), 18);
    }

    #[test]
    fn a_text_gives_an_identifier_that_is_written_alike() {
        for text in ["FrVoZk4dDEjYdmzqxf", "F10", "FvLDTnqZ2GhZxSPZZ"] {
            assert_eq!(Uid::of_text(text, b'F').expect("an identifier").text(b'F').as_str(), text);
        }
        assert_eq!(Uid::of_text("x", b'F'), None);
        assert_eq!(Uid::of_text("F_1", b'F'), None);
    }

    #[test]
    fn the_same_key_gives_the_same_uids() {
        let keys = Keys { sip: [7, 8], fixed: true };
        let (a, b) = (Uids::new(&keys, 96), Uids::new(&keys, 96));
        let first = a.uid();
        assert_eq!(first, b.uid());
        assert_ne!(first, a.uid());
    }

    #[test]
    fn a_uid_has_as_many_bits_as_are_asked_for() {
        let of = |bits| {
            let mut all = [u64::MAX, u64::MAX >> 1].into_iter();
            Uid::of_bits(bits, || all.next().unwrap()).0
        };
        assert_eq!(of(0), [0, 0]);
        assert_eq!(of(32), [u64::from(u32::MAX), 0]);
        assert_eq!(of(64), [u64::MAX, 0]);
        assert_eq!(of(96), [u64::from(u32::MAX), u64::MAX >> 1]);
        assert_eq!(of(128), [u64::MAX, u64::MAX >> 1]);
        assert_eq!(of(256), of(128));
    }
}
