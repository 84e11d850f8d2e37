//! Violations of SIP that are reported as weirds.

wire::anomalies! {
    /// A message that violates RFC 3261.
    pub enum Anomaly from "SIP" {
        /// Bytes before the request line.
        Junk => "sip_junk_before_request",
        /// More header fields than the cap; `sip_all_headers` shows the first ones.
        TooManyHeaders(cap: usize) => "sip_excessive_headers", "{cap}",
    }
}
