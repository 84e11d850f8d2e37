//! What can be odd about a message without ending the analysis.

wire::anomalies! {
    /// A diagnostics request that is not as the protocol has it (Modbus application protocol 1.1b3, 6.8).
    pub enum Anomaly from "" {
        /// Data that the subfunction does not have.
        DiagnosticsData => "modbus_diag_invalid_request_data",
        /// A subfunction that is not assigned.
        DiagnosticsSubfunction(number: u16) => "modbus_diag_unknown_request_subfunction", "{number}",
    }
}
