//! Linux "cooked" captures, version 2: with the capturing interface.
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};
use net_types::Mac;

mod field {
    pub(super) const PROTOCOL: usize = 0;
    pub(super) const IFINDEX: usize = 4;
    pub(super) const ARPHRD: usize = 8;
    pub(super) const PACKET_TYPE: usize = 10;
    pub(super) const ADDR: usize = 12;
    pub(super) const END: usize = 20;
}

anomalies! {
    /// Anomalies of a header.
    pub enum Malformed from "LINUXSLL2" {
        /// The header is incomplete, or nothing follows it.
        Truncated => "truncated_Linux_SLL2_header",
    }
}

/// A header (<https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL2.html>).
///
/// ```text
///  0          2      4         8        10     11         12               20
/// +----------+------+---------+--------+------+----------+----------------+-------
/// | protocol | zero | ifindex | ARPHRD | type | addr len | sender address | payload …
/// +----------+------+---------+--------+------+----------+----------------+-------
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    header: Fixed<'a, { field::END }>,
    payload: &'a [u8],
}

impl<'a> Header<'a> {
    /// Parses a header.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        match Fixed::split(bytes) {
            Some((header, payload)) if !payload.is_empty() => Ok(Header { header, payload }),
            _ => Err(Malformed::Truncated),
        }
    }

    /// The interface's index on the capturing host.
    pub fn interface(&self) -> u32 {
        self.header.be32::<{ field::IFINDEX }>()
    }

    /// 0 to this host, 1 broadcast, 2 multicast, 3 to another host, 4 sent by this host.
    pub fn packet_type(&self) -> u8 {
        self.header.u8::<{ field::PACKET_TYPE }>()
    }

    /// The hardware type (`ARPHRD_…`).
    pub fn hardware(&self) -> u16 {
        self.header.be16::<{ field::ARPHRD }>()
    }

    /// The sender's address, as far as it fits into six bytes.
    #[inline]
    pub fn src(&self) -> Mac {
        Mac(self.header.array::<{ field::ADDR }, 6>())
    }

    /// The EtherType of the payload.
    #[inline]
    pub fn ethertype(&self) -> EtherType {
        EtherType(self.header.be16::<{ field::PROTOCOL }>())
    }

    /// The bytes after the header.
    #[inline]
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read() {
        let b = [0x86, 0xdd, 0, 0, 0, 0, 0, 3, 0, 1, 4, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0x60];
        let h = Header::parse(&b).unwrap();
        assert_eq!((h.ethertype(), h.interface(), h.hardware(), h.packet_type()), (EtherType::IPV6, 3, 1, 4));
        assert_eq!(h.src(), Mac([1, 2, 3, 4, 5, 6]));
        assert_eq!(h.payload(), [0x60]);
        assert_eq!(Header::parse(&b[..20]).unwrap_err(), Malformed::Truncated);
    }
}
