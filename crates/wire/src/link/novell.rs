//! Novell's "raw" IEEE 802.3: an IPX packet with no 802.2 header, told by its unused checksum `ff ff`.
use crate::anomaly::anomalies;

anomalies! {
    /// What stops here.
    pub enum Stop from "NOVELL_802_3" {
        /// Nothing decodes IPX.
        NoDecoder => "no_suitable_analyzer_found",
    }
}
