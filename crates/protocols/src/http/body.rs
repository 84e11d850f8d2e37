//! Decodes the body of an entity and splits it into parts.
use super::anomaly::Anomaly;
use super::entity::{Entity, Phase};
use super::framing::Expect;
use super::inflate::{Failure, Inflate};
use super::link::Link;
use super::message::Message;
use crate::mime::{Delimiter, Encoding};
use crate::signature::{Subject, aspect};
use event::http as ev;
use session::analyzer::{Aspect, Extent};

impl Message {
    /// Takes bytes without their framing and decodes the content coding (RFC 9110, 8.4.1).
    pub(super) fn body(&mut self, level: usize, data: &[u8], line_end: bool, link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        if e.declared.compressed {
            self.decompress(level, data, link);
        } else {
            self.content(level, data, line_end, link);
        }
    }

    /// Takes compressed bytes. Inlined, a new decompressor would give every caller a frame of 40 KB, whose pages each
    /// call touches.
    #[inline(never)]
    fn decompress(&mut self, level: usize, data: &[u8], link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        let mut inflate = e.inflate.take().unwrap_or_else(Inflate::new);
        let result = inflate.feed(data, &mut |piece| self.content(level, piece, false, link));
        if let Some(e) = self.entities.get_mut(level) {
            e.inflate = Some(inflate);
        }
        match result {
            Ok(()) => {}
            Err(Failure::Broken) => link.cx.anomaly(Anomaly::InflateFailed),
            Err(Failure::TooMuch) => link.cx.anomaly(Anomaly::InflateCap),
        }
    }

    /// Takes decompressed content.
    fn content(&mut self, mut level: usize, data: &[u8], line_end: bool, link: &mut Link<'_, '_, '_>) {
        while self.passes_through(level, data, line_end, link) {
            level += 1;
        }
        let Some(e) = self.entities.get_mut(level) else { return };
        let extent = if e.body_length == 0 { Extent::First } else { Extent::Next };
        e.body_length += data.len() as u64 + if line_end { 2 } else { 0 };
        if !e.skipped {
            if e.has_entities() {
                self.part_line(level, data, line_end, link);
            } else {
                self.decode(level, data, line_end, link);
            }
        }
        let shown = self.shown_body();
        // Signatures stay as they are, so this is asked once: content may pass through many levels.
        if *self.is_shown.get_or_insert_with(|| link.cx.shows(shown)) {
            link.cx.show(self.from, shown, data, extent);
        }
        link.cx.forward_stream(self.from, data);
    }

    /// Counts a line that only the part within the entity takes, so that a line does not cost a call at each of a hundred
    /// levels. Returns false if [`content`](Self::content) must look at it.
    fn passes_through(&mut self, level: usize, line: &[u8], line_end: bool, link: &Link<'_, '_, '_>) -> bool {
        // Without signatures and analyzers below, the line goes to the parts alone.
        if self.is_shown != Some(false) || link.cx.has_children() {
            return false;
        }
        let Some([e, part, ..]) = self.entities.get_mut(level..) else { return false };
        let passes = e.is_multipart()
            && !e.skipped
            && part.takes_lines()
            && Delimiter::parse(line, &e.content.boundary).is_none();
        if passes {
            e.body_length += line.len() as u64 + if line_end { 2 } else { 0 };
        }
        passes
    }

    fn shown_body(&self) -> Aspect {
        aspect(if self.from.is_orig() { Subject::HttpRequestBody } else { Subject::HttpReplyBody })
    }

    /// Decodes the MIME transfer encoding (RFC 2045, 6).
    fn decode(&mut self, level: usize, data: &[u8], line_end: bool, link: &mut Link<'_, '_, '_>) {
        let in_multipart = self.is_part(level);
        let mut scratch = std::mem::take(&mut self.scratch);
        let Some(e) = self.entities.get_mut(level) else { return };
        let mut complain = |encoding, text: &str| match encoding {
            Encoding::Base64 => link.cx.weird("base64_illegal_encoding", text.as_bytes()),
            _ => link.illegal_encoding(text),
        };
        let decoded = e.decoder.decode(data, line_end, in_multipart, &mut scratch, &mut complain);
        self.deliver(level, decoded, link);
        self.scratch = scratch;
    }

