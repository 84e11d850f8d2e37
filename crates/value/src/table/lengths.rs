//! The prefix lengths that occur in a table by subnet.
use net_types::Addr;

/// The number of networks of each prefix length (in 128-bit form), longest first.
#[derive(Default)]
pub(super) struct Lengths(pub(super) Vec<Length>);

/// The networks of one prefix length.
pub(super) struct Length {
    pub(super) len: u8,
    count: u32,
    /// A set of 64 bits: for each prefix that was ever added, the bit of its [`mark`]. It settles most lookups.
    pub(super) seen: u64,
}

/// Hashes a prefix to one of 64 bits.
pub(super) fn mark(prefix: &Addr) -> u64 {
    let all = u128::from_be_bytes(*prefix.octets());
    let folded = (all as u64 ^ (all >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    1 << (folded >> 58)
}

impl Lengths {
    /// Counts a network, given the bytes of its index (the last byte is the prefix length).
    pub(super) fn add(&mut self, key: &[u8]) {
        let Some((prefix, len)) = parts(key) else { return };
        let seen = mark(&prefix);
        match self.0.binary_search_by(|e| len.cmp(&e.len)) {
            Ok(i) => {
                self.0[i].count += 1;
                self.0[i].seen |= seen;
            }
            Err(i) => self.0.insert(i, Length { len, count: 1, seen }),
        }
    }

    pub(super) fn remove(&mut self, key: &[u8]) {
        let Some((_, len)) = parts(key) else { return };
        if let Ok(i) = self.0.binary_search_by(|e| len.cmp(&e.len)) {
            self.0[i].count -= 1;
            if self.0[i].count == 0 {
                self.0.remove(i);
            }
        }
    }
}

/// Splits the bytes of an index into prefix and length.
fn parts(key: &[u8]) -> Option<(Addr, u8)> {
    let (octets, len) = key.split_first_chunk::<16>()?;
    Some((Addr::v6(*octets), *len.first()?))
}
