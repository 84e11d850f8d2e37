//! First words of lines.

/// A word that a line may begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// The server agrees.
    Ok,
    /// The server refuses.
    Err,
    /// A user name.
    User,
    /// Its password.
    Pass,
    /// A user name with a digest.
    Apop,
    /// Another way to authenticate.
    Auth,
    /// How many mails there are.
    Stat,
    /// How long they are.
    List,
    /// A mail, please.
    Retr,
    /// Removes a mail.
    Dele,
    /// Forgets that.
    Rset,
    /// Does nothing.
    Noop,
    /// The last mail that was read.
    Last,
    /// Ends the session.
    Quit,
    /// The beginning of a mail.
    Top,
    /// Asks for the server's capabilities.
    Capa,
    /// Names of mails.
    Uidl,
    /// TLS follows.
    Stls,
    /// The sender of a mail.
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
    /// From a word in any case; the sign of a reply does not belong to it.
    pub fn parse(text: &[u8]) -> Option<Word> {
        let text = text.strip_prefix(b"+").or(text.strip_prefix(b"-")).unwrap_or(text);
        WORDS.iter().find(|(_, name)| text.eq_ignore_ascii_case(name.as_bytes())).map(|(w, _)| *w)
    }

    /// The name that events show.
    pub fn name(self) -> &'static str {
        WORDS.iter().find(|(w, _)| *w == self).map_or("", |(_, name)| name)
    }
}

/// A line with single blanks, none at its begin or end; it ends at a NUL.
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

/// The first word of a trimmed line, and what follows the blank behind it.
pub fn tokens(line: &[u8]) -> (&[u8], &[u8]) {
    match line.iter().position(|&b| b == b' ') {
        Some(at) => {
            line.split_at_checked(at).map_or((line, b""), |(w, rest)| (w, rest.get(1..).unwrap_or_default()))
        }
        None => (line, b""),
    }
}
