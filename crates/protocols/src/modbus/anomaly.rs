//! Violations of Modbus that do not end the analysis.

wire::anomalies! {
    /// A diagnostics request that violates Modbus application protocol 1.1b3, 6.8.
    pub enum Anomaly from "" {
        /// Data that the subfunction does not allow.
        DiagnosticsData => "modbus_diag_invalid_request_data",
        /// An unassigned subfunction.
        DiagnosticsSubfunction(number: u16) => "modbus_diag_unknown_request_subfunction", "{number}",
    }
}
