//! Parses the first words of lines.

/// The first word of a command or reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// `+OK`: success.
    Ok,
    /// `-ERR`: failure.
    Err,
    /// Sends the user name.
    User,
    /// Sends the password.
    Pass,
    /// Sends the user name and a digest of the password.
    Apop,
    /// Authenticates by a SASL mechanism.
    Auth,
    /// Requests the number and total size of mails.
    Stat,
    /// Requests the sizes of mails.
    List,
    /// Retrieves a mail.
    Retr,
    /// Marks a mail as deleted.
    Dele,
    /// Unmarks deleted mails.
    Rset,
    /// Does nothing.
    Noop,
    /// Requests the number of the last mail accessed.
    Last,
    /// Ends the session.
    Quit,
    /// Retrieves the first lines of a mail.
    Top,
    /// Requests the server's capabilities.
    Capa,
    /// Requests the unique identifiers of mails.
    Uidl,
    /// Starts TLS.
    Stls,
    /// Requests the authenticated sender of a mail.
    Xsender,
}

/// All words, as events name them.
const WORDS: [(Word, &str); 19] = [
    (Word::Ok, "OK"),
    (Word::Err, "ERR"),
    (Word::User, "USER"),
    (Word::Pass, "PASS"),
    (Word::Apop, "APOP"),
    (Word::Auth, "AUTH"),
    (Word::Stat, "STAT"),
    (Word::List, "LIST"),
    (Word::Retr, "RETR"),
    (Word::Dele, "DELE"),
    (Word::Rset, "RSET"),
    (Word::Noop, "NOOP"),
    (Word::Last, "LAST"),
    (Word::Quit, "QUIT"),
    (Word::Top, "TOP"),
    (Word::Capa, "CAPA"),
    (Word::Uidl, "UIDL"),
    (Word::Stls, "STLS"),
    (Word::Xsender, "XSENDER"),
];

impl Word {
    /// Parses a word regardless of case; ignores the sign of a reply.
    pub fn parse(text: &[u8]) -> Option<Word> {
        let text = text.strip_prefix(b"+").or(text.strip_prefix(b"-")).unwrap_or(text);
        WORDS.iter().find(|(_, name)| text.eq_ignore_ascii_case(name.as_bytes())).map(|(w, _)| *w)
    }

    /// The name that events show.
    pub fn name(self) -> &'static str {
        WORDS.iter().find(|(w, _)| *w == self).map_or("", |(_, name)| name)
    }
}

/// Normalizes a line: cuts it at a NUL, trims blanks, and collapses runs of blanks to one.
pub(super) fn trimmed(line: &[u8]) -> Vec<u8> {
    let line = line.split(|&b| b == 0).next().unwrap_or_default();
    let mut out = Vec::with_capacity(line.len());
    for &b in crate::ascii::skip_blanks(line) {
        if b != b' ' || out.last() != Some(&b' ') {
            out.push(b);
        }
    }
    if out.last() == Some(&b' ') {
        out.pop();
    }
    out
}

/// The first word of a trimmed line, and the text after the blank that follows it.
pub fn tokens(line: &[u8]) -> (&[u8], &[u8]) {
    match line.iter().position(|&b| b == b' ') {
        Some(at) => {
            line.split_at_checked(at).map_or((line, b""), |(w, rest)| (w, rest.get(1..).unwrap_or_default()))
        }
        None => (line, b""),
    }
}
