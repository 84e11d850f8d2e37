//! The part that analyzers of line-based protocols share.
use crate::lines::{Item, Lines};
use session::Role;
use session::analyzer::Context;
use std::mem;

/// An analyzer that reads each side's stream line by line.
pub(crate) trait LineReader {
    /// Whether unusual line endings are reported as weirds.
    const REPORTS_ENDS: bool = true;

    /// The line splitter of a side.
    fn lines(&mut self, from: Role) -> &mut Lines;

    /// Takes a line, without its line ending.
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]);

    /// True if the rest of the stream is not to be read as lines.
    fn is_over(&self, _: &Context<'_, '_>) -> bool {
        false
    }

    /// Takes the lines of a delivery. The bytes left in `data` are not lines.
    fn read_lines(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &mut &[u8]) {
        let mut lines = mem::take(self.lines(from));
        while !self.is_over(cx) {
            let mut report = |anomaly| {
                if Self::REPORTS_ENDS {
                    cx.anomaly(anomaly);
                }
            };
            match lines.next(data, &mut report) {
                Some(Item::Line(line)) => self.line(cx, from, line),
                Some(Item::Plain(_)) => {}
                None => break,
            }
        }
        *self.lines(from) = lines;
    }

    /// Takes an unterminated line at the end of a stream.
    fn read_last_line(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if let Some(line) = self.lines(from).end() {
            self.line(cx, from, &line);
        }
    }
}
