//! Violations of IMAP that are reported as weirds.

wire::anomalies! {
    /// A session that violates RFC 3501.
    pub enum Anomaly from "IMAP" {
        /// The client sends STARTTLS twice.
        DuplicateStartTls => "IMAP: client sent duplicate StartTLS",
        /// The server refuses STARTTLS.
        RefusedStartTls => "IMAP: server refused StartTLS",
    }
}
