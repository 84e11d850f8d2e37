//! Parses queries and replies (RFC 1413, 6): a line with two ports, followed in replies by the user or an error.
use crate::ascii::{leading_number, skip_blanks};

/// The ports of a connection, as the Ident server sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The first port of the line, at the server's end.
    pub first: u16,
    /// The second port, at the client's end.
    pub second: u16,
    /// Whether a number exceeds 65535, which is read as 0.
    pub bad: bool,
}

fn port(s: &[u8]) -> Option<(u64, &[u8])> {
    let s = skip_blanks(s);
    let digits = s.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let (number, rest) = s.split_at(digits);
    Some((leading_number(number), skip_blanks(rest)))
}

impl Pair {
    /// Parses two ports and returns them with the text after them.
    pub fn read(line: &[u8]) -> Option<(Pair, &[u8])> {
        let (first, rest) = port(line)?;
        let (second, rest) = port(rest.strip_prefix(b",")?)?;
        let ports = [first, second].map(|n| u16::try_from(n).ok());
        let [first, second] = ports.map(Option::unwrap_or_default);
        Some((Pair { first, second, bad: ports.contains(&None) }, rest))
    }
}

/// The answer in a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<'a> {
    /// The user of the connection.
    User {
        /// The user's identifier.
        id: &'a [u8],
        /// The operating system, without the character set.
        system: &'a [u8],
    },
    /// The error type (`ERROR`).
    Error(&'a [u8]),
}

/// A reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<'a> {
    /// The ports of the query.
    pub ports: Pair,
    /// The answer.
    pub answer: Answer<'a>,
}

/// Parses a reply; `None` if a part is missing.
pub fn reply(line: &[u8]) -> Option<Reply<'_>> {
    let (ports, rest) = Pair::read(line)?;
    let rest = skip_blanks(rest.strip_prefix(b":")?);
    let after = |s| skip_blanks(s).strip_prefix(b":").map(skip_blanks);
    if let Some(rest) = rest.strip_prefix(b"ERROR") {
        return Some(Reply { ports, answer: Answer::Error(after(rest)?) });
    }
    let rest = after(rest.strip_prefix(b"USERID")?)?;
    let colon = rest.iter().position(|&b| b == b':')?;
    let (system, id) = rest.split_at(colon);
    let system = system.split(|&b| b == b',').next().unwrap_or_default().trim_ascii_end();
    Some(Reply { ports, answer: Answer::User { id: skip_blanks(id.get(1..)?), system } })
}
