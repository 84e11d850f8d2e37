//! Commands, as the client writes them and as replies refer to them.

/// A command, or one of the moments that replies answer like commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Greets, and asks for extensions.
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
    /// Forgets the mail at hand.
    Rset,
    /// Asks whether there is a mailbox.
    Vrfy,
    /// Asks who is on a list.
    Expn,
    /// Asks for help.
    Help,
    /// Does nothing.
    Noop,
    /// TLS follows.
    StartTls,
    /// TLS follows, between Exchange servers.
    AnonymousTls,
    /// The connection came about: the server greets.
    Established,
    /// The line that ends a mail.
    EndOfData,
    /// To a terminal.
    Send,
    /// To a terminal or a mailbox.
    Soml,
    /// To a terminal and a mailbox.
    Saml,
    /// Client and server change roles.
    Turn,
    /// A chunk of the mail follows.
    Bdat,
    /// Asks for queued mail (RFC 1985).
    Etrn,
    /// Authenticates (RFC 4954).
    Auth,
    /// A line of that.
    AuthAnswer,
}

/// The commands that a client can write.
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
    /// Reads the first word of a line, in any case.
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
