//! Violations of POP3 that are reported as weirds.

/// A session that violates RFC 1939 or 5034.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Anomaly {
    /// A line of an authentication that is not base64.
    BadBase64,
    /// An AUTH PLAIN line that lacks a part.
    MalformedPlain,
    /// More pipelined commands than `POP3::max_pending_commands`.
    TooManyPending,
    /// The client sends an unknown command.
    ClientUnknown(Vec<u8>),
    /// The client sends a reply.
    ClientReplies,
    /// The server sends an unknown reply.
    ServerUnknown(Vec<u8>),
    /// The server sends a command.
    ServerCommands,
}

impl Anomaly {
    /// The weird's name and its `addl`.
    pub fn weird(&self) -> (&'static str, &[u8]) {
        match self {
            Anomaly::BadBase64 => ("pop3_bad_base64_encoding", b""),
            Anomaly::MalformedPlain => ("pop3_malformed_auth_plain", b""),
            Anomaly::TooManyPending => ("pop3_client_too_many_pending_commands", b""),
            Anomaly::ClientUnknown(word) => ("pop3_client_command_unknown", word),
            Anomaly::ClientReplies => ("pop3_client_sending_server_commands", b""),
            Anomaly::ServerUnknown(word) => ("pop3_server_command_unknown", word),
            Anomaly::ServerCommands => ("pop3_server_sending_client_commands", b""),
        }
    }
}
