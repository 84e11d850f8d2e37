//! Ethernet II and IEEE 802.3.
use super::fabricpath;
pub use super::typed::Content;
use super::typed::Typed;
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};
use net_types::Mac;

mod field {
    pub(super) const DST: usize = 0;
    pub(super) const SRC: usize = 6;
    pub(super) const TYPE: usize = 12;
    pub(super) const END: usize = 14;
}

anomalies! {
    /// Anomalies of a frame.
    pub enum Malformed from "ETHERNET" {
        /// Less than a header and three bytes, or fewer bytes than the 802.3 length field says.
        Truncated => "truncated_ethernet_frame",
        /// A Cisco FabricPath header without a complete frame.
        TruncatedFabricPath => "truncated_link_header_cfp",
        /// The type field lies between the largest 802.3 length and the smallest EtherType.
        UndefinedType => "undefined_ether_type",
    }
}

/// A frame (IEEE 802.3, 3.1.1), without preamble and, in most captures, without check sequence.
///
/// ```text
///  0                   6                  12     14
/// +-------------------+-------------------+------+---------------
/// |    destination    |      source       | type | payload …
/// +-------------------+-------------------+------+---------------
/// ```
pub type Frame<'a> = Typed<'a, { field::END }>;

impl<'a> Frame<'a> {
    /// The minimum length of a decoded frame: a header and three bytes.
    pub const MIN_LEN: usize = 17;

    /// Parses a frame, after skipping a Cisco FabricPath header.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        if bytes.len() < Self::MIN_LEN {
            return Err(Malformed::Truncated);
        }
        let (header, payload) = Fixed::split(bytes).ok_or(Malformed::Truncated)?;
        if header.be16::<{ field::TYPE }>() == EtherType::FABRICPATH.0 {
            let inner = fabricpath::skip(bytes).ok_or(Malformed::TruncatedFabricPath)?;
            let (header, payload) = Fixed::split(inner).ok_or(Malformed::TruncatedFabricPath)?;
            return Self::with(header, payload);
        }
        Self::with(header, payload)
    }

    #[inline]
    fn with(header: Fixed<'a, { field::END }>, payload: &'a [u8]) -> Result<Self, Malformed> {
        let type_field = header.be16::<{ field::TYPE }>();
        let content = Content::of(type_field, payload).ok_or(Malformed::UndefinedType)?;
        if !matches!(content, Content::EtherType(_)) && payload.len() < usize::from(type_field) {
            return Err(Malformed::Truncated);
        }
        Ok(Typed { header, type_field, content, payload })
    }

    /// The destination address.
    #[inline]
    pub fn dst(&self) -> Mac {
        Mac(self.header.array::<{ field::DST }, 6>())
    }

    /// The source address.
    #[inline]
    pub fn src(&self) -> Mac {
        Mac(self.header.array::<{ field::SRC }, 6>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(type_field: u16, payload: &[u8]) -> Vec<u8> {
        let mut f = vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        f.extend(type_field.to_be_bytes());
        f.extend(payload);
        f
    }

    fn check(bytes: &[u8], expected: Result<Content, Malformed>) {
        assert_eq!(Frame::parse(bytes).map(|f| f.content()), expected);
    }

    #[test]
    fn kinds_of_content() {
        check(&frame(0x0800, b"abc"), Ok(Content::EtherType(EtherType::IPV4)));
        check(&frame(3, &[0xaa, 0xaa, 3]), Ok(Content::Snap));
        check(&frame(3, &[0xff, 0xff, 0]), Ok(Content::Novell));
        check(&frame(3, &[0x42, 0x42, 3]), Ok(Content::Llc));
        check(&frame(1501, b"abc"), Err(Malformed::UndefinedType));
        check(&frame(1535, b"abc"), Err(Malformed::UndefinedType));
    }

    #[test]
    fn three_bytes_must_follow_the_header() {
        check(&frame(0x0800, b"ab"), Err(Malformed::Truncated));
        check(&[], Err(Malformed::Truncated));
    }

    #[test]
    fn a_length_may_not_exceed_the_capture() {
        check(&frame(4, &[0x42, 0x42, 3]), Err(Malformed::Truncated));
    }

    #[test]
    fn fabricpath_is_passed_over() {
        let mut bytes = frame(0x8903, &[0, 1]);
        bytes.extend(frame(0x86dd, b"abc"));
        let f = Frame::parse(&bytes).unwrap();
        assert_eq!(f.type_field(), 0x86dd);
        assert_eq!(f.dst().to_string(), "01:02:03:04:05:06");
        assert_eq!(f.src().to_string(), "07:08:09:0a:0b:0c");
        assert_eq!(f.payload(), b"abc");
        check(&bytes[..30], Err(Malformed::TruncatedFabricPath));
    }
}
