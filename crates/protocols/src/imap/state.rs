//! One session.
use super::anomaly::Anomaly;
use crate::lines::{Item, Lines};
use crate::registry;
use crate::{Maker, Settings};
use event::ListOf;
use event::imap as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};

const TLS: Tag = registry::tag("SSL");

/// Commands behind which no TLS is to be expected.
const PAST_TLS: [&[u8]; 6] = [b"authenticate", b"login", b"examine", b"create", b"list", b"fetch"];

/// A line: a tag, a word, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// What connects a command with its reply; `*` where none was asked for.
    pub tag: &'a [u8],
    /// The command, or the kind of reply.
    pub word: &'a [u8],
    /// The rest.
    pub rest: &'a [u8],
}

impl<'a> Line<'a> {
    /// Takes a line apart; `None` where it has no two words.
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        let text = |s: &'a [u8]| s.split_at(s.iter().position(|b| !b.is_ascii_graphic()).unwrap_or(s.len()));
        let (tag, rest) = text(line);
        let (word, rest) = text(crate::words::skip_blanks(rest));
        if tag.is_empty() || word.is_empty() {
            return None;
        }
        Some(Line { tag, word, rest })
    }
}

/// The analyzer of a session.
#[derive(Default)]
pub struct Imap {
    lines: [Lines; 2],
    /// The tag of the client's STARTTLS.
    starttls: Option<Vec<u8>>,
    tls: bool,
    gone: bool,
}

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Imap>::default()))
}

impl Imap {
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
            self.gone = true;
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
                self.tls = true;
                cx.add_child(TLS);
                cx.event(|c| ev::ImapStarttls { c });
            } else {
                cx.anomaly(Anomaly::RefusedStartTls);
            }
        }
    }
}

impl Analyzer for Imap {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let side = usize::from(!from.is_orig());
        let Some(mut lines) = self.lines.get_mut(side).map(std::mem::take) else { return };
        while !self.tls && !self.gone && !cx.is_partial() {
            // Texts between lines hold what they like.
            match lines.next(&mut data, &mut |_| {}) {
                Some(Item::Line(line)) => self.line(cx, from, line),
                Some(Item::Plain(_)) => {}
                None => break,
            }
        }
        if let Some(slot) = self.lines.get_mut(side) {
            *slot = lines;
        }
        if self.tls && !data.is_empty() {
            cx.forward_stream(from, data);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.tls {
            return cx.forward_undelivered(from, seq, len);
        }
        self.gone = true;
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.tls {
            cx.forward_end_of_stream(from);
        }
    }
}
