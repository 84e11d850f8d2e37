//! What can be wrong with SSH without ending the analysis.

wire::anomalies! {
    /// An oddity of SSH.
    pub enum Anomaly from "SSH" {
        /// A packet longer than `SSH::max_packet_length`.
        PacketTooLong(len: u32, max: u32) => "SSH_max_packet_length_exceeded", "{len} > {max}",
        /// A string longer than `SSH::max_string_length`.
        StringTooLong(len: u32, max: u32) => "SSH_max_string_length_exceeded", "{len} > {max}",
        /// A line longer than is kept.
        LineTooLong => "SSH_max_line_length_exceeded",
    }
}
