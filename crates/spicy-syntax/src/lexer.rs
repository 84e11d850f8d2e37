//! Splits text into tokens. The meaning of a slash, percent sign, ampersand or bracket depends on the token before it.
//! `@if` blocks whose condition is false are dropped here.
use crate::keywords::{ATTRIBUTES, HOOKS, PROPERTIES};
use crate::literal::{real, unescape};
use crate::source::{FileId, Sources, Span};
use crate::token::{PatternText, Tok, Token};
use crate::{Diagnostics, SPICY_VERSION, ZEEK_VERSION};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const OPERATORS: &[&str] = &[
    "...", "::", "->", "..", "?.", ".?", "**", "++", "--", "+=", "-=", "*=", "/=", "==", "!=", "<=", ">=",
    "<<", "&&", "||", "(", ")", "[", "]", "{", "}", ";", ":", ",", ".", "?", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", "<", ">", "=", "@",
];

pub(crate) fn lex(sources: &Sources, file: FileId, errors: &mut Diagnostics) -> Vec<Token> {
    let mut l =
        Lexer { file, text: sources.text(file), at: 0, tokens: Vec::new(), conditions: Vec::new(), errors };
    l.run();
    l.tokens
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    /// For each open `@if`: whether its current branch applies, and whether the text around it does.
    conditions: Vec<(bool, bool)>,
    errors: &'a mut Diagnostics,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at.max(start + 1) as u32 }
    }

    fn push(&mut self, tok: Tok, start: usize) {
        let joined = self.tokens.last().is_some_and(|t| t.span.end as usize == start);
        let span = Span { file: self.file, start: start as u32, end: self.at as u32 };
        self.tokens.push(Token { tok, span, joined });
    }

    fn run(&mut self) {
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(b) = self.peek(0) else { break };
            if b == b'@' && self.directive() {
                continue;
            }
            if !self.conditions.last().is_none_or(|c| c.0) {
                self.skip_line();
                continue;
            }
            self.token(b, start);
        }
        if !self.conditions.is_empty() {
            self.errors.error(self.span(self.at.saturating_sub(1)), "unterminated preprocessor directive");
        }
        let at = self.at;
        self.push(Tok::End, at);
    }

    fn token(&mut self, b: u8, start: usize) {
        match b {
            b'0'..=b'9' => self.number(start),
            b'"' => {
                self.at += 1;
                let bytes = self.quoted(b'"', start);
                self.text_literal(bytes, start, Tok::Str);
            }
            b'b' if self.peek(1) == Some(b'"') => {
                self.at += 2;
                let bytes = self.quoted(b'"', start);
                self.push(Tok::Bytes(bytes), start);
            }
            b'e' if self.rest().starts_with("error\"") => {
                self.at += 6;
                let bytes = self.quoted(b'"', start);
                self.text_literal(bytes, start, Tok::ErrorText);
            }
            // Between quotes, a quote or a backslash may stand for itself: `'''`, `'\'`.
            b'\'' if self.rest().starts_with("'''") => {
                self.at += 3;
                self.push(Tok::Uint(u64::from(b'\'')), start);
            }
            b'\'' if self.rest().starts_with("'\\'") && self.peek(3) != Some(b'\'') => {
                self.at += 3;
                self.push(Tok::Uint(u64::from(b'\\')), start);
            }
            b'\'' => {
                self.at += 1;
                let bytes = self.quoted(b'\'', start);
                match bytes[..] {
                    [one] => self.push(Tok::Uint(u64::from(one)), start),
                    _ => {
                        self.errors.error(
                            self.span(start),
                            "invalid character: one byte was expected between the quotes",
                        );
                        self.push(Tok::Uint(0), start);
                    }
                }
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.ident(start),
            b'$' => self.dollar(start),
            b'/' if self.regexp_may_start() => self.regexp(start),
            b'[' if self.ipv6(start) => {}
            b'&' => match self.dashed_name(1, ATTRIBUTES) {
                Some(name) => {
                    self.at += 1 + name.len();
                    self.push(Tok::Attr(name), start);
                }
                None => self.operator(start),
            },
            b'%' => match self.dashed_name(1, PROPERTIES).or_else(|| self.dashed_name(1, HOOKS)) {
                Some(name) => {
                    self.at += 1 + name.len();
                    self.push(Tok::Prop(name), start);
                }
                None => self.operator(start),
            },
            _ => self.operator(start),
        }
    }

    fn text_literal(&mut self, bytes: Vec<u8>, start: usize, make: fn(String) -> Tok) {
        let text = String::from_utf8(bytes).unwrap_or_else(|e| {
            self.errors.error(self.span(start), "a string must be UTF-8; write b\"…\" for bytes");
            String::from_utf8_lossy(e.as_bytes()).into_owned()
        });
        self.push(make(text), start);
    }

    fn skip_blanks(&mut self) {
        while let Some(b) = self.peek(0) {
            match b {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'#' => self.skip_line(),
                _ => break,
            }
        }
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').map_or(self.rest().len(), |n| n + 1);
    }

    /// Reads `@if`, `@ifdef`, `@else` or `@endif`. Returns false if anything else follows the `@`.
    fn directive(&mut self) -> bool {
        let start = self.at;
        let line = self.rest().lines().next().unwrap_or("").to_owned();
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let applies = self.conditions.last().is_none_or(|c| c.0);
        match words.first().copied() {
            Some(word @ ("@if" | "@ifdef")) => {
                let holds = self.condition(words.get(1..).unwrap_or_default(), start, word);
                self.conditions.push((applies && holds, applies));
            }
            Some("@else") => match self.conditions.last_mut() {
                Some(c) => c.0 = c.1 && !c.0,
                None => self.errors.error(self.span(start), "@else without @if"),
            },
            Some("@endif") => {
                if self.conditions.pop().is_none() {
                    self.errors.error(self.span(start), "@endif without @if");
                }
            }
            _ => return false,
        }
        self.skip_line();
        true
    }

    /// Evaluates `[!] NAME [OPERATOR VALUE]`. Undefined names are zero.
    fn condition(&mut self, words: &[&str], start: usize, word: &str) -> bool {
        let joined = words.join(" ");
        let (negated, rest) = match joined.strip_prefix('!') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, joined.as_str()),
        };
        let mut parts = rest.split_whitespace();
        let value = match parts.next() {
            Some("SPICY_VERSION") => SPICY_VERSION,
            Some("ZEEK_VERSION") => ZEEK_VERSION,
            Some("HAVE_ZEEK" | "ZEEK") => 1,
            Some(_) => 0,
            None => {
                self.errors.error(self.span(start), format!("{word} needs an identifier"));
                return false;
            }
        };
        let holds = match (parts.next(), parts.next().map(str::parse::<u64>)) {
            (None, _) => value != 0,
            (Some("=="), Some(Ok(n))) => value == n,
            (Some("!="), Some(Ok(n))) => value != n,
            (Some("<"), Some(Ok(n))) => value < n,
            (Some("<="), Some(Ok(n))) => value <= n,
            (Some(">"), Some(Ok(n))) => value > n,
            (Some(">="), Some(Ok(n))) => value >= n,
            (Some("==" | "!=" | "<" | "<=" | ">" | ">="), Some(Err(_))) => {
                self.errors.error(self.span(start), "cannot parse integer value");
                false
            }
            _ => {
                self.errors.error(self.span(start), format!("{word} takes NAME or NAME OPERATOR NUMBER"));
                false
            }
        };
        holds != negated
    }

    /// Returns the name with dashes at `ahead` if `known` contains it.
    fn dashed_name(&self, ahead: usize, known: &[&'static str]) -> Option<&'static str> {
        let rest = &self.text[self.at + ahead..];
        let end = rest
            .bytes()
            .position(|b| !(b.is_ascii_alphanumeric() || b == b'_' || b == b'-'))
            .unwrap_or(rest.len());
        // In `&eod-> self.s`, the dash belongs to the arrow.
        let name = rest[..end].trim_end_matches('-');
        known.iter().copied().find(|k| *k == name)
    }

    fn ident(&mut self, start: usize) {
        let part = |text: &str| {
            text.bytes().position(|b| !(b.is_ascii_alphanumeric() || b == b'_')).unwrap_or(text.len())
        };
        self.at += part(self.rest());
        if &self.text[start..self.at] == "assert" && self.rest().starts_with("-exception") {
            self.at += "-exception".len();
        }
        while let Some(next) = self.rest().strip_prefix("::") {
            if !next.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                break;
            }
            self.at += 2 + part(next);
        }
        let name = self.text[start..self.at].to_owned();
        self.push(Tok::Ident(name), start);
    }

    fn dollar(&mut self, start: usize) {
        self.at += 1;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let letters = self.rest().bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if self.peek(0) == Some(b'$') {
            self.at += 1;
            self.push(Tok::Dollar, start);
        } else if digits > 0 {
            let n = self.rest()[..digits].parse().unwrap_or(u64::MAX);
            self.at += digits;
            self.push(Tok::Capture(n), start);
        } else if letters > 0 {
            let name = self.rest()[..letters].to_owned();
            self.at += letters;
            self.push(Tok::DollarName(name), start);
        } else {
            self.errors
                .error(self.span(start), "invalid character: '$' stands before '$', a number or a name");
        }
    }

    /// Returns the unescaped content up to the closing quote. The opening quote was read.
    fn quoted(&mut self, quote: u8, start: usize) -> Vec<u8> {
        let from = self.at;
        loop {
            match self.peek(0) {
                Some(b'\\') => self.at += 2,
                Some(b) if b == quote => break,
                Some(b'\n') | None => {
                    self.at = self.at.min(self.text.len());
                    self.errors.error(self.span(start), "this literal has no end on its line");
                    return Vec::new();
                }
                Some(_) => self.at += 1,
            }
            if self.at > self.text.len() {
                self.at = self.text.len();
            }
        }
        let content = self.text.get(from..self.at).unwrap_or("").to_owned();
        self.at += 1;
        unescape(&content).unwrap_or_else(|(at, why)| {
            let span = Span { file: self.file, start: (from + at) as u32, end: (from + at + 2) as u32 };
            self.errors.error(span, format!("invalid escape sequence: {why}"));
            Vec::new()
        })
    }

    fn number(&mut self, start: usize) {
        let rest = self.rest();
        if let Some((addr, len)) = ipv4(rest) {
            self.at += len;
            return self.addr_or_net(IpAddr::V4(addr), start);
        }
        let hex = rest.starts_with("0x") || rest.starts_with("0X");
        let digit = |b: u8| if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
        let mut end = if hex { 2 } else { 0 };
        let bytes = rest.as_bytes();
        let run = |mut end: usize| {
            while bytes.get(end).copied().is_some_and(digit) {
                end += 1;
            }
            end
        };
        end = run(end);
        let mut is_real = false;
        if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).copied().is_some_and(digit) {
            is_real = true;
            end = run(end + 1);
        }
        let exponent = if hex { b"pP" } else { b"eE" };
        if bytes.get(end).is_some_and(|b| exponent.contains(b)) {
            let sign = usize::from(bytes.get(end + 1).is_some_and(|b| b"+-".contains(b)));
            if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
                is_real = true;
                end += 1 + sign;
                while bytes.get(end).is_some_and(u8::is_ascii_digit) {
                    end += 1;
                }
            }
        }
        let text = rest[..end].to_owned();
        self.at += end;
        if is_real {
            let value = real(&text).unwrap_or_else(|| {
                self.errors.error(self.span(start), "not a number");
                0.0
            });
            return self.push(Tok::Real(value), start);
        }
        let value = if hex { u64::from_str_radix(&text[2..], 16) } else { text.parse() };
        let value = value.unwrap_or_else(|_| {
            self.errors.error(self.span(start), "integer literal range error: it does not fit into 64 bits");
            0
        });
        if let Some(protocol) = ["tcp", "udp", "icmp"].into_iter().find(|p| {
            let tail = self.rest().strip_prefix('/').and_then(|r| r.strip_prefix(p));
            tail.is_some_and(|t| !t.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        }) {
            self.at += 1 + protocol.len();
            let port = u16::try_from(value).unwrap_or_else(|_| {
                self.errors.error(self.span(start), "port outside of valid range");
                0
            });
            return self.push(Tok::Port(port, protocol.to_owned()), start);
        }
        self.push(Tok::Uint(value), start);
    }

    fn addr_or_net(&mut self, addr: IpAddr, start: usize) {
        if self.peek(0) == Some(b'/') {
            let digits = self.text[self.at + 1..].bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let width = self.text[self.at + 1..self.at + 1 + digits].parse().unwrap_or(u8::MAX);
                self.at += 1 + digits;
                let most = if addr.is_ipv4() { 32 } else { 128 };
                if width > most {
                    self.errors
                        .error(self.span(start), format!("a prefix of at most {most} bits was expected"));
                }
                return self.push(Tok::Net(addr, width.min(most)), start);
            }
        }
        self.push(Tok::Addr(addr), start);
    }

    /// Reads `[…]` if it contains an IPv6 address.
    fn ipv6(&mut self, start: usize) -> bool {
        let Some(end) = self.rest().bytes().take(50).position(|b| b == b']') else { return false };
        let inner = &self.rest()[1..end];
        if inner.bytes().filter(|b| *b == b':').count() < 2 {
            return false;
        }
        let Ok(addr) = inner.parse::<Ipv6Addr>() else { return false };
        self.at += end + 1;
        self.addr_or_net(IpAddr::V6(addr), start);
        true
    }

    /// Whether a slash may begin a regular expression here: not after an operand.
    fn regexp_may_start(&self) -> bool {
        match self.tokens.as_slice() {
            [.., before, Token { tok: Tok::Op("|"), .. }] => {
                matches!(before.tok, Tok::Regexp(_))
            }
            [.., Token { tok: Tok::Ident(word), .. }] => {
                matches!(word.as_str(), "skip" | "return" | "in" | "print")
            }
            [.., Token { tok, .. }] => {
                matches!(tok, Tok::Op(o) if !matches!(*o, ")" | "]" | "}" | "++" | "--" | "." | ".."))
            }
            [] => false,
        }
    }

    fn regexp(&mut self, start: usize) {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek(0) {
                Some(b'/') => break,
                Some(b'\\') if self.peek(1) == Some(b'/') => {
                    text.push('/');
                    self.at += 2;
                }
                Some(b'\\') => {
                    let len = 1 + self.text[self.at + 1..].chars().next().map_or(0, char::len_utf8);
                    text.push_str(&self.text[self.at..self.at + len]);
                    self.at += len;
                }
                Some(b'\n') | None => {
                    self.errors.error(self.span(start), "this regular expression has no end on its line");
                    break;
                }
                Some(_) => {
                    let c = self.rest().chars().next().unwrap_or(' ');
                    text.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        self.at = (self.at + 1).min(self.text.len());
        let ignore_case = self.peek(0) == Some(b'i');
        self.at += usize::from(ignore_case);
        let mut id = None;
        if let Some(rest) = self.rest().strip_prefix("$(")
            && let Some(close) = rest.find(')')
        {
            id = rest[..close].trim().parse().ok();
            self.at += 3 + close;
        }
        self.push(Tok::Regexp(PatternText { text, ignore_case, id }), start);
    }

    fn operator(&mut self, start: usize) {
        let rest = self.rest();
        let first = rest.as_bytes().first();
        match OPERATORS.iter().copied().find(|o| o.as_bytes().first() == first && rest.starts_with(o)) {
            Some(o) => {
                self.at += o.len();
                self.push(Tok::Op(o), start);
            }
            None => {
                self.at += self.rest().chars().next().map_or(1, char::len_utf8);
                self.errors.error(self.span(start), "invalid character");
            }
        }
    }
}

/// Returns the dotted quad at the start of the text, and its length.
fn ipv4(text: &str) -> Option<(Ipv4Addr, usize)> {
    let end = text.bytes().position(|b| !(b.is_ascii_digit() || b == b'.')).unwrap_or(text.len());
    let quad = &text[..end];
    (quad.bytes().filter(|b| *b == b'.').count() == 3).then(|| quad.parse().ok().map(|a| (a, end)))?
}
