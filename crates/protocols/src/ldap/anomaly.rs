//! What can be odd about a message.

wire::anomalies! {
    /// A message that is passed over.
    pub enum Anomaly from "LDAP" {
        /// It claims more bytes than anybody would put together.
        MessageTooLarge(len: u64) => "LDAP_message_too_large", "{len} bytes",
    }
}
