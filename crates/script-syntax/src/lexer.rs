//! Turns bytes into tokens. The longest match wins: `1.2.3.4/8` and `3 mins` are one token each, `a.b` is a host name.
mod number;

use crate::token::{Tok, attribute, keyword};

/// The result of a scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scan<'t> {
    Token(Tok),
    /// A directive that is not a token: its name and argument.
    Directive(&'static str, &'t [u8]),
    /// `@endif`, which is allowed anywhere.
    Endif,
    /// A byte that begins no token.
    Bad(u8),
}

pub(crate) struct Lexer<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) pos: usize,
}

const fn class(set: &[u8]) -> [bool; 256] {
    let mut t = [false; 256];
    let mut i = 0;
    while i < set.len() {
        t[set[i] as usize] = true;
        i += 1;
    }
    t
}

const IDENT: [bool; 256] = class(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");

fn is_ident(b: u8) -> bool {
    IDENT[b as usize]
}

fn is_ident_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_'
}

impl<'t> Lexer<'t> {
    pub(crate) fn at(&self, i: usize) -> u8 {
        self.text.get(i).copied().unwrap_or(0)
    }

    pub(crate) fn slice(&self, from: usize, to: usize) -> &'t [u8] {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Scans the next token or directive. Returns it and its start; [`Self::pos`] is its end.
    pub(crate) fn scan(&mut self) -> (Scan<'t>, usize) {
        self.blanks_and_comments();
        let start = self.pos;
        let Some(&b) = self.text.get(start) else { return (Scan::Token(Tok::Eof), start) };
        let (what, len) = match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word(start),
            b'0'..=b'9' => self.number(start),
            b'.' if self.at(start + 1).is_ascii_digit() => self.number(start),
            b'"' => match self.string(start) {
                Some(len) => (Scan::Token(Tok::Str), len),
                None => (Scan::Bad(b), 1),
            },
            b'@' => self.directive(start),
            b'[' => match self.address6(start) {
                Some((tok, len)) => (Scan::Token(tok), len),
                None => (Scan::Token(Tok::LBracket), 1),
            },
            b'&' => self.ampersand(start),
            _ => self.operator(b, start),
        };
        self.pos = start + len;
        (what, start)
    }

    fn blanks_and_comments(&mut self) {
        let mut i = self.pos;
        while let Some(&b) = self.text.get(i) {
            match b {
                b' ' | b'\t' | b'\n' => i += 1,
                b'\r' if self.at(i + 1) == b'\n' => i += 2,
                b'#' => {
                    let rest = self.text.get(i..).unwrap_or_default();
                    i += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        self.pos = i;
    }

    /// Returns the first offset from `i` on whose byte fails `f`.
    fn run(&self, i: usize, f: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.get(i..).unwrap_or_default();
        i + rest.iter().position(|&b| !f(b)).unwrap_or(rest.len())
    }

    fn word(&self, start: usize) -> (Scan<'t>, usize) {
        let mut end = self.run(start + 1, is_ident);
        let simple = end;
        while self.at(end) == b':' && self.at(end + 1) == b':' && is_ident_start(self.at(end + 2)) {
            end = self.run(end + 3, is_ident);
        }
        if end == simple
            && matches!(self.at(end), b'.' | b'-')
            && let Some(host) = self.host(start).filter(|&h| h > end - start)
        {
            return (Scan::Token(Tok::Host), host);
        }
        let tok = if end == simple { keyword(self.slice(start, end)) } else { Tok::Ident };
        (Scan::Token(tok), end - start)
    }

    /// Returns the length of a string literal, quotes included.
    fn string(&self, start: usize) -> Option<usize> {
        let mut i = start + 1;
        loop {
            let rest = self.text.get(i..)?;
            i += memchr::memchr3(b'"', b'\\', b'\n', rest)?;
            match self.at(i) {
                b'"' => {
                    // A string cannot contain a bare carriage return.
                    let body = self.slice(start, i);
                    return (!body.contains(&b'\r')).then_some(i + 1 - start);
                }
                b'\\' if i + 1 < self.text.len() && !matches!(self.at(i + 1), b'\n' | b'\r') => i += 2,
                _ => return None,
            }
        }
    }

    fn ampersand(&self, start: usize) -> (Scan<'t>, usize) {
        if self.at(start + 1) == b'&' {
            return (Scan::Token(Tok::AndAnd), 2);
        }
        let end = self.run(start + 1, is_ident);
        match attribute(self.slice(start + 1, end)) {
            Some(tok) => (Scan::Token(tok), end - start),
            None => (Scan::Token(Tok::Amp), 1),
        }
    }

    fn operator(&self, b: u8, start: usize) -> (Scan<'t>, usize) {
        use Tok::*;
        let n = self.at(start + 1);
        let (tok, len) = match (b, n) {
            (b'!', b'=') => (Ne, 2),
            (b'!', _) => {
                let i = self.run(start + 1, |b| b == b' ' || b == b'\t');
                if self.slice(i, i + 2) == b"in" && i + 2 < self.text.len() && !is_ident(self.at(i + 2)) {
                    (NotIn, i + 2 - start)
                } else {
                    (Bang, 1)
                }
            }
            (b'-', b'-') => (Decr, 2),
            (b'+', b'+') => (Incr, 2),
            (b'+', b'=') => (AddTo, 2),
            (b'-', b'=') => (RemoveFrom, 2),
            (b'=', b'=') => (Eq, 2),
            (b'>', b'=') => (Ge, 2),
            (b'<', b'=') => (Le, 2),
            (b'<', b'<') => (Shl, 2),
            (b'>', b'>') => (Shr, 2),
            (b'|', b'|') => (OrOr, 2),
            (b'?', b'$') => (HasField, 2),
            (b':', b':') if is_ident_start(self.at(start + 2)) => {
                (GlobalIdent, self.run(start + 3, is_ident) - start)
            }
            (b'.', b'.') if self.at(start + 2) == b'.' => (Ellipsis, 3),
            (b'%', _) => (Percent, 1),
            (b'*', _) => (Star, 1),
            (b'/', _) => (Slash, 1),
            (b'+', _) => (Plus, 1),
            (b'-', _) => (Minus, 1),
            (b',', _) => (Comma, 1),
            (b':', _) => (Colon, 1),
            (b';', _) => (Semi, 1),
            (b'<', _) => (Less, 1),
            (b'=', _) => (Assign, 1),
            (b'>', _) => (Greater, 1),
            (b'?', _) => (Question, 1),
            (b'(', _) => (LParen, 1),
            (b')', _) => (RParen, 1),
            (b']', _) => (RBracket, 1),
            (b'{', _) => (LBrace, 1),
            (b'}', _) => (RBrace, 1),
            (b'~', _) => (Tilde, 1),
            (b'$', _) => (Dollar, 1),
            (b'|', _) => (Pipe, 1),
            (b'^', _) => (Caret, 1),
            _ => return (Scan::Bad(b), 1),
        };
        (Scan::Token(tok), len)
    }

    fn directive(&self, start: usize) -> (Scan<'t>, usize) {
        let name_end = self.run(start + 1, |b| b.is_ascii_alphabetic() || b == b'-');
        let name = self.slice(start + 1, name_end);
        let simple = |tok| (Scan::Token(tok), name_end - start);
        // The argument is the word after the name, on the same line.
        let argument = |name: &'static str| {
            let from = self.run(name_end, |b| b == b' ' || b == b'\t');
            let to = self.run(from, |b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
            if from == name_end || to == from {
                return (Scan::Bad(b'@'), 1);
            }
            (Scan::Directive(name, self.slice(from, to)), to - start)
        };
        let line = |name: &'static str| {
            let rest = self.text.get(name_end..).unwrap_or_default();
            let end = name_end + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            (Scan::Directive(name, self.slice(name_end, end).trim_ascii()), end - start)
        };
        match name {
            b"load" => match argument("load") {
                (Scan::Directive(..), len) => (Scan::Token(Tok::Load), len),
                bad => bad,
            },
            b"load-sigs" => argument("load-sigs"),
            b"load-plugin" => argument("load-plugin"),
            b"unload" => argument("unload"),
            b"prefixes" => line("prefixes"),
            b"deprecated" => line("deprecated"),
            b"pragma" => line("pragma"),
            b"if" => simple(Tok::If),
            b"ifdef" => simple(Tok::Ifdef),
            b"ifndef" => simple(Tok::Ifndef),
            b"else" => simple(Tok::AtElse),
            b"endif" => (Scan::Endif, name_end - start),
            b"DIR" => simple(Tok::Dir),
            b"FILENAME" => simple(Tok::Filename),
            b"DEBUG" => simple(Tok::Debug),
            _ => (Scan::Bad(b'@'), 1),
        }
    }

    /// Scans the body of a pattern after its opening `/`: the text and the modes after the closing slash. `Err` is the
    /// offset of the line end, if that comes first.
    pub(crate) fn pattern(&mut self) -> Result<PatternParts, usize> {
        let start = self.pos;
        let mut i = start;
        loop {
            match self.at(i) {
                b'\\' if i + 1 < self.text.len() && !matches!(self.at(i + 1), b'\n' | b'\r') => i += 2,
                b'/' => break,
                b'\n' | b'\r' => return Err(i),
                _ if i >= self.text.len() => return Err(i),
                _ => i += 1,
            }
        }
        let modes = i + 1;
        let mut end = modes;
        while end < modes + 2 && matches!(self.at(end), b'i' | b's') {
            end += 1;
        }
        self.pos = end;
        Ok(PatternParts { text: (start, i), modes: (modes, end) })
    }

    /// Skips a branch that is not taken. Returns how it ended and leaves [`Self::pos`] after its end.
    pub(crate) fn skip_branch(&mut self) -> BranchEnd {
        let mut nested = 0u32;
        loop {
            let rest = self.text.get(self.pos..).unwrap_or_default();
            let Some(i) = memchr::memchr(b'@', rest) else {
                self.pos = self.text.len();
                return BranchEnd::Eof;
            };
            self.pos += i;
            let here = self.text.get(self.pos..).unwrap_or_default();
            if here.starts_with(b"@if") {
                nested += 1;
                self.pos += 3;
            } else if here.starts_with(b"@else") {
                self.pos += 5;
                if nested == 0 {
                    return BranchEnd::Else;
                }
            } else if here.starts_with(b"@endif") {
                self.pos += 6;
                if nested == 0 {
                    return BranchEnd::Endif;
                }
                nested -= 1;
            } else {
                self.pos += 1;
            }
        }
    }
}

/// The offsets of the parts of a pattern literal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternParts {
    pub(crate) text: (usize, usize),
    pub(crate) modes: (usize, usize),
}

/// How a skipped branch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BranchEnd {
    Else,
    Endif,
    Eof,
}

#[cfg(test)]
mod tests;
