//! Linux "cooked" captures, version 1: what `-i any` records.
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};
use net_types::Mac;

mod field {
    pub(super) const PACKET_TYPE: usize = 0;
    pub(super) const ARPHRD: usize = 2;
    pub(super) const ADDR: usize = 6;
    pub(super) const PROTOCOL: usize = 14;
    pub(super) const END: usize = 16;
}

anomalies! {
    /// Anomalies of a header.
    pub enum Malformed from "LINUXSLL" {
        /// The header is incomplete, or nothing follows it.
        Truncated => "truncated_Linux_SLL_header",
    }
}

/// A header (<https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL.html>). The protocol is interpreted as an EtherType
/// for every hardware type.
///
/// ```text
///  0      2        4          6                       14         16
/// +------+--------+----------+-----------------------+----------+-------
/// | type | ARPHRD | addr len | sender address, padded | protocol | payload …
/// +------+--------+----------+-----------------------+----------+-------
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

    /// 0 to this host, 1 broadcast, 2 multicast, 3 to another host, 4 sent by this host.
    pub fn packet_type(&self) -> u16 {
        self.header.be16::<{ field::PACKET_TYPE }>()
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
        let b = [0, 4, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0x08, 0x00, 0x45];
        let h = Header::parse(&b).unwrap();
        assert_eq!((h.packet_type(), h.hardware(), h.ethertype()), (4, 1, EtherType::IPV4));
        assert_eq!(h.src(), Mac([1, 2, 3, 4, 5, 6]));
        assert_eq!(h.payload(), [0x45]);
        assert_eq!(Header::parse(&b[..16]).unwrap_err(), Malformed::Truncated);
    }
}
