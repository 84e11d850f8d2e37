//! Translates patterns to the syntax of the `regex` crates.
//!
//! The pattern language is flex's: `"literal"`, `[classes]` with `[:names:]`, `.` (not a newline, except in `(?s:`),
//! `(?i:`, repetition, `|`, and `^` and `$` for the ends of the data. Every literal byte is written as `\xNN`, so it
//! can never be taken for syntax of the `regex` crates.
use super::PatternError;

/// The deepest nesting of parentheses.
const MAX_DEPTH: u32 = 250;
/// The maximum size of a pattern in bytes, with its repetitions written out.
const MAX_SIZE: u64 = 2_000_000;

/// The letters of C's escapes, in the order of the bytes 7 to 13 for which they stand.
const C_LETTERS: &[u8; 7] = b"abtnvfr";

/// Translates a pattern's text. Compile the result without Unicode and with `.` matching newlines.
pub fn translate(text: &[u8]) -> Result<String, PatternError> {
    translate_with(text, false)
}

/// Like [`translate`], for patterns over streams, which have no lines: `.` also matches newlines.
pub fn translate_for_streams(text: &[u8]) -> Result<String, PatternError> {
    translate_with(text, true)
}

fn translate_with(text: &[u8], single_line: bool) -> Result<String, PatternError> {
    let out = String::with_capacity(text.len() * 4);
    let mut p = Parser { text, at: 0, ignore_case: false, single_line, depth: 0, out };
    let size = p.alternatives()?;
    if p.at < text.len() {
        return Err(p.error("unmatched closing parenthesis"));
    }
    if size > MAX_SIZE {
        return Err(p.error("the pattern is too large once its repetitions are written out"));
    }
    Ok(p.out)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    ignore_case: bool,
    single_line: bool,
    depth: u32,
    /// The translation so far.
    out: String,
}

/// The size of a part with repetitions written out.
type Part = u64;

