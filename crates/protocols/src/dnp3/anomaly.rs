//! Violations of DNP3 that are reported as weirds.

wire::anomalies! {
    /// A frame or message that violates IEEE 1815. The source of the weird is the name of the analyzer, which differs
    /// between TCP and UDP.
    pub enum Anomaly from "DNP3" {
        /// A frame does not begin with 0x05 0x64.
        NoMagic => "dnp3_header_lacks_magic",
        /// The checksum of a link header is wrong.
        HeaderChecksum => "dnp3_corrupt_header_checksum",
        /// The checksum of a block of user data is wrong.
        BlockChecksum => "dnp3_corrupt_app_chunk_checksum",
        /// The direction bit does not match the side that opened the connection.
        Direction => "dnp3_unexpected_flow_direction",
        /// The length of a frame is less than that of its control byte and addresses.
        Length => "dnp3_negative_or_zero_length_link_layer",
        /// A segment continues a message whose first segment was not seen.
        NoFirst => "dnp3_first_application_layer_chunk_missing",
        /// A message is longer than 64 KiB.
        MessageTooLarge => "dnp3_message_too_large",
    }
}
