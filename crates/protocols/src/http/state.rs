//! The analyzer of a connection: two streams of messages, and the effects of each side's messages on the other.
use super::anomaly::Anomaly;
use super::config::Config;
use super::framing::Expect;
use super::line::Version;
use super::link::{Connection, Link, Reading};
use super::message::Message;
use crate::lines::{Item, Lines};
use crate::{Maker, Settings};
use event::http as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::collections::VecDeque;
use std::rc::Rc;

/// The reason in `http_message_done` for a complete message.
pub(super) const COMPLETE: &str = "message ends normally";

/// Returns a maker of one analyzer per connection.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Rc::new(Config::of(s));
    Box::new(move |_| Some(Box::new(Http::new(Rc::clone(&config)))))
}

/// The input that a side is expected to send next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// A request or status line.
    Line,
    /// More of a message.
    Message,
    /// Input that cannot be parsed.
    Nothing,
    /// An HTTP 0.9 reply: bytes without a header.
    Bare,
}

/// One direction.
pub(super) struct Side {
    lines: Lines,
    pub(super) turn: Turn,
    pub(super) message: Option<Message>,
    /// Whether a message is in progress.
    pub(super) ongoing: bool,
    pub(super) version: Version,
    /// Whether the rest is not parsed, because bytes outside of a body were lost.
    is_lost: bool,
}

impl Side {
    fn new() -> Self {
        Side {
            lines: Lines::default(),
            turn: Turn::Line,
            message: None,
            ongoing: false,
            version: Version::default(),
            is_lost: false,
        }
    }
}

/// The analyzer of a connection.
pub struct Http {
    pub(super) config: Rc<Config>,
    pub(super) orig: Side,
    pub(super) resp: Side,
    pub(super) requests: u64,
    pub(super) replies: u64,
    pub(super) connection: Connection,
    pub(super) reply_code: u64,
    /// The requests without a reply, oldest first: whether each is HEAD.
    pub(super) unanswered: VecDeque<bool>,
    /// Whether CONNECT was requested and not refused.
    pub(super) connect: bool,
    /// Whether another protocol has taken over.
    pub(super) handed_over: bool,
    is_done: bool,
}

