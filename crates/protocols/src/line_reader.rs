//! Code that analyzers of line-based protocols share.
use crate::lines::{Item, Lines};
use crate::sides::Sides;
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::mem;

/// An analyzer that reads each side's stream line by line.
pub(crate) trait LineReader {
    /// Whether unusual line endings are reported as weirds.
    const REPORTS_ENDS: bool = true;

    /// The line splitter of a side.
    fn lines(&mut self, from: Role) -> &mut Lines;

    /// Takes a line, without its line ending.
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]);

    /// Whether the rest of the stream does not consist of lines.
    fn is_over(&self, _: &Context<'_, '_>) -> bool {
        false
    }

    /// Takes the lines of a delivery and leaves in `data` the bytes that are not lines.
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

/// A line-based protocol in which the client sends one question and the server one answer.
pub(crate) trait Question {
    /// Takes a non-empty line, without its line ending.
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]);

    /// Called at the end of a connection that the client closed: reports a missing question.
    fn closed(&self, cx: &mut Context<'_, '_>);
}

/// The analyzer of a [`Question`] protocol.
pub(crate) struct Asking<Q> {
    question: Q,
    lines: Sides<Lines>,
    client_closed: bool,
}

impl<Q: Question> Asking<Q> {
    /// Creates the analyzer of a new connection.
    pub(crate) fn new(question: Q, lines: Sides<Lines>) -> Self {
        Asking { question, lines, client_closed: false }
    }
}

impl<Q: Question> LineReader for Asking<Q> {
    fn lines(&mut self, from: Role) -> &mut Lines {
        self.lines.of(from)
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        if !line.is_empty() {
            self.question.line(cx, from, line);
        }
    }
}

impl<Q: Question + 'static> Analyzer for Asking<Q> {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        self.read_lines(cx, from, &mut data);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        self.client_closed |= from.is_orig();
        self.read_last_line(cx, from);
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if self.client_closed {
            self.question.closed(cx);
        }
    }
}
