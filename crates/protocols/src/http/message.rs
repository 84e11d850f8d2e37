//! A message: a state machine over the lines and bytes after its first line.
//!
//! The message and its parts are [`Entity`]s on a stack, each a part of the one before it. The meaning of a line or of
//! bytes depends on the entity's [`Phase`] and, within a body, on its [`Framing`].
use super::anomaly::Anomaly;
use super::entity::{Entity, Phase};
use super::framing::{Chunk, Expect, Framing};
use super::line::leading_number;
use super::link::Link;
use crate::mime::Encoding;
use event::http as ev;
use net_types::Timestamp;
use session::Role;

/// A message in progress.
pub(super) struct Message {
    pub(super) from: Role,
    start: Timestamp,
    /// The entities: first the message, last the innermost part. An ended entity stays until its parent's next part
    /// begins.
    pub(super) entities: Vec<Entity>,
    /// The level of the entity to which a gap or a request to skip applies.
    pub(super) current: Option<usize>,
    /// A buffer for decoded bytes.
    pub(super) scratch: Vec<u8>,
    /// Whether signatures look at bodies, once that was asked.
    pub(super) is_shown: Option<bool>,
    pub(super) body_length: u64,
    pub(super) header_length: u64,
    gap_length: u64,
    pub(super) finished: bool,
}

impl Message {
    /// Creates a message after its first line, which has `first_line` bytes.
    pub(super) fn new(from: Role, expect: Expect, first_line: usize, link: &mut Link<'_, '_, '_>) -> Self {
        let is_orig = from.is_orig();
        link.cx.event(|c| ev::HttpBeginEntity { c, is_orig });
        Message {
            from,
            start: link.cx.now(),
            entities: vec![Entity::new(expect, Encoding::Identity)],
            current: Some(0),
            scratch: Vec::new(),
            is_shown: None,
            body_length: 0,
            header_length: first_line as u64,
            gap_length: 0,
            finished: false,
        }
    }

    /// Takes a line or bytes of a body. `line_end`: whether a line end follows them.
    pub(super) fn take(&mut self, data: &[u8], line_end: bool, link: &mut Link<'_, '_, '_>) {
        self.take_at(0, data, line_end, link);
    }

    /// Skips the rest of the current entity.
    pub(super) fn skip_body(&mut self) {
        if let Some(e) = self.current.and_then(|n| self.entities.get_mut(n)) {
            e.skipped = true;
        }
    }

    /// Takes a line or bytes for the entity at `level`.
    pub(super) fn take_at(&mut self, level: usize, data: &[u8], line_end: bool, link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        match (e.phase, e.framing) {
            // Text after the last boundary is ignored.
            (Phase::Ended, _) if e.is_multipart() => {}
            (Phase::Ended, _) => link.illegal_format("data trailing the end of entity"),
            (Phase::Header | Phase::Trailer, _) => {
                if !line_end {
                    link.cx.anomaly(Anomaly::NoLineEndInHeader);
                }
                e.header_length += data.len() as u64;
                self.header_line(level, data, link);
            }
            (Phase::Body, Framing::Chunked(Chunk::Size)) => self.chunk_size(level, data, link),
            (Phase::Body, Framing::Chunked(Chunk::Data)) => self.chunk_data(level, data, link),
            (Phase::Body, Framing::Chunked(Chunk::End)) => self.chunk_end(level, data, link),
            (Phase::Body, Framing::Length(_)) => self.by_length(level, data, link),
            (Phase::Body, Framing::Parts(_)) => self.by_length_of_parts(level, data, line_end, link),
            (Phase::Body, Framing::Undecided | Framing::Empty | Framing::Lines | Framing::Bytes) => {
                self.body(level, data, line_end, link);
            }
        }
    }

    // Framing, with a function for each state.

