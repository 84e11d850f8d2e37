//! Violations of SSH that do not end the analysis.

wire::anomalies! {
    /// A connection that exceeds a limit.
    pub enum Anomaly from "SSH" {
        /// A packet longer than `SSH::max_packet_length`.
        PacketTooLong(len: u32, max: u32) => "SSH_max_packet_length_exceeded", "{len} > {max}",
        /// A string longer than `SSH::max_string_length`.
        StringTooLong(len: u32, max: u32) => "SSH_max_string_length_exceeded", "{len} > {max}",
        /// A line longer than the limit.
        LineTooLong => "SSH_max_line_length_exceeded",
    }
}
