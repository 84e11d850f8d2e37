//! Parsed forms: the items of a text as bytes, made ahead of time.
//!
//! Scripts that are packed into a program never change, so the program contains their items, too. A parsed form is a
//! list of steps, one for each call of [`crate::Parser::next_item`], with the offset at which the call begins. A parser
//! at that offset takes the step instead of reading the text; where there is no step (an item with an `@if` inside,
//! `@DIR`), it reads the text. A step asks the [`crate::Host`] the same questions in the same order as the text would,
//! so conditions and directives have the same effect.
//!
//! A function of plain statements is packed twice: its head alone, and all of it. If the host wants no bodies yet
//! ([`crate::Host::defers`]), only the head is decoded, and [`Rest`] decodes the whole later.
//!
//! [`crate::Packer`] makes parsed forms in a build script; [`Image`] holds those of many files, and their names.
mod bytes;
mod nodes;

pub(crate) use bytes::{Reader, Writer};
pub(crate) use nodes::Packed;

use crate::Names;
use crate::names::{NameTable, end_before};
use crate::tree::{Item, Tree};

/// The parsed forms of many files, made by a [`crate::Packer`].
///
/// Its head consists of four-byte numbers: the count of files, the count of names, the end of each file's steps, the
/// end of each name. The steps and the text of the names follow.
#[derive(Clone, Copy)]
pub struct Image {
    file_ends: &'static [u8],
    steps: &'static [u8],
    names: NameTable,
}

/// The parsed form of one file.
#[derive(Clone, Copy)]
pub struct Steps {
    pub(crate) bytes: &'static [u8],
    pub(crate) names: NameTable,
}

/// An item of a parsed form of which only the head was decoded.
#[derive(Clone, Copy)]
pub struct Rest {
    /// The whole item.
    pub(crate) bytes: &'static [u8],
    /// The offset to which its spans are relative.
    pub(crate) base: u32,
    pub(crate) names: NameTable,
}

impl Rest {
    /// Decodes the whole item.
    pub(crate) fn item(&self, tree: &mut Tree, names: &mut Names) -> Option<Item> {
        let mut r = Reader::new(self.bytes, self.base, self.names, names);
        let item = Item::unpack(&mut r)?;
        tree.refill(&mut r)?;
        Some(item)
    }
}

impl Image {
    /// Reads the head of bytes that [`crate::Packer::finish`] made; returns `None` for other bytes.
    pub fn new(bytes: &'static [u8]) -> Option<Image> {
        let (files, rest) = bytes.split_first_chunk::<4>()?;
        let (names, rest) = rest.split_first_chunk::<4>()?;
        let (file_ends, rest) = rest.split_at_checked(width(*files)?)?;
        let (ends, rest) = rest.split_at_checked(width(*names)?)?;
        let (steps, text) = rest.split_at_checked(end_before(file_ends, file_ends.len() / 4))?;
        Some(Image { file_ends, steps, names: NameTable::new(ends, std::str::from_utf8(text).ok()?) })
    }

    /// Returns the form of the file that was packed as number `file`, counted from 0.
    pub fn file(&self, file: usize) -> Option<Steps> {
        let bytes = self.steps.get(end_before(self.file_ends, file)..end_before(self.file_ends, file + 1))?;
        Some(Steps { bytes, names: self.names })
    }
}

/// Returns the size of a list of `count` numbers in bytes.
fn width(count: [u8; 4]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(count)).ok()?.checked_mul(4)
}
