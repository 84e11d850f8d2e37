//! What can be wrong with MySQL.

wire::anomalies! {
    /// A packet that cannot be followed.
    pub enum Anomaly from "MYSQL" {
        /// A packet longer than what is kept.
        PacketTooLong(len: usize) => "mysql_packet_too_long", "{len}",
    }
}
