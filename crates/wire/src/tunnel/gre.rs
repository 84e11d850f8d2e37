//! Generic routing encapsulation, version 0 (RFC 2784, RFC 2890) with ERSPAN, and version 1 (PPTP, RFC 2637).
use crate::anomaly::anomalies;
use crate::link::ppp;
use crate::{EtherType, Fixed};

/// Bits of the first two bytes.
mod flag {
    pub(super) const CHECKSUM: u16 = 0x8000;
    pub(super) const ROUTING: u16 = 0x4000;
    pub(super) const KEY: u16 = 0x2000;
    pub(super) const SEQUENCE: u16 = 0x1000;
    pub(super) const ACK: u16 = 0x0080;
    pub(super) const RESERVED: u16 = 0x0078;
    pub(super) const VERSION: u16 = 0x0007;
}

anomalies! {
    /// Anomalies of a packet.
    pub enum Malformed from "GRE" {
        /// The header, or the header of the carried protocol, is incomplete.
        Truncated => "truncated_GRE",
        /// A version other than 0 and 1.
        UnknownVersion(version: u16) => "unknown_gre_version", "version={version}",
        /// Version 1 with a protocol other than PPP.
        ProtocolType(proto: u16) => "egre_protocol_type", "proto={proto}",
        /// The routing field of RFC 1701, removed by RFC 2784.
        Routing => "gre_routing",
        /// Reserved flags are set.
        UnknownFlags => "unknown_gre_flags",
        /// PPTP that does not carry IP.
        NotIp => "non_ip_packet_in_encap",
    }
}

/// The kind of payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carries {
    /// Version 0: an EtherType, not interpreted yet.
    EtherType(EtherType),
    /// Version 0: an Ethernet frame, bridged or mirrored by ERSPAN.
    Ethernet,
    /// Version 0: an 802.11 frame from an Aruba access point, with its protocol number.
    Ieee80211(EtherType),
    /// Version 1: an IPv4 packet.
    Ipv4,
    /// Version 1: an IPv6 packet.
    Ipv6,
}

/// A header and its payload.
///
/// ```text
///  0       4               9     13   16                        31
/// +-+-+-+-+-+-----+-+-------------+---+--------------------------+
/// |C|R|K|S|s|recur|A|  reserved   |ver|      protocol type       |
/// +-+-+-+-+-+-----+-+-------------+---+--------------------------+
/// |   checksum, if C              |        reserved, if C         |
/// |                          key, if K                            |
/// |                       sequence, if S                          |
/// |                    acknowledgment, if A                       |
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet<'a> {
    /// 0 or 1.
    pub version: u8,
    /// The kind of payload.
    pub carries: Carries,
    /// The bytes after the headers of GRE and of PPP or ERSPAN.
    pub payload: &'a [u8],
}

/// Length of an Ethernet header; ERSPAN and bridging need at least this much payload.
const ETHERNET: usize = 14;

impl<'a> Packet<'a> {
    /// Parses a header and, depending on the protocol, those of ERSPAN or PPP after it.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let header = Fixed::<4>::of(bytes).ok_or(Malformed::Truncated)?;
        let (flags, proto) = (header.be16::<0>(), header.be16::<2>());
        let len = header_len(flags);
        let version = flags & flag::VERSION;
        let (carries, behind) = match version {
            0 => Self::carried_by_v0(bytes, flags, EtherType(proto), len)?,
            1 if proto == EtherType::PPP.0 => (Carries::Ipv4, 4),
            1 => return Err(Malformed::ProtocolType(proto)),
            _ => return Err(Malformed::UnknownVersion(version)),
        };
        if flags & flag::ROUTING != 0 {
            return Err(Malformed::Routing);
        }
        if flags & flag::RESERVED != 0 {
            return Err(Malformed::UnknownFlags);
        }
        let payload = bytes.get(len + behind..).ok_or(Malformed::Truncated)?;
        if carries == Carries::Ethernet && payload.len() < ETHERNET {
            return Err(Malformed::Truncated);
        }
        if version == 0 {
            return Ok(Packet { version: 0, carries, payload });
        }
        // Version 1: PPP with HDLC's address and control (RFC 2637, 4.1).
        let ppp = bytes.get(len..).and_then(Fixed::<4>::of).ok_or(Malformed::Truncated)?;
        let carries = match ppp::Protocol(ppp.be16::<2>()) {
            ppp::Protocol::IPV4 => Carries::Ipv4,
            ppp::Protocol::IPV6 => Carries::Ipv6,
            _ => return Err(Malformed::NotIp),
        };
        Ok(Packet { version: 1, carries, payload })
    }

    /// The kind of payload in version 0, and the length of the header before it.
    fn carried_by_v0(
        bytes: &[u8],
        flags: u16,
        proto: EtherType,
        len: usize,
    ) -> Result<(Carries, usize), Malformed> {
        let room = |needed: usize| {
            if bytes.len() > len + needed { Ok(()) } else { Err(Malformed::Truncated) }
        };
        match proto {
            EtherType::BRIDGING => {
                room(ETHERNET)?;
                Ok((Carries::Ethernet, 0))
            }
            // Types I and II share a number; only type II has GRE's sequence number and an 8-byte header
            // (draft-foschiano-erspan, 4.2).
            EtherType::ERSPAN => {
                room(ETHERNET)?;
                Ok((Carries::Ethernet, if flags & flag::SEQUENCE != 0 { 8 } else { 0 }))
            }
            // Type III: 12 bytes, and 8 more if the last bit is set (draft-foschiano-erspan, 4.3).
            EtherType::ERSPAN3 => {
                room(ETHERNET + 12)?;
                let optional = bytes.get(len + 11).is_some_and(|b| b & 1 == 1);
                if optional {
                    room(ETHERNET + 20)?;
                }
                Ok((Carries::Ethernet, if optional { 20 } else { 12 }))
            }
            EtherType(p) if is_aruba(p) => {
                room(0)?;
                Ok((Carries::Ieee80211(proto), 0))
            }
            _ => Ok((Carries::EtherType(proto), 0)),
        }
    }
}

