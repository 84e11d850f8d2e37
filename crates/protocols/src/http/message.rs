//! One message: its entities as they come in, and what is reported of them.
use super::anomaly::Anomaly;
use super::entity::{Chunks, Coding, Entity, Expect, Said};
use super::inflate::{Failure, Inflate};
use super::line::leading_number;
use super::state::Config;
use crate::mime::{ContentKind, ContentType, Encoding, Header, quoted_printable};
use crate::signature::{Subject, aspect};
use event::TableOf;
use event::http as ev;
use net_types::Timestamp;
use session::Role;
use session::analyzer::{Context, Extent};

/// A body without a stated end, in bytes: to the end of the connection.
const ENDLESS: i64 = i32::MAX as i64;
/// Fields that are kept for those who want all at once.
const MAX_FIELDS: usize = 10_000;

/// What changes in how the stream of lines goes on, once the line at hand is done.
#[derive(Default)]
pub(super) struct Mode {
    /// So many plain bytes follow.
    pub(super) plain: Option<u64>,
    /// So many bytes are to come in all; their last ends a line. The inner `None` takes that back.
    pub(super) announce: Option<Option<u64>>,
    /// CR and LF alone are bytes as any other, and nothing is said of them.
    pub(super) strict: Option<bool>,
}

/// What a message asks of its connection.
pub(super) struct Around<'a, 'c, 'f> {
    pub(super) cx: &'a mut Context<'c, 'f>,
    pub(super) config: &'a Config,
    pub(super) mode: &'a mut Mode,
    /// 0 while no status line was seen.
    pub(super) reply_code: u64,
    /// Chunks are known to the version of the message that is under way.
    pub(super) chunks_allowed: bool,
    /// The server will close.
    pub(super) connection_close: &'a mut bool,
    /// What the header fields say of the connection.
    pub(super) connection: &'a mut Connection,
}

/// What header fields say of the connection.
#[derive(Default)]
pub(super) struct Connection {
    pub(super) keep_alive: bool,
    pub(super) upgrades: bool,
    pub(super) upgrade_to: Vec<u8>,
}

/// A message as it comes in.
pub(super) struct Message {
    from: Role,
    start: Timestamp,
    /// The entities at hand, the message first, each a part of the one before.
    stack: Vec<Entity>,
    /// The entity at hand.
    current: Option<usize>,
    scratch: Vec<u8>,
    body_length: u64,
    header_length: u64,
    gap_length: u64,
    pub(super) finished: bool,
}

impl Message {
    /// Behind its first line, of `first_line` bytes.
    pub(super) fn new(from: Role, expect: Expect, first_line: usize, a: &mut Around<'_, '_, '_>) -> Self {
        let is_orig = from.is_orig();
        a.cx.event(|c| ev::HttpBeginEntity { c, is_orig });
        Message {
            from,
            start: a.cx.now(),
            stack: vec![Entity::new(expect, Encoding::Identity)],
            current: Some(0),
            scratch: Vec::new(),
            body_length: 0,
            header_length: first_line as u64,
            gap_length: 0,
            finished: false,
        }
    }

    /// Takes a line, or bytes of a body.
    pub(super) fn deliver(&mut self, data: &[u8], line_end: bool, a: &mut Around<'_, '_, '_>) {
        self.deliver_to(0, data, line_end, a);
    }

    /// Nothing more is looked at of the entity at hand.
    pub(super) fn skip_body(&mut self) {
        if let Some(e) = self.current.and_then(|n| self.stack.get_mut(n)) {
            e.deliver_body = false;
        }
    }

