//! Packs the parsed forms of many files. For use in a build script.
use crate::parser::record::record;
use crate::{Names, Source};

/// Packs an image, file by file.
#[derive(Default)]
pub struct Packer {
    names: Names,
    steps: Vec<u8>,
    file_ends: Vec<u8>,
    early: &'static [&'static str],
}

impl Packer {
    /// Creates a packer. Functions that name one of `early` are always decoded with their bodies.
    pub fn new(early: &'static [&'static str]) -> Packer {
        Packer { early, ..Packer::default() }
    }

    /// Packs the next file. Items with syntax errors get no steps, so a parser reads their text and reports the errors.
    pub fn add(&mut self, source: &std::rc::Rc<Source>) {
        record(source, &mut self.names, self.early, &mut self.steps);
        self.file_ends.extend((self.steps.len() as u32).to_le_bytes());
    }

    /// Returns the bytes for [`Image::new`](crate::parsed::Image::new).
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
