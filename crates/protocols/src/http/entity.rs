//! The entities of a message: what their headers say of their bodies, and where each stands.
use super::anomaly::Anomaly;
use super::inflate::Inflate;
use super::line::leading_number;
use crate::mime::{Base64, ContentType, Encoding, Header};
use session::Uid;

/// Whether a body follows the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// Never, whatever the header says.
    Nothing,
    /// Where the header says so.
    Maybe,
    /// Always; to the end of the connection where no length is stated.
    Body,
}

/// How a body was compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coding {
    Identity,
    /// gzip or deflate: the data tell.
    Compressed,
}

/// Where a chunked body stands (RFC 9112, 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chunks {
    /// It is not chunked.
    No,
    /// Its header is not over.
    Before,
    Size,
    Data,
    /// The line end behind a chunk.
    DataEnd,
    Trailer,
    Over,
}

/// One entity: the message or a part of it.
pub(super) struct Entity {
    pub(super) in_header: bool,
    pub(super) ended: bool,
    /// The field at hand, its lines joined, and how many they are.
    pub(super) field: Vec<u8>,
    pub(super) lines: u32,
    pub(super) content: ContentType,
    pub(super) encoding: Encoding,
    pub(super) base64: Base64,
    pub(super) decodes_base64: bool,
    /// In a part of a multipart body the CR LF before the boundary belongs to the boundary.
    pub(super) owes_line_end: bool,
    pub(super) expect: Expect,
    pub(super) chunks: Chunks,
    pub(super) coding: Coding,
    pub(super) inflate: Option<Inflate>,
    /// Of the body, where it was stated.
    pub(super) content_length: Option<i64>,
    pub(super) range_length: Option<i64>,
    /// Bytes of the chunk or body that are still to come.
    pub(super) left: i64,
    pub(super) body_length: u64,
    pub(super) header_length: u64,
    pub(super) is_partial: bool,
    /// Where in the whole the next bytes stand.
    pub(super) offset: u64,
    /// Of the whole.
    pub(super) instance_length: Option<i64>,
    pub(super) send_size: bool,
    pub(super) expects_continue: bool,
    pub(super) deliver_body: bool,
    pub(super) file: Option<Uid>,
    /// Fields for those who want all at once: name and value.
    pub(super) fields: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Entity {
    pub(super) fn new(expect: Expect, encoding: Encoding) -> Self {
        Entity {
            in_header: true,
            ended: false,
            field: Vec::new(),
            lines: 0,
            content: ContentType::default(),
            encoding,
            base64: Base64::default(),
            decodes_base64: false,
            owes_line_end: false,
            expect,
            chunks: Chunks::No,
            coding: Coding::Identity,
            inflate: None,
            content_length: None,
            range_length: None,
            left: 0,
            body_length: 0,
            header_length: 0,
            is_partial: false,
            offset: 0,
            instance_length: None,
            send_size: true,
            expects_continue: false,
            deliver_body: true,
            file: None,
            fields: Vec::new(),
        }
    }

    /// Takes what a field says of the body. `depth` is 0 for the message itself; `partial` says that the reply is one to
    /// a range; `chunks_allowed` that the version knows chunks.
    pub(super) fn note(
        &mut self,
        h: &Header<'_>,
        depth: usize,
        partial: bool,
        chunks_allowed: bool,
        say: &mut dyn FnMut(Said<'_>),
    ) {
        if h.is("content-length") {
            self.note_length(h, say);
        } else if h.is("content-range") && partial {
            self.note_range(h, say);
        } else if h.is("transfer-encoding") {
            if depth > 0 {
                return say(Said::Anomaly(Anomaly::NestedTransferEncoding));
            }
            let chunked = h.token().is_some_and(|t| t.eq_ignore_ascii_case(b"chunked"));
            if chunked && chunks_allowed {
                self.chunks = Chunks::Before;
                // More behind it may be meant to smuggle something past a reader.
                let rest = h.after_token();
                if !rest.is_empty() {
                    say(Said::Weird("HTTP_chunked_multi", rest));
                }
                if self.content_length.is_some() {
                    say(Said::Anomaly(Anomaly::LengthAndChunked));
                }
            }
        } else if h.is("content-encoding") {
            let token = h.token().unwrap_or_default();
            if ["gzip", "x-gzip", "deflate"].iter().any(|k| token.eq_ignore_ascii_case(k.as_bytes())) {
                self.coding = Coding::Compressed;
            }
        } else if h.is("expect") {
            let token = h.token().unwrap_or_default();
            if !token.eq_ignore_ascii_case(b"100-continue") {
                say(Said::Weird("HTTP_expect_not_100_continue", token));
            }
            self.expects_continue = true;
            self.check_continue(say);
        }
    }

    /// Leave to send a body is asked for, and there is none to send.
    fn check_continue(&self, say: &mut dyn FnMut(Said<'_>)) {
        if self.content_length == Some(0) && self.expects_continue {
            say(Said::Anomaly(Anomaly::NothingAndExpect));
        }
    }

    fn note_length(&mut self, h: &Header<'_>, say: &mut dyn FnMut(Said<'_>)) {
        if self.chunks != Chunks::No {
            say(Said::Anomaly(Anomaly::LengthAndChunked));
        }
        let Some(token) = h.token() else { return };
        match leading_number(token, 10).filter(|n| *n >= 0) {
            Some(n) => {
                if n > 0 && token.starts_with(b"0") {
                    say(Said::Weird("HTTP_content_length_leading_zeros", token));
                }
                self.content_length = Some(n);
                if let Some(range) = self.range_length.filter(|r| self.is_partial && *r != n) {
                    say(Said::Anomaly(Anomaly::RangeNotMatchingLength));
                    self.content_length = Some(n.max(range));
                }
                self.check_continue(say);
            }
            None => {
                say(Said::Weird("HTTP_bad_content_length", token));
                self.content_length = Some(0);
            }
        }
    }

    /// `bytes FIRST-LAST/WHOLE` (RFC 9110, 14.4).
    fn note_range(&mut self, h: &Header<'_>, say: &mut dyn FnMut(Said<'_>)) {
        if self.chunks != Chunks::No {
            say(Said::Anomaly(Anomaly::RangeAndChunked));
        }
        if h.token() != Some(b"bytes".as_slice()) {
            return say(Said::Anomaly(Anomaly::RangeUnit));
        }
        let text: Vec<u8> = h.after_token().iter().copied().filter(|b| *b != b' ').collect();
        let split = |s: &[u8], at: u8| {
            let n = s.iter().position(|b| *b == at)?;
            Some((s.get(..n)?.to_vec(), s.get(n + 1..)?.to_vec()))
        };
        let parts = split(&text, b'/').and_then(|(range, whole)| Some((split(&range, b'-')?, whole)));
        let Some(((first, last), whole)) = parts else {
            return say(Said::Anomaly(Anomaly::RangeSyntax));
        };
        let (Some(first), Some(last)) = (leading_number(&first, 10), leading_number(&last, 10)) else {
            return say(Said::Weird("HTTP_content_range_cannot_parse", &text));
        };
        if first < 0 || last < 0 {
            return say(Said::Weird("HTTP_content_range_invalid", &text));
        }
        if last < first {
            return say(Said::Weird("HTTP_non_positive_content_range", &text));
        }
        let Some(len) = (last - first).checked_add(1) else {
            return say(Said::Weird("HTTP_content_range_overflow", &text));
        };
        if whole != b"*" {
            self.instance_length = Some(leading_number(&whole, 10).unwrap_or_else(|| {
                say(Said::Weird("HTTP_content_range_invalid_instance", &text));
                0
            }));
        }
        self.is_partial = true;
        self.offset = first.unsigned_abs();
        self.range_length = Some(len);
        match self.content_length.filter(|n| *n > 0) {
            Some(n) if n != len => {
                say(Said::Anomaly(Anomaly::RangeNotMatchingLength));
                self.content_length = Some(n.max(len));
            }
            Some(_) => {}
            None => self.content_length = Some(len),
        }
    }
}

/// Something odd that a field shows.
pub(super) enum Said<'a> {
    Anomaly(Anomaly),
    /// A weird with the field's own words.
    Weird(&'static str, &'a [u8]),
}
