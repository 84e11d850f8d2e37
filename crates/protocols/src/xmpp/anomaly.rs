//! What can be wrong with XMPP.

wire::anomalies! {
    /// A stream that is not as RFC 6120 has it.
    pub enum Anomaly from "XMPP" {
        /// The server goes on to TLS, which nobody asked for.
        ProceedWithoutStartTls => "XMPP: proceed without starttls",
        /// A tag longer than any that matters.
        TagTooLong => "xmpp_tag_too_long",
    }
}
