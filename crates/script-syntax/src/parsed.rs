//! Parsed forms: what a parser makes of a text, ahead of time, as bytes.
//!
//! Scripts that are packed into a program are the same at each start, so the program carries their items too. A parsed
//! form is a list of steps, one a call of [`crate::Parser::next_item`], each with the offset that reading stands at
//! before it; a parser that stands there takes the step in place of reading the text, and reads wherever there is none:
//! in an item with an `@if` inside it, at `@DIR`. What a step asks of the [`crate::Host`] is asked again, in the same
//! order, so conditions and directives act as they do in text.
//!
//! [`crate::Packer`] makes them in a build script; [`Image`] holds those of many files and their names.
mod bytes;
mod nodes;

pub(crate) use bytes::{Reader, Writer};
pub(crate) use nodes::Packed;

use crate::names::{NameTable, end_before};

/// The parsed forms of many files, made by a [`crate::Packer`].
///
/// The numbers at its head are fixed in width: how many files and names there are, where each file's steps end, where
/// each name ends; then come the steps and the names' text.
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
    /// Reads the head of what [`crate::Packer::finish`] made; none for other bytes.
    pub fn new(bytes: &'static [u8]) -> Option<Image> {
        let (files, rest) = bytes.split_first_chunk::<4>()?;
        let (names, rest) = rest.split_first_chunk::<4>()?;
        let (file_ends, rest) = rest.split_at_checked(width(*files)?)?;
        let (ends, rest) = rest.split_at_checked(width(*names)?)?;
        let (steps, text) = rest.split_at_checked(end_before(file_ends, file_ends.len() / 4))?;
        Some(Image { file_ends, steps, names: NameTable::new(ends, std::str::from_utf8(text).ok()?) })
    }

    /// The form of the file that was packed as number `file`, from 0.
    pub fn file(&self, file: usize) -> Option<Steps> {
        let bytes = self.steps.get(end_before(self.file_ends, file)..end_before(self.file_ends, file + 1))?;
        Some(Steps { bytes, names: self.names })
    }
}

/// Bytes of a list of `count` numbers.
fn width(count: [u8; 4]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(count)).ok()?.checked_mul(4)
}
