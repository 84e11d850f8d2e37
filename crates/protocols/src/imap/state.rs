//! The analyzer of a session.
use super::anomaly::Anomaly;
use crate::ascii::skip_blanks;
use crate::line_reader::LineReader;
use crate::lines::Lines;
use crate::sides::Sides;
use crate::starttls::StartTls;
use crate::{Maker, Settings};
use event::ListOf;
use event::imap as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};

/// Commands that STARTTLS cannot follow, because the client logs in or is logged in.
const PAST_TLS: [&[u8]; 6] = [b"authenticate", b"login", b"examine", b"create", b"list", b"fetch"];

/// A line: a tag, a command or response name, and the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The tag. A response repeats the tag of its command; untagged responses have `*`.
    pub tag: &'a [u8],
    /// The name of the command or response.
    pub word: &'a [u8],
    /// The rest.
    pub rest: &'a [u8],
}

impl<'a> Line<'a> {
    /// Parses a line; `None` if it has fewer than two words.
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        let text = |s: &'a [u8]| s.split_at(s.iter().position(|b| !b.is_ascii_graphic()).unwrap_or(s.len()));
        let (tag, rest) = text(line);
        let (word, rest) = text(skip_blanks(rest));
        if tag.is_empty() || word.is_empty() {
            return None;
        }
        Some(Line { tag, word, rest })
    }
}

/// The analyzer of a session.
#[derive(Default)]
pub struct Imap {
    lines: Sides<Lines>,
    /// The tag of the client's STARTTLS.
    starttls: Option<Vec<u8>>,
    tls: StartTls,
    /// Whether STARTTLS can no longer follow, because of a command or a gap. The rest of the stream is ignored.
    is_over: bool,
}

/// Returns a maker of one analyzer per connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Imap>::default()))
}

impl LineReader for Imap {
    /// Literals contain arbitrary bytes but are read as lines.
    const REPORTS_ENDS: bool = false;

    fn lines(&mut self, from: Role) -> &mut Lines {
        self.lines.of(from)
    }

    fn is_over(&self, cx: &Context<'_, '_>) -> bool {
        self.tls.has_begun() || self.is_over || cx.is_partial()
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        let Some(l) = Line::parse(line) else {
            return cx.violate("no IMAP tag and command", Some(line));
        };
        let is = |word: &str| l.word.eq_ignore_ascii_case(word.as_bytes());
        if PAST_TLS.contains(&l.word) {
            cx.confirm();
            self.is_over = true;
            return;
        }
        if from.is_orig() {
            if is("starttls") || l.word == b"capability" {
                cx.confirm();
            }
            if is("starttls") {
                if self.starttls.is_some() {
                    cx.anomaly(Anomaly::DuplicateStartTls);
                }
                self.starttls = Some(l.tag.to_vec());
            }
            return;
        }
        if l.tag == b"*" && is("ok") {
            cx.confirm();
        }
        if l.tag == b"*" && is("capability") {
            let all: Vec<&[u8]> = l.rest.split(|b| !b.is_ascii_graphic()).filter(|c| !c.is_empty()).collect();
            cx.event(|c| ev::ImapCapabilities { c, capabilities: ListOf(&all) });
        }
        if self.starttls.as_deref() == Some(l.tag) {
            if is("ok") {
                self.tls.begin(cx);
                cx.event(|c| ev::ImapStarttls { c });
            } else {
                cx.anomaly(Anomaly::RefusedStartTls);
            }
        }
    }
}

impl Analyzer for Imap {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        self.read_lines(cx, from, &mut data);
        self.tls.forward(cx, from, data);
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        self.is_over |= !self.tls.forward_gap(cx, from, seq, len);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        self.tls.forward_end(cx, from);
    }
}