impl Http {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Rc<Config>) -> Self {
        Http {
            config,
            orig: Side::new(),
            resp: Side::new(),
            requests: 0,
            replies: 0,
            connection: Connection::default(),
            reply_code: 0,
            unanswered: VecDeque::new(),
            connect: false,
            handed_over: false,
            is_done: false,
        }
    }

    pub(super) fn side(&mut self, from: Role) -> &mut Side {
        if from.is_orig() { &mut self.orig } else { &mut self.resp }
    }

    /// Skips the rest of the entity that a side is sending.
    pub fn skip_entity(&mut self, from: Role) {
        if let Some(m) = &mut self.side(from).message {
            m.skip_body();
        }
    }

    // Messages.

    /// Runs `f` on a side's message, if it has one.
    fn with_message<R>(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        reading: &mut Reading,
        f: impl FnOnce(&mut Message, &mut Link<'_, '_, '_>) -> R,
    ) -> Option<R> {
        let mut message = self.side(from).message.take()?;
        let result = f(&mut message, &mut self.link(cx, reading));
        self.side(from).message = Some(message);
        Some(result)
    }

    fn link<'a, 'c, 'f>(
        &'a mut self,
        cx: &'a mut Context<'c, 'f>,
        reading: &'a mut Reading,
    ) -> Link<'a, 'c, 'f> {
        let version = if self.orig.ongoing { self.orig.version } else { self.resp.version };
        Link {
            cx,
            config: &self.config,
            reading,
            reply_code: self.reply_code,
            chunks_allowed: version == Version::HTTP_11,
            connection: &mut self.connection,
        }
    }

    /// Begins a message after its first line.
    pub(super) fn begin(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        expect: Expect,
        first_line: usize,
        reading: &mut Reading,
    ) {
        if self.side(from).message.take().is_some_and(|m| !m.finished) {
            cx.anomaly(Anomaly::OverlappingMessages);
        }
        let message = Message::new(from, expect, first_line, &mut self.link(cx, reading));
        self.side(from).message = Some(message);
    }

    /// Passes a line or bytes to a side's message. `rest` more bytes follow in the delivery.
    pub(super) fn feed(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        data: &[u8],
        line_end: bool,
        reading: &mut Reading,
        rest: usize,
    ) {
        let finished = self.with_message(cx, from, reading, |message, link| {
            message.take(data, line_end, link);
            message.finished
        });
        if finished == Some(true) {
            self.over(cx, from, false, COMPLETE, reading, rest);
        }
    }

    /// Ends a side's message, complete or interrupted, for the reason `why`.
    pub(super) fn over(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        interrupted: bool,
        why: &str,
        reading: &mut Reading,
        rest: usize,
    ) {
        if !std::mem::take(&mut self.side(from).ongoing) {
            return;
        }
        self.with_message(cx, from, reading, |message, link| message.finish(interrupted, why, link));
        self.side(from).turn = if interrupted { Turn::Nothing } else { Turn::Line };
        if !from.is_orig() {
            self.reply_over(cx, rest);
        }
    }

    fn both_over(&mut self, cx: &mut Context<'_, '_>, why: &str) {
        let mut reading = Reading::default();
        self.over(cx, Role::Orig, true, why, &mut reading, 0);
        self.over(cx, Role::Resp, true, why, &mut reading, 0);
    }

    // Versions.

    /// Takes the version in a first line. An invalid version is reported and counts as 0.0.
    pub(super) fn set_version(&mut self, cx: &mut Context<'_, '_>, from: Role, text: &[u8]) {
        let version = Version::parse(text).unwrap_or_else(|| {
            cx.event(|c| ev::HttpEvent { c, event_type: "bad_HTTP_version", detail: text });
            Version::default()
        });
        self.note_version(cx, from, version);
    }

    pub(super) fn note_version(&mut self, cx: &mut Context<'_, '_>, from: Role, version: Version) {
        let before = std::mem::replace(&mut self.side(from).version, version);
        if before != version && before != Version::default() {
            cx.anomaly(Anomaly::VersionMismatch);
        }
        // Connections persist as of HTTP/1.1 (RFC 9112, 9.3).
        self.connection.keep_alive |= version >= Version::HTTP_11;
    }

    // Streams.

    /// Takes a line. `rest` more bytes follow in the delivery.
    fn line(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        line: &[u8],
        reading: &mut Reading,
        rest: usize,
    ) {
        match (self.side(from).turn, from) {
            (Turn::Line, Role::Orig) => self.request_line(cx, line, reading),
            (Turn::Line, Role::Resp) => self.reply_line(cx, line, reading),
            (Turn::Message, _) => {
                self.feed(cx, from, line, true, reading, rest);
                if !from.is_orig() && self.connect && line.is_empty() && !self.handed_over {
                    self.open_tunnel(cx, rest);
                }
            }
            (Turn::Nothing | Turn::Bare, _) => {}
        }
    }

    /// Takes bytes of a body.
    fn bytes(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8], reading: &mut Reading) {
        if self.config.skip_data {
            return self.gap(cx, from, data.len() as u64, None);
        }
        if self.side(from).message.is_none() {
            return cx.anomaly(match from {
                Role::Orig => Anomaly::UnexpectedClientData,
                Role::Resp => Anomaly::UnexpectedServerData,
            });
        }
        self.feed(cx, from, data, false, reading, 0);
    }

    /// Takes `len` lost or skipped bytes. `seq` is the sequence number of lost bytes, `None` for skipped ones.
    fn gap(&mut self, cx: &mut Context<'_, '_>, from: Role, len: u64, seq: Option<u64>) {
        let mut reading = Reading::default();
        if let Some(seq) = seq.filter(|_| self.side(from).message.is_some()) {
            let detail = format!("seq={seq}, len={len}");
            cx.event(|c| ev::HttpEvent { c, event_type: "content gap", detail: detail.as_bytes() });
        }
        let inside = self
            .with_message(cx, from, &mut reading, |message, link| (message.gap(len, link), message.finished));
        if let Some((true, finished)) = inside {
            if finished {
                self.over(cx, from, false, COMPLETE, &mut reading, 0);
            }
            return reading.apply(&mut self.side(from).lines);
        }
        let why = "message interrupted by a content gap";
        if from.is_orig() {
            // Whether a reply has a body depends on its request, so replies without known requests cannot be parsed.
            self.over(cx, Role::Orig, true, why, &mut reading, 0);
        }
        self.over(cx, Role::Resp, true, why, &mut reading, 0);
        self.side(from).is_lost = true;
    }
}

