//! One connection's HTTP: whose turn it is, and what a message means for the next.
use super::anomaly::Anomaly;
use super::entity::Expect;
use super::line::{NoRequest, ReplyLine, RequestLine, RequestVersion, Version, unescape_uri};
use super::message::{Around, Connection, Message, Mode};
use crate::lines::{Item, Lines};
use crate::registry::{self, tag};
use crate::signature::{Subject, aspect};
use crate::websocket::WebSocket;
use crate::{Maker, Settings, mime};
use event::http as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Extent, Tag};
use std::collections::VecDeque;
use std::rc::Rc;

/// Requests without replies that are remembered.
const MAX_PIPELINE: usize = 1 << 16;

/// What scripts may set, named as they name it.
#[derive(Clone, Debug)]
pub struct Config {
    /// `http_entity_data_delivery_size`
    pub delivery_size: usize,
    /// `skip_http_data`
    pub skip_data: bool,
    /// `truncate_http_URI`; nothing is cut where it is negative.
    pub truncate_uri: Option<usize>,
    /// `HTTP::upgrade_analyzers`: what a connection is upgraded to, and the analyzer for it.
    pub upgrades: Vec<(Vec<u8>, Tag)>,
    /// Caps on entities.
    pub mime: mime::Limits,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            delivery_size: 1500,
            skip_data: false,
            truncate_uri: None,
            upgrades: vec![(b"websocket".to_vec(), tag("WEBSOCKET"))],
            mime: mime::Limits::default(),
        }
    }
}

impl Config {
    fn of(s: &dyn Settings) -> Self {
        let d = Config::default();
        let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let delivery = s.int("http_entity_data_delivery_size").and_then(|n| u64::try_from(n).ok());
        let delivery = delivery.or_else(|| s.count("http_entity_data_delivery_size"));
        let upgrades = s.pairs("HTTP::upgrade_analyzers").map(|pairs| {
            let known = |(name, tag): (Vec<u8>, Vec<u8>)| {
                let tag = std::str::from_utf8(&tag).ok()?.strip_prefix("Analyzer::ANALYZER_")?;
                Some((name, registry::find(tag)?))
            };
            pairs.into_iter().filter_map(known).collect()
        });
        Config {
            delivery_size: delivery.filter(|n| *n > 0).map_or(d.delivery_size, size),
            skip_data: s.bool("skip_http_data").unwrap_or(d.skip_data),
            truncate_uri: s.int("truncate_http_URI").and_then(|n| usize::try_from(n).ok()),
            upgrades: upgrades.unwrap_or(d.upgrades),
            mime: mime::Limits {
                max_depth: s.count("MIME::max_depth").map_or(d.mime.max_depth, size),
                max_header_bytes: s.count("MIME::max_header_bytes").map_or(d.mime.max_header_bytes, size),
            },
        }
    }
}

/// The maker of this kind.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Rc::new(Config::of(s));
    Box::new(move |_| Some(Box::new(Http::new(Rc::clone(&config)))))
}

/// What a side is expected to send next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// A request or status line.
    Line,
    /// More of a message.
    Message,
    /// Nothing that can be read.
    Nothing,
    /// A reply of HTTP 0.9: bytes and no header.
    Bare,
}

/// One direction.
struct Side {
    lines: Lines,
    turn: Turn,
    message: Option<Message>,
    /// A message is under way.
    ongoing: bool,
    version: Version,
    /// Nothing more is read.
    deaf: bool,
}

impl Side {
    fn new() -> Self {
        Side {
            lines: Lines::default(),
            turn: Turn::Line,
            message: None,
            ongoing: false,
            version: Version::default(),
            deaf: false,
        }
    }
}

/// The analyzer of a connection.
pub struct Http {
    config: Rc<Config>,
    orig: Side,
    resp: Side,
    requests: u64,
    replies: u64,
    connection: Connection,
    connection_close: bool,
    reply_code: u64,
    /// For each request without a reply: whether it was HEAD.
    unanswered: VecDeque<bool>,
    connect: bool,
    /// Another protocol has taken over.
    handed_over: bool,
    done: bool,
}

fn is_orig(from: Role) -> bool {
    from.is_orig()
}

