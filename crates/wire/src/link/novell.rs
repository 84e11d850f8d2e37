//! Novell's "raw" IEEE 802.3: an IPX packet without an 802.2 header, recognized by its unused checksum `ff ff`.
use crate::anomaly::anomalies;

anomalies! {
    /// Why decoding stops.
    pub enum Stop from "NOVELL_802_3" {
        /// IPX has no decoder.
        NoDecoder => "no_suitable_analyzer_found",
    }
}
