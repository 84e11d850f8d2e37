//! One entity: a message, or a part of one.
use super::declared::Declared;
use super::framing::{Chunk, Expect, Framing};
use super::inflate::Inflate;
use crate::mime::{BodyDecoder, ContentKind, ContentType, Encoding, FieldLines};
use session::Uid;

/// What comes next of an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Header,
    Body,
    /// Fields behind the last chunk (RFC 9112, 7.1.2).
    Trailer,
    /// Nothing.
    Ended,
}

/// An entity that is being read.
pub(super) struct Entity {
    pub(super) phase: Phase,
    pub(super) expect: Expect,
    // The header.
    pub(super) fields: FieldLines,
    /// Names and values for `http_all_headers`.
    pub(super) all_fields: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) content: ContentType,
    pub(super) declared: Declared,
    // The body.
    pub(super) framing: Framing,
    /// Bytes of the body, or of the chunk, that are still to come.
    pub(super) left: i64,
    pub(super) inflate: Option<Inflate>,
    pub(super) decoder: BodyDecoder,
    /// A script asked for the rest not to be delivered.
    pub(super) skipped: bool,
    pub(super) file: Option<Uid>,
    /// Whether the file's size, if known, was reported.
    pub(super) file_sized: bool,
    pub(super) header_length: u64,
    /// Bytes of the body, uncompressed.
    pub(super) body_length: u64,
}

impl Entity {
    /// A part has its parent's `encoding`, unless it states its own.
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

    /// The body consists of entities.
    pub(super) fn has_entities(&self) -> bool {
        self.content.kind != ContentKind::Other
    }

    /// A gap of `len` bytes stays within the body, or the chunk.
    pub(super) fn can_pass_over(&self, len: u64) -> bool {
        let is_counted = match self.framing {
            Framing::Chunked(chunk) => chunk == Chunk::Data,
            _ => self.declared.length.is_some() && !self.declared.chunked,
        };
        is_counted && i64::try_from(len).is_ok_and(|n| n <= self.left)
    }
}
