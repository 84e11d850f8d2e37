//! What can be odd about a packet.

wire::anomalies! {
    /// A packet that is skipped.
    pub enum Anomaly from "MQTT" {
        /// A packet other than a message is longer than the limit.
        PacketTooLarge(len: u64) => "MQTT_packet_too_large", "{len} bytes",
    }
}
