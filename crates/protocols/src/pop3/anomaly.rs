//! What can be wrong with POP3.

/// A session that is not as RFC 1939 has it, with the words that weird.log shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Anomaly {
    /// A line of an authentication that is no base64.
    BadBase64,
    /// A line of AUTH PLAIN without its parts.
    MalformedPlain,
    /// More commands than any client sends without waiting.
    TooManyPending,
    /// A word that is no command.
    ClientUnknown(Vec<u8>),
    /// A reply, from the client.
    ClientReplies,
    /// A word that is no reply.
    ServerUnknown(Vec<u8>),
    /// A command, from the server.
    ServerCommands,
}

impl Anomaly {
    /// Name, and what weird.log has under `addl`.
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
