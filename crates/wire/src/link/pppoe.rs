//! PPP over Ethernet, session stage (RFC 2516).
use super::ppp::Protocol;
use crate::Fixed;
use crate::anomaly::anomalies;

mod field {
    pub(super) const SESSION: usize = 2;
    pub(super) const LENGTH: usize = 4;
    pub(super) const PROTOCOL: usize = 6;
    pub(super) const END: usize = 8;
}

anomalies! {
    /// Anomalies of a frame. Only [`Malformed::Truncated`] ends decoding.
    pub enum Malformed from "PPPOE" {
        /// The headers are incomplete, or nothing follows them.
        Truncated => "truncated_pppoe_header",
        /// More bytes follow than the length field says, for example padding.
        ExtraData => "pppoe_extra_data_after_payload",
        /// Fewer bytes follow than the length field says.
        TruncatedPayload => "pppoe_truncated_payload",
    }
}

/// The session header and PPP protocol number (RFC 2516, 4; RFC 1661, 2).
///
/// ```text
///  0    4    8        16                               32
/// +----+----+--------+--------------------------------+
/// | ver|type|  code  |           session              |
/// +----+----+--------+--------------------------------+
/// |      length      |           PPP protocol         |
/// +------------------+--------------------------------+
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    header: Fixed<'a, { field::END }>,
    payload: &'a [u8],
    oddity: Option<Malformed>,
}

impl<'a> Header<'a> {
    /// Parses the headers.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let Some((header, rest)) = Fixed::split(bytes) else { return Err(Malformed::Truncated) };
        if rest.is_empty() {
            return Err(Malformed::Truncated);
        }
        // The length includes the two-byte PPP protocol number, which is not part of the PPPoE header.
        let said = usize::from(header.be16::<{ field::LENGTH }>());
        let there = rest.len() + 2;
        let oddity = match said.cmp(&there) {
            std::cmp::Ordering::Less => Some(Malformed::ExtraData),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Malformed::TruncatedPayload),
        };
        let payload = rest.get(..said.saturating_sub(2)).unwrap_or(rest);
        Ok(Header { header, payload, oddity })
    }

    /// The session identifier.
    pub fn session(&self) -> u16 {
        self.header.be16::<{ field::SESSION }>()
    }

    /// The protocol of the payload.
    pub fn protocol(&self) -> Protocol {
        Protocol(self.header.be16::<{ field::PROTOCOL }>())
    }

    /// The length field's anomaly, which does not end decoding.
    pub fn oddity(&self) -> Option<Malformed> {
        self.oddity
    }

    /// The bytes after the headers, at most as many as the length field says.
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_field_bounds_the_payload() {
        let check = |len: u8, expected: (usize, Option<Malformed>)| {
            let b = [0x11, 0, 0, 7, 0, len, 0, 0x21, 1, 2, 3];
            let h = Header::parse(&b).unwrap();
            assert_eq!((h.session(), h.protocol()), (7, Protocol::IPV4));
            assert_eq!((h.payload().len(), h.oddity()), expected, "length {len}");
        };
        check(5, (3, None));
        check(4, (2, Some(Malformed::ExtraData)));
        check(0, (0, Some(Malformed::ExtraData)));
        check(9, (3, Some(Malformed::TruncatedPayload)));
        assert_eq!(Header::parse(&[0; 8]).unwrap_err(), Malformed::Truncated);
    }
}
