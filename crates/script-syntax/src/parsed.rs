//! Parsed forms: what a parser makes of a text, ahead of time, as bytes.
//!
//! Scripts that are packed into a program are the same at each start, so the program carries their items too. A parsed
//! form is a list of steps, one a call of [`crate::Parser::next_item`], each with the offset that reading stands at
//! before it; a parser that stands there takes the step in place of reading the text, and reads wherever there is none:
//! in an item with an `@if` inside it, at `@DIR`. What a step asks of the [`crate::Host`] is asked again, in the same
//! order, so conditions and directives act as they do in text.
//!
//! [`Packer`] makes them (a build script does), [`Image`] holds those of many files and their names.
mod bytes;
mod nodes;

pub(crate) use bytes::{Reader, Writer};
pub(crate) use nodes::Packed;

use crate::{Names, Source};

/// The parsed forms of many files, made by a [`Packer`].
///
/// The numbers at its head are fixed in width: how many files and names there are, where each file's steps end, where
/// each name ends; then come the steps and the names' text.
#[derive(Clone, Copy)]
pub struct Image {
    file_ends: &'static [u8],
    steps: &'static [u8],
    names: NameTable,
}

/// The names of an image, by number.
#[derive(Clone, Copy)]
pub(crate) struct NameTable {
    ends: &'static [u8],
    text: &'static str,
}

/// The parsed form of one file.
#[derive(Clone, Copy)]
pub struct Steps {
    pub(crate) bytes: &'static [u8],
    pub(crate) names: NameTable,
}

impl Image {
    /// Reads the head of what [`Packer::finish`] made; none for other bytes.
    pub fn new(bytes: &'static [u8]) -> Option<Image> {
        let (files, rest) = bytes.split_first_chunk::<4>()?;
        let (names, rest) = rest.split_first_chunk::<4>()?;
        let (file_ends, rest) = rest.split_at_checked(width(*files)?)?;
        let (ends, rest) = rest.split_at_checked(width(*names)?)?;
        let (steps, text) = rest.split_at_checked(number(file_ends, file_ends.len() / 4))?;
        Some(Image { file_ends, steps, names: NameTable { ends, text: std::str::from_utf8(text).ok()? } })
    }

    /// The form of the file that was packed as number `file`, from 0.
    pub fn file(&self, file: usize) -> Option<Steps> {
        let bytes = self.steps.get(number(self.file_ends, file)..number(self.file_ends, file + 1))?;
        Some(Steps { bytes, names: self.names })
    }
}

impl NameTable {
    pub(crate) fn text(&self, name: usize) -> Option<&'static str> {
        self.text.get(number(self.ends, name)..number(self.ends, name + 1))
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len() / 4
    }
}

/// Bytes of a list of `count` numbers.
fn width(count: [u8; 4]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(count)).ok()?.checked_mul(4)
}

/// Where part `i` of a list of ends begins: the end of the one before. Past the list: past everything.
fn number(ends: &[u8], i: usize) -> usize {
    let Some(i) = i.checked_sub(1) else { return 0 };
    let four = ends.get(i * 4..).and_then(<[u8]>::first_chunk::<4>);
    four.map_or(usize::MAX, |n| u32::from_le_bytes(*n) as usize)
}

/// Makes an image, a file after the other.
#[derive(Default)]
pub struct Packer {
    names: Names,
    steps: Vec<u8>,
    file_ends: Vec<u8>,
}

impl Packer {
    /// Takes in the next file. What does not parse has no steps: a parser reads it as text, and reports.
    pub fn add(&mut self, source: &std::rc::Rc<Source>) {
        crate::parser::record(source, &mut self.names, &mut self.steps);
        self.file_ends.extend((self.steps.len() as u32).to_le_bytes());
    }

    /// The bytes for [`Image::new`].
    pub fn finish(self) -> Vec<u8> {
        let mut ends = Vec::new();
        let mut text = String::new();
        for name in self.names.all() {
            text.push_str(self.names.text(name));
            ends.extend((text.len() as u32).to_le_bytes());
        }
        let mut all = Vec::new();
        for list in [&self.file_ends, &ends] {
            all.extend((list.len() as u32 / 4).to_le_bytes());
        }
        for part in [&self.file_ends, &ends, &self.steps] {
            all.extend(part);
        }
        all.extend(text.as_bytes());
        all
    }
}