/// A whole word, or the beginning of it, in any case: a method that was cut counts as well.
fn begins(word: &str, method: &[u8]) -> bool {
    word.as_bytes().get(..method.len()).is_some_and(|w| w.eq_ignore_ascii_case(method))
}

impl Http {
    /// For a new connection.
    pub fn new(config: Rc<Config>) -> Self {
        Http {
            config,
            orig: Side::new(),
            resp: Side::new(),
            requests: 0,
            replies: 0,
            connection: Connection::default(),
            connection_close: false,
            reply_code: 0,
            unanswered: VecDeque::new(),
            connect: false,
            handed_over: false,
            done: false,
        }
    }

    fn side(&mut self, from: Role) -> &mut Side {
        if is_orig(from) { &mut self.orig } else { &mut self.resp }
    }

    /// The rest of the entity that a side sends is not to be delivered.
    pub fn skip_entity(&mut self, from: Role) {
        if let Some(m) = &mut self.side(from).message {
            m.skip_body();
        }
    }

    /// Runs `f` on a side's message, and notes where it has ended.
    fn with_message<R>(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        mode: &mut Mode,
        f: impl FnOnce(&mut Message, &mut Around<'_, '_, '_>) -> R,
    ) -> Option<R> {
        let mut message = self.side(from).message.take()?;
        let result = f(&mut message, &mut self.around(cx, mode));
        self.side(from).message = Some(message);
        Some(result)
    }

    fn around<'a, 'c, 'f>(
        &'a mut self,
        cx: &'a mut Context<'c, 'f>,
        mode: &'a mut Mode,
    ) -> Around<'a, 'c, 'f> {
        let version = if self.orig.ongoing { self.orig.version } else { self.resp.version };
        Around {
            cx,
            config: &self.config,
            mode,
            reply_code: self.reply_code,
            chunks_allowed: version == Version::HTTP_11,
            connection_close: &mut self.connection_close,
            connection: &mut self.connection,
        }
    }

    /// Gives a side's message more, and does what its end brings.
    fn feed(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        data: &[u8],
        line_end: bool,
        mode: &mut Mode,
        left: usize,
    ) {
        let finished = self.with_message(cx, from, mode, |m, a| {
            m.deliver(data, line_end, a);
            m.finished
        });
        if finished == Some(true) {
            self.over(cx, from, false, "message ends normally", mode, left);
        }
    }

    /// A side's message is over: by itself, or because something interrupted it.
    fn over(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        interrupted: bool,
        why: &str,
        mode: &mut Mode,
        left: usize,
    ) {
        if !std::mem::take(&mut self.side(from).ongoing) {
            return;
        }
        self.with_message(cx, from, mode, |m, a| m.finish(interrupted, why, a));
        self.side(from).turn = if interrupted { Turn::Nothing } else { Turn::Line };
        if is_orig(from) {
            return;
        }
        // A reply that is for information only is not the one that was asked for.
        if !(100..200).contains(&self.reply_code) {
            self.unanswered.pop_front();
        }
        let upgrade_to = std::mem::take(&mut self.connection.upgrade_to);
        let upgrades = std::mem::take(&mut self.connection.upgrades) && !upgrade_to.is_empty();
        if self.reply_code == 101 && self.unanswered.len() == 1 && upgrades {
            self.upgrade(cx, &upgrade_to, left);
            self.resp.turn = Turn::Nothing;
        }
        self.reply_code = 0;
    }

    /// The connection goes on with another protocol.
    fn upgrade(&mut self, cx: &mut Context<'_, '_>, to: &[u8], left: usize) {
        if left > 0 {
            cx.anomaly(Anomaly::DataWithUpgradeReply(left));
        }
        let lower = to.to_ascii_lowercase();
        let find = |name: &[u8]| self.config.upgrades.iter().find(|(n, _)| *n == name).map(|(_, t)| *t);
        match find(to).or_else(|| find(&lower)) {
            Some(tag) => {
                // It may have to be configured before it gets its first bytes.
                if let Some(id) = cx.add_child(tag) {
                    cx.with(id, |ws: &mut WebSocket, cx| ws.established(cx));
                }
            }
            None => cx.detect_children(),
        }
        self.handed_over = true;
        cx.event(|c| ev::HttpConnectionUpgrade { c, protocol: to });
    }

    fn set_version(&mut self, cx: &mut Context<'_, '_>, from: Role, text: &[u8]) {
        let version = Version::parse(text).unwrap_or_else(|| {
            cx.event(|c| ev::HttpEvent { c, event_type: "bad_HTTP_version", detail: text });
            Version::default()
        });
        self.note_version(cx, from, version);
    }

    fn note_version(&mut self, cx: &mut Context<'_, '_>, from: Role, version: Version) {
        let known = &mut self.side(from).version;
        if *known != version && *known != Version::default() {
            cx.anomaly(Anomaly::VersionMismatch);
        }
        self.side(from).version = version;
        if version.major > 1 || (version.major == 1 && version.minor > 0) {
            self.connection.keep_alive = true;
        }
    }

    /// A message begins behind a first line.
    fn begin(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        expect: Expect,
        first_line: usize,
        mode: &mut Mode,
    ) {
        if self.side(from).message.take().is_some_and(|m| !m.finished) {
            cx.anomaly(Anomaly::OverlappingMessages);
        }
        let message = Message::new(from, expect, first_line, &mut self.around(cx, mode));
        self.side(from).message = Some(message);
    }

    // Requests.

    fn request_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8], mode: &mut Mode) {
        let request = match RequestLine::parse(line) {
            Ok(r) => r,
            Err(why) => return self.no_request(cx, line, why),
        };
        for (what, holds) in
            [(Anomaly::LowercaseKeyword, request.lowercase), (Anomaly::MissingUri, request.no_uri)]
        {
            if holds {
                cx.anomaly(what);
            }
        }
        match request.version {
            RequestVersion::None => self.note_version(cx, Role::Orig, Version::HTTP_09),
            RequestVersion::Stated(text) => self.set_version(cx, Role::Orig, text),
            RequestVersion::Cut(text) => {
                cx.event(|c| ev::HttpEvent { c, event_type: "bad_HTTP_version", detail: text });
            }
        }
        if let Some(detail) = request.crud {
            cx.event(|c| ev::HttpEvent { c, event_type: "crud after HTTP version is ignored", detail });
        }
        self.requests += 1;
        if !self.connection.keep_alive && self.requests > 1 {
            cx.anomaly(Anomaly::MultipleRequests);
        }
        self.orig.turn = Turn::Message;
        self.orig.ongoing = true;
        if self.unanswered.len() < MAX_PIPELINE {
            self.unanswered.push_back(begins("HEAD", request.method));
        } else {
            cx.anomaly(Anomaly::PipelineCap);
        }
        cx.confirm();
        if begins("CONNECT", request.method) {
            self.connect = true;
        }
        let unescaped = unescape_uri(request.uri, &mut |w| cx.anomaly(w));
        if cx.shows(aspect(Subject::HttpRequest)) {
            cx.show(Role::Orig, aspect(Subject::HttpRequest), &unescaped, Extent::Whole);
        }
        if cx.wants::<ev::HttpRequest<'_>>() {
            let version = self.orig.version.text();
            let (original, unescaped) = (self.cut(request.uri), self.cut(&unescaped));
            cx.event(|c| ev::HttpRequest {
                c,
                method: request.method,
                original_uri: &original,
                unescaped_uri: &unescaped,
                version: std::str::from_utf8(&version).unwrap_or_default(),
            });
        }
        self.begin(cx, Role::Orig, Expect::Maybe, line.len(), mode);
        if self.orig.version == Version::HTTP_09 {
            self.expect_bare_reply(cx, request.method);
        }
    }

    /// A URI, cut where scripts want it short.
    fn cut<'u>(&self, uri: &'u [u8]) -> std::borrow::Cow<'u, [u8]> {
        match self.config.truncate_uri.and_then(|n| uri.get(..n)) {
            Some(head) if head.len() < uri.len() => [head, b"..."].concat().into(),
            _ => uri.into(),
        }
    }

    fn no_request(&mut self, cx: &mut Context<'_, '_>, line: &[u8], why: NoRequest) {
        if why == NoRequest::Bare {
            self.note_version(cx, Role::Orig, Version::HTTP_09);
        }
        cx.anomaly(match why {
            NoRequest::Bad | NoRequest::Bare => Anomaly::BadRequest,
            NoRequest::WithVersion => Anomaly::BadRequestWithVersion,
        });
        if self.requests > 0 && !self.connection.keep_alive {
            cx.event(|c| ev::HttpEvent { c, event_type: "crud_trailing_HTTP_request", detail: line });
        } else if line.is_empty() {
            // Some clients send a line end behind a body that does not count it.
            cx.anomaly(Anomaly::EmptyRequest);
        } else {
            cx.violate("not a http request line", None);
            self.orig.turn = Turn::Nothing;
        }
    }

    /// Before HTTP had versions, a reply was nothing but a body.
    fn expect_bare_reply(&mut self, cx: &mut Context<'_, '_>, method: &[u8]) {
        if method != b"GET" {
            cx.weird("invalid_http_09_request_method", method);
        }
        if self.resp.message.is_some() {
            cx.anomaly(Anomaly::ReplyBefore09Request);
            let mut mode = Mode::default();
            self.over(cx, Role::Resp, false, "message ends normally", &mut mode, 0);
            self.resp.message = None;
        }
        self.resp.turn = Turn::Bare;
    }

    // Replies.

    fn reply_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8], mode: &mut Mode) {
        let note = |cx: &mut Context<'_, '_>, event_type: &'static str| {
            cx.event(|c| ev::HttpEvent { c, event_type, detail: line });
        };
        let reply = ReplyLine::parse(line);
        let Some(reply) = &reply else {
            note(cx, "bad_HTTP_reply");
            return self.no_reply(cx, line);
        };
        if reply.lowercase {
            cx.anomaly(Anomaly::LowercaseKeyword);
        }
        self.set_version(cx, Role::Resp, reply.version);
        let Some(code) = reply.code else {
            note(cx, "HTTP_reply_code_missing");
            return self.no_reply(cx, line);
        };
        if reply.reason.is_none() {
            note(cx, "HTTP_reply_reason_phrase_missing");
        }
        self.reply_code = code;
        self.replies += 1;
        if !self.unanswered.is_empty() {
            cx.confirm();
        }
        self.resp.turn = Turn::Message;
        self.resp.ongoing = true;
        self.report_reply(cx, reply.reason);
        if code != 200 {
            // There will be no tunnel.
            self.connect = false;
        }
        let expect = self.expected_body();
        self.begin(cx, Role::Resp, expect, line.len(), mode);
    }

    fn no_reply(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if !line.is_empty() {
            cx.violate("not a http reply line", None);
            self.resp.turn = Turn::Nothing;
        }
    }

    fn report_reply(&self, cx: &mut Context<'_, '_>, reason: Option<&[u8]>) {
        let (version, code) = (self.resp.version.text(), self.reply_code);
        cx.event(|c| ev::HttpReply {
            c,
            version: std::str::from_utf8(&version).unwrap_or_default(),
            code,
            reason: reason.unwrap_or(b"<empty>"),
        });
    }

    /// Whether a reply has a body (RFC 9112, 6.3).
    fn expected_body(&self) -> Expect {
        let head = self.unanswered.front() == Some(&true);
        if head || matches!(self.reply_code, 100..200 | 204 | 304) { Expect::Nothing } else { Expect::Body }
    }

    fn bare_reply(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) {
        let mut mode = Mode::default();
        if self.resp.message.is_none() {
            self.note_version(cx, Role::Resp, Version::HTTP_09);
            if self.unanswered.pop_front().is_some() {
                cx.confirm();
            }
            // The reply ends with the connection.
            self.connection_close = true;
            self.resp.ongoing = true;
            self.report_reply(cx, None);
            let expect = self.expected_body();
            self.begin(cx, Role::Resp, expect, 0, &mut mode);
            // There is no header.
            self.feed(cx, Role::Resp, b"", true, &mut mode, 0);
        }
        self.feed(cx, Role::Resp, data, false, &mut mode, 0);
    }

    // Streams.

    /// Takes one line; `left` bytes of what came with it follow.
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8], mode: &mut Mode, left: usize) {
        match (self.side(from).turn, from.is_orig()) {
            (Turn::Line, true) => self.request_line(cx, line, mode),
            (Turn::Line, false) => self.reply_line(cx, line, mode),
            (Turn::Message, _) => {
                self.feed(cx, from, line, true, mode, left);
                if !is_orig(from) && self.connect && line.is_empty() && !self.handed_over {
                    self.open_tunnel(cx, left);
                }
            }
            (Turn::Nothing | Turn::Bare, _) => {}
        }
    }

    /// The reply to CONNECT is over: what follows is anything.
    fn open_tunnel(&mut self, cx: &mut Context<'_, '_>, left: usize) {
        if left > 0 {
            cx.anomaly(Anomaly::DataWithConnectReply(left));
        }
        self.handed_over = true;
        cx.detect_children();
    }

    /// Takes bytes of a body.
    fn plain(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8], mode: &mut Mode) {
        if self.config.skip_data {
            return self.gap(cx, from, data.len() as u64, None);
        }
        if self.side(from).message.is_none() {
            return cx.anomaly(if is_orig(from) {
                Anomaly::UnexpectedClientData
            } else {
                Anomaly::UnexpectedServerData
            });
        }
        self.feed(cx, from, data, false, mode, 0);
    }

    fn gap(&mut self, cx: &mut Context<'_, '_>, from: Role, len: u64, seq: Option<u64>) {
        let mut mode = Mode::default();
        if let Some(seq) = seq.filter(|_| self.side(from).message.is_some()) {
            let detail = format!("seq={seq}, len={len}");
            cx.event(|c| ev::HttpEvent { c, event_type: "content gap", detail: detail.as_bytes() });
        }
        let inside = self.with_message(cx, from, &mut mode, |m, a| (m.gap(len, a), m.finished));
        if let Some((true, finished)) = inside {
            if finished {
                self.over(cx, from, false, "message ends normally", &mut mode, 0);
            }
            return apply(&mut self.side(from).lines, mode);
        }
        let why = "message interrupted by a content gap";
        if is_orig(from) {
            // Whether a reply has a body is known from its request: replies cannot be read either.
            self.over(cx, Role::Orig, true, why, &mut mode, 0);
        }
        self.over(cx, Role::Resp, true, why, &mut mode, 0);
        self.side(from).deaf = true;
    }

    fn both_over(&mut self, cx: &mut Context<'_, '_>, why: &str) {
        let mut mode = Mode::default();
        self.over(cx, Role::Orig, true, why, &mut mode, 0);
        self.over(cx, Role::Resp, true, why, &mut mode, 0);
    }
}

