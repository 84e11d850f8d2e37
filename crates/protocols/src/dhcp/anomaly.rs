//! What can be wrong with a DHCP message without ending the analysis.

wire::anomalies! {
    /// A message that bends the rules.
    pub enum Anomaly from "DHCP" {
        /// An option's data is shorter or longer than its type; it is skipped.
        OptionLength(code: u8) => "DHCP_wrong_len", "option {code}",
    }
}
