//! One side of a login whose stream is names, a NUL behind each, and then lines.
use std::mem;

/// A side; `P` says what comes next.
pub(super) struct Side<P> {
    pub(super) part: P,
    /// The beginning of a name or a line.
    pub(super) text: Vec<u8>,
    after_cr: bool,
}

impl<P> Side<P> {
    pub(super) fn new(part: P) -> Self {
        Side { part, text: Vec::new(), after_cr: false }
    }

    /// Takes a byte of a line. The line comes back where the byte ends it: CR, LF, both, or where `nul` says so a NUL.
    pub(super) fn line(&mut self, byte: u8, nul: bool) -> Option<Vec<u8>> {
        let after_cr = mem::replace(&mut self.after_cr, byte == b'\r');
        match byte {
            b'\n' if after_cr => None,
            b'\n' | b'\r' => Some(mem::take(&mut self.text)),
            0 if nul => Some(mem::take(&mut self.text)),
            _ => {
                self.text.push(byte);
                None
            }
        }
    }
}