    /// Delivers decoded bytes to scripts and to the file, in pieces of at most
    /// [`Config::delivery_size`](super::Config::delivery_size).
    fn deliver(&mut self, level: usize, data: &[u8], link: &mut Link<'_, '_, '_>) {
        let (from, is_orig) = (self.from, self.from.is_orig());
        for piece in data.chunks(link.config.delivery_size) {
            // A handler may request that the rest be skipped.
            let Some(e) = self.entities.get_mut(level) else { return };
            if !e.skipped {
                let length = piece.len() as u64;
                link.cx.event(|c| ev::HttpEntityData { c, is_orig, length, data: piece });
            }
            if !std::mem::replace(&mut e.file_sized, true)
                // The length in the header counts compressed bytes.
                && !e.declared.compressed
                && let Some(size) = e.declared.file_size().filter(|n| *n > 0)
            {
                e.file = link.cx.file_size(from, e.file, size.unsigned_abs());
            }
            e.file = match &mut e.declared.range {
                None => link.cx.file_data(from, e.file, piece),
                Some(range) => {
                    let at = range.offset;
                    range.offset = at.saturating_add(piece.len() as u64);
                    link.cx.file_data_at(from, e.file, at, piece)
                }
            };
        }
    }

    // Parts.

    /// Whether the entity is a part of a multipart body.
    pub(super) fn is_part(&self, level: usize) -> bool {
        level.checked_sub(1).and_then(|parent| self.entities.get(parent)).is_some_and(Entity::is_multipart)
    }

    /// Takes a line of a body that consists of entities: a delimiter (RFC 2046, 5.1.1) or a line of the current entity.
    fn part_line(&mut self, level: usize, line: &[u8], line_end: bool, link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get(level) else { return };
        let delimiter = if e.is_multipart() { Delimiter::parse(line, &e.content.boundary) } else { None };
        let Some(delimiter) = delimiter else {
            // Text before the first boundary or after the last one has no entity.
            return self.take_at(level + 1, line, line_end, link);
        };
        let ended = e.phase == Phase::Ended;
        self.end_child(level, link);
        match delimiter {
            Delimiter::Close => self.end_entity(level, link),
            Delimiter::Open if !ended => self.begin_child(level, link),
            Delimiter::Open => {}
        }
    }

    pub(super) fn begin_child(&mut self, level: usize, link: &mut Link<'_, '_, '_>) {
        let max = link.config.mime.max_depth;
        if max > 0 && level >= max {
            return link.cx.anomaly(Anomaly::Depth(level));
        }
        let Some(e) = self.entities.get(level) else { return };
        // A part always has a body, even if the message may have none.
        let child = Entity::new(Expect::Body, e.decoder.encoding);
        self.entities.push(child);
        self.current = Some(level + 1);
        let is_orig = self.from.is_orig();
        link.cx.event(|c| ev::HttpBeginEntity { c, is_orig });
    }

    fn end_child(&mut self, level: usize, link: &mut Link<'_, '_, '_>) {
        if self.entities.len() > level + 1 {
            self.end_entity(level + 1, link);
            self.entities.truncate(level + 1);
        }
    }

    /// Ends an entity and the entities inside it.
    pub(super) fn end_entity(&mut self, level: usize, link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        e.inflate = None;
        match std::mem::replace(&mut e.phase, Phase::Ended) {
            Phase::Ended => return,
            Phase::Body => {
                let is_multipart = e.is_multipart();
                if self.entities.len() > level + 1 {
                    if is_multipart {
                        link.illegal_format("multipart closing boundary delimiter missing");
                    }
                    self.end_child(level, link);
                }
                if let Some(e) = self.entities.get_mut(level) {
                    e.decoder.end(&mut |_, s| link.cx.weird("base64_illegal_encoding", s.as_bytes()));
                }
            }
            phase => {
                self.finish_field(level, link);
                self.begin_body(level, phase == Phase::Trailer, link);
                link.illegal_format("entity body missing");
            }
        }
        self.report_end(level, link);
    }

    fn report_end(&mut self, level: usize, link: &mut Link<'_, '_, '_>) {
        let is_orig = self.from.is_orig();
        let Some(e) = self.entities.get(level) else { return };
        if level == 0 {
            self.body_length += e.body_length;
            self.header_length += e.header_length;
        }
        let shown = self.shown_body();
        if e.body_length > 0 && link.cx.shows(shown) {
            link.cx.show(self.from, shown, &[], Extent::End);
        }
        link.cx.event(|c| ev::HttpEndEntity { c, is_orig });
        self.current = level.checked_sub(1);
        if self.is_part(level) {
            link.reading.strict(false);
        }
        if level == 0 {
            self.finish(false, "message ends normally", link);
        } else {
            self.end_file(level, link);
        }
    }

    /// Ends the file of an entity. A partial reply does not end its file, because another reply may continue it.
    pub(super) fn end_file(&mut self, level: usize, link: &mut Link<'_, '_, '_>) {
        if self.from.is_orig() || link.reply_code != 206 {
            let file = self.entities.get(level).and_then(|e| e.file);
            link.cx.file_end(self.from, file);
        }
    }
}
