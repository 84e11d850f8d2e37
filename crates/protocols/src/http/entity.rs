//! An entity: a message or a part of one.
use super::declared::Declared;
use super::framing::{Chunk, Expect, Framing};
use super::inflate::Inflate;
use crate::mime::{BodyDecoder, ContentKind, ContentType, Encoding, FieldLines};
use session::Uid;

/// The next part of an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Header,
    Body,
    /// Fields after the last chunk (RFC 9112, 7.1.2).
    Trailer,
    /// The entity has ended.
    Ended,
}

/// An entity in progress.
pub(super) struct Entity {
    pub(super) phase: Phase,
    pub(super) expect: Expect,
    // The header.
    pub(super) fields: FieldLines,
    /// The names and values for `http_all_headers`.
    pub(super) all_fields: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) content: ContentType,
    pub(super) declared: Declared,
    // The body.
    pub(super) framing: Framing,
    /// The number of bytes of the body or the chunk that have not arrived.
    pub(super) left: i64,
    pub(super) inflate: Option<Inflate>,
    pub(super) decoder: BodyDecoder,
    /// Whether a script requested that the rest not be delivered.
    pub(super) skipped: bool,
    pub(super) file: Option<Uid>,
    /// Whether the file's size, if known, was reported.
    pub(super) file_sized: bool,
    pub(super) header_length: u64,
    /// The length of the body so far, decompressed, in bytes.
    pub(super) body_length: u64,
}

impl Entity {
    /// Creates an entity. `encoding` is the parent's encoding, which holds unless the entity states its own.
    pub(super) fn new(expect: Expect, encoding: Encoding) -> Self {
        Entity {
            phase: Phase::Header,
            expect,
            fields: FieldLines::default(),
            all_fields: Vec::new(),
            content: ContentType::default(),
            declared: Declared::default(),
            framing: Framing::Undecided,
            left: 0,
            inflate: None,
            decoder: BodyDecoder::new(encoding),
            skipped: false,
            file: None,
            file_sized: false,
            header_length: 0,
            body_length: 0,
        }
    }

    pub(super) fn is_multipart(&self) -> bool {
        self.content.kind == ContentKind::Multipart
    }

    /// Whether the body consists of entities.
    pub(super) fn has_entities(&self) -> bool {
        self.content.kind != ContentKind::Other
    }

    /// Whether lines are taken as they are: in a body that neither counts nor decodes them.
    pub(super) fn takes_lines(&self) -> bool {
        let plain =
            matches!(self.framing, Framing::Undecided | Framing::Empty | Framing::Lines | Framing::Bytes);
        plain && self.phase == Phase::Body && !self.declared.compressed
    }

    /// Whether a gap of `len` bytes stays within the body or the chunk.
    pub(super) fn can_pass_over(&self, len: u64) -> bool {
        let is_counted = match self.framing {
            Framing::Chunked(chunk) => chunk == Chunk::Data,
            _ => self.declared.length.is_some() && !self.declared.chunked,
        };
        is_counted && i64::try_from(len).is_ok_and(|n| n <= self.left)
    }
}
