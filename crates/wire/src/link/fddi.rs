//! FDDI with an 802.2 header: both are passed over, and IP is assumed behind them.
use crate::anomaly::anomalies;

/// Frame control and two addresses (13 bytes), then 802.2 and SNAP (8 bytes).
pub const HEADER_LEN: usize = 13 + 8;

anomalies! {
    /// What a frame can lack.
    pub enum Malformed from "FDDI" {
        /// No byte behind the headers, or no whole headers.
        Truncated => "FDDI_analyzer_failed",
    }
}

/// The bytes behind both headers.
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
