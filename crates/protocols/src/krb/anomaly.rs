//! Violations of Kerberos that are reported as weirds.

wire::anomalies! {
    /// A Kerberos message that violates RFC 4120.
    pub enum Anomaly from "KRB" {
        /// An address whose length does not match its type.
        AddressLength => "invalid_kerberos_addr_len",
        /// A message in a stream is longer than the limit.
        MessageTooLong(len: u32) => "kerberos_message_too_long", "{len}",
    }
}
