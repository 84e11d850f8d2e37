//! Splits a signature file into tokens.
use net_types::{Addr, Subnet};

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// A name or keyword; the parser distinguishes them.
    Word(String),
    /// A number.
    Number(u32),
    /// An address or network.
    Net(Subnet),
    /// A quoted text, with `\"` unescaped.
    Text(String),
    /// A pattern, and whether it has the flag `i`.
    Pattern(String, bool),
    /// `==`, `!=`, …
    Compare(super::rule::Comparison),
    /// One of `! [ ] { } & : , -`
    Sign(char),
}

pub(super) struct Lexer<'a> {
    rest: &'a str,
    pub(super) line: u32,
}

/// A character that cannot begin a token.
pub(super) struct BadCharacter(pub(super) char);

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { rest: text, line: 1 }
    }

    pub(super) fn next(&mut self) -> Result<Option<Token>, BadCharacter> {
        use super::rule::Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        self.skip();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        for (text, op) in [("<=", Le), (">=", Ge), ("==", Eq), ("!=", Ne), ("<", Lt), (">", Gt), ("=", Eq)] {
            if let Some(rest) = self.rest.strip_prefix(text) {
                self.rest = rest;
                return Ok(Some(Token::Compare(op)));
            }
        }
        match first {
            '"' => self.text(),
            '/' => self.pattern(),
            '[' => Ok(Some(self.bracketed())),
            '0'..='9' => self.number(),
            'a'..='z' | 'A'..='Z' | '_' => Ok(Some(self.word())),
            '!' | ']' | '{' | '}' | '&' | ':' | ',' | '-' => {
                self.take(1);
                Ok(Some(Token::Sign(first)))
            }
            _ => Err(BadCharacter(first)),
        }
    }

    /// Skips white space, comments, and lines `.name value`, which other tools write.
    fn skip(&mut self) {
        loop {
            let trimmed = self.rest.trim_start_matches([' ', '\t', '\r']);
            self.rest = trimmed;
            if let Some(rest) = trimmed.strip_prefix('\n') {
                self.line += 1;
                self.rest = rest;
            } else if trimmed.starts_with('#') || trimmed.starts_with('.') {
                let end = trimmed.find('\n').unwrap_or(trimmed.len());
                self.take(end);
            } else {
                return;
            }
        }
    }

    fn take(&mut self, n: usize) -> &'a str {
        let (head, rest) = self.rest.split_at_checked(n).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += head.matches('\n').count() as u32;
        head
    }

    fn word(&mut self) -> Token {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let mut len = 0;
        loop {
            let tail = self.rest.get(len..).unwrap_or_default();
            len += tail.find(|c| !part(c)).unwrap_or(tail.len());
            let tail = self.rest.get(len..).unwrap_or_default();
            match tail.strip_prefix("::") {
                Some(next) if next.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => len += 2,
                _ => break,
            }
        }
        Token::Word(self.take(len).to_owned())
    }

    fn number(&mut self) -> Result<Option<Token>, BadCharacter> {
        if let Some(hex) = self.rest.strip_prefix("0x") {
            let len = hex.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hex.len());
            let digits = self.take(len + 2);
            let n = digits.get(2..).and_then(|d| u32::from_str_radix(d, 16).ok());
            return n.map(|n| Some(Token::Number(n))).ok_or(BadCharacter('x'));
        }
        let dotted = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
        let head = self.rest.get(..dotted).unwrap_or_default();
        if head.matches('.').count() == 3
            && let Ok(addr) = head.parse::<Addr>()
        {
            self.take(dotted);
            let len = self.prefix_length();
            return Subnet::new(addr, len.unwrap_or(32))
                .map(|n| Some(Token::Net(n)))
                .ok_or(BadCharacter('/'));
        }
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        self.take(digits).parse().map(|n| Some(Token::Number(n))).map_err(|_| BadCharacter('0'))
    }

    /// Reads the `/n` that follows an address; blanks around the slash are allowed.
    fn prefix_length(&mut self) -> Option<u8> {
        let rest =
            self.rest.trim_start_matches([' ', '\t']).strip_prefix('/')?.trim_start_matches([' ', '\t']);
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at_checked(digits)?;
        let len = number.parse().ok()?;
        self.rest = rest;
        Some(len)
    }

    /// Reads `[2001:db8::]/32`, or just the bracket.
    fn bracketed(&mut self) -> Token {
        let inside = self.rest.get(1..).and_then(|r| r.split_once(']')).map(|(inside, _)| inside);
        if let Some(text) = inside
            && text.contains("::") | (text.matches(':').count() == 7)
            && let Ok(addr) = text.trim_start_matches("0x").parse::<Addr>()
        {
            self.take(text.len() + 2);
            let len = self.prefix_length().unwrap_or(128).min(128);
            // IPv4-mapped networks are written with a 128-bit prefix length.
            let net =
                if addr.is_v4() { Subnet::new(addr, len.saturating_sub(96)) } else { Subnet::new(addr, len) };
            if let Some(net) = net {
                return Token::Net(net);
            }
        }
        self.take(1);
        Token::Sign('[')
    }

    fn text(&mut self) -> Result<Option<Token>, BadCharacter> {
        let body = self.rest.get(1..).unwrap_or_default();
        let mut escaped = false;
        for (i, c) in body.char_indices() {
            match c {
                '\n' => break,
                '"' if !escaped => {
                    let text = body.get(..i).unwrap_or_default().replace("\\\"", "\"");
                    self.take(i + 2);
                    return Ok(Some(Token::Text(text)));
                }
                _ => escaped = c == '\\' && !escaped,
            }
        }
        Err(BadCharacter('"'))
    }

    fn pattern(&mut self) -> Result<Option<Token>, BadCharacter> {
        let body = self.rest.get(1..).unwrap_or_default();
        let mut escaped = false;
        for (i, c) in body.char_indices() {
            match c {
                '/' if !escaped => {
                    let text = body.get(..i).unwrap_or_default().replace("\\/", "/");
                    self.take(i + 2);
                    let ignore_case = self.rest.starts_with('i')
                        && !self
                            .rest
                            .get(1..)
                            .unwrap_or_default()
                            .starts_with(|c: char| c.is_ascii_alphanumeric());
                    if ignore_case {
                        self.take(1);
                    }
                    return Ok(Some(Token::Pattern(text, ignore_case)));
                }
                _ => escaped = c == '\\' && !escaped,
            }
        }
        Err(BadCharacter('/'))
    }
}