/// Changes how a stream of lines goes on.
fn apply(lines: &mut Lines, mode: Mode) {
    if let Some(n) = mode.plain {
        lines.plain(n);
    }
    if let Some(n) = mode.announce {
        lines.announce(n);
    }
    if let Some(strict) = mode.strict {
        lines.lenient(!strict);
        lines.quiet(strict);
    }
}

impl Analyzer for Http {
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
        while !self.side(from).deaf {
            if self.handed_over {
                if !rest.is_empty() {
                    cx.forward_stream(from, rest);
                }
                break;
            }
            if self.resp.turn == Turn::Bare && !is_orig(from) {
                if !rest.is_empty() {
                    self.bare_reply(cx, rest);
                }
                break;
            }
            let mut mode = Mode::default();
            match lines.next(&mut rest, &mut |w| cx.anomaly(w)) {
                Some(Item::Line(l)) => self.line(cx, from, l, &mut mode, rest.len()),
                Some(Item::Plain(p)) => self.plain(cx, from, p, &mut mode),
                None => break,
            }
            apply(&mut lines, mode);
        }
        if !self.handed_over
            && let Some(last) = lines.end_chunk(&mut |w| cx.anomaly(w))
        {
            let mut mode = Mode::default();
            self.line(cx, from, &last, &mut mode, 0);
            apply(&mut lines, mode);
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
        let mut mode = Mode::default();
        if let Some(last) = self.side(from).lines.end()
            && !cx.is_partial()
        {
            self.line(cx, from, &last, &mut mode, 0);
        }
        let why = "message ends as connection contents are completely delivered";
        self.over(cx, from, false, why, &mut mode, 0);
        apply(&mut self.side(from).lines, mode);
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
        if std::mem::replace(&mut self.done, true) {
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
        cx.file_end(Role::Orig, None);
    }
}
