//! IEEE 802.2 logical link control.
use crate::Fixed;
use crate::anomaly::anomalies;

mod field {
    pub(super) const DSAP: usize = 0;
    pub(super) const SSAP: usize = 1;
    pub(super) const CONTROL: usize = 2;
    /// Length with the one-byte control field of unnumbered units.
    pub(super) const END: usize = 3;
}

anomalies! {
    /// Anomalies of a header.
    pub enum Malformed from "LLC" {
        /// The header is incomplete.
        Truncated => "truncated_llc_header",
    }
}

/// A header (IEEE 802.2-1998, 3.2): two service access points and a control field of one byte in unnumbered units,
/// otherwise of two.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    header: Fixed<'a, { field::END }>,
    payload: &'a [u8],
}

impl<'a> Header<'a> {
    /// Parses a header.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let (header, rest) = Fixed::split(bytes).ok_or(Malformed::Truncated)?;
        let h = Header { header, payload: rest };
        if h.is_unnumbered() {
            return Ok(h);
        }
        let payload = rest.get(1..).ok_or(Malformed::Truncated)?;
        Ok(Header { payload, ..h })
    }

    /// The destination service access point, which identifies the payload's protocol.
    pub fn dsap(&self) -> u8 {
        self.header.u8::<{ field::DSAP }>()
    }

    /// The source service access point.
    pub fn ssap(&self) -> u8 {
        self.header.u8::<{ field::SSAP }>()
    }

    /// True for an unnumbered unit.
    pub fn is_unnumbered(&self) -> bool {
        self.header.u8::<{ field::CONTROL }>() & 0x03 == 0x03
    }

    /// The bytes after the header.
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_field_has_one_byte_or_two() {
        let h = Header::parse(&[0x42, 0x43, 0x03, 9]).unwrap();
        assert_eq!((h.dsap(), h.ssap(), h.payload()), (0x42, 0x43, &[9][..]));
        assert_eq!(Header::parse(&[0x42, 0x43, 0x00, 9]).unwrap().payload(), [0u8; 0]);
        assert_eq!(Header::parse(&[0x42, 0x43, 0x00]).unwrap_err(), Malformed::Truncated);
        assert_eq!(Header::parse(&[0x42, 0x43]).unwrap_err(), Malformed::Truncated);
    }
}