/// Protocol numbers that Aruba's access points use for 802.11 frames.
const fn is_aruba(p: u16) -> bool {
    (p & 0x8200 == 0x8200 && p & 0x0f == 0) || p == 0x9000
}

/// The header length that the flags imply. The routing field is not counted, because it ends decoding.
const fn header_len(flags: u16) -> usize {
    let mut len = 4;
    if flags & flag::CHECKSUM != 0 {
        len += 4;
    }
    if flags & flag::KEY != 0 {
        len += 4;
    }
    if flags & flag::SEQUENCE != 0 {
        len += 4;
    }
    if flags & flag::ACK != 0 {
        len += 4;
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &[u8], tail: usize, expected: Result<(Carries, usize), Malformed>) {
        let bytes = [head, &vec![0; tail]].concat();
        assert_eq!(Packet::parse(&bytes).map(|p| (p.carries, p.payload.len())), expected, "{head:x?}");
    }

    #[test]
    fn version_0() {
        check(&[0, 0, 8, 0], 3, Ok((Carries::EtherType(EtherType::IPV4), 3)));
        check(&[0xb0, 0, 8, 0], 15, Ok((Carries::EtherType(EtherType::IPV4), 3)));
        check(&[0xb0, 0, 8, 0], 11, Err(Malformed::Truncated));
        check(&[0, 0, 0x65, 0x58], 15, Ok((Carries::Ethernet, 15)));
        check(&[0, 0, 0x65, 0x58], 14, Err(Malformed::Truncated));
        check(&[0, 0, 0x82, 0x10], 1, Ok((Carries::Ieee80211(EtherType(0x8210)), 1)));
        check(&[0, 0, 0x82, 0x10], 0, Err(Malformed::Truncated));
    }

    #[test]
    fn erspan() {
        check(&[0, 0, 0x88, 0xbe], 15, Ok((Carries::Ethernet, 15)));
        check(&[0x10, 0, 0x88, 0xbe], 4 + 8 + 14, Ok((Carries::Ethernet, 14)));
        check(&[0x10, 0, 0x88, 0xbe], 4 + 8 + 13, Err(Malformed::Truncated));
        check(&[0, 0, 0x22, 0xeb], 27, Ok((Carries::Ethernet, 15)));
        check(&[0, 0, 0x22, 0xeb], 26, Err(Malformed::Truncated));
        let optional = [&[0, 0, 0x22, 0xeb][..], &[0; 11], &[1]].concat();
        check(&optional, 23, Ok((Carries::Ethernet, 15)));
        check(&optional, 22, Err(Malformed::Truncated));
    }

    #[test]
    fn version_1() {
        check(&[0x20, 1, 0x88, 0x0b, 0, 0, 0, 0, 0xff, 3, 0, 0x21], 5, Ok((Carries::Ipv4, 5)));
        check(&[0x20, 1, 0x88, 0x0b, 0, 0, 0, 0, 0xff, 3, 0, 0x57], 5, Ok((Carries::Ipv6, 5)));
        check(&[0x20, 1, 0x88, 0x0b, 0, 0, 0, 0, 0xff, 3, 0xc0, 0x21], 5, Err(Malformed::NotIp));
        check(&[0x20, 1, 0x88, 0x0b], 4, Err(Malformed::Truncated));
        check(&[0x20, 1, 8, 0], 4, Err(Malformed::ProtocolType(0x0800)));
    }

    #[test]
    fn what_is_refused() {
        check(&[0, 2, 8, 0], 4, Err(Malformed::UnknownVersion(2)));
        check(&[0x40, 0, 8, 0], 4, Err(Malformed::Routing));
        check(&[0, 8, 8, 0], 4, Err(Malformed::UnknownFlags));
        check(&[0, 0, 8], 0, Err(Malformed::Truncated));
    }
}
