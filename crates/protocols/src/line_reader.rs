//! Analyzers whose streams are lines.
use crate::lines::{Item, Lines};
use session::Role;
use session::analyzer::Context;
use std::mem;

/// An analyzer that takes each side's stream line by line.
pub(crate) trait LineReader {
    /// Whether lines that end in an unusual way are reported.
    const REPORTS_ENDS: bool = true;

    /// The lines of a side.
    fn lines(&mut self, from: Role) -> &mut Lines;

    /// Takes a line without its end.
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]);

    /// True once no more lines are to be read.
    fn is_over(&self, _: &Context<'_, '_>) -> bool {
        false
    }

    /// Takes the lines of a delivery. What is left of `data` are no lines.
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

    /// Takes the line at which a stream ends, if it has no end of its own.
    fn read_last_line(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if let Some(line) = self.lines(from).end() {
            self.line(cx, from, &line);
        }
    }
}
