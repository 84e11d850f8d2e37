//! Properties of the body that header fields declare, with a function for each field.
use super::anomaly::Anomaly;
use super::line::leading_number;
use crate::mime::Header;

/// An oddity of a field.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Oddity<'a> {
    Anomaly(Anomaly),
    /// A weird and the text that caused it.
    Weird(&'static str, &'a [u8]),
}

/// A function to which oddities are reported.
type Report<'r> = &'r mut dyn FnMut(Oddity<'_>);

/// The context of a field.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Whether the field is in the header of a part, not of the message.
    pub(super) in_part: bool,
    /// Whether the message is a reply with status 206 (Partial Content).
    pub(super) partial_reply: bool,
    /// Whether the version of the message supports chunks.
    pub(super) chunks_allowed: bool,
}

/// A part of a representation (RFC 9110, 14.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    /// The offset of the next byte in the whole representation.
    pub(super) offset: u64,
    /// The length of the part, in bytes.
    length: i64,
    /// The length of the whole representation in bytes, if stated.
    pub(super) whole: Option<i64>,
}

/// The properties of a body that its header declares.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Declared {
    /// Whether the body comes in chunks (RFC 9112, 7.1).
    pub(super) chunked: bool,
    /// The length of the body in bytes, if stated (RFC 9112, 6.2).
    pub(super) length: Option<i64>,
    pub(super) range: Option<Range>,
    /// Whether the content is compressed. Its first bytes tell the format (RFC 9110, 8.4.1).
    pub(super) compressed: bool,
    /// Whether the client waits for 100 (Continue) before it sends the body.
    pub(super) expects_continue: bool,
}

impl Declared {
    /// Takes a field. Returns whether it announces chunks.
    pub(super) fn take(&mut self, field: &Header<'_>, place: Place, report: Report<'_>) -> bool {
        if field.is("content-length") {
            self.content_length(field, report);
        } else if field.is("transfer-encoding") {
            return self.transfer_encoding(field, place, report);
        } else if field.is("content-encoding") {
            self.content_encoding(field);
        } else if field.is("content-range") && place.partial_reply {
            self.content_range(field, report);
        } else if field.is("expect") {
            self.expect(field, report);
        }
        false
    }

    /// The length of the file that the body is, or is a part of.
    pub(super) fn file_size(&self) -> Option<i64> {
        match self.range {
            Some(range) => range.whole,
            None => self.length,
        }
    }

    /// Takes `Content-Length` (RFC 9112, 6.2). A malformed length counts as 0.
    fn content_length(&mut self, field: &Header<'_>, report: Report<'_>) {
        if self.chunked {
            report(Oddity::Anomaly(Anomaly::LengthAndChunked));
        }
        let Some(text) = field.token() else { return };
        let length = leading_number(text, 10).filter(|n| *n >= 0);
        self.length = Some(length.unwrap_or(0));
        let Some(length) = length else {
            return report(Oddity::Weird("HTTP_bad_content_length", text));
        };
        if length > 0 && text.starts_with(b"0") {
            report(Oddity::Weird("HTTP_content_length_leading_zeros", text));
        }
        if let Some(range) = self.range {
            self.agree(length, range.length, report);
        }
        self.check_expectation(report);
    }

    /// Takes `Transfer-Encoding` (RFC 9112, 6.1). Only a message as a whole may have a transfer encoding, not its
    /// parts.
    fn transfer_encoding(&mut self, field: &Header<'_>, place: Place, report: Report<'_>) -> bool {
        if place.in_part {
            report(Oddity::Anomaly(Anomaly::NestedTransferEncoding));
            return false;
        }
        if !place.chunks_allowed || !token_is(field, "chunked") {
            return false;
        }
        self.chunked = true;
        // `chunked` must be the last coding: readers may differ about codings after it.
        let more = field.after_token();
        if !more.is_empty() {
            report(Oddity::Weird("HTTP_chunked_multi", more));
        }
        if self.length.is_some() {
            report(Oddity::Anomaly(Anomaly::LengthAndChunked));
        }
        true
    }

    /// Takes `Content-Encoding` (RFC 9110, 8.4).
    fn content_encoding(&mut self, field: &Header<'_>) {
        self.compressed |= ["gzip", "x-gzip", "deflate"].iter().any(|coding| token_is(field, coding));
    }

    /// Takes `Expect` (RFC 9110, 10.1.1).
    fn expect(&mut self, field: &Header<'_>, report: Report<'_>) {
        if !token_is(field, "100-continue") {
            report(Oddity::Weird("HTTP_expect_not_100_continue", field.token().unwrap_or_default()));
        }
        self.expects_continue = true;
        self.check_expectation(report);
    }

    /// Reports a client that expects 100 (Continue) but sends no content (RFC 9110, 10.1.1).
    fn check_expectation(&self, report: Report<'_>) {
        if self.expects_continue && self.length == Some(0) {
            report(Oddity::Anomaly(Anomaly::NothingAndExpect));
        }
    }

