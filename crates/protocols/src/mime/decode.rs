//! Decodes transfer encodings line by line (RFC 2045, 6.7 and 6.8).
use super::header::Encoding;

/// Decodes a line of quoted-printable text. Appends CR LF unless the line ends in `=`, a soft line break. Calls
/// `complain` for every violation of the encoding.
pub fn quoted_printable(line: &[u8], out: &mut Vec<u8>, complain: &mut dyn FnMut(String)) {
    let end = line.iter().rposition(|&b| b != b' ' && b != b'\t').map_or(0, |n| n + 1);
    let (text, _) = line.split_at(end);
    let mut rest = text;
    while let Some((&b, tail)) = rest.split_first() {
        rest = tail;
        match (b, tail) {
            (b'=', []) => return,
            (b'=', [hi, lo, after @ ..]) if hi.is_ascii_hexdigit() && lo.is_ascii_hexdigit() => {
                out.push(hex(*hi) << 4 | hex(*lo));
                rest = after;
            }
            (b'=', _) => {
                complain("= is not followed by two hexadecimal digits in quoted-printable encoding".into());
                out.push(b);
            }
            (b'\t' | b' '..=b'~', _) => out.push(b),
            _ => {
                complain(format!("control characters in quoted-printable encoding: {}", b.cast_signed()));
                out.push(b);
            }
        }
    }
    out.extend_from_slice(b"\r\n");
}

fn hex(b: u8) -> u8 {
    match b {
        b'0'..=b'9' => b - b'0',
        b'a'..=b'f' => b - b'a' + 10,
        _ => b.wrapping_sub(b'A').wrapping_add(10),
    }
}

/// Decodes base64 across lines.
#[derive(Default)]
pub struct Base64 {
    bits: u32,
    count: u8,
    padding: u8,
    /// Whether a byte outside the base64 alphabet was reported.
    bad: bool,
}

impl Base64 {
    /// Decodes a line. Calls `complain` for the first byte outside the base64 alphabet.
    pub fn line(&mut self, line: &[u8], out: &mut Vec<u8>, complain: &mut dyn FnMut(String)) {
        for &b in line {
            let value = match b {
                b'A'..=b'Z' => b - b'A',
                b'a'..=b'z' => b - b'a' + 26,
                b'0'..=b'9' => b - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                b'=' => {
                    self.padding += 1;
                    self.push(0, out);
                    continue;
                }
                b'\r' | b'\n' => continue,
                _ => {
                    if !self.bad {
                        self.bad = true;
                        complain(format!("character {} ignored by Base64 decoding", b.cast_signed()));
                    }
                    continue;
                }
            };
            self.push(value, out);
        }
    }

    fn push(&mut self, value: u8, out: &mut Vec<u8>) {
        self.bits = self.bits << 6 | u32::from(value);
        self.count += 1;
        if self.count == 4 {
            let [_, bytes @ ..] = self.bits.to_be_bytes();
            let keep = 3usize.saturating_sub(self.padding.into());
            out.extend(bytes.iter().take(keep));
            *self = Base64 { bad: self.bad, ..Base64::default() };
        }
    }

    /// Decodes a complete text; `None` if it is not base64.
    #[must_use]
    pub fn whole(text: &[u8]) -> Option<Vec<u8>> {
        let (mut out, mut good) = (Vec::new(), true);
        let mut base64 = Base64::default();
        base64.line(text, &mut out, &mut |_| good = false);
        base64.end(&mut |_| good = false);
        good.then_some(out)
    }

    /// Ends the body. An incomplete group is reported and dropped.
    pub fn end(&mut self, complain: &mut dyn FnMut(String)) {
        if self.count > 0 {
            complain("incomplete base64 group, padding with 12 bits of 0".into());
        }
        *self = Base64::default();
    }
}

/// Decodes the body of an entity line by line.
pub(crate) struct BodyDecoder {
    pub(crate) encoding: Encoding,
    base64: Base64,
    /// Whether the CR LF of the last line was held back.
    owes_line_end: bool,
}

impl BodyDecoder {
    pub(crate) fn new(encoding: Encoding) -> Self {
        BodyDecoder { encoding, base64: Base64::default(), owes_line_end: false }
    }

    /// Decodes a line or, without `line_end`, bytes of one. Returns `text` itself if it needs no change; otherwise
    /// builds the result in `scratch`.
    ///
    /// In a part of a multipart body, the CR LF before a boundary belongs to the boundary (RFC 2046, 5.1.1), so the CR
    /// LF of each line is held back until the next line arrives.
    pub(crate) fn decode<'d>(
        &mut self,
        text: &'d [u8],
        line_end: bool,
        in_multipart: bool,
        scratch: &'d mut Vec<u8>,
        complain: &mut dyn FnMut(Encoding, &str),
    ) -> &'d [u8] {
        scratch.clear();
        match self.encoding {
            Encoding::Identity => {
                let owed = std::mem::replace(&mut self.owes_line_end, line_end && in_multipart);
                let line_end = line_end && !in_multipart;
                if !owed && !line_end {
                    return text;
                }
                if owed {
                    scratch.extend_from_slice(b"\r\n");
                }
                scratch.extend_from_slice(text);
                if line_end {
                    scratch.extend_from_slice(b"\r\n");
                }
            }
            Encoding::QuotedPrintable => {
                quoted_printable(text, scratch, &mut |s| complain(Encoding::QuotedPrintable, &s));
            }
            Encoding::Base64 => self.base64.line(text, scratch, &mut |s| complain(Encoding::Base64, &s)),
        }
        scratch
    }

    /// Ends the body. Calls `complain` if base64 ends within a group.
    pub(crate) fn end(&mut self, complain: &mut dyn FnMut(Encoding, &str)) {
        self.base64.end(&mut |s| complain(Encoding::Base64, &s));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_printable_lines() {
        let check = |line: &[u8], expected: &[u8], complaints: usize| {
            let (mut out, mut said) = (Vec::new(), 0);
            quoted_printable(line, &mut out, &mut |_| said += 1);
            assert_eq!((out.as_slice(), said), (expected, complaints));
        };
        check(b"caf=C3=A9  ", b"caf\xc3\xa9\r\n", 0);
        check(b"soft=", b"soft", 0);
        check(b"=x=\x01", b"=x=\x01\r\n", 3);
        check(b"", b"\r\n", 0);
    }

    #[test]
    fn base64_crosses_lines() {
        let (mut d, mut out, mut said) = (Base64::default(), Vec::new(), 0);
        for line in [b"aGVsb".as_slice(), b"G8g!d29ybGQ", b"="] {
            d.line(line, &mut out, &mut |_| said += 1);
        }
        d.end(&mut |_| said += 1);
        assert_eq!((out.as_slice(), said), (b"hello world".as_slice(), 1));
    }
}
