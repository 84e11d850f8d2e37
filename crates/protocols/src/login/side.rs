//! Login protocols whose streams consist of names, each followed by a NUL, and then lines.
use super::{Dialog, MAX_LINE};
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::mem;

/// A login protocol that is parsed byte by byte.
pub(super) trait ByteReader {
    /// The dialog. Parsing stops when it is over.
    fn dialog(&mut self) -> &mut Dialog;

    /// Takes a byte.
    fn byte(&mut self, cx: &mut Context<'_, '_>, from: Role, byte: u8);
}

/// The analyzer of a [`ByteReader`].
pub(super) struct Bytewise<L>(pub(super) L);

impl<L: ByteReader + 'static> Analyzer for Bytewise<L> {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        for &byte in data {
            if self.0.dialog().is_over() {
                return;
            }
            self.0.byte(cx, from, byte);
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, _: Role) {
        self.0.dialog().end(cx);
    }
}

/// One side of a login. `P` is the type of its next part.
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

    /// Whether the text has reached the maximum length of a line. If so, discards it, sets the next part to `unknown`,
    /// and marks the analysis as incomplete.
    pub(super) fn is_too_long(&mut self, cx: &mut Context<'_, '_>, unknown: P) -> bool {
        let is_too_long = self.text.len() >= MAX_LINE;
        if is_too_long {
            cx.cannot_follow();
            self.part = unknown;
            self.text.clear();
        }
        is_too_long
    }

    /// Takes a byte of a line. Returns the line if the byte ends it. A line ends with CR, LF, both, or, if `nul` is
    /// set, NUL.
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
