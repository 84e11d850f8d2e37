//! Violations of LDAP that are reported as weirds.

wire::anomalies! {
    /// A message that is skipped.
    pub enum Anomaly from "LDAP" {
        /// A message longer than the limit.
        MessageTooLarge(len: u64) => "LDAP_message_too_large", "{len} bytes",
    }
}
