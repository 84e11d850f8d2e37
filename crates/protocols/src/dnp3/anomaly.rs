//! Violations of DNP3 that are reported as weirds.

wire::anomalies! {
    /// A frame or message that violates IEEE 1815. The source of the weird is the analyzer's name, over TCP or UDP.
    pub enum Anomaly from "DNP3" {
        /// A frame does not begin with 0x05 0x64.
        NoMagic => "dnp3_header_lacks_magic",
        /// The checksum of a link header is wrong.
        HeaderChecksum => "dnp3_corrupt_header_checksum",
        /// The checksum of a block of user data is wrong.
        BlockChecksum => "dnp3_corrupt_app_chunk_checksum",
        /// The direction bit contradicts which side opened the connection.
        Direction => "dnp3_unexpected_flow_direction",
        /// A frame's length is less than that of its own header.
        Length => "dnp3_negative_or_zero_length_link_layer",
        /// A segment continues a message whose first segment was not seen.
        NoFirst => "dnp3_first_application_layer_chunk_missing",
        /// A message is longer than 64 KiB.
        MessageTooLarge => "dnp3_message_too_large",
    }
}
