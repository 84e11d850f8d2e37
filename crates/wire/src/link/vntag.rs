//! Cisco's VN-Tag (IEEE 802.1BR's ancestor).
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};

mod field {
    pub(super) const TYPE: usize = 4;
    pub(super) const END: usize = 6;
}

anomalies! {
    /// What a VN-Tag can lack.
    pub enum Malformed from "VNTAG" {
        /// No byte behind the tag, or no whole tag.
        Truncated => "truncated_vntag_header",
    }
}

/// A tag, from the byte behind its own EtherType on: four bytes of interface identifiers, then a type.
///
/// ```text
/// +-+-+----------------+-+-+---+----------------+----------------+
/// |d|p| destination vif|l|r|ver|   source vif   |   EtherType    |
/// +-+-+----------------+-+-+---+----------------+----------------+
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    header: Fixed<'a, { field::END }>,
    payload: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Reads a tag.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        match Fixed::split(bytes) {
            Some((header, payload)) if !payload.is_empty() => Ok(Tag { header, payload }),
            _ => Err(Malformed::Truncated),
        }
    }

    /// What follows.
    pub fn ethertype(&self) -> EtherType {
        EtherType(self.header.be16::<{ field::TYPE }>())
    }

    /// The bytes behind the tag.
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_read() {
        let t = Tag::parse(&[0, 1, 0x80, 2, 0x81, 0, 7]).unwrap();
        assert_eq!(t.ethertype(), EtherType::VLAN);
        assert_eq!(t.payload(), [7]);
        assert_eq!(Tag::parse(&[0; 6]).unwrap_err(), Malformed::Truncated);
    }
}
