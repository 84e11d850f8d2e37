//! Lines: two ports, and in a reply what they belong to.
use crate::words::{leading_number, skip_blanks};

/// The ports of a connection, as the server of Ident sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The first port of the line: on the server.
    pub first: u16,
    /// The second one: on the client.
    pub second: u16,
    /// One of them is too large to be one, and counts as 0.
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
    /// Reads two ports; what follows them.
    pub fn read(line: &[u8]) -> Option<(Pair, &[u8])> {
        let (first, rest) = port(line)?;
        let (second, rest) = port(rest.strip_prefix(b",")?)?;
        let ports = [first, second].map(|n| u16::try_from(n).ok());
        let [first, second] = ports.map(Option::unwrap_or_default);
        Some((Pair { first, second, bad: ports.contains(&None) }, rest))
    }
}

/// What a reply says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<'a> {
    /// Whose it is, on which kind of system.
    User {
        /// The user.
        id: &'a [u8],
        /// The system, without its character set.
        system: &'a [u8],
    },
    /// Why it is not told.
    Error(&'a [u8]),
}

/// A reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<'a> {
    /// Of which connection.
    pub ports: Pair,
    /// What.
    pub answer: Answer<'a>,
}

/// Takes a reply apart.
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
