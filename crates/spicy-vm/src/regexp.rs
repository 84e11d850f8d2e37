//! Regular expressions as grammars write them, and sets of look-ahead tokens.
use crate::error::{Error, ErrorKind, Outcome};
use pattern::{Groups, Scan, Scanner};
use spicy_syntax::ast::PatternText;

/// The most bytes that one automaton may take.
const MEMORY: usize = 4 << 20;

/// State of `token_matcher()`.
pub struct MatchState {
    pub(crate) regexp: u32,
    pub(crate) scan: Scan,
}

/// A regular expression that is ready to match.
pub(crate) struct Matcher {
    pub(crate) scanner: Scanner,
    /// The number of each pattern.
    pub(crate) ids: Vec<u64>,
    text: Vec<String>,
    groups: Option<Groups>,
}

impl Matcher {
    pub(crate) fn new(patterns: &[PatternText]) -> Outcome<Self> {
        let text: Vec<String> = patterns.iter().map(translate).collect();
        let ids = patterns.iter().enumerate().map(|(i, p)| p.id.unwrap_or(i as u64 + 1)).collect();
        let scanner = Scanner::new(&text, MEMORY).map_err(|e| {
            Error::new(ErrorKind::InvalidArgument, format!("invalid regular expression: {e}"))
        })?;
        Ok(Matcher { scanner, ids, text, groups: None })
    }

    /// The ranges of the capture groups; `data` matches as a whole.
    pub(crate) fn captures(&mut self, data: &[u8]) -> Vec<Option<(usize, usize)>> {
        if self.groups.is_none() {
            self.groups = self.text.first().and_then(|t| Groups::new(t).ok());
        }
        self.groups.as_mut().and_then(|g| g.of(data)).unwrap_or_else(|| vec![Some((0, data.len()))])
    }
}

/// Translates a grammar's pattern (POSIX extended, with `\b`, `\B`, `\xNN`) to the syntax of crate `pattern`.
pub(crate) fn translate(p: &PatternText) -> String {
    let mut out = String::from(if p.ignore_case { "(?i)" } else { "" });
    let mut in_class = false;
    let mut chars = p.text.chars().peekable();
    let mut begins = true;
    while let Some(c) = chars.next() {
        let at_start = std::mem::replace(&mut begins, !in_class && matches!(c, '|' | '('));
        match c {
            '\\' => match chars.next() {
                Some(e @ ('b' | 'B')) if !in_class => {
                    out.push_str("(?-u:\\");
                    out.push(e);
                    out.push(')');
                }
                Some(e @ ('x' | 'n' | 'r' | 't' | 'f' | 'v' | 'a' | 'd' | 's' | 'w' | 'D' | 'S' | 'W')) => {
                    out.push('\\');
                    out.push(e);
                }
                Some(e) if e.is_ascii_alphanumeric() => out.push(e),
                Some(e) => push_literal(&mut out, e),
                None => out.push_str("\\\\"),
            },
            '[' if in_class => match chars.peek() {
                Some(':') => out.push('['),
                _ => out.push_str("\\["),
            },
            '[' => {
                in_class = true;
                out.push('[');
                if chars.peek() == Some(&'^') {
                    chars.next();
                    out.push('^');
                }
                if chars.peek() == Some(&']') {
                    chars.next();
                    out.push_str("\\]");
                }
            }
            ']' if in_class && out.ends_with(':') => out.push(']'),
            ']' if in_class => {
                in_class = false;
                out.push(']');
            }
            '&' | '~' if in_class => {
                out.push('\\');
                out.push(c);
            }
            '-' if in_class && chars.peek() == Some(&'-') => out.push_str("\\-"),
            // Without an operand before them, these are literals.
            '*' | '+' | '?' if at_start && !in_class => push_literal(&mut out, c),
            c if !c.is_ascii() => push_literal(&mut out, c),
            c => out.push(c),
        }
    }
    out
}

fn push_literal(out: &mut String, c: char) {
    use std::fmt::Write;
    for b in c.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(out, "\\x{b:02x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammars_patterns_match_as_they_mean() {
        let check = |text: &str, data: &[u8], expected: Option<u64>| {
            let p = PatternText { text: text.into(), ignore_case: false, id: None };
            let mut m = Matcher::new(&[p]).unwrap();
            let mut scan = m.scanner.scan();
            m.scanner.feed(&mut scan, data);
            assert_eq!(scan.longest().map(|l| l.1), expected, "{text}");
        };
        check(r"[^ \t\r\n]+", b"GET /", Some(3));
        check(r"([^a]|(aa))*", b"aaab", Some(2));
        check(r"\x00?\x00?", b"\0\0\0", Some(2));
        check(r"[[:digit:]]+", b"12a", Some(2));
        check("a\"b", b"a\"b", Some(3));
        check("x|+OK|(?a)", b"+OK", Some(3));
        check("x|+OK|(?a)", b"?a", Some(2));
        check("x.z", b"x\nz", Some(3));
    }
}
