//! The prefix lengths that occur in a table by subnet.

/// The prefix lengths (in 128-bit form) that occur, longest first.
#[derive(Default)]
pub(super) struct Lengths {
    pub(super) all: Vec<Length>,
    /// A set of the first bytes of IPv4 addresses that a network may contain: one bit each, of all networks that were
    /// ever added. It settles most lookups of foreign addresses.
    first_bytes: [u64; 4],
}

/// The first 96 bits of an IPv4 address in its 128-bit form (`::ffff:0:0/96`).
const V4: u128 = 0xffff;

/// The networks of one prefix length.
pub(super) struct Length {
    pub(super) len: u8,
    /// The bits of an address that such a network keeps.
    pub(super) keep: u128,
    count: u32,
    /// A set of 64 bits: for each prefix that was ever added, the bit of its [`mark`]. It settles most lookups.
    pub(super) seen: u64,
}

/// Hashes a prefix to one of 64 bits.
#[inline]
pub(super) fn mark(all: u128) -> u64 {
    let folded = (all as u64 ^ (all >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    1 << (folded >> 58)
}

impl Lengths {
    /// Counts a network, given the bytes of its index (the last byte is the prefix length).
    pub(super) fn add(&mut self, key: &[u8]) {
        let Some((prefix, len)) = parts(key) else { return };
        let seen = mark(prefix);
        self.mark_first_bytes(prefix, len);
        match self.all.binary_search_by(|e| len.cmp(&e.len)) {
            Ok(i) => {
                self.all[i].count += 1;
                self.all[i].seen |= seen;
            }
            Err(i) => {
                self.all.insert(i, Length { len, keep: kept_bits(len), count: 1, seen });
            }
        }
    }

    pub(super) fn remove(&mut self, key: &[u8]) {
        let Some((_, len)) = parts(key) else { return };
        if let Ok(i) = self.all.binary_search_by(|e| len.cmp(&e.len)) {
            self.all[i].count -= 1;
            if self.all[i].count == 0 {
                self.all.remove(i);
            }
        }
    }

    /// Whether a network may contain an address.
    #[inline]
    pub(super) fn may_contain(&self, addr: u128) -> bool {
        if addr >> 32 != V4 {
            return true;
        }
        let byte = (addr >> 24) as u8;
        self.first_bytes[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    fn mark_first_bytes(&mut self, prefix: u128, len: u8) {
        let (first, last) = match len.checked_sub(96) {
            // A network of IPv6 addresses may contain all IPv4 addresses in their 128-bit form.
            None if V4 << 32 & kept_bits(len) == prefix => (0, u8::MAX),
            None => return,
            Some(_) if prefix >> 32 != V4 => return,
            Some(own) => {
                let first = (prefix >> 24) as u8;
                (first, first | u8::MAX.checked_shr(own.into()).unwrap_or(0))
            }
        };
        for byte in first..=last {
            self.first_bytes[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
    }
}

/// The bits of an address that a network keeps.
fn kept_bits(len: u8) -> u128 {
    u128::MAX.checked_shl(128 - u32::from(len.min(128))).unwrap_or(0)
}

/// Splits the bytes of an index into prefix and length.
fn parts(key: &[u8]) -> Option<(u128, u8)> {
    let (octets, len) = key.split_first_chunk::<16>()?;
    Some((u128::from_be_bytes(*octets), *len.first()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_outside_of_all_networks_are_settled() {
        let key = |addr: u128, len: u8| [&addr.to_be_bytes()[..], &[len]].concat();
        let v4 = |a: u8| V4 << 32 | u128::from(a) << 24 | 1;
        let rows: [(u128, u8, &[u8]); 6] = [
            (v4(10) & !1, 104, &[10]),
            (v4(172), 128, &[172]),
            (v4(100) & !1, 99, &[96, 100, 127]),
            (V4 << 32, 96, &[0, 63, 64, 255]),
            (0, 0, &[0, 63, 64, 255]),
            (0xfc << 120, 7, &[]),
        ];
        for (addr, len, inside) in rows {
            let mut lengths = Lengths::default();
            assert!(!lengths.may_contain(v4(10)), "empty");
            lengths.add(&key(addr & kept_bits(len), len));
            assert!(inside.iter().all(|a| lengths.may_contain(v4(*a))), "/{len}");
            assert!(inside.len() > 3 || !lengths.may_contain(v4(11)), "/{len}");
            assert!(lengths.may_contain(1 << 127), "IPv6");
        }
    }
}
