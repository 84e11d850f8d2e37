//! Parses lines: tags (IRCv3), prefix, command or number, and parameters (RFC 2812, 2.3.1).

/// The maximum length of a line, in bytes (RFC 2812, 2.3).
const MAX_LINE: usize = 512;

/// The minimum length of a line, and of a line after its prefix, in bytes.
const SHORTEST: usize = 3;

/// The kind of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A server's reply, with its number.
    Reply(u16),
    /// A command, in upper case.
    Command(Vec<u8>),
}

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The sender, without the colon; empty if missing.
    pub prefix: &'a [u8],
    /// The command or reply.
    pub kind: Kind,
    /// The parameters.
    pub params: &'a [u8],
}

/// The reason why a line is not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// The line has more than 512 bytes.
    TooLong,
    /// The line has fewer than three bytes.
    TooShort,
    /// The prefix is not followed by a space.
    Prefix,
    /// The line has fewer than three bytes after its prefix.
    Nothing,
    /// The number of a reply does not have three digits.
    Number,
    /// The line has only tags, which is allowed.
    TagsAlone,
}

/// Skips spaces.
pub(super) fn skip_spaces(mut s: &[u8]) -> &[u8] {
    while let Some(rest) = s.strip_prefix(b" ") {
        s = rest;
    }
    s
}

/// Splits a text at its first space.
pub(super) fn split_space(s: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = s.iter().position(|&b| b == b' ')?;
    Some((s.get(..at)?, s.get(at + 1..)?))
}

/// Splits a text at runs of separators.
pub fn words(s: &[u8], separator: u8) -> Vec<&[u8]> {
    s.split(|&b| b == separator).filter(|w| !w.is_empty()).collect()
}

impl<'a> Line<'a> {
    /// Parses a line.
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        if line.len() > MAX_LINE {
            return Err(Error::TooLong);
        }
        let mut rest = skip_spaces(line);
        if rest.len() < SHORTEST {
            return Err(Error::TooShort);
        }
        if rest.starts_with(b"@") {
            (_, rest) = split_space(rest).ok_or(Error::TagsAlone)?;
        }
        let mut prefix: &[u8] = b"";
        if let Some(text) = rest.strip_prefix(b":") {
            (prefix, rest) = split_space(text).ok_or(Error::Prefix)?;
            rest = skip_spaces(rest);
        }
        if rest.len() < SHORTEST {
            return Err(Error::Nothing);
        }
        if rest.first().is_some_and(u8::is_ascii_digit) {
            let number = crate::ascii::reply_code(rest).filter(|_| rest.get(3) == Some(&b' '));
            let number = number.ok_or(Error::Number)?;
            return Ok(Line { prefix, kind: Kind::Reply(number), params: rest.get(4..).unwrap_or_default() });
        }
        let (command, params) = split_space(rest).unwrap_or((rest, b""));
        let kind = Kind::Command(command.to_ascii_uppercase());
        Ok(Line { prefix, kind, params: skip_spaces(params) })
    }
}

/// Strips the colon that marks a trailing parameter.
pub(super) fn trailing(s: &[u8]) -> &[u8] {
    s.strip_prefix(b":").unwrap_or(s)
}

/// Joins words with spaces and strips the colon of the first word.
pub(super) fn rejoined(words: &[&[u8]]) -> Vec<u8> {
    let mut text = words.join(&b' ');
    if text.first() == Some(&b':') {
        text.remove(0);
    }
    text
}

/// The name in `name!user@host`; empty without a `!`.
pub(super) fn nick_of(prefix: &[u8]) -> &[u8] {
    prefix.iter().position(|&b| b == b'!').and_then(|at| prefix.get(..at)).unwrap_or_default()
}

/// Whether a command is one that clients send. Such a command confirms the protocol.
pub(super) fn is_client_command(command: &[u8]) -> bool {
    const KNOWN: &[&str] = &[
        "ADMIN", "AWAY", "CNOTICE", "CONNECT", "CPRIVMSG", "DIE", "ENCAP", "ERROR", "INFO", "INVITE", "ISON",
        "JOIN", "KICK", "KILL", "KNOCK", "LINKS", "LIST", "LUSERS", "MODE", "MOTD", "NAMES", "NICK",
        "NOTICE", "OPER", "PART", "PASS", "PING", "PONG", "PRIVMSG", "QUIT", "REHASH", "RULES", "SERVER",
        "SERVICE", "SERVLIST", "SETNAME", "SILENCE", "SQUERY", "SQUIT", "STARTTLS", "STATS", "SUMMON",
        "TIME", "TOPIC", "TRACE", "USER", "USERHOST", "USERS", "VERSION", "WALLOPS", "WHO", "WHOIS",
        "WHOWAS",
    ];
    KNOWN.binary_search_by(|k| k.as_bytes().cmp(command)).is_ok()
}
