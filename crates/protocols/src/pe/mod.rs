//! Portable executables (Microsoft's PE format): the headers at a file's beginning, as they come in.
//!
//! A header is reported as soon as all of it is there; behind the sections nothing is looked at. At most
//! [`MAX_DOS_CODE`] bytes are kept.
mod parser;
#[cfg(test)]
mod tests;

use crate::files::{FileAnalyzer, FileContext};
use parser::Step;

/// The longest program for DOS: one is some hundred bytes, and only says that it is none for DOS.
const MAX_DOS_CODE: u32 = 4 << 20;

/// Looks at the headers of one file.
#[derive(Default)]
pub struct Pe {
    /// What came and is not used yet.
    buffer: Vec<u8>,
    step: Step,
}

impl FileAnalyzer for Pe {
    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        self.buffer.extend_from_slice(data);
        loop {
            let need = self.step.need(&self.buffer);
            if self.buffer.len() < need {
                return true;
            }
            let (head, _) = self.buffer.split_at(need);
            match self.step.run(head, cx) {
                Ok(Some(next)) => self.step = next,
                Ok(None) => return false,
                Err(e) => {
                    cx.violate(e, None);
                    return false;
                }
            }
            self.buffer.drain(..need);
        }
    }

    fn undelivered(&mut self, _: &mut FileContext<'_>, _: u64, _: u64) -> bool {
        true
    }

    fn end(&mut self, _: &mut FileContext<'_>) -> bool {
        false
    }
}
