//! The commands, and the events of a session that get replies like commands.

/// A command, or an event of the session that a reply answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Greets, and requests the list of extensions.
    Ehlo,
    /// Greets.
    Helo,
    /// Begins a mail.
    Mail,
    /// Adds a recipient.
    Rcpt,
    /// The mail follows, up to a line with a period.
    Data,
    /// Ends the session.
    Quit,
    /// Aborts the current mail.
    Rset,
    /// Verifies a mailbox.
    Vrfy,
    /// Expands a mailing list.
    Expn,
    /// Requests help.
    Help,
    /// Does nothing.
    Noop,
    /// Starts TLS (RFC 3207).
    StartTls,
    /// Starts TLS between Exchange servers.
    AnonymousTls,
    /// The connection was established; the server's greeting is the reply.
    Established,
    /// The line that ends a mail.
    EndOfData,
    /// Sends a mail to a terminal.
    Send,
    /// Sends a mail to a terminal or a mailbox.
    Soml,
    /// Sends a mail to a terminal and a mailbox.
    Saml,
    /// Swaps the roles of client and server.
    Turn,
    /// A chunk of the mail follows.
    Bdat,
    /// Requests queued mail (RFC 1985).
    Etrn,
    /// Authenticates (RFC 4954).
    Auth,
    /// A further line of the authentication.
    AuthAnswer,
}

/// The commands that appear as words in lines.
const WRITTEN: &[Command] = &[
    Command::Ehlo,
    Command::Helo,
    Command::Mail,
    Command::Rcpt,
    Command::Data,
    Command::Quit,
    Command::Rset,
    Command::Vrfy,
    Command::Expn,
    Command::Help,
    Command::Noop,
    Command::StartTls,
    Command::Send,
    Command::Soml,
    Command::Saml,
    Command::Turn,
    Command::Bdat,
    Command::Etrn,
    Command::Auth,
];

impl Command {
    /// Parses the first word of a line, regardless of case.
    pub fn parse(word: &[u8]) -> Option<Command> {
        if word.eq_ignore_ascii_case(b"X-ANONYMOUSTLS") {
            return Some(Command::AnonymousTls);
        }
        WRITTEN.iter().copied().find(|c| c.name().as_bytes().eq_ignore_ascii_case(word))
    }

    /// The name that `smtp_unexpected` shows.
    pub const fn name(self) -> &'static str {
        match self {
            Command::Ehlo => "EHLO",
            Command::Helo => "HELO",
            Command::Mail => "MAIL",
            Command::Rcpt => "RCPT",
            Command::Data => "DATA",
            Command::Quit => "QUIT",
            Command::Rset => "RSET",
            Command::Vrfy => "VRFY",
            Command::Expn => "EXPN",
            Command::Help => "HELP",
            Command::Noop => "NOOP",
            Command::StartTls => "STARTTLS",
            Command::AnonymousTls => "X_ANONYMOUSTLS",
            Command::Established => "CONN_ESTABLISHMENT",
            Command::EndOfData => "END_OF_DATA",
            Command::Send => "SEND",
            Command::Soml => "SOML",
            Command::Saml => "SAML",
            Command::Turn => "TURN",
            Command::Bdat => "BDAT",
            Command::Etrn => "ETRN",
            Command::Auth => "AUTH",
            Command::AuthAnswer => "AUTH_ANSWER",
        }
    }

    /// The name that `smtp_reply` shows for the answered command.
    pub const fn answered(self) -> &'static str {
        match self {
            Command::Established => ">",
            Command::EndOfData => ".",
            other => other.name(),
        }
    }
}
