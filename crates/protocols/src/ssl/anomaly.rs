//! Violations of TLS that do not end the analysis.

wire::anomalies! {
    /// A connection that violates SSL, TLS or DTLS, or exceeds a limit.
    pub enum Anomaly from "SSL" {
        /// More alerts in one record than `SSL::max_alerts_per_record`.
        ExcessiveAlerts(alerts: usize) => "SSL_excessive_alerts_in_record", "{alerts}",
        /// Both originator and responder send messages of a client.
        UnclearDirection => "SSL_unclear_connection_direction",
        /// A server name of a type other than `host_name`.
        UnknownServerNameType(kind: u8) => "ssl_ext_unknown_server_name_type", "{kind}",
        /// An empty stapled OCSP response.
        EmptyStapledOcsp => "SSL_zero_length_stapled_OCSP_message",
        /// An empty certificate.
        EmptyCertificate => "zero_length_certificate",
        /// A chain of too many certificates.
        ExcessiveChain(certificates: usize) => "SSL_excessive_certificates_in_chain", "{certificates}",
        /// A handshake message in too many pieces.
        ExcessiveFragments => "SSL_excessive_handshake_fragments",
        /// A handshake message longer than the limit.
        ExcessiveHandshake(len: usize) => "SSL_excessive_handshake_length", "{len}",
    }
}
