//! Violations of FTP that are reported as weirds.

wire::anomalies! {
    /// A control connection that violates RFC 959 and its successors.
    pub enum Anomaly from "FTP" {
        /// A line that is not a command, after at least one command.
        InvalidCommand => "FTP_invalid_command",
        /// A command longer than `FTP::max_command_length`.
        CommandTooLong(len: usize) => "FTP_max_command_length_exceeded", "{len}",
        /// The client closed the connection in the middle of a line.
        PartialRequest => "partial_ftp_request",
    }
}

wire::anomalies! {
    /// A security exchange that violates RFC 2228.
    pub enum AdatAnomaly from "FTP_ADAT" {
        /// The first token is not base64.
        FirstToken => "ftp_adat_bad_first_token_encoding",
    }
}

wire::anomalies! {
    /// A token that is not base64 (RFC 4648).
    pub enum Base64Anomaly from "" {
        /// A byte outside the base64 alphabet.
        Byte(byte: i8) => "base64_illegal_encoding", "character {byte} ignored by Base64 decoding",
        /// The token ends within a group of four characters.
        Incomplete => "base64_illegal_encoding", "incomplete base64 group, padding with 12 bits of 0",
    }
}