impl Analyzer for Http {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if cx.is_partial() {
            return;
        }
        if self.handed_over {
            return cx.forward_stream(from, data);
        }
        let mut lines = std::mem::take(&mut self.side(from).lines);
        let mut rest = data;
        lines.begin_chunk(rest.len());
        while !self.side(from).is_lost {
            if self.handed_over {
                if !rest.is_empty() {
                    cx.forward_stream(from, rest);
                }
                break;
            }
            if self.resp.turn == Turn::Bare && !from.is_orig() {
                if !rest.is_empty() {
                    self.bare_reply(cx, rest);
                }
                break;
            }
            let mut reading = Reading::default();
            match lines.next(&mut rest, &mut |w| cx.anomaly(w)) {
                Some(Item::Line(line)) => self.line(cx, from, line, &mut reading, rest.len()),
                Some(Item::Plain(bytes)) => self.bytes(cx, from, bytes, &mut reading),
                None => break,
            }
            reading.apply(&mut lines);
        }
        if !self.handed_over
            && let Some(last) = lines.end_chunk(&mut |w| cx.anomaly(w))
        {
            let mut reading = Reading::default();
            self.line(cx, from, &last, &mut reading, 0);
            reading.apply(&mut lines);
        }
        self.side(from).lines = lines;
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.handed_over {
            return cx.forward_undelivered(from, seq, len);
        }
        self.gap(cx, from, len, Some(seq));
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.handed_over {
            return cx.forward_end_of_stream(from);
        }
        let mut reading = Reading::default();
        if let Some(last) = self.side(from).lines.end()
            && !cx.is_partial()
        {
            self.line(cx, from, &last, &mut reading, 0);
        }
        let why = "message ends as connection contents are completely delivered";
        self.over(cx, from, false, why, &mut reading, 0);
        reading.apply(&mut self.side(from).lines);
    }

    fn finished(&mut self, cx: &mut Context<'_, '_>, _: bool) {
        self.both_over(cx, "message ends as connection is finished");
    }

    fn reset(&mut self, cx: &mut Context<'_, '_>) {
        self.both_over(cx, "message interrupted by RST");
    }

    fn packet_with_rst(&mut self, cx: &mut Context<'_, '_>) {
        self.both_over(cx, "message interrupted by RST");
    }

    fn roles_flipped(&mut self, cx: &mut Context<'_, '_>) {
        if self.handed_over {
            return cx.anomaly(Anomaly::LateFlip);
        }
        if self.requests > 0 || self.replies > 0 {
            cx.anomaly(Anomaly::LateFlip);
            return cx.skip_rest();
        }
        std::mem::swap(&mut self.orig.lines, &mut self.resp.lines);
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if std::mem::replace(&mut self.is_done, true) {
            return;
        }
        self.both_over(cx, "message interrupted when connection done");
        let stats = ev::HttpStatsRec {
            num_requests: self.requests,
            num_replies: self.replies,
            request_version: self.orig.version.as_f64(),
            reply_version: self.resp.version.as_f64(),
        };
        cx.event(|c| ev::HttpStats { c, stats });
        // The parts of a file may come with several replies.
        if self.requests > 0 || self.replies > 0 {
            cx.file_end(Role::Orig, None);
        }
    }
}
