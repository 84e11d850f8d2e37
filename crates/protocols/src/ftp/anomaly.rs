//! What can be wrong with an FTP control connection.

wire::anomalies! {
    /// A control connection that is not as RFC 959 and its successors have it.
    pub enum Anomaly from "FTP" {
        /// A line that is no command, after others that were.
        InvalidCommand => "FTP_invalid_command",
        /// A command longer than any that exists.
        CommandTooLong(len: usize) => "FTP_max_command_length_exceeded", "{len}",
        /// The client closed within a line.
        PartialRequest => "partial_ftp_request",
        /// The first security token is no base64.
        AdatEncoding => "ftp_adat_bad_first_token_encoding",
    }
}
