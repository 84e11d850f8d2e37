//! The key of a connection: addresses, ports and IP protocol, equal for both directions; VLANs if configured.
use dict::TableKey;
use net_types::{Addr, Port, TransportProto};
use std::cmp::Ordering;

/// The protocol number of "no IP protocol at all", as scripts see it.
pub const NO_IP_PROTO: u16 = 65535;

/// Bytes of a key.
const LEN: usize = 42;

/// The offset of each field.
mod field {
    pub(super) const ADDR: [usize; 2] = [0, 16];
    pub(super) const PORT: [usize; 2] = [32, 34];
    pub(super) const PROTO: usize = 36;
    pub(super) const VLANS: [usize; 2] = [38, 40];
}

/// The canonical 5-tuple. End 0 is the lesser one, except for one-way flows.
///
/// Stored as the bytes that are hashed: two addresses, two ports in network order, the protocol in little-endian order,
/// and two VLAN ids, 0 unless `vlans_tell_apart` is set. Rows at the end of a seeded run are in the order of these
/// bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnKey([u8; LEN]);

/// A key and the sender's place in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyed {
    /// The key.
    pub key: ConnKey,
    /// The end that sent the packet: 0 or 1.
    pub from: u8,
}

impl ConnKey {
    /// The key of a packet and its sender's end. `one_way` flows keep their direction.
    #[inline]
    pub fn of(src: (Addr, u16), dst: (Addr, u16), proto: u16, one_way: bool) -> Keyed {
        let less = match src.0.octets().cmp(dst.0.octets()) {
            Ordering::Less => true,
            Ordering::Greater => false,
            // Compared as little-endian numbers; this only affects the order of rows.
            Ordering::Equal => src.1.swap_bytes() < dst.1.swap_bytes(),
        };
        if one_way || less {
            Keyed { key: Self::with(src, dst, proto), from: 0 }
        } else {
            Keyed { key: Self::with(dst, src, proto), from: 1 }
        }
    }

    #[inline]
    fn with(a: (Addr, u16), b: (Addr, u16), proto: u16) -> Self {
        let ([p0, p1], [q0, q1], [n0, n1]) = (a.1.to_be_bytes(), b.1.to_be_bytes(), proto.to_le_bytes());
        let mut key = [0; LEN];
        if let Some((addrs, rest)) = key.split_first_chunk_mut::<32>()
            && let Some((low, high)) = addrs.split_first_chunk_mut::<16>()
            && let Some(rest) = rest.first_chunk_mut::<6>()
        {
            *low = *a.0.octets();
            high.copy_from_slice(b.0.octets());
            *rest = [p0, p1, q0, q1, n0, n1];
        }
        ConnKey(key)
    }

    /// Adds an outer and an inner VLAN to the key; 0 if absent.
    #[must_use]
    pub fn in_vlans(mut self, vlans: (u16, u16)) -> Self {
        for (at, vlan) in field::VLANS.into_iter().zip([vlans.0, vlans.1]) {
            if let Some(place) = self.0.get_mut(at..).and_then(|b| b.first_chunk_mut()) {
                *place = vlan.to_le_bytes();
            }
        }
        self
    }

    /// The VLAN ids; 0 if absent.
    pub fn vlans(&self) -> [u16; 2] {
        field::VLANS.map(|at| u16::from_le_bytes(self.chunk(at)))
    }

    #[inline]
    fn chunk<const N: usize>(&self, at: usize) -> [u8; N] {
        self.0.get(at..).and_then(|b| b.first_chunk()).copied().unwrap_or([0; N])
    }

    /// Address and port of an end.
    #[inline]
    pub fn end(&self, end: u8) -> (Addr, u16) {
        let ([addr_a, addr_b], [port_a, port_b]) = (field::ADDR, field::PORT);
        let (addr, port) = if end == 0 { (addr_a, port_a) } else { (addr_b, port_b) };
        (Addr::v6(self.chunk(addr)), u16::from_be_bytes(self.chunk(port)))
    }

    /// The IP protocol number.
    #[inline]
    pub fn proto(&self) -> u16 {
        u16::from_le_bytes(self.chunk(field::PROTO))
    }

    /// True if both ends are equal, so that packets show no direction.
    #[inline]
    pub fn is_to_itself(&self) -> bool {
        let [port_a, port_b] = field::PORT;
        self.chunk::<2>(port_a) == self.chunk::<2>(port_b) && self.end(0).0 == self.end(1).0
    }

    /// The transport as scripts name it.
    pub fn transport(&self) -> TransportProto {
        transport_of(self.proto())
    }

    /// Port of an end, with its transport.
    pub fn port(&self, end: u8) -> Port {
        Port { proto: self.transport(), num: self.end(end).1 }
    }
}

impl std::fmt::Debug for ConnKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ((a, p), (b, q)) = (self.end(0), self.end(1));
        write!(f, "{a}:{p} {b}:{q} proto {}", self.proto())?;
        match self.vlans() {
            [0, 0] => Ok(()),
            [outer, inner] => write!(f, " VLANs {outer} {inner}"),
        }
    }
}

impl TableKey for ConnKey {
    type Bytes<'a> = &'a [u8; LEN];

    #[inline]
    fn write(&self) -> &[u8; LEN] {
        &self.0
    }

    fn read(bytes: &[u8]) -> Self {
        ConnKey(bytes.first_chunk().copied().unwrap_or([0; LEN]))
    }
}

/// The transport of an IP protocol number.
pub const fn transport_of(proto: u16) -> TransportProto {
    match proto {
        6 => TransportProto::Tcp,
        17 => TransportProto::Udp,
        1 | 58 => TransportProto::Icmp,
        _ => TransportProto::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_have_one_key() {
        let (a, b) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let there = ConnKey::of((a, 1000), (b, 80), 6, false);
        let back = ConnKey::of((b, 80), (a, 1000), 6, false);
        assert_eq!(there.key, back.key);
        assert_eq!((there.from, back.from), (0, 1));
        assert_eq!(back.key.end(back.from), (b, 80));
        assert_eq!(there.key.port(1).to_string(), "80/tcp");
    }

    #[test]
    fn vlans_tell_connections_apart_and_leave_their_ends() {
        let (a, b) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let plain = ConnKey::of((a, 1000), (b, 80), 6, false).key;
        assert_eq!(plain.in_vlans((0, 0)), plain);
        let tagged = plain.in_vlans((42, 0));
        assert_ne!(tagged, plain);
        assert_ne!(tagged, plain.in_vlans((42, 7)));
        assert_ne!(tagged, plain.in_vlans((0, 42)));
        assert_eq!(
            (tagged.end(0), tagged.end(1), tagged.proto()),
            (plain.end(0), plain.end(1), plain.proto())
        );
    }

    #[test]
    fn a_one_way_flow_keeps_its_direction() {
        let (a, b) = ("10.0.0.9".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let there = ConnKey::of((a, 3), (b, 1), 1, true);
        let back = ConnKey::of((b, 3), (a, 1), 1, true);
        assert_ne!(there.key, back.key);
        assert_eq!((there.from, back.from), (0, 0));
    }
}
