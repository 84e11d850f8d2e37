//! Violations of XMPP that are reported as weirds.

wire::anomalies! {
    /// A stream that violates RFC 6120.
    pub enum Anomaly from "XMPP" {
        /// The server sends `proceed` without a request for TLS.
        ProceedWithoutStartTls => "XMPP: proceed without starttls",
        /// A tag longer than the limit.
        TagTooLong => "xmpp_tag_too_long",
    }
}
