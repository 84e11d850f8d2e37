//! What can be wrong with a frame or a message.

wire::anomalies! {
    /// Frames that violate IEEE 1815. Reported under the name of the analyzer, that of TCP or UDP.
    pub enum Anomaly from "DNP3" {
        /// A frame does not begin with 0x05 0x64.
        NoMagic => "dnp3_header_lacks_magic",
        /// The check of a link header is wrong.
        HeaderChecksum => "dnp3_corrupt_header_checksum",
        /// The check of a block of user data is wrong.
        BlockChecksum => "dnp3_corrupt_app_chunk_checksum",
        /// The direction bit says the opposite of who began the connection.
        Direction => "dnp3_unexpected_flow_direction",
        /// A frame's length does not even cover its own header.
        Length => "dnp3_negative_or_zero_length_link_layer",
        /// A message goes on that was not seen to begin.
        NoFirst => "dnp3_first_application_layer_chunk_missing",
        /// A message of more bytes than any device sends.
        MessageTooLarge => "dnp3_message_too_large",
    }
}
