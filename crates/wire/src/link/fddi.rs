//! FDDI with an 802.2 header. Both headers are skipped, and the payload is assumed to be IP.
use crate::anomaly::anomalies;

/// Frame control and two addresses (13 bytes), then 802.2 and SNAP (8 bytes).
pub const HEADER_LEN: usize = 13 + 8;

anomalies! {
    /// Anomalies of a frame.
    pub enum Malformed from "FDDI" {
        /// The headers are incomplete, or nothing follows them.
        Truncated => "FDDI_analyzer_failed",
    }
}

/// The bytes after both headers.
pub fn payload(bytes: &[u8]) -> Result<&[u8], Malformed> {
    bytes.get(HEADER_LEN..).filter(|p| !p.is_empty()).ok_or(Malformed::Truncated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_must_follow() {
        assert_eq!(payload(&[0; 22]), Ok(&[0][..]));
        assert_eq!(payload(&[0; 21]), Err(Malformed::Truncated));
    }
}
