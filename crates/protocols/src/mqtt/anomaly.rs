//! Violations of MQTT that are reported as weirds.

wire::anomalies! {
    /// A packet that is skipped.
    pub enum Anomaly from "MQTT" {
        /// A packet other than PUBLISH that is longer than the limit.
        PacketTooLarge(len: u64) => "MQTT_packet_too_large", "{len} bytes",
    }
}
