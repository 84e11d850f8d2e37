//! What can be wrong with SOCKS.

wire::anomalies! {
    /// A dialog with a proxy that violates RFC 1928 and 1929.
    pub enum Anomaly from "SOCKS" {
        /// A way to authenticate that is not followed.
        UnsupportedMethod(method: u8) => "socks5_unsupported_authentication_method", "{method}",
        /// Another version of user names and passwords.
        UnsupportedVersion(method: u8, version: u8) => "socks5_unsupported_authentication",
            "method {method}, version {version}",
        /// A message longer than any that is well formed.
        TooLong => "socks_message_too_long",
    }
}
