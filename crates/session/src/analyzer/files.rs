//! Files that analyzers find in what they parse, on their way to whoever puts them together.
use super::{Context, Tag};
use crate::conn::Role;
use crate::uid::Uid;

/// A piece of a file, or what becomes known of it.
#[derive(Clone, Copy, Debug)]
pub enum FileInput<'a> {
    /// Bytes.
    Data {
        /// Where in the file they stand; `None` where they follow what came before.
        offset: Option<u64>,
        /// The bytes.
        data: &'a [u8],
        /// The type, where the protocol knows it better than the bytes tell.
        mime: Option<&'a str>,
    },
    /// Bytes that will not come.
    Gap {
        /// Where in the file they would stand; `None` where they follow what came before.
        offset: Option<u64>,
        /// How many.
        len: u64,
    },
    /// How many bytes the whole file has.
    Size(u64),
    /// The file ends here.
    End,
}

/// A piece of a file with where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct FileFeed<'a> {
    /// The kind of analyzer that found it.
    pub tag: Tag,
    /// Who sends it.
    pub from: Role,
    /// The file, where the analyzer names it itself; else scripts do, by the connection and its side.
    pub id: Option<Uid>,
    /// What of the file.
    pub input: FileInput<'a>,
}

impl Context<'_, '_> {
    /// The next bytes of the file that a side sends. Returns the file's id, where anybody follows it: give it along next
    /// time, and nobody has to be asked for it again.
    pub fn file_data(&mut self, from: Role, id: Option<Uid>, data: &[u8]) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: None, data, mime: None })
    }

    /// Bytes at a place of the file.
    pub fn file_data_at(&mut self, from: Role, id: Option<Uid>, offset: u64, data: &[u8]) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: Some(offset), data, mime: None })
    }

    /// The next bytes of a file whose type the protocol tells.
    pub fn file_data_of_type(&mut self, from: Role, id: Option<Uid>, data: &[u8], mime: &str) -> Option<Uid> {
        self.feed(from, id, FileInput::Data { offset: None, data, mime: Some(mime) })
    }

    /// The next `len` bytes of the file, or those at `offset`, will not come.
    pub fn file_gap(&mut self, from: Role, id: Option<Uid>, offset: Option<u64>, len: u64) -> Option<Uid> {
        self.feed(from, id, FileInput::Gap { offset, len })
    }

    /// The file has so many bytes.
    pub fn file_size(&mut self, from: Role, id: Option<Uid>, size: u64) -> Option<Uid> {
        self.feed(from, id, FileInput::Size(size))
    }

    /// The file is at its end.
    pub fn file_end(&mut self, from: Role, id: Option<Uid>) {
        self.feed(from, id, FileInput::End);
    }

    /// The type of the file that begins so, where anybody knows.
    pub fn file_type(&mut self, beginning: &[u8]) -> Option<String> {
        self.flow.sink.type_of(beginning)
    }

    /// The id of the file with this handle, for analyzers that know better than scripts what belongs together.
    pub fn file_id(&self, handle: &[u8]) -> Uid {
        self.flow.env.file_ids.id(handle)
    }

    fn feed(&mut self, from: Role, id: Option<Uid>, input: FileInput<'_>) -> Option<Uid> {
        let feed = FileFeed { tag: self.tag, from, id, input };
        self.flow.draw_uid();
        let conn = self.flow.conn.view(self.flow.id, self.flow.tcp.as_deref());
        self.flow.sink.file(&conn, &feed)
    }
}
