//! What can be wrong with IMAP.

wire::anomalies! {
    /// A session that is not as RFC 3501 has it.
    pub enum Anomaly from "IMAP" {
        /// A client asks for TLS twice.
        DuplicateStartTls => "IMAP: client sent duplicate StartTLS",
        /// The server does not want TLS.
        RefusedStartTls => "IMAP: server refused StartTLS",
    }
}