    fn deliver_to(&mut self, level: usize, data: &[u8], line_end: bool, a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get_mut(level) else { return };
        let len = data.len() as i64;
        if e.ended {
            // Parts may be followed by something that nobody reads.
            if e.content.kind != ContentKind::Multipart {
                self.format(a, "data trailing the end of entity");
            }
        } else if e.in_header {
            if !line_end {
                a.cx.anomaly(Anomaly::NoLineEndInHeader);
            }
            e.header_length += data.len() as u64;
            self.header_line(level, data, a);
        } else if e.content.kind != ContentKind::Other {
            self.body(level, data, line_end, a);
            let Some(e) = self.stack.get_mut(level) else { return };
            // No more is taken than the message is said to have.
            if level == 0 && e.content_length.is_some_and(|n| n > 0) {
                e.left -= len + if line_end { 2 } else { 0 };
                if e.left <= 0 {
                    a.mode.plain = Some(0);
                    self.end_entity(level, a);
                }
            }
        } else if e.chunks != Chunks::No {
            self.chunk(level, data, a);
        } else if e.content_length.is_some() {
            self.body(level, data, false, a);
            let Some(e) = self.stack.get_mut(level) else { return };
            e.left -= len;
            if e.left <= 0 {
                a.mode.plain = Some(0);
                a.mode.announce = Some(None);
                self.end_entity(level, a);
            }
        } else {
            self.body(level, data, line_end, a);
        }
    }

    fn chunk(&mut self, level: usize, data: &[u8], a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get_mut(level) else { return };
        match e.chunks {
            Chunks::Size => {
                e.left = leading_number(data, 16).unwrap_or_else(|| {
                    a.cx.weird("HTTP_bad_chunk_size", data);
                    0
                });
                if e.left > 0 {
                    e.chunks = Chunks::Data;
                    a.mode.plain = Some(e.left.unsigned_abs());
                } else {
                    e.in_header = true;
                    e.chunks = Chunks::Trailer;
                }
            }
            Chunks::Data => {
                e.left -= data.len() as i64;
                if e.left <= 0 {
                    a.mode.plain = Some(0);
                    e.chunks = Chunks::DataEnd;
                }
                self.body(level, data, false, a);
            }
            Chunks::DataEnd => {
                e.chunks = Chunks::Size;
                if !data.is_empty() {
                    self.format(a, "inaccurate chunk size: data before <CR><LF>");
                }
            }
            Chunks::No | Chunks::Before | Chunks::Trailer | Chunks::Over => {}
        }
    }

    // Headers.

    fn header_line(&mut self, level: usize, data: &[u8], a: &mut Around<'_, '_, '_>) {
        let limit = a.config.mime.max_header_bytes;
        let Some(e) = self.stack.get_mut(level) else { return };
        match data.first() {
            None | Some(0) => {
                self.finish_field(level, a);
                if let Some(e) = self.stack.get_mut(level) {
                    e.in_header = false;
                }
                self.headers_done(level, a);
                self.begin_body(level, a);
            }
            Some(b' ' | b'\t') if e.lines > 0 => {
                if limit > 0 && e.field.len() >= limit {
                    let len = e.field.len();
                    a.cx.cannot_follow();
                    return a.cx.anomaly(Anomaly::HeaderBytes(len));
                }
                e.field.extend_from_slice(data);
                e.lines += 1;
            }
            Some(first) => {
                let text = if matches!(first, b' ' | b'\t') {
                    self.format(a, "first header line starts with linear whitespace");
                    data.trim_ascii_start()
                } else {
                    data
                };
                self.finish_field(level, a);
                if let Some(e) = self.stack.get_mut(level).filter(|_| !text.is_empty()) {
                    e.field.extend_from_slice(text);
                    e.lines = 1;
                }
            }
        }
    }

    fn finish_field(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get_mut(level).filter(|e| e.lines > 0) else { return };
        let lines = std::mem::take(&mut e.lines);
        let mut field = std::mem::take(&mut e.field);
        if let Some(h) = Header::parse(&field, lines) {
            self.field(level, &h, a);
        }
        if let Some(e) = self.stack.get_mut(level) {
            field.clear();
            e.field = field;
        }
    }

