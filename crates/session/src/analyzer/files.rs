//! Files that analyzers find in their input, on the way to the file analysis.
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
        /// The MIME type, if the protocol knows it better than the content tells.
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
    /// The next bytes of the file that a side sends. Returns the file's id if the file is analyzed. Passing it in the
    /// next call saves looking it up again.
    pub fn file_data(&mut self, from: Role, id: Option<Uid>, data: &[u8]) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: None, data, mime: None })
    }

    /// Bytes at an offset of the file.
    pub fn file_data_at(&mut self, from: Role, id: Option<Uid>, offset: u64, data: &[u8]) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: Some(offset), data, mime: None })
    }

    /// The next bytes of a file whose MIME type the protocol gives.
    pub fn file_data_of_type(&mut self, from: Role, id: Option<Uid>, data: &[u8], mime: &str) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: None, data, mime: Some(mime) })
    }

    /// The next `len` bytes of the file, or those at `offset`, are missing for good.
    pub fn file_gap(&mut self, from: Role, id: Option<Uid>, offset: Option<u64>, len: u64) -> Option<Uid> {
        self.feed(from, id, FileInput::Gap { offset, len })
    }

    /// Any piece or fact.
    pub fn file_input(&mut self, from: Role, id: Option<Uid>, input: FileInput<'_>) -> Option<Uid> {
        self.feed(from, id, input)
    }

    /// The file's size in bytes.
    pub fn file_size(&mut self, from: Role, id: Option<Uid>, size: u64) -> Option<Uid> {
        self.feed(from, id, FileInput::Size(size))
    }

    /// The file ends.
    pub fn file_end(&mut self, from: Role, id: Option<Uid>) {
        self.feed(from, id, FileInput::End);
    }

    /// The MIME type of a file with this beginning, if known.
    pub fn file_type(&mut self, beginning: &[u8]) -> Option<String> {
        self.flow.sink.type_of(beginning)
    }

    /// The id of the file with this handle, for analyzers that know which pieces belong together.
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
