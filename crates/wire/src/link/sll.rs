//! Linux "cooked" captures, as recorded by `-i any`: version 1 and, with the capturing interface, version 2.
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};
use net_types::Mac;

mod v1 {
    pub(super) const PACKET_TYPE: usize = 0;
    pub(super) const ARPHRD: usize = 2;
    pub(super) const ADDR: usize = 6;
    pub(super) const PROTOCOL: usize = 14;
    pub(super) const END: usize = 16;
}

mod v2 {
    pub(super) const PROTOCOL: usize = 0;
    pub(super) const IFINDEX: usize = 4;
    pub(super) const ARPHRD: usize = 8;
    pub(super) const PACKET_TYPE: usize = 10;
    pub(super) const ADDR: usize = 12;
    pub(super) const END: usize = 20;
}

anomalies! {
    /// Anomalies of a version 1 header.
    pub enum Malformed from "LINUXSLL" {
        /// The header is incomplete, or nothing follows it.
        Truncated => "truncated_Linux_SLL_header",
    }
}

anomalies! {
    /// Anomalies of a version 2 header.
    pub enum MalformedV2 from "LINUXSLL2" {
        /// The header is incomplete, or nothing follows it.
        Truncated => "truncated_Linux_SLL2_header",
    }
}

/// A header of either version. The protocol is interpreted as an EtherType for every hardware type.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// 0 to this host, 1 broadcast, 2 multicast, 3 to another host, 4 sent by this host.
    pub packet_type: u16,
    /// The hardware type (`ARPHRD_…`).
    pub hardware: u16,
    /// The sender's address, as far as it fits into six bytes.
    pub src: Mac,
    /// The EtherType of the payload.
    pub ethertype: EtherType,
    /// The interface's index on the capturing host, in version 2.
    pub interface: Option<u32>,
    /// The bytes after the header.
    pub payload: &'a [u8],
}

impl<'a> Header<'a> {
    /// Parses a version 1 header (<https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL.html>).
    ///
    /// ```text
    ///  0      2        4          6                       14         16
    /// +------+--------+----------+-----------------------+----------+-------
    /// | type | ARPHRD | addr len | sender address, padded | protocol | payload …
    /// +------+--------+----------+-----------------------+----------+-------
    /// ```
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        match Fixed::<{ v1::END }>::split(bytes) {
            Some((h, payload)) if !payload.is_empty() => Ok(Header {
                packet_type: h.be16::<{ v1::PACKET_TYPE }>(),
                hardware: h.be16::<{ v1::ARPHRD }>(),
                src: Mac(h.array::<{ v1::ADDR }, 6>()),
                ethertype: EtherType(h.be16::<{ v1::PROTOCOL }>()),
                interface: None,
                payload,
            }),
            _ => Err(Malformed::Truncated),
        }
    }

    /// Parses a version 2 header (<https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL2.html>).
    ///
    /// ```text
    ///  0          2      4         8        10     11         12               20
    /// +----------+------+---------+--------+------+----------+----------------+-------
    /// | protocol | zero | ifindex | ARPHRD | type | addr len | sender address | payload …
    /// +----------+------+---------+--------+------+----------+----------------+-------
    /// ```
    #[inline]
    pub fn parse_v2(bytes: &'a [u8]) -> Result<Self, MalformedV2> {
        let (h, payload) = Fixed::<{ v2::END }>::split(bytes).ok_or(MalformedV2::Truncated)?;
        if payload.is_empty() {
            return Err(MalformedV2::Truncated);
        }
        let (src, protocol) = (h.array::<{ v2::ADDR }, 6>(), h.be16::<{ v2::PROTOCOL }>());
        Ok(Header {
            packet_type: h.u8::<{ v2::PACKET_TYPE }>().into(),
            interface: Some(h.be32::<{ v2::IFINDEX }>()),
            hardware: h.be16::<{ v2::ARPHRD }>(),
            src: Mac(src),
            ethertype: EtherType(protocol),
            payload,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(h: Header<'_>, ethertype: EtherType, interface: Option<u32>, payload: &[u8]) {
        assert_eq!((h.packet_type, h.hardware, h.ethertype), (4, 1, ethertype));
        assert_eq!((h.src, h.interface, h.payload), (Mac([1, 2, 3, 4, 5, 6]), interface, payload));
    }

    #[test]
    fn version_1() {
        let b = [0, 4, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0x08, 0x00, 0x45];
        check(Header::parse(&b).unwrap(), EtherType::IPV4, None, &[0x45]);
        assert_eq!(Header::parse(&b[..16]).unwrap_err(), Malformed::Truncated);
    }

    #[test]
    fn version_2() {
        let b = [0x86, 0xdd, 0, 0, 0, 0, 0, 3, 0, 1, 4, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0x60];
        check(Header::parse_v2(&b).unwrap(), EtherType::IPV6, Some(3), &[0x60]);
        assert_eq!(Header::parse_v2(&b[..20]).unwrap_err(), MalformedV2::Truncated);
    }
}