    /// Takes `Content-Range` (RFC 9110, 14.4): `bytes FIRST-LAST/WHOLE`, where WHOLE may be `*`.
    fn content_range(&mut self, field: &Header<'_>, report: Report<'_>) {
        if self.chunked {
            report(Oddity::Anomaly(Anomaly::RangeAndChunked));
        }
        if field.token() != Some(b"bytes".as_slice()) {
            return report(Oddity::Anomaly(Anomaly::RangeUnit));
        }
        let text: Vec<u8> = field.after_token().iter().copied().filter(|b| *b != b' ').collect();
        let (bounds, whole) = match range_of(&text) {
            Ok(found) => found,
            Err(oddity) => return report(oddity),
        };
        let whole = match whole {
            b"*" => self.range.and_then(|before| before.whole),
            _ => Some(leading_number(whole, 10).unwrap_or_else(|| {
                report(Oddity::Weird("HTTP_content_range_invalid_instance", &text));
                0
            })),
        };
        self.range = Some(Range { whole, ..bounds });
        match self.length {
            Some(length) if length > 0 => self.agree(length, bounds.length, report),
            _ => self.length = Some(bounds.length),
        }
    }

    /// Compares the two stated lengths. If they differ, the body has the greater one.
    fn agree(&mut self, length: i64, range: i64, report: Report<'_>) {
        if length != range {
            report(Oddity::Anomaly(Anomaly::RangeNotMatchingLength));
            self.length = Some(length.max(range));
        }
    }
}

/// The bounds of a range whose blanks were removed, and the text of WHOLE.
fn range_of(text: &[u8]) -> Result<(Range, &[u8]), Oddity<'_>> {
    let halves = |text, separator| {
        let mut halves = <[u8]>::splitn(text, 2, move |b: &u8| *b == separator);
        halves.next().zip(halves.next())
    };
    let (bounds, whole) = halves(text, b'/').ok_or(Oddity::Anomaly(Anomaly::RangeSyntax))?;
    let (first, last) = halves(bounds, b'-').ok_or(Oddity::Anomaly(Anomaly::RangeSyntax))?;
    let numbers = leading_number(first, 10).zip(leading_number(last, 10));
    let (first, last) = numbers.ok_or(Oddity::Weird("HTTP_content_range_cannot_parse", text))?;
    if first < 0 || last < 0 {
        return Err(Oddity::Weird("HTTP_content_range_invalid", text));
    }
    if last < first {
        return Err(Oddity::Weird("HTTP_non_positive_content_range", text));
    }
    let length = (last - first).checked_add(1).ok_or(Oddity::Weird("HTTP_content_range_overflow", text))?;
    Ok((Range { offset: first.unsigned_abs(), length, whole: None }, whole))
}

fn token_is(field: &Header<'_>, token: &str) -> bool {
    field.token().is_some_and(|t| t.eq_ignore_ascii_case(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the length that the header of a partial HTTP/1.1 reply declares, and the oddities found.
    #[track_caller]
    fn check(header: &[&str], length: Option<i64>, odd: &[&str]) {
        let place = Place { in_part: false, partial_reply: true, chunks_allowed: true };
        let (mut declared, mut seen) = (Declared::default(), Vec::new());
        for line in header {
            let field = Header::parse(line.as_bytes(), 1).expect("a field");
            declared.take(&field, place, &mut |oddity| {
                seen.push(match oddity {
                    Oddity::Anomaly(a) => a.to_string(),
                    Oddity::Weird(name, _) => name.to_owned(),
                });
            });
        }
        let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
        assert_eq!((declared.length, &seen[..]), (length, odd), "{header:?}");
    }

    #[test]
    fn a_length_is_a_number() {
        check(&["Content-Length: 12"], Some(12), &[]);
        check(&["Content-Length: 012"], Some(12), &["HTTP_content_length_leading_zeros"]);
        check(&["Content-Length: -1"], Some(0), &["HTTP_bad_content_length"]);
        check(&["Content-Length: x"], Some(0), &["HTTP_bad_content_length"]);
    }

    #[test]
    fn chunks_and_a_length_contradict_each_other() {
        let both = ["Content-Length: 3", "Transfer-Encoding: chunked"];
        check(&both, Some(3), &["HTTP_content_length_and_chunked"]);
        check(&[both[1], both[0]], Some(3), &["HTTP_content_length_and_chunked"]);
        check(&["Transfer-Encoding: chunked, gzip"], None, &["HTTP_chunked_multi"]);
    }

    #[test]
    fn a_range_has_bounds_and_a_whole() {
        check(&["Content-Range: bytes 5-9/100"], Some(5), &[]);
        check(&["Content-Range: bytes 5-9/*"], Some(5), &[]);
        check(
            &["Content-Length: 7", "Content-Range: bytes 5-9/100"],
            Some(7),
            &["HTTP_range_not_matching_len"],
        );
        for (range, odd) in [
            ("lines 1-2/3", "HTTP_content_range_unknown_byte_unit"),
            ("bytes 5-9", "HTTP_content_range_cannot_parse"),
            ("bytes x-9/10", "HTTP_content_range_cannot_parse"),
            ("bytes 5--9/10", "HTTP_content_range_invalid"),
            ("bytes 9-5/10", "HTTP_non_positive_content_range"),
            ("bytes 0-9223372036854775807/*", "HTTP_content_range_overflow"),
        ] {
            check(&[&format!("Content-Range: {range}")], None, &[odd]);
        }
        check(&["Content-Range: bytes 5-9/x"], Some(5), &["HTTP_content_range_invalid_instance"]);
    }

    #[test]
    fn nothing_is_not_waited_for() {
        let header = ["Content-Length: 0", "Expect: 100-continue"];
        check(&header, Some(0), &["HTTP_content_length_0_and_expect_100_cont"]);
        check(&[header[1], header[0]], Some(0), &["HTTP_content_length_0_and_expect_100_cont"]);
        check(&["Expect: much"], None, &["HTTP_expect_not_100_continue"]);
    }
}
