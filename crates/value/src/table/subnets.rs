//! Longest-prefix match by probing: one look-up for each prefix length that occurs.
use super::{IndexKind, Inner, Table, hashed, key};
use crate::value::Value;
use net_types::{Addr, Subnet};

/// How many networks there are of each length (of the 128-bit form), longest first.
#[derive(Default)]
pub(super) struct Lengths(Vec<Length>);

struct Length {
    len: u8,
    count: u32,
    /// A bit for each prefix that has been there, by its [`mark`]: most lookups end here.
    seen: u64,
}

/// One bit of a prefix.
fn mark(prefix: &Addr) -> u64 {
    let all = u128::from_be_bytes(*prefix.octets());
    let folded = (all as u64 ^ (all >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    1 << (folded >> 58)
}

impl Lengths {
    /// Counts a network by the bytes of its index: the last is the length.
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

/// The prefix and the length in an index's bytes.
fn parts(key: &[u8]) -> Option<(Addr, u8)> {
    let (octets, len) = key.split_first_chunk::<16>()?;
    Some((Addr::v6(*octets), *len.first()?))
}

impl Table {
    /// Whether this table is indexed by one subnet.
    pub fn is_by_subnet(&self) -> bool {
        self.0.borrow().meta.kind == IndexKind::Subnet
    }

    /// Whether this table is indexed by one pattern.
    pub fn is_by_pattern(&self) -> bool {
        self.0.borrow().meta.kind == IndexKind::Pattern
    }

    /// The longest network of a table by subnet that holds what is asked for (an address is a network of full length).
    pub fn longest_match(&self, addr: Addr, len128: u8) -> Option<Subnet> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let body = body.as_mut()?;
        let lengths = &body.extra.as_ref()?.lengths.0;
        for &Length { len, seen, .. } in lengths.iter().filter(|l| l.len <= len128) {
            let prefix = addr.masked(len);
            if seen & mark(&prefix) == 0 {
                continue;
            }
            let mut k = [0; 17];
            k[..16].copy_from_slice(prefix.octets());
            k[16] = len;
            if body.entries.has(hashed(meta, &k)) {
                let own = if prefix.is_v4() { len.checked_sub(96)? } else { len };
                return Subnet::new(prefix, own);
            }
        }
        None
    }

    /// All networks of a table by subnet that hold what is asked for, longest first.
    pub fn all_matches(&self, net: Subnet) -> Vec<Subnet> {
        let mut found = Vec::new();
        let mut len = net.len128();
        while let Some(m) = self.longest_match(net.prefix(), len) {
            found.push(m);
            match m.len128().checked_sub(1) {
                Some(shorter) => len = shorter,
                None => break,
            }
        }
        found
    }

    /// The bytes of the index that a lookup ends at, where that is another than the one asked for.
    pub(super) fn resolve(&self, index: &[Value]) -> Option<[u8; 17]> {
        let net = match index {
            [Value::Subnet(n)] => self.longest_match(n.prefix(), n.len128()),
            [other] => other.as_addr().and_then(|a| self.longest_match(a, 128)),
            _ => None,
        };
        net.map(|n| key::subnet_bytes(&n))
    }

    /// Values of all patterns of a table by pattern that match all of `s` (in order of the table).
    pub fn matching(&self, s: &[u8]) -> Vec<Value> {
        self.entries()
            .into_iter()
            .filter(|(index, _)| matches!(&index[..], [Value::Pattern(p)] if p.matches_exactly(s)))
            .map(|(_, v)| v.unwrap_or(Value::Bool(true)))
            .collect()
    }
}
