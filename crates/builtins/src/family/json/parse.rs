//! Parses JSON (RFC 8259) into a tree. An error has its cause and byte offset.
use crate::slices::{part, tail};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    /// A number as text. Whether it fits an int, a count or a double is decided later.
    Number(String),
    String(Vec<u8>),
    Array(Vec<Json>),
    /// The members, in order. A name may be repeated; the first one counts.
    Object(Vec<(Vec<u8>, Json)>),
}

/// A syntax error and its offset.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) what: &'static str,
    pub(super) at: usize,
}

impl Json {
    /// Returns the name of the value's type in messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "bool",
            Json::Number(_) => "number",
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        }
    }

    /// Returns a member of an object.
    pub(super) fn member(&self, name: &[u8]) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }
}

/// The maximum nesting of arrays and objects.
const MAX_DEPTH: u32 = 512;

/// Parses a text that contains exactly one value.
pub(super) fn parse(text: &[u8]) -> Result<Json, Fault> {
    let mut p = Parser { text, at: 0, depth: 0 };
    p.blanks();
    if p.peek().is_none() {
        return p.fault("The document is empty.");
    }
    let v = p.value()?;
    p.blanks();
    if p.peek().is_some() {
        return p.fault("The document root must not be followed by other values.");
    }
    Ok(v)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    fn fault<T>(&self, what: &'static str) -> Result<T, Fault> {
        Err(Fault { what, at: self.at })
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn accept(&mut self, b: u8) -> bool {
        let yes = self.peek() == Some(b);
        self.at += usize::from(yes);
        yes
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<Json, Fault> {
        if self.depth >= MAX_DEPTH {
            return self.fault("Terminate parsing due to nesting.");
        }
        self.depth += 1;
        let v = match self.peek() {
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'[') => self.array(),
            Some(b'{') => self.object(),
            _ => self.number(),
        };
        self.depth -= 1;
        v
    }

    fn word(&mut self, word: &str, v: Json) -> Result<Json, Fault> {
        for b in word.bytes() {
            if !self.accept(b) {
                return self.fault("Invalid value.");
            }
        }
        Ok(v)
    }

    fn array(&mut self) -> Result<Json, Fault> {
        self.at += 1;
        self.blanks();
        let mut items = Vec::new();
        if self.accept(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value()?);
            self.blanks();
            if self.accept(b',') {
                self.blanks();
            } else if self.accept(b']') {
                return Ok(Json::Array(items));
            } else {
                return self.fault("Missing a comma or ] after an array element.");
            }
        }
    }

    fn object(&mut self) -> Result<Json, Fault> {
        self.at += 1;
        self.blanks();
        let mut members = Vec::new();
        if self.accept(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            if self.peek() != Some(b'"') {
                return self.fault("Missing a name for object member.");
            }
            let name = self.string()?;
            self.blanks();
            if !self.accept(b':') {
                return self.fault("Missing a colon after a name of object member.");
            }
            self.blanks();
            members.push((name, self.value()?));
            self.blanks();
            if self.accept(b',') {
                self.blanks();
            } else if self.accept(b'}') {
                return Ok(Json::Object(members));
            } else {
                return self.fault("Missing a comma or } after an object member.");
            }
        }
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let start = self.at;
        self.accept(b'-');
        if !self.accept(b'0') && self.digits() == 0 {
            return self.fault("Invalid value.");
        }
        if self.accept(b'.') && self.digits() == 0 {
            return self.fault("Miss fraction part in number.");
        }
        if self.accept(b'e') || self.accept(b'E') {
            if !self.accept(b'+') {
                self.accept(b'-');
            }
            if self.digits() == 0 {
                return self.fault("Miss exponent in number.");
            }
        }
        let text = String::from_utf8_lossy(part(self.text, start, self.at)).into_owned();
        if text.parse::<f64>().is_ok_and(f64::is_finite) {
            return Ok(Json::Number(text));
        }
        self.at = start;
        self.fault("Number too big to be stored in double.")
    }

    fn digits(&mut self) -> usize {
        let n = tail(self.text, self.at).iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += n;
        n
    }

    fn string(&mut self) -> Result<Vec<u8>, Fault> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            match self.peek() {
                None | Some(0) => return self.fault("Missing a closing quotation mark in string."),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => self.escape(&mut out)?,
                Some(0..0x20) => return self.fault("Invalid encoding in string."),
                Some(b) => {
                    out.push(b);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), Fault> {
        let escaped = self.text.get(self.at + 1).copied();
        let plain = match escaped {
            Some(b @ (b'"' | b'\\' | b'/')) => b,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => return self.unicode(out),
            _ => return self.fault("Invalid escape character in string."),
        };
        out.push(plain);
        self.at += 2;
        Ok(())
    }

    /// Parses `\uXXXX`, or two of them (a surrogate pair) for a character outside the basic multilingual plane.
    fn unicode(&mut self, out: &mut Vec<u8>) -> Result<(), Fault> {
        let start = self.at;
        let unit = |p: &mut Self| -> Result<u32, Fault> {
            let digits = p.text.get(p.at + 2..p.at + 6).and_then(|d| std::str::from_utf8(d).ok());
            let n = digits
                .filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))
                .and_then(|d| u32::from_str_radix(d, 16).ok());
            match n {
                Some(n) => {
                    p.at += 6;
                    Ok(n)
                }
                None => Err(Fault { what: "Incorrect hex digit after \\u escape in string.", at: start }),
            }
        };
        let surrogate = Fault { what: "The surrogate pair in string is invalid.", at: start };
        let mut n = unit(self)?;
        if (0xd800..0xe000).contains(&n) {
            if n >= 0xdc00 || !tail(self.text, self.at).starts_with(b"\\u") {
                return Err(surrogate);
            }
            let low = unit(self)?;
            if !(0xdc00..0xe000).contains(&low) {
                return Err(surrogate);
            }
            n = 0x10000 + ((n - 0xd800) << 10) + (low - 0xdc00);
        }
        let Some(c) = char::from_u32(n) else { return Err(surrogate) };
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_trees() {
        let v = parse(br#" {"a": [1, -2.5e3, true, null], "b": "x\n\u00e9\ud83d\ude00"} "#).unwrap();
        assert_eq!(v.member(b"b"), Some(&Json::String("x\né😀".as_bytes().to_vec())));
        let Some(Json::Array(a)) = v.member(b"a") else { panic!("{v:?}") };
        assert_eq!(a[1], Json::Number("-2.5e3".into()));
    }

    #[test]
    fn faults_say_what_and_where() {
        for (text, what, at) in [
            ("", "The document is empty.", 0),
            ("{\"hel", "Missing a closing quotation mark in string.", 5),
            ("[1 2]", "Missing a comma or ] after an array element.", 3),
            ("{1:2}", "Missing a name for object member.", 1),
            ("nul", "Invalid value.", 3),
            ("1 1", "The document root must not be followed by other values.", 2),
            ("\"\\ud800\"", "The surrogate pair in string is invalid.", 1),
            ("1.x", "Miss fraction part in number.", 2),
        ] {
            assert_eq!(parse(text.as_bytes()), Err(Fault { what, at }), "{text}");
        }
        let deep = vec![b'['; 100_000];
        assert!(parse(&deep).is_err());
    }
}
