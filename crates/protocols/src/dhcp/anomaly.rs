//! Violations of DHCP that do not end the analysis.

wire::anomalies! {
    /// A message that violates RFC 2132.
    pub enum Anomaly from "DHCP" {
        /// An option's data is shorter or longer than its type requires.
        OptionLength(code: u8) => "DHCP_wrong_len", "option {code}",
    }
}
