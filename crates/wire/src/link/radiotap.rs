//! Radiotap: a receiver's metadata before an 802.11 frame (<https://www.radiotap.org>).
use crate::Fixed;
use crate::anomaly::anomalies;

mod field {
    pub(super) const LENGTH: usize = 2;
    pub(super) const END: usize = 4;
}

anomalies! {
    /// Anomalies of a header.
    pub enum Malformed from "IEEE802_11_RADIO" {
        /// Fewer bytes than the header's own length, or nothing follows it.
        Truncated => "truncated_radiotap_header",
    }
}

/// The 802.11 frame after a radiotap header.
pub fn payload(bytes: &[u8]) -> Result<&[u8], Malformed> {
    let header = Fixed::<{ field::END }>::of(bytes).ok_or(Malformed::Truncated)?;
    let len = usize::from(header.le16::<{ field::LENGTH }>());
    bytes.get(len..).filter(|p| !p.is_empty()).ok_or(Malformed::Truncated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_says_its_length() {
        assert_eq!(payload(&[0, 0, 5, 0, 9, 1]), Ok(&[1][..]));
        assert_eq!(payload(&[0, 0, 6, 0, 9, 1]), Err(Malformed::Truncated));
        assert_eq!(payload(&[0, 0, 3]), Err(Malformed::Truncated));
    }
}
