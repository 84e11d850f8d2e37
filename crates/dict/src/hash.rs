//! Keyed hashes of key bytes. Whoever sends packets chooses a monitor's keys, so every hash has a secret key from the
//! system's entropy (or from a seed file, for repeatable runs).
use core::hash::{BuildHasher, Hasher};
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use siphasher::sip::{SipHasher13, SipHasher24};

/// Hashes a key's bytes.
pub trait KeyHash {
    /// Creates a hash with a key of 128 bits of entropy.
    fn keyed(seed: [u64; 2]) -> Self;

    /// Hashes `bytes`.
    fn hash(&self, bytes: &[u8]) -> u64;
}

/// The default hash: foldhash, which takes 2 ns for 8 bytes and 10 ns for 38 (SipHash-2-4 takes 27 and 57 on the same
/// machine). Its key is believed, but not proven, to be hard to guess; a table with long probes defends itself (see
/// [`Dict`](crate::Dict)).
#[derive(Clone)]
pub struct FoldHash(foldhash::quality::SeedableRandomState);

impl KeyHash for FoldHash {
    fn keyed(seed: [u64; 2]) -> Self {
        // The shared half of foldhash's key must be 'static; the other half differs for every seed.
        let mixed = sip13([seed[1], seed[0]], b"foldhash");
        FoldHash(foldhash::quality::SeedableRandomState::with_seed(
            mixed,
            foldhash::SharedSeed::global_fixed(),
        ))
    }

    #[inline]
    fn hash(&self, bytes: &[u8]) -> u64 {
        let mut h = self.0.build_hasher();
        h.write(bytes);
        h.finish()
    }
}

/// SipHash-2-4 with a 128-bit key: the hash that Zeek uses, for builds whose tables must iterate in Zeek's order.
#[derive(Clone)]
pub struct SipHash24([u64; 2]);

impl KeyHash for SipHash24 {
    fn keyed(seed: [u64; 2]) -> Self {
        SipHash24(seed)
    }

    #[inline]
    fn hash(&self, bytes: &[u8]) -> u64 {
        SipHasher24::new_with_keys(self.0[0], self.0[1]).hash(bytes)
    }
}

/// Computes SipHash-1-3: the hash to which a table switches after an attack with colliding keys.
pub(crate) fn sip13(key: [u64; 2], bytes: &[u8]) -> u64 {
    SipHasher13::new_with_keys(key[0], key[1]).hash(bytes)
}

/// Half of the key for tables' own hashes; the other half depends on the table.
static TABLE_SEED: [AtomicU64; 2] =
    [AtomicU64::new(0x243f_6a88_85a3_08d3), AtomicU64::new(0x1319_8a2e_0370_7344)];

/// Sets the entropy for tables' own hashes. Call it once, at the start.
pub fn seed_tables(seed: [u64; 2]) {
    for (word, s) in TABLE_SEED.iter().zip(seed) {
        word.store(s, Relaxed);
    }
}

/// Returns the SipHash key for one table.
pub(crate) fn table_key(salt: u64) -> [u64; 2] {
    let seed = [TABLE_SEED[0].load(Relaxed), TABLE_SEED[1].load(Relaxed)];
    [sip13(seed, &salt.to_le_bytes()), sip13(seed, &(!salt).to_le_bytes())]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of the SipHash paper, appendix A: key 00..0f, input 00..0e.
    #[test]
    fn siphash_24_gives_the_papers_vector() {
        let h = SipHash24::keyed([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
        let input: [u8; 15] = core::array::from_fn(|i| i as u8);
        assert_eq!(h.hash(&input), 0xa129_ca61_49be_45e5);
    }

    #[test]
    fn a_seed_changes_the_hash() {
        let (a, b) = (FoldHash::keyed([1, 2]), FoldHash::keyed([1, 3]));
        assert_ne!(a.hash(b"key"), b.hash(b"key"));
        assert_eq!(a.hash(b"key"), FoldHash::keyed([1, 2]).hash(b"key"));
    }
}
