//! Violations of SOCKS that are reported as weirds.

wire::anomalies! {
    /// A connection that violates RFC 1928 or 1929, or uses unsupported parts of them.
    pub enum Anomaly from "SOCKS" {
        /// An authentication method whose messages are not read.
        UnsupportedMethod(method: u8) => "socks5_unsupported_authentication_method", "{method}",
        /// An unknown version of the username/password method.
        UnsupportedVersion(method: u8, version: u8) => "socks5_unsupported_authentication",
            "method {method}, version {version}",
        /// A message longer than the limit.
        TooLong => "socks_message_too_long",
    }
}
