//! Longest-prefix match by probing: one lookup for each prefix length that occurs. Also contains lookups by pattern.
use super::lengths::{Length, mark};
use super::{IndexKind, Inner, Table, hashed, key};
use crate::value::Value;
use net_types::{Addr, Subnet};

impl Table {
    /// Whether this table is indexed by one subnet.
    pub fn is_by_subnet(&self) -> bool {
        self.0.borrow().meta.kind == IndexKind::Subnet
    }

    /// Whether this table is indexed by one pattern.
    pub fn is_by_pattern(&self) -> bool {
        self.0.borrow().meta.kind == IndexKind::Pattern
    }

    /// Returns the longest network in a table by subnet that contains the given one (an address has full length).
    pub fn longest_match(&self, addr: Addr, len128: u8) -> Option<Subnet> {
        let mut inner = self.0.borrow_mut();
        let Inner { meta, body } = &mut *inner;
        let body = body.as_mut()?;
        let lengths = &body.extra.as_ref()?.lengths;
        let all = u128::from_be_bytes(*addr.octets());
        if !lengths.may_contain(all) {
            return None;
        }
        for &Length { len, keep, seen, .. } in lengths.all.iter().filter(|l| l.len <= len128) {
            if seen & mark(all & keep) == 0 {
                continue;
            }
            let prefix = addr.masked(len);
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

    /// Returns all networks in a table by subnet that contain `net`, longest first.
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

    /// Returns the bytes of the index that a lookup in a table by subnet finds.
    pub(super) fn resolve(&self, index: &[Value]) -> Option<[u8; 17]> {
        let net = match index {
            [Value::Subnet(n)] => self.longest_match(n.prefix(), n.len128()),
            [other] => other.as_addr().and_then(|a| self.longest_match(a, 128)),
            _ => None,
        };
        net.map(|n| key::subnet_bytes(&n))
    }

    /// Returns the values of a table by pattern whose pattern matches the whole of `s`, in table order.
    pub fn matching(&self, s: &[u8]) -> Vec<Value> {
        self.entries()
            .into_iter()
            .filter(|(index, _)| matches!(&index[..], [Value::Pattern(p)] if p.matches_exactly(s)))
            .map(|(_, v)| v.unwrap_or(Value::Bool(true)))
            .collect()
    }
}
