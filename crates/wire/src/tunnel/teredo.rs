//! Teredo: IPv6 in UDP through NATs (RFC 4380).
use crate::Fixed;
use crate::anomaly::anomalies;
use net_types::Addr;

anomalies! {
    /// Anomalies of an encapsulation. Most are traffic of another protocol, so they are only reported for confirmed
    /// Teredo connections.
    pub enum Malformed from "TEREDO" {
        /// Less than the two bytes that identify a part.
        Truncated => "truncated_Teredo",
        /// The origin indication is truncated.
        TruncatedOrigin => "truncated_Teredo_origin_indication",
        /// The authentication is truncated.
        TruncatedAuthentication => "truncated_Teredo_authentication",
        /// The IPv6 header is truncated.
        TruncatedPacket => "truncated_IPv6_in_Teredo",
        /// A bubble with data after its header.
        BubbleWithPayload => "Teredo_bubble_with_payload",
    }
}

/// Why a payload is not Teredo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotTeredo {
    /// A part is truncated.
    Malformed(Malformed),
    /// Neither a part nor an IPv6 packet, or parts repeated or out of order.
    Other,
}

/// Authentication of a client (RFC 4380, 5.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Authentication<'a> {
    /// The client's identifier.
    pub id: &'a [u8],
    /// The authentication value.
    pub value: &'a [u8],
    /// The client's nonce.
    pub nonce: u64,
    /// Whether the client needs a new key.
    pub confirmation: u8,
}

/// A packet's origin as the server saw it (RFC 4380, 5.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The sender's address.
    pub addr: Addr,
    /// The sender's port.
    pub port: u16,
}

/// The content of a UDP payload.
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    /// The authentication, if present.
    pub authentication: Option<Authentication<'a>>,
    /// The origin indication, if present.
    pub origin: Option<Origin>,
    /// The IPv6 packet: at least a fixed header.
    pub packet: &'a [u8],
}

impl<'a> Packet<'a> {
    /// Parses authentication and origin indication, each at most once and in this order, and the packet.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, NotTeredo> {
        let cut = |m| NotTeredo::Malformed(m);
        let mut found = Packet { authentication: None, origin: None, packet: bytes };
        loop {
            let rest = found.packet;
            let tag = Fixed::<2>::of(rest).ok_or(cut(Malformed::Truncated))?.be16::<0>();
            match tag {
                0 if found.origin.is_none() => {
                    let (o, after) = Fixed::<8>::split(rest).ok_or(cut(Malformed::TruncatedOrigin))?;
                    // Both are inverted so that NATs do not rewrite them.
                    let addr = Addr::v4((!o.be32::<4>()).to_be_bytes());
                    found.origin = Some(Origin { addr, port: !o.be16::<2>() });
                    found.packet = after;
                }
                1 if found.origin.is_none() && found.authentication.is_none() => {
                    let (a, after) =
                        Self::authentication(rest).ok_or(cut(Malformed::TruncatedAuthentication))?;
                    found.authentication = Some(a);
                    found.packet = after;
                }
                _ if tag >> 12 == 6 => {
                    if rest.len() < crate::ip::v6::FIXED_LEN {
                        return Err(cut(Malformed::TruncatedPacket));
                    }
                    return Ok(found);
                }
                _ => return Err(NotTeredo::Other),
            }
        }
    }

    fn authentication(bytes: &'a [u8]) -> Option<(Authentication<'a>, &'a [u8])> {
        let (head, rest) = Fixed::<4>::split(bytes)?;
        let (id, rest) = rest.split_at_checked(head.u8::<2>().into())?;
        let (value, rest) = rest.split_at_checked(head.u8::<3>().into())?;
        let (tail, rest) = Fixed::<9>::split(rest)?;
        let a = Authentication { id, value, nonce: tail.be64::<0>(), confirmation: tail.u8::<8>() };
        Some((a, rest))
    }
}

/// True if a UDP payload on unknown ports looks like Teredo: an IPv6 packet with a Teredo address (`2001::/32`) on
/// either side, or authentication and origin indication before IPv6.
pub fn looks_like(bytes: &[u8]) -> bool {
    if bytes.len() < crate::ip::v6::FIXED_LEN {
        return false;
    }
    let is_v6 = |b: &[u8]| b.first().is_some_and(|b| b >> 4 == 6);
    if is_v6(bytes) {
        const PREFIX: [u8; 4] = [0x20, 0x01, 0, 0];
        if let Some(h) = Fixed::<40>::of(bytes)
            && (h.array::<8, 4>() == PREFIX || h.array::<24, 4>() == PREFIX)
        {
            return true;
        }
    } else if !matches!(bytes, [0, 0 | 1, ..]) {
        return false;
    }
    let mut rest = bytes;
    let mut tag = bytes.get(1).copied().map_or(0, u16::from);
    if tag == 1 {
        let Some((_, after)) = Packet::authentication(bytes) else { return false };
        if after.len() < crate::ip::v6::FIXED_LEN {
            return false;
        }
        rest = after;
        tag = Fixed::<2>::of(rest).map_or(u16::MAX, Fixed::be16::<0>);
    }
    tag == 0 && rest.get(8..).is_some_and(|p| p.len() >= crate::ip::v6::FIXED_LEN && is_v6(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v6() -> Vec<u8> {
        let mut b = vec![0; 40];
        b[0] = 0x60;
        b[6] = 59;
        b[24..28].copy_from_slice(&[0x20, 1, 0, 0]);
        b
    }

    const ORIGIN: [u8; 8] = [0, 0, 0xfb, 0xff, 0xf5, 0xff, 0xff, 0xfe];
    const AUTH: [u8; 16] = [0, 1, 1, 2, b'c', b'k', b'k', 0, 0, 0, 0, 0, 0, 0, 5, 1];

    #[test]
    fn parts_in_order() {
        let bytes = [&AUTH[..], &ORIGIN, &v6()].concat();
        let p = Packet::parse(&bytes).unwrap();
        assert_eq!(p.origin, Some(Origin { addr: "10.0.0.1".parse().unwrap(), port: 1024 }));
        let auth = Authentication { id: b"c", value: b"kk", nonce: 5, confirmation: 1 };
        assert_eq!(p.authentication, Some(auth));
        assert_eq!(p.packet, v6());
        assert!(looks_like(&bytes));
        assert!(looks_like(&v6()));
        assert!(looks_like(&[&ORIGIN[..], &v6()].concat()));
        assert!(!looks_like(&[9; 80]));
    }

    #[test]
    fn what_is_no_teredo() {
        let check = |bytes: &[u8], expected| assert_eq!(Packet::parse(bytes).unwrap_err(), expected);
        check(&[0], NotTeredo::Malformed(Malformed::Truncated));
        check(&ORIGIN[..7], NotTeredo::Malformed(Malformed::TruncatedOrigin));
        check(&AUTH[..15], NotTeredo::Malformed(Malformed::TruncatedAuthentication));
        check(&v6()[..39], NotTeredo::Malformed(Malformed::TruncatedPacket));
        check(&[&ORIGIN[..], &ORIGIN].concat(), NotTeredo::Other);
        check(&[&ORIGIN[..], &AUTH].concat(), NotTeredo::Other);
        check(&[0x45, 0], NotTeredo::Other);
    }
}
