//! Cisco's VN-Tag (the predecessor of IEEE 802.1BR).
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};

mod field {
    pub(super) const TYPE: usize = 4;
    pub(super) const END: usize = 6;
}

anomalies! {
    /// Anomalies of a tag.
    pub enum Malformed from "VNTAG" {
        /// The tag is incomplete, or nothing follows it.
        Truncated => "truncated_vntag_header",
    }
}

/// A tag, from the byte after its own EtherType on: four bytes of interface identifiers, then a type.
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
    /// Parses a tag.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        match Fixed::split(bytes) {
            Some((header, payload)) if !payload.is_empty() => Ok(Tag { header, payload }),
            _ => Err(Malformed::Truncated),
        }
    }

    /// The EtherType of the payload.
    pub fn ethertype(&self) -> EtherType {
        EtherType(self.header.be16::<{ field::TYPE }>())
    }

    /// The bytes after the tag.
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
