//! Violations of MySQL that are reported as weirds.

wire::anomalies! {
    /// A packet that cannot be parsed.
    pub enum Anomaly from "MYSQL" {
        /// A packet longer than the limit.
        PacketTooLong(len: usize) => "mysql_packet_too_long", "{len}",
    }
}
