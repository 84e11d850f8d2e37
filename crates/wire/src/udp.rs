//! UDP (RFC 768).
use crate::anomaly::anomalies;
use crate::{Checksum, Fixed, IpProto, ip};

mod field {
    pub(super) const SRC: usize = 0;
    pub(super) const DST: usize = 2;
    pub(super) const LENGTH: usize = 4;
    pub(super) const CHECKSUM: usize = 6;
    pub(super) const END: usize = 8;
}

/// Length of the header.
pub const HEADER_LEN: usize = field::END;

anomalies! {
    /// Anomalies of a datagram.
    pub enum Malformed from "UDP" {
        /// The IP header leaves no room for a UDP header.
        Truncated => "truncated_header",
        /// The header was not captured completely.
        TruncatedCapture => "internally_truncated_header",
        /// The checksum is wrong.
        Checksum => "bad_UDP_checksum",
        /// The length field differs from the IP payload's length.
        LengthMismatch(said: u16, carried: usize) => "UDP_datagram_length_mismatch", "{said} != {carried}",
    }
}

/// A datagram: its header and the captured bytes after it.
///
/// ```text
///  0                               16                           31
/// +------------------------------+------------------------------+
/// |         source port          |       destination port       |
/// +------------------------------+------------------------------+
/// |            length            |           checksum           |
/// +------------------------------+------------------------------+
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Datagram<'a> {
    header: Fixed<'a, { field::END }>,
    rest: &'a [u8],
}

impl<'a> Datagram<'a> {
    /// Parses a datagram from `captured` bytes, padding included. `len` is its length by the IP header, or 0 if
    /// unknown.
    #[inline]
    pub fn parse(captured: &'a [u8], len: usize) -> Result<Self, Malformed> {
        if len != 0 && len < HEADER_LEN {
            return Err(Malformed::Truncated);
        }
        let (header, rest) = Fixed::split(captured).ok_or(Malformed::TruncatedCapture)?;
        let rest = if len == 0 { rest } else { rest.get(..len - HEADER_LEN).unwrap_or(rest) };
        Ok(Datagram { header, rest })
    }

    /// The source port.
    #[inline]
    pub fn src_port(&self) -> u16 {
        self.header.be16::<{ field::SRC }>()
    }

    /// The destination port.
    #[inline]
    pub fn dst_port(&self) -> u16 {
        self.header.be16::<{ field::DST }>()
    }

    /// The length field: header and payload.
    #[inline]
    pub fn len_field(&self) -> u16 {
        self.header.be16::<{ field::LENGTH }>()
    }

    /// The checksum field; 0 means no checksum.
    #[inline]
    pub fn checksum_field(&self) -> u16 {
        self.header.be16::<{ field::CHECKSUM }>()
    }

    /// The captured payload, limited by the IP payload's length, not by the length field.
    #[inline]
    pub fn payload(&self) -> &'a [u8] {
        self.rest
    }

    /// True if the checksum over the `len` bytes of the IP payload is valid, or absent over IPv4. IPv6 requires one
    /// (RFC 8200, 8.1).
    #[inline]
    pub fn checksum_ok(&self, packet: &ip::Packet<'_>, len: usize) -> bool {
        if packet.is_v4() && self.checksum_field() == 0 {
            return true;
        }
        Checksum::pseudo(packet.src(), packet.dst(), IpProto::UDP, len as u32)
            .bytes(self.header.bytes())
            .bytes(self.rest)
            .is_intact()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_not_payload() {
        let b = [0, 53, 4, 0, 0, 10, 0, 0, 1, 2, 0, 0];
        let d = Datagram::parse(&b, 10).unwrap();
        assert_eq!((d.src_port(), d.dst_port(), d.len_field(), d.payload()), (53, 1024, 10, &[1, 2][..]));
        assert_eq!(Datagram::parse(&b, 0).unwrap().payload(), [1, 2, 0, 0]);
        assert_eq!(Datagram::parse(&b, 7).unwrap_err(), Malformed::Truncated);
        assert_eq!(Datagram::parse(&b[..7], 10).unwrap_err(), Malformed::TruncatedCapture);
    }

    #[test]
    fn no_checksum_is_right_in_v4_only() {
        let udp = [0, 1, 0, 2, 0, 8, 0, 0];
        let four = [&b"\x45\0\0\x1c\0\0\0\0\x40\x11\0\0\x0a\0\0\x01\x0a\0\0\x02"[..], &udp].concat();
        let six = [&[0x60, 0, 0, 0, 0, 8, 17, 64][..], &[1; 16], &[2; 16], &udp].concat();
        for (bytes, expected) in [(&four, true), (&six, false)] {
            let p = ip::Packet::parse(bytes, bytes.len(), false).unwrap();
            let d = Datagram::parse(p.captured(), p.payload_len()).unwrap();
            assert_eq!(d.checksum_ok(&p, 8), expected);
        }
    }
}