impl Parser<'_> {
    fn error(&self, message: &str) -> PatternError {
        PatternError { message: message.into(), at: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let b = self.peek()?;
        self.at += 1;
        Some(b)
    }

    fn accept(&mut self, s: &[u8]) -> bool {
        let yes = self.text[self.at..].starts_with(s);
        if yes {
            self.at += s.len();
        }
        yes
    }

    fn alternatives(&mut self) -> Result<Part, PatternError> {
        let mut size = self.series()?;
        while self.accept(b"|") {
            self.out.push('|');
            size = size.saturating_add(self.series()?);
        }
        Ok(size)
    }

    fn series(&mut self) -> Result<Part, PatternError> {
        let mut size = 0u64;
        while let Some(b) = self.peek() {
            if b == b'|' || b == b')' {
                break;
            }
            size = size.saturating_add(self.repeated()?);
        }
        Ok(size)
    }

    fn repeated(&mut self) -> Result<Part, PatternError> {
        let start = self.out.len();
        let mut size = self.single()?;
        loop {
            match self.peek() {
                Some(c @ (b'*' | b'+' | b'?')) => {
                    self.at += 1;
                    self.wrap(start);
                    self.out.push(char::from(c));
                    size = size.saturating_add(1);
                }
                Some(b'{') if self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) => {
                    self.at += 1;
                    let low = self.number()?;
                    let (high, bound) = if self.accept(b",") {
                        if self.peek() == Some(b'}') {
                            (None, low)
                        } else {
                            let h = self.number()?;
                            (Some(h), h)
                        }
                    } else {
                        (Some(low), low)
                    };
                    if !self.accept(b"}") {
                        return Err(self.error("bad character inside {}'s"));
                    }
                    if high.is_some_and(|h| h < low) {
                        return Err(self.error("bad iteration values"));
                    }
                    if high == Some(0) {
                        self.out.truncate(start);
                    }
                    self.wrap(start);
                    match high {
                        Some(0) => {}
                        Some(h) => self.out.push_str(&format!("{{{low},{h}}}")),
                        None => self.out.push_str(&format!("{{{low},}}")),
                    }
                    size = size.saturating_mul(u64::from(bound).max(1)).saturating_add(1);
                    if size > MAX_SIZE {
                        return Err(
                            self.error("the pattern is too large once its repetitions are written out")
                        );
                    }
                }
                _ => return Ok(size),
            }
        }
    }

    /// Makes a group of all that was written from `start` on.
    fn wrap(&mut self, start: usize) {
        self.out.insert_str(start, "(?:");
        self.out.push(')');
    }

    fn number(&mut self) -> Result<u32, PatternError> {
        let mut n = 0u32;
        let start = self.at;
        while let Some(d) = self.peek().filter(u8::is_ascii_digit) {
            n = n.saturating_mul(10).saturating_add(u32::from(d - b'0'));
            self.at += 1;
        }
        if start == self.at { Err(self.error("bad character inside {}'s")) } else { Ok(n) }
    }

    fn single(&mut self) -> Result<Part, PatternError> {
        if self.accept(b"(?i:") {
            self.ignore_case = true;
            let inner = self.group()?;
            self.ignore_case = false;
            return Ok(inner);
        }
        if self.accept(b"(?s:") {
            self.single_line = true;
            let inner = self.group()?;
            self.single_line = false;
            return Ok(inner);
        }
        let Some(b) = self.next() else { return Err(self.error("a part of the pattern is missing")) };
        match b {
            b'(' => return self.group(),
            b'"' => return self.quoted(),
            b'*' | b'+' | b'?' => return Err(self.error("nothing to repeat")),
            b'{' | b'}' => return Err(self.error("a literal brace needs a backslash")),
            b'.' => self.out.push_str(if self.single_line { "." } else { r"[^\n]" }),
            b'^' => self.out.push_str(r"\A"),
            b'$' => self.out.push_str(r"\z"),
            b'[' => self.class()?,
            b'\\' => {
                let b = self.escape()?;
                push_byte(&mut self.out, b);
            }
            b if self.ignore_case && b.is_ascii_alphabetic() => {
                self.out.push('[');
                push_byte(&mut self.out, b.to_ascii_lowercase());
                push_byte(&mut self.out, b.to_ascii_uppercase());
                self.out.push(']');
            }
            b => push_byte(&mut self.out, b),
        }
        Ok(1)
    }

    /// Parses the rest of a group, after the opening parenthesis.
    fn group(&mut self) -> Result<Part, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("parentheses are nested too deep"));
        }
        self.out.push_str("(?:");
        let size = self.alternatives()?;
        if !self.accept(b")") {
            return Err(self.error("a closing parenthesis is missing"));
        }
        self.depth -= 1;
        self.out.push(')');
        Ok(size)
    }

    /// Parses the rest of a quoted literal, after the opening quote. Flags do not apply to it.
    fn quoted(&mut self) -> Result<Part, PatternError> {
        self.out.push_str("(?:");
        let mut size = 0;
        loop {
            match self.next() {
                None => return Err(self.error("missing quote")),
                Some(b'"') => break,
                Some(b'\\') => {
                    let b = self.escape()?;
                    push_byte(&mut self.out, b);
                }
                Some(b) => push_byte(&mut self.out, b),
            }
            size += 1;
        }
        self.out.push(')');
        Ok(size)
    }

    /// Parses an escape, after the backslash, and returns its byte.
    fn escape(&mut self) -> Result<u8, PatternError> {
        let Some(b) = self.next() else { return Err(self.error("a backslash at the end")) };
        if let Some(n) = C_LETTERS.iter().position(|&l| l == b) {
            return Ok(7 + n as u8);
        }
        Ok(match b {
            b'0'..=b'7' => {
                let mut n = u32::from(b - b'0');
                for _ in 0..2 {
                    let Some(d) = self.peek().filter(|d| (b'0'..=b'7').contains(d)) else { break };
                    n = n * 8 + u32::from(d - b'0');
                    self.at += 1;
                }
                (n & 0xff) as u8
            }
            b'x' => {
                let digits = self.text.get(self.at..self.at + 2).unwrap_or_default();
                match std::str::from_utf8(digits).ok().and_then(|d| u8::from_str_radix(d, 16).ok()) {
                    Some(n) if digits.len() == 2 => {
                        self.at += 2;
                        n
                    }
                    _ => return Err(self.error("\\x needs two hexadecimal digits")),
                }
            }
            other => other,
        })
    }

    /// Parses the rest of a character class, after the opening bracket.
    fn class(&mut self) -> Result<(), PatternError> {
        let mut set = [false; 256];
        let negated = self.peek() == Some(b'^') && {
            self.at += 1;
            true
        };
        let mut first = true;
        loop {
            if self.accept(b"[:") {
                self.class_name(&mut set)?;
                first = false;
                continue;
            }
            let low = match self.next() {
                None | Some(b'\n') => return Err(self.error("unterminated character class")),
                Some(b']') if !first => break,
                Some(b'\\') => self.escape()?,
                Some(b) => b,
            };
            first = false;
            let range = self.peek() == Some(b'-') && self.text.get(self.at + 1).is_some_and(|&b| b != b']');
            let high = if range {
                self.at += 1;
                match self.next() {
                    Some(b'\\') => self.escape()?,
                    Some(b) => b,
                    None => return Err(self.error("unterminated character class")),
                }
            } else {
                low
            };
            if low > high {
                return Err(self.error("negative range in character class"));
            }
            for b in low..=high {
                set[usize::from(b)] = true;
                if self.ignore_case {
                    set[usize::from(b.to_ascii_lowercase())] = true;
                    set[usize::from(b.to_ascii_uppercase())] = true;
                }
            }
        }
        push_class(&mut self.out, &set, negated);
        Ok(())
    }

    /// Parses the rest of a named class, after `[:`.
    fn class_name(&mut self, set: &mut [bool; 256]) -> Result<(), PatternError> {
        type Test = fn(&u8) -> bool;
        const NAMES: &[(&[u8], Test)] = &[
            (b"alnum", u8::is_ascii_alphanumeric),
            (b"alpha", u8::is_ascii_alphabetic),
            (b"blank", |b| matches!(b, b' ' | b'\t')),
            (b"cntrl", u8::is_ascii_control),
            (b"digit", u8::is_ascii_digit),
            (b"graph", u8::is_ascii_graphic),
            (b"print", |b| (0x20..0x7f).contains(b)),
            (b"punct", u8::is_ascii_punctuation),
            (b"space", |b| matches!(b, b' ' | 9..=13)),
            (b"xdigit", u8::is_ascii_hexdigit),
            (b"lower", u8::is_ascii_lowercase),
            (b"upper", u8::is_ascii_uppercase),
        ];
        for (name, test) in NAMES {
            if self.text[self.at..].starts_with(name) && self.text[self.at + name.len()..].starts_with(b":]")
            {
                self.at += name.len() + 2;
                let folded = self.ignore_case && matches!(*name, b"lower" | b"upper");
                let test = if folded { u8::is_ascii_alphabetic } else { *test };
                for b in 0..=127u8 {
                    set[usize::from(b)] |= test(&b);
                }
                return Ok(());
            }
        }
        Err(self.error("bad character class expression"))
    }
}

/// Appends `\xNN`. Avoids `write!`, since most bytes of a pattern are written here.
fn push_byte(out: &mut String, b: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.push_str(r"\x");
    for digit in [b >> 4, b & 15] {
        out.push(char::from(DIGITS[usize::from(digit)]));
    }
}

/// Writes a class as ranges. The empty class (`[^\x00-\xff]`) matches nothing.
fn push_class(out: &mut String, set: &[bool; 256], negated: bool) {
    let start = out.len();
    out.push('[');
    let mut b = 0usize;
    while b < 256 {
        if set[b] == negated {
            b += 1;
            continue;
        }
        let from = b;
        while b < 256 && set[b] != negated {
            b += 1;
        }
        push_byte(out, from as u8);
        out.push('-');
        push_byte(out, (b - 1) as u8);
    }
    if out.len() == start + 1 {
        out.push_str(r"^\x00-\xff");
    }
    out.push(']');
}
