//! What can be odd about a packet.

wire::anomalies! {
    /// A packet that is passed over.
    pub enum Anomaly from "MQTT" {
        /// A packet other than a message claims more bytes than anybody would put together.
        PacketTooLarge(len: u64) => "MQTT_packet_too_large", "{len} bytes",
    }
}
