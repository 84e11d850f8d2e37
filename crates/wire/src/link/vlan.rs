//! IEEE 802.1Q tags, single or stacked (802.1ad, "QinQ").
use super::typed::{Content, Typed};
use crate::Fixed;
use crate::anomaly::anomalies;

mod field {
    pub(super) const TCI: usize = 0;
    pub(super) const TYPE: usize = 2;
    pub(super) const END: usize = 4;
}

anomalies! {
    /// Anomalies of a tag.
    pub enum Malformed from "VLAN" {
        /// The tag is incomplete, or nothing follows it.
        TruncatedHeader => "truncated_VLAN_header",
        /// A length instead of a type, with less than the two bytes that distinguish 802.2 headers.
        TruncatedFrame => "truncated_vlan_frame",
        /// The type field lies between the largest length and the smallest EtherType.
        UndefinedProtocol => "undefined_vlan_protocol",
    }
}

/// A tag (IEEE 802.1Q-2022, 9.6), from the two bytes after its own EtherType on.
///
/// ```text
///  0  3 4            16              32
/// +---+-+------------+----------------+----------
/// |PCP|D|  VLAN id   | type or length | payload …
/// +---+-+------------+----------------+----------
/// ```
pub type Tag<'a> = Typed<'a, { field::END }>;

impl<'a> Tag<'a> {
    /// Parses a tag.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let (header, payload) = Fixed::split(bytes).ok_or(Malformed::TruncatedHeader)?;
        if payload.is_empty() {
            return Err(Malformed::TruncatedHeader);
        }
        let type_field = header.be16::<{ field::TYPE }>();
        let content = Content::of(type_field, payload).ok_or(Malformed::UndefinedProtocol)?;
        if !matches!(content, Content::EtherType(_)) && payload.len() < 2 {
            return Err(Malformed::TruncatedFrame);
        }
        Ok(Typed { header, type_field, content, payload })
    }

    /// The VLAN identifier, 12 bits.
    #[inline]
    pub fn id(&self) -> u16 {
        self.header.be16::<{ field::TCI }>() & 0x0fff
    }

    /// The priority code point, 3 bits.
    pub fn priority(&self) -> u8 {
        self.header.u8::<{ field::TCI }>() >> 5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EtherType;

    #[test]
    fn a_tag_is_read() {
        let t = Tag::parse(&[0xa0, 0x2a, 0x08, 0x00, 0x45]).unwrap();
        assert_eq!((t.id(), t.priority(), t.type_field()), (42, 5, 0x0800));
        assert_eq!(t.content(), Content::EtherType(EtherType::IPV4));
        assert_eq!(t.payload(), [0x45]);
    }

    #[test]
    fn what_can_be_wrong() {
        let check = |bytes: &[u8], expected| assert_eq!(Tag::parse(bytes).unwrap_err(), expected);
        check(&[0, 1, 8, 0], Malformed::TruncatedHeader);
        check(&[0, 1, 0, 9, 0xaa], Malformed::TruncatedFrame);
        check(&[0, 1, 0x05, 0xff, 0xaa], Malformed::UndefinedProtocol);
    }
}
