//! What can be wrong with TLS, apart from what ends its analysis.

wire::anomalies! {
    /// An oddity of SSL, TLS or DTLS.
    pub enum Anomaly from "SSL" {
        /// More alerts in one record than `SSL::max_alerts_per_record`.
        ExcessiveAlerts(alerts: usize) => "SSL_excessive_alerts_in_record", "{alerts}",
        /// Originator and responder both play the client.
        UnclearDirection => "SSL_unclear_connection_direction",
        /// A server name of another type than a host's.
        UnknownServerNameType(kind: u8) => "ssl_ext_unknown_server_name_type", "{kind}",
        /// A stapled OCSP response without a byte.
        EmptyStapledOcsp => "SSL_zero_length_stapled_OCSP_message",
        /// A certificate without a byte.
        EmptyCertificate => "zero_length_certificate",
        /// A chain of more certificates than are looked at.
        ExcessiveChain(certificates: usize) => "SSL_excessive_certificates_in_chain", "{certificates}",
        /// A handshake message in more pieces than any endpoint makes.
        ExcessiveFragments => "SSL_excessive_handshake_fragments",
        /// A handshake message longer than is put together.
        ExcessiveHandshake(len: usize) => "SSL_excessive_handshake_length", "{len}",
    }
}
