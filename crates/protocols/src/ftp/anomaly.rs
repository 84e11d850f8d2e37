//! What can be wrong with an FTP control connection.

wire::anomalies! {
    /// A control connection that violates RFC 959 and its successors.
    pub enum Anomaly from "FTP" {
        /// A line that is no command, after others that were.
        InvalidCommand => "FTP_invalid_command",
        /// A command longer than any that exists.
        CommandTooLong(len: usize) => "FTP_max_command_length_exceeded", "{len}",
        /// The client closed within a line.
        PartialRequest => "partial_ftp_request",
    }
}

wire::anomalies! {
    /// A security exchange that violates RFC 2228.
    pub enum AdatAnomaly from "FTP_ADAT" {
        /// The first token is no base64.
        FirstToken => "ftp_adat_bad_first_token_encoding",
    }
}

wire::anomalies! {
    /// A token that is no base64.
    pub enum Base64Anomaly from "" {
        /// A byte that does not belong to it.
        Byte(byte: i8) => "base64_illegal_encoding", "character {byte} ignored by Base64 decoding",
        /// It ends within a group.
        Incomplete => "base64_illegal_encoding", "incomplete base64 group, padding with 12 bits of 0",
    }
}
