//! What can be wrong with Kerberos.

wire::anomalies! {
    /// A Kerberos message that violates RFC 4120.
    pub enum Anomaly from "KRB" {
        /// An address of another length than its family has.
        AddressLength => "invalid_kerberos_addr_len",
        /// A stream announces a message that is longer than any.
        MessageTooLong(len: u32) => "kerberos_message_too_long", "{len}",
    }
}