    /// Takes the size of a chunk in hexadecimal digits (RFC 9112, 7.1). Its extensions are ignored. The last chunk has
    /// the size 0.
    fn chunk_size(&mut self, level: usize, line: &[u8], link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        let size = leading_number(line, 16);
        if size.is_none() {
            link.cx.weird("HTTP_bad_chunk_size", line);
        }
        e.left = size.unwrap_or(0);
        if e.left > 0 {
            e.framing = Framing::Chunked(Chunk::Data);
            link.reading.bytes(e.left.unsigned_abs());
        } else {
            e.phase = Phase::Trailer;
        }
    }

    fn chunk_data(&mut self, level: usize, data: &[u8], link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        e.left -= data.len() as i64;
        if e.left <= 0 {
            e.framing = Framing::Chunked(Chunk::End);
            link.reading.lines();
        }
        self.body(level, data, false, link);
    }

    fn chunk_end(&mut self, level: usize, line: &[u8], link: &mut Link<'_, '_, '_>) {
        let Some(e) = self.entities.get_mut(level) else { return };
        e.framing = Framing::Chunked(Chunk::Size);
        if !line.is_empty() {
            link.illegal_format("inaccurate chunk size: data before <CR><LF>");
        }
    }

    /// Takes bytes of a body with a length (RFC 9112, 6.2). The line reader returns bytes instead of lines.
    fn by_length(&mut self, level: usize, data: &[u8], link: &mut Link<'_, '_, '_>) {
        self.body(level, data, false, link);
        if self.is_used_up(level, data.len() as i64) {
            link.reading.lines();
            link.reading.withdraw();
            self.end_entity(level, link);
        }
    }

    /// Takes a line of a multipart body with a length (RFC 9112, 6.2). Line ends count as two bytes each.
    fn by_length_of_parts(&mut self, level: usize, line: &[u8], line_end: bool, link: &mut Link<'_, '_, '_>) {
        self.body(level, line, line_end, link);
        if self.is_used_up(level, line.len() as i64 + if line_end { 2 } else { 0 }) {
            link.reading.lines();
            self.end_entity(level, link);
        }
    }

    /// Counts bytes of a body. Returns whether they were the last.
    fn is_used_up(&mut self, level: usize, len: i64) -> bool {
        self.entities.get_mut(level).is_some_and(|e| {
            e.left -= len;
            e.left <= 0
        })
    }

    /// Takes a gap of `len` bytes. Returns whether it is inside a body, so that the rest can be parsed.
    pub(super) fn gap(&mut self, len: u64, link: &mut Link<'_, '_, '_>) -> bool {
        let level = self.current.unwrap_or(0);
        let Some(e) = self.entities.get_mut(level) else { return false };
        if e.body_length == 0 {
            return false;
        }
        e.file = link.cx.file_gap(self.from, e.file, Some(e.body_length), len);
        if let Some(range) = &mut e.declared.range {
            range.offset = range.offset.saturating_add(len);
        }
        if !e.can_pass_over(len) {
            return false;
        }
        e.body_length += len;
        e.left -= len as i64;
        link.reading.bytes(e.left.unsigned_abs());
        self.gap_length += len;
        match e.framing {
            _ if e.left > 0 => {}
            Framing::Chunked(_) => e.framing = Framing::Chunked(Chunk::End),
            _ => self.end_entity(level, link),
        }
        true
    }

    /// Ends the message, complete or not, for the reason `why`.
    pub(super) fn finish(&mut self, interrupted: bool, why: &str, link: &mut Link<'_, '_, '_>) {
        if std::mem::replace(&mut self.finished, true) {
            return;
        }
        self.end_entity(0, link);
        self.end_file(0, link);
        let is_orig = self.from.is_orig();
        let stat = ev::HttpMessageStat {
            start: self.start,
            interrupted,
            finish_msg: why,
            body_length: self.body_length,
            content_gap_length: self.gap_length,
            header_length: self.header_length,
        };
        link.cx.event(|c| ev::HttpMessageDone { c, is_orig, stat });
    }
}
