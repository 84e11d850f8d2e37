//! Portable executables (Microsoft's PE format): the headers at the beginning of a file.
//!
//! Raises the event of each header as soon as it is complete. Nothing is read behind the headers of the sections; at
//! most [`parser::MAX_DOS_CODE`] bytes are kept.
mod parser;
#[cfg(test)]
mod tests;

use crate::files::{FileAnalyzer, FileContext};
use parser::Step;

/// Looks at the headers of one file.
#[derive(Default)]
pub struct Pe {
    /// Bytes that are not used yet.
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
