//! Delivery of files that analyzers find in their input to file analysis.
use super::{Context, Tag};
use crate::conn::Role;
use crate::uid::Uid;

/// A piece of a file, or a fact about it.
#[derive(Clone, Copy, Debug)]
pub enum FileInput<'a> {
    /// Bytes.
    Data {
        /// Offset in the file; `None` continues after the last piece.
        offset: Option<u64>,
        /// The bytes.
        data: &'a [u8],
        /// The MIME type, if the protocol knows it better than content detection.
        mime: Option<&'a str>,
    },
    /// Bytes that are missing for good.
    Gap {
        /// Offset in the file; `None` continues after the last piece.
        offset: Option<u64>,
        /// Number of bytes.
        len: u64,
    },
    /// The size of the whole file in bytes.
    Size(u64),
    /// The file ends here.
    End,
}

/// A piece of a file and its source.
#[derive(Clone, Copy, Debug)]
pub struct FileFeed<'a> {
    /// The kind of analyzer that found it.
    pub tag: Tag,
    /// The sender.
    pub from: Role,
    /// The file's id if the analyzer names the file; otherwise scripts derive it from the connection and side.
    pub id: Option<Uid>,
    /// The piece or fact.
    pub input: FileInput<'a>,
}

impl Context<'_, '_> {
    /// Delivers the next bytes of the file that a side sends. Returns the file's id if the file is analyzed; passing it
    /// to the next call saves a lookup.
    pub fn file_data(&mut self, from: Role, id: Option<Uid>, data: &[u8]) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: None, data, mime: None })
    }

    /// Delivers bytes at an offset of the file.
    pub fn file_data_at(&mut self, from: Role, id: Option<Uid>, offset: u64, data: &[u8]) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: Some(offset), data, mime: None })
    }

    /// Delivers the next bytes of a file whose MIME type the protocol states.
    pub fn file_data_of_type(&mut self, from: Role, id: Option<Uid>, data: &[u8], mime: &str) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: None, data, mime: Some(mime) })
    }

    /// Reports that the next `len` bytes of the file, or those at `offset`, are missing for good.
    pub fn file_gap(&mut self, from: Role, id: Option<Uid>, offset: Option<u64>, len: u64) -> Option<Uid> {
        self.feed(from, id, FileInput::Gap { offset, len })
    }

    /// Delivers any piece of a file or fact about it.
    pub fn file_input(&mut self, from: Role, id: Option<Uid>, input: FileInput<'_>) -> Option<Uid> {
        self.feed(from, id, input)
    }

    /// Reports the file's size in bytes.
    pub fn file_size(&mut self, from: Role, id: Option<Uid>, size: u64) -> Option<Uid> {
        self.feed(from, id, FileInput::Size(size))
    }

    /// Reports the end of the file.
    pub fn file_end(&mut self, from: Role, id: Option<Uid>) {
        self.feed(from, id, FileInput::End);
    }

    /// Returns the MIME type of a file with this beginning, if known.
    pub fn file_type(&mut self, beginning: &[u8]) -> Option<String> {
        self.flow.sink.type_of(beginning)
    }

    /// Returns the id of the file with this handle, for analyzers that know which pieces belong together.
    pub fn file_id(&self, handle: &[u8]) -> Uid {
        self.flow.env.file_ids.id(handle)
    }

    fn feed(&mut self, from: Role, id: Option<Uid>, input: FileInput<'_>) -> Option<Uid> {
        let feed = FileFeed { tag: self.tag, from, id, input };
        let flow = &mut *self.flow;
        let conn = flow.conn.lazy_view(flow.id, flow.tcp.as_deref(), &flow.env.uids);
        flow.sink.file(&conn, &feed)
    }
}
