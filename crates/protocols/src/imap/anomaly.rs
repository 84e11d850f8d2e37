//! What can be wrong with IMAP.

wire::anomalies! {
    /// A session that violates RFC 3501.
    pub enum Anomaly from "IMAP" {
        /// A client asks for TLS twice.
        DuplicateStartTls => "IMAP: client sent duplicate StartTLS",
        /// The server does not want TLS.
        RefusedStartTls => "IMAP: server refused StartTLS",
    }
}
