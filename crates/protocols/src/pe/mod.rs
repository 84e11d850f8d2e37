//! The headers of portable executables (Microsoft's PE format).
//!
//! Raises the event of each header as soon as it is complete. The file after the section headers is not read; at most
//! [`parser::MAX_DOS_CODE`] bytes are buffered.
mod parser;
#[cfg(test)]
mod tests;

use crate::files::{FileAnalyzer, FileContext};
use parser::Step;

/// Analyzes the headers of one file.
#[derive(Default)]
pub struct Pe {
    /// Bytes of the next, incomplete header.
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
