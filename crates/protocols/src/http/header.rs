//! The header of an entity: raises the events of its fields, and determines their effect on the body and the
//! connection.
use super::anomaly::Anomaly;
use super::declared::{Oddity, Place};
use super::entity::Phase;
use super::framing::{Expect, Framing, Terms};
use super::link::Link;
use super::message::Message;
use crate::mime::{ContentKind, ContentType, Encoding, Header, HeaderLine};
use crate::signature::{Subject, aspect};
use event::TableOf;
use event::http as ev;
use session::analyzer::Extent;

/// The maximum number of fields in `http_all_headers`.
const MAX_FIELDS: usize = 10_000;
/// The assumed length of a body that ends with the connection, in bytes.
const ENDLESS: u64 = i32::MAX as u64;

impl Message {
    /// Takes a line of a header or a trailer.
    pub(super) fn header_line(&mut self, level: usize, line: &[u8], link: &mut Link<'_, '_, '_>) {
        let limit = link.config.mime.max_header_bytes;
        let Some(e) = self.entities.get_mut(level) else { return };
        let text = match e.fields.classify(line) {
            HeaderLine::End => {
                self.finish_field(level, link);
                return self.header_complete(level, link);
            }
            HeaderLine::Folded(text) => {
                if let Err(len) = e.fields.fold(text, limit) {
                    link.cx.cannot_follow();
                    link.cx.anomaly(Anomaly::HeaderBytes(len));
                }
                return;
            }
            HeaderLine::Indented(text) => {
                link.illegal_format("first header line starts with linear whitespace");
                text
            }
            HeaderLine::Field(text) => text,
        };
        self.finish_field(level, link);
        if let Some(e) = self.entities.get_mut(level) {
            e.fields.begin(text);
        }
    }

    /// Takes the field whose lines are complete.
    pub(super) fn finish_field(&mut self, level: usize, link: &mut Link<'_, '_, '_>) {
        let Some((text, lines)) = self.entities.get_mut(level).and_then(|e| e.fields.take()) else { return };
        if let Some(field) = Header::parse(&text, lines) {
            self.interpret(level, &field, link);
            self.about_connection(&field, link);
            self.show_field(level, &field, link);
        }
        if let Some(e) = self.entities.get_mut(level) {
            e.fields.recycle(text);
        }
    }

