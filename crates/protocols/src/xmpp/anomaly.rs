//! What can be wrong with XMPP.

wire::anomalies! {
    /// A stream that violates RFC 6120.
    pub enum Anomaly from "XMPP" {
        /// The server begins TLS without being asked.
        ProceedWithoutStartTls => "XMPP: proceed without starttls",
        /// A tag longer than the limit.
        TagTooLong => "xmpp_tag_too_long",
    }
}
