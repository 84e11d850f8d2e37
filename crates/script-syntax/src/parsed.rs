//! Parsed forms: the items of a text as bytes, made ahead of time.
//!
//! Scripts that are packed into a program never change, so the program contains their items, too. A parsed form is a
//! list of steps, one for each call of [`crate::Parser::next_item`], with the offset at which the call begins. A parser
//! at that offset takes the step instead of reading the text; where there is no step (an item with an `@if` inside,
//! `@DIR`), it reads the text. A step asks the [`crate::Host`] the same questions in the same order as the text would,
//! so conditions and directives have the same effect.
//!
//! [`crate::Packer`] makes parsed forms in a build script; [`Image`] holds those of many files, and their names.
mod bytes;
mod nodes;

pub(crate) use bytes::{Reader, Writer};
pub(crate) use nodes::Packed;

use crate::names::{NameTable, end_before};

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
