//! What can be wrong with SIP.

wire::anomalies! {
    /// A message that violates RFC 3261.
    pub enum Anomaly from "SIP" {
        /// Bytes before the first line of a request.
        Junk => "sip_junk_before_request",
        /// More header fields than the cap; `sip_all_headers` shows the first of them.
        TooManyHeaders(cap: usize) => "sip_excessive_headers", "{cap}",
    }
}