    /// Applies the meaning of a field for the entity.
    fn interpret(&mut self, level: usize, field: &Header<'_>, link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        if field.is("content-type") {
            if let Some(content) = ContentType::parse(field.value, &mut |s| link.illegal_format(s)) {
                e.content = content;
            }
        } else if field.is("content-transfer-encoding") {
            match field.token() {
                Some(token) => e.decoder.encoding = Encoding::parse(token),
                None => link.illegal_format("encoding type not found in content encoding"),
            }
        }
        // RFC 9112, 5.2.
        if level == 0 && field.lines > 1 {
            link.cx.weird("HTTP_obsolete_line_folding", field.name);
        }
        let place = Place {
            in_part: level > 0,
            partial_reply: link.reply_code == 206,
            chunks_allowed: link.chunks_allowed,
        };
        let cx = &mut *link.cx;
        let announces_chunks = e.declared.take(field, place, &mut |oddity| match oddity {
            Oddity::Anomaly(what) => cx.anomaly(what),
            Oddity::Weird(name, text) => cx.weird(name, text),
        });
        // A trailer must not announce chunks (RFC 9110, 6.5.1). A trailer that does is read as another header.
        if announces_chunks && e.phase == Phase::Trailer {
            e.phase = Phase::Header;
        }
    }

    /// Applies the meaning of a field for the connection (RFC 9112, 9.3 and 9.6; RFC 9110, 7.8). If a client requests
    /// that the connection be kept, the server is assumed to agree.
    fn about_connection(&self, field: &Header<'_>, link: &mut Link<'_, '_, '_>) {
        let is = |name: &str| field.token().is_some_and(|t| t.eq_ignore_ascii_case(name.as_bytes()));
        let connection = &mut *link.connection;
        match self.from.is_orig() {
            true if field.is("connection") => connection.keep_alive |= is("keep-alive"),
            false if field.is("connection") => {
                connection.closes |= is("close");
                connection.upgrades |= is("upgrade");
            }
            false if field.is("upgrade") => {
                connection.upgrade_to = field.token().unwrap_or_default().to_vec();
            }
            _ => {}
        }
    }

    fn show_field(&mut self, level: usize, field: &Header<'_>, link: &mut Link<'_, '_, '_>) {
        let is_orig = self.from.is_orig();
        let shown = aspect(if is_orig { Subject::HttpRequestHeader } else { Subject::HttpReplyHeader });
        if link.cx.shows(shown) {
            let line = [field.name, b": ", field.value].concat();
            link.cx.show(self.from, shown, &line, Extent::Whole);
        }
        if link.cx.wants::<ev::HttpHeader<'_>>() {
            let (original_name, value) = (field.name, field.value);
            let name = &original_name.to_ascii_uppercase();
            link.cx.event(|c| ev::HttpHeader { c, is_orig, original_name, name, value });
        }
        if link.cx.wants::<ev::HttpAllHeaders<'_>>()
            && let Some(e) = self.entities.get_mut(level)
        {
            if e.all_fields.len() < MAX_FIELDS {
                e.all_fields.push((field.name.to_vec(), field.value.to_vec()));
            } else if e.all_fields.len() == MAX_FIELDS {
                // Add a field, which is not reported, so that the anomaly is reported only once.
                e.all_fields.push(Default::default());
                link.cx.anomaly(Anomaly::HeaderCap);
            }
        }
    }

    /// Takes the empty line after the fields.
    fn header_complete(&mut self, level: usize, link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        let was_trailer = e.phase == Phase::Trailer;
        e.phase = Phase::Body;
        self.begin_body(level, was_trailer, link);
        let Some(e) = self.entities.get(level) else { return };
        if e.phase != Phase::Ended && e.content.kind == ContentKind::Message {
            self.begin_child(level, link);
        }
    }

    /// Reports the header as a whole and determines the framing of the body. The entity may have ended before its
    /// header was complete; even then, the fields so far determine how the line reader continues.
    pub(super) fn begin_body(&mut self, level: usize, was_trailer: bool, link: &mut Link<'_, '_, '_>) {
        if self.is_part(level) {
            link.reading.strict(true);
        }
        let Some(e) = self.entities.get_mut(level) else { return };
        if let Some(n) = e.declared.length {
            link.reading.announce(n.unsigned_abs());
        }
        if was_trailer {
            return self.end_entity(level, link);
        }
        self.show_header(level, link);
        let Some(e) = self.entities.get_mut(level) else { return };
        if e.expect != Expect::Nothing && e.has_entities() && e.declared.chunked {
            link.cx.anomaly(Anomaly::ChunkedMultipart);
        }
        e.framing = Framing::of(Terms {
            expect: e.expect,
            declared: &e.declared,
            has_entities: e.has_entities(),
            is_message: level == 0,
            closes: link.connection.closes,
        });
        match e.framing {
            Framing::Empty => self.end_entity(level, link),
            Framing::Parts(n) => e.left = n,
            Framing::Length(n) => {
                e.left = n;
                link.reading.bytes(n.unsigned_abs());
            }
            Framing::Bytes => link.reading.bytes(ENDLESS),
            Framing::Undecided | Framing::Chunked(_) | Framing::Lines => {}
        }
    }

    fn show_header(&self, level: usize, link: &mut Link<'_, '_, '_>) {
        let is_orig = self.from.is_orig();
        let Some(e) = self.entities.get(level) else { return };
        if link.cx.wants::<ev::HttpAllHeaders<'_>>() {
            let upper: Vec<Vec<u8>> = e.all_fields.iter().map(|(n, _)| n.to_ascii_uppercase()).collect();
            let rows = e.all_fields.iter().zip(&upper).take(MAX_FIELDS).zip(1u64..);
            let list: Vec<(u64, event::mime::MimeHeaderRec<'_>)> = rows
                .map(|(((original_name, value), name), n)| {
                    (n, event::mime::MimeHeaderRec { original_name, name, value })
                })
                .collect();
            link.cx.event(|c| ev::HttpAllHeaders { c, is_orig, hlist: TableOf(&list) });
        }
        let content = &e.content;
        link.cx.event(|c| ev::HttpContentType { c, is_orig, ty: &content.ty, subty: &content.subtype });
    }
}