    fn field(&mut self, level: usize, h: &Header<'_>, a: &mut Around<'_, '_, '_>) {
        let is_orig = self.from.is_orig();
        let Some(e) = self.stack.get_mut(level) else { return };
        if h.is("content-type") {
            let mut troubles = Vec::new();
            if let Some(c) = ContentType::parse(h.value, &mut |s| troubles.push(s)) {
                e.content = c;
            }
            for t in troubles {
                format_event(a, t);
            }
        } else if h.is("content-transfer-encoding") {
            match h.token() {
                Some(t) => e.encoding = Encoding::parse(t),
                None => format_event(a, "encoding type not found in content encoding"),
            }
        }
        if level == 0 && h.lines > 1 {
            a.cx.weird("HTTP_obsolete_line_folding", h.name);
        }
        let cx = &mut *a.cx;
        e.note(h, level, a.reply_code == 206, a.chunks_allowed, &mut |s| match s {
            Said::Anomaly(what) => cx.anomaly(what),
            Said::Weird(name, addl) => cx.weird(name, addl),
        });
        self.about_connection(h, a);
        let shown = aspect(if is_orig { Subject::HttpRequestHeader } else { Subject::HttpReplyHeader });
        if a.cx.shows(shown) {
            let line = [h.name, b": ", h.value].concat();
            a.cx.show(self.from, shown, &line, Extent::Whole);
        }
        if a.cx.wants::<ev::HttpHeader<'_>>() {
            let upper = h.name.to_ascii_uppercase();
            a.cx.event(|c| ev::HttpHeader {
                c,
                is_orig,
                original_name: h.name,
                name: &upper,
                value: h.value,
            });
        }
        if a.cx.wants::<ev::HttpAllHeaders<'_>>()
            && let Some(e) = self.stack.get_mut(level)
        {
            if e.fields.len() < MAX_FIELDS {
                e.fields.push((h.name.to_vec(), h.value.to_vec()));
            } else if e.fields.len() == MAX_FIELDS {
                // One more, so that this is said once.
                e.fields.push(Default::default());
                a.cx.anomaly(Anomaly::HeaderCap);
            }
        }
    }

    /// To be lenient, a client that wants to keep the connection is taken to have it kept.
    fn about_connection(&self, h: &Header<'_>, a: &mut Around<'_, '_, '_>) {
        let is = |name: &str| h.token().is_some_and(|t| t.eq_ignore_ascii_case(name.as_bytes()));
        match self.from.is_orig() {
            true if h.is("connection") => a.connection.keep_alive |= is("keep-alive"),
            false if h.is("connection") => {
                *a.connection_close |= is("close");
                a.connection.upgrades |= is("upgrade");
            }
            false if h.is("upgrade") => a.connection.upgrade_to = h.token().unwrap_or_default().to_vec(),
            _ => {}
        }
    }

    fn headers_done(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        let is_orig = self.from.is_orig();
        let in_parts = self.parent_kind(level) == Some(ContentKind::Multipart);
        let Some(e) = self.stack.get_mut(level) else { return };
        if in_parts {
            a.mode.strict = Some(true);
        }
        let length = e.content_length;
        if let Some(n) = length {
            a.mode.announce = Some(Some(n.unsigned_abs()));
        }
        if e.chunks == Chunks::Trailer {
            e.chunks = Chunks::Over;
            return self.end_entity(level, a);
        }
        if a.cx.wants::<ev::HttpAllHeaders<'_>>() {
            let upper: Vec<Vec<u8>> = e.fields.iter().map(|(n, _)| n.to_ascii_uppercase()).collect();
            let rows = e.fields.iter().zip(&upper).take(MAX_FIELDS).zip(1u64..);
            let list: Vec<(u64, event::mime::MimeHeaderRec<'_>)> = rows
                .map(|(((original_name, value), name), n)| {
                    (n, event::mime::MimeHeaderRec { original_name, name, value })
                })
                .collect();
            a.cx.event(|c| ev::HttpAllHeaders { c, is_orig, hlist: TableOf(&list) });
        }
        let content = &e.content;
        a.cx.event(|c| ev::HttpContentType { c, is_orig, ty: &content.ty, subty: &content.subtype });
        if e.expect == Expect::Nothing {
            return self.end_entity(level, a);
        }
        if e.content.kind != ContentKind::Other {
            if e.chunks != Chunks::No {
                a.cx.anomaly(Anomaly::ChunkedMultipart);
            }
            match length {
                Some(n) if level == 0 && n > 0 => e.left = n,
                Some(_) if level == 0 => self.end_entity(level, a),
                _ => {}
            }
        } else if e.chunks != Chunks::No {
            e.chunks = Chunks::Size;
        } else if let Some(n) = length {
            if n > 0 {
                e.left = n;
                a.mode.plain = Some(n.unsigned_abs());
            } else {
                self.end_entity(level, a);
            }
        } else if *a.connection_close || e.coding == Coding::Compressed {
            e.left = ENDLESS;
            a.mode.plain = Some(ENDLESS.unsigned_abs());
        } else if e.expect != Expect::Body {
            self.end_entity(level, a);
        }
    }

    fn begin_body(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get_mut(level).filter(|e| !e.ended) else { return };
        e.decodes_base64 = e.encoding == Encoding::Base64;
        if e.content.kind == ContentKind::Message {
            self.begin_child(level, a);
        }
    }

    // Bodies.

    fn body(&mut self, level: usize, data: &[u8], line_end: bool, a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get_mut(level) else { return };
        if e.coding == Coding::Identity {
            return self.clear_body(level, data, line_end, a);
        }
        let mut inflate = e.inflate.take().unwrap_or_else(Inflate::new);
        let result = inflate.feed(data, &mut |piece| self.clear_body(level, piece, false, a));
        if let Some(e) = self.stack.get_mut(level) {
            e.inflate = Some(inflate);
        }
        match result {
            Ok(()) => {}
            Err(Failure::Broken) => a.cx.anomaly(Anomaly::InflateFailed),
            Err(Failure::TooMuch) => a.cx.anomaly(Anomaly::InflateCap),
        }
    }

    fn clear_body(&mut self, level: usize, data: &[u8], line_end: bool, a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get_mut(level) else { return };
        let extent = if e.body_length == 0 { Extent::First } else { Extent::Next };
        e.body_length += data.len() as u64 + if line_end { 2 } else { 0 };
        if e.deliver_body {
            self.data_line(level, data, line_end, a);
        }
        let shown =
            aspect(if self.from.is_orig() { Subject::HttpRequestBody } else { Subject::HttpReplyBody });
        if a.cx.shows(shown) {
            a.cx.show(self.from, shown, data, extent);
        }
        a.cx.forward_stream(self.from, data);
    }

    fn data_line(&mut self, level: usize, data: &[u8], line_end: bool, a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get(level) else { return };
        if e.content.kind == ContentKind::Multipart
            && let Some(close) = delimiter(data, &e.content.boundary)
        {
            let ended = e.ended;
            self.end_child(level, a);
            if close {
                self.end_entity(level, a);
            } else if !ended {
                self.begin_child(level, a);
            }
            return;
        }
        if e.content.kind != ContentKind::Other {
            // Before the first and behind the last boundary nothing counts.
            if self.stack.len() > level + 1 {
                self.deliver_to(level + 1, data, line_end, a);
            }
            return;
        }
        self.decode(level, data, line_end, a);
    }

    fn decode(&mut self, level: usize, data: &[u8], line_end: bool, a: &mut Around<'_, '_, '_>) {
        let in_parts = self.parent_kind(level) == Some(ContentKind::Multipart);
        let Some(e) = self.stack.get_mut(level) else { return };
        if e.encoding == Encoding::Identity && !e.owes_line_end && (!line_end || in_parts) {
            // Nothing to add: the bytes go through as they are.
            e.owes_line_end = line_end;
            return self.submit(level, data, a);
        }
        let mut decoded = std::mem::take(&mut self.scratch);
        decoded.clear();
        match e.encoding {
            Encoding::Identity => {
                if std::mem::take(&mut e.owes_line_end) {
                    decoded.extend_from_slice(b"\r\n");
                }
                decoded.extend_from_slice(data);
                if in_parts {
                    e.owes_line_end = line_end;
                } else if line_end {
                    decoded.extend_from_slice(b"\r\n");
                }
            }
            Encoding::QuotedPrintable => {
                quoted_printable(data, &mut decoded, &mut |s| encoding_event(a, &s));
            }
            Encoding::Base64 => e.base64.line(data, &mut decoded, &mut |s| {
                a.cx.weird("base64_illegal_encoding", s.as_bytes());
            }),
        }
        self.submit(level, &decoded, a);
        self.scratch = decoded;
    }

    /// Hands over decoded bytes, in pieces of the size that scripts set.
    fn submit(&mut self, level: usize, data: &[u8], a: &mut Around<'_, '_, '_>) {
        let (from, is_orig) = (self.from, self.from.is_orig());
        for piece in data.chunks(a.config.delivery_size) {
            let Some(e) = self.stack.get_mut(level) else { return };
            if e.deliver_body {
                let length = piece.len() as u64;
                a.cx.event(|c| ev::HttpEntityData { c, is_orig, length, data: piece });
            }
            // What is inflated here has another size than the header says.
            let send_size = std::mem::take(&mut e.send_size) && e.coding == Coding::Identity;
            let size = if e.is_partial { e.instance_length } else { e.content_length };
            if let Some(n) = size.filter(|n| send_size && *n > 0) {
                e.file = a.cx.file_size(from, e.file, n.unsigned_abs());
            }
            if e.is_partial {
                e.file = a.cx.file_data_at(from, e.file, e.offset, piece);
                e.offset = e.offset.saturating_add(piece.len() as u64);
            } else {
                e.file = a.cx.file_data(from, e.file, piece);
            }
        }
    }

    // Entities.

    fn begin_child(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        let max = a.config.mime.max_depth;
        if max > 0 && level >= max {
            return a.cx.anomaly(Anomaly::Depth(level));
        }
        let Some(e) = self.stack.get(level) else { return };
        // A part has a body, whatever is expected of the message.
        let child = Entity::new(Expect::Body, e.encoding);
        self.stack.push(child);
        self.current = Some(level + 1);
        let is_orig = self.from.is_orig();
        a.cx.event(|c| ev::HttpBeginEntity { c, is_orig });
    }

    fn end_child(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        if self.stack.len() > level + 1 {
            self.end_entity(level + 1, a);
            self.stack.truncate(level + 1);
        }
    }

    /// An entity ends, and all inside of it.
    fn end_entity(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        let Some(e) = self.stack.get_mut(level) else { return };
        e.inflate = None;
        if std::mem::replace(&mut e.ended, true) {
            return;
        }
        let (in_header, kind) = (e.in_header, e.content.kind);
        if in_header {
            self.finish_field(level, a);
            if let Some(e) = self.stack.get_mut(level) {
                e.in_header = false;
            }
            self.headers_done(level, a);
            self.format(a, "entity body missing");
        } else {
            if self.stack.len() > level + 1 {
                if kind == ContentKind::Multipart {
                    self.format(a, "multipart closing boundary delimiter missing");
                }
                self.end_child(level, a);
            }
            if let Some(e) = self.stack.get_mut(level).filter(|e| e.decodes_base64) {
                e.base64.end(&mut |s| a.cx.weird("base64_illegal_encoding", s.as_bytes()));
            }
        }
        self.entity_over(level, a);
    }

    fn entity_over(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        let is_orig = self.from.is_orig();
        if level == 0
            && let Some(e) = self.stack.first()
        {
            self.body_length += e.body_length;
            self.header_length += e.header_length;
        }
        let shown = aspect(if is_orig { Subject::HttpRequestBody } else { Subject::HttpReplyBody });
        if a.cx.shows(shown) && self.stack.get(level).is_some_and(|e| e.body_length > 0) {
            a.cx.show(self.from, shown, &[], Extent::End);
        }
        a.cx.event(|c| ev::HttpEndEntity { c, is_orig });
        self.current = level.checked_sub(1);
        if self.parent_kind(level) == Some(ContentKind::Multipart) {
            a.mode.strict = Some(false);
        }
        if level == 0 {
            self.finish(false, "message ends normally", a);
        } else {
            self.end_file(level, a);
        }
    }

    /// The file that an entity carried is over; what was asked for in ranges may go on elsewhere.
    fn end_file(&mut self, level: usize, a: &mut Around<'_, '_, '_>) {
        if self.from.is_orig() || a.reply_code != 206 {
            let file = self.stack.get(level).and_then(|e| e.file);
            a.cx.file_end(self.from, file);
        }
    }

    /// The message is over.
    pub(super) fn finish(&mut self, interrupted: bool, why: &str, a: &mut Around<'_, '_, '_>) {
        if std::mem::replace(&mut self.finished, true) {
            return;
        }
        self.end_entity(0, a);
        self.end_file(0, a);
        let is_orig = self.from.is_orig();
        let stat = ev::HttpMessageStat {
            start: self.start,
            interrupted,
            finish_msg: why,
            body_length: self.body_length,
            content_gap_length: self.gap_length,
            header_length: self.header_length,
        };
        a.cx.event(|c| ev::HttpMessageDone { c, is_orig, stat });
    }

    /// `len` bytes will not come. True where they belong to a body, so that what follows can be read.
    pub(super) fn gap(&mut self, len: u64, a: &mut Around<'_, '_, '_>) -> bool {
        let level = self.current.unwrap_or(0);
        let Some(e) = self.stack.get_mut(level) else { return false };
        if (e.ended && e.in_header) || e.body_length == 0 {
            return false;
        }
        e.file = a.cx.file_gap(self.from, e.file, Some(e.body_length), len);
        if e.is_partial {
            e.offset = e.offset.saturating_add(len);
        }
        let fits = i64::try_from(len).is_ok_and(|n| e.left >= n);
        let counted = match e.chunks {
            Chunks::No => e.content_length.is_some(),
            chunks => chunks == Chunks::Data,
        };
        if !fits || !counted {
            return false;
        }
        e.body_length += len;
        e.left -= len as i64;
        a.mode.plain = Some(e.left.unsigned_abs());
        self.gap_length += len;
        if e.left == 0 {
            if e.chunks == Chunks::No {
                self.end_entity(level, a);
            } else {
                e.chunks = Chunks::DataEnd;
            }
        }
        true
    }

    fn parent_kind(&self, level: usize) -> Option<ContentKind> {
        Some(self.stack.get(level.checked_sub(1)?)?.content.kind)
    }

    fn format(&self, a: &mut Around<'_, '_, '_>, text: &str) {
        format_event(a, text);
    }
}

fn format_event(a: &mut Around<'_, '_, '_>, text: &str) {
    a.cx.event(|c| ev::HttpEvent { c, event_type: "illegal format", detail: text.as_bytes() });
}

fn encoding_event(a: &mut Around<'_, '_, '_>, text: &str) {
    a.cx.event(|c| ev::HttpEvent { c, event_type: "illegal encoding", detail: text.as_bytes() });
}

/// Whether a line is `--boundary`, and whether it closes.
fn delimiter(line: &[u8], boundary: &[u8]) -> Option<bool> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?;
    Some(rest.starts_with(b"--"))
}
