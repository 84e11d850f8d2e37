//! Files, and positions in them.
use crate::{Diagnostic, Severity};
use std::fmt::Write;

/// A file of a [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u16);

/// A range of bytes in a file; the end is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span from the start of this one to the end of another in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }
}

/// A line and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

#[derive(Debug)]
struct File {
    name: String,
    text: String,
    /// The offsets at which lines begin.
    lines: Vec<u32>,
}

/// All files of a program, with their text.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

impl Sources {
    /// Adds a file. Text beyond 16 MiB is dropped, and files beyond 65,535 share the last id; no real grammar is that
    /// large.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        let mut text = text.to_owned();
        let mut end = text.len().min(16 << 20);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        self.files.push(File { name: name.to_owned(), text, lines });
        FileId(self.files.len().min(usize::from(u16::MAX)) as u16 - 1)
    }

    /// Returns the text of a file.
    pub fn text(&self, file: FileId) -> &str {
        self.files.get(usize::from(file.0)).map_or("", |f| &f.text)
    }

    /// Returns the name of a file.
    pub fn name(&self, file: FileId) -> &str {
        self.files.get(usize::from(file.0)).map_or("", |f| &f.name)
    }

    /// Returns the text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns the line and column of an offset.
    pub fn place(&self, file: FileId, offset: u32) -> Place {
        let Some(f) = self.files.get(usize::from(file.0)) else { return Place { line: 1, column: 1 } };
        let line = f.lines.partition_point(|&start| start <= offset).max(1);
        Place { line: line as u32, column: offset - f.lines.get(line - 1).copied().unwrap_or(0) + 1 }
    }

    /// Returns a span as `name:line:column-line:column`. The last column is inclusive.
    pub fn location(&self, span: Span) -> String {
        let (from, to) =
            (self.place(span.file, span.start), self.place(span.file, span.end.max(span.start + 1) - 1));
        format!("{}:{}:{}-{}:{}", self.name(span.file), from.line, from.column, to.line, to.column)
    }

    /// Formats a diagnostic with its source line and carets below it.
    pub fn render(&self, d: &Diagnostic) -> String {
        let mut out = self.render_line(d);
        let (from, to) =
            (self.place(d.span.file, d.span.start), self.place(d.span.file, d.span.end.max(1) - 1));
        let text = self.text(d.span.file).lines().nth(from.line as usize - 1).unwrap_or("");
        let shown: String = text.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
        let until = if to.line == from.line { to.column.max(from.column) } else { shown.len().max(1) as u32 };
        let before = shown.get(..from.column as usize - 1).map_or(0, |s| s.chars().count());
        let carets = shown
            .get(from.column as usize - 1..(until as usize).min(shown.len()))
            .map_or(1, |s| s.chars().count().max(1));
        let margin = from.line.to_string().len();
        let _ = writeln!(out, "\n{:margin$} |", "");
        let _ = writeln!(out, "{} | {shown}", from.line);
        let _ = write!(out, "{:margin$} | {:before$}{}", "", "", "^".repeat(carets));
        if let Some(help) = &d.help {
            let _ = write!(out, "\n{:margin$} = help: {help}", "");
        }
        out
    }

    /// Formats a diagnostic on one line.
    pub fn render_line(&self, d: &Diagnostic) -> String {
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        format!("[{severity}] {}: {}", self.location(d.span), d.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_show_line_and_carets() {
        let mut sources = Sources::default();
        let file = sources.add("a.spicy", "module A;\n  global x = y;\n");
        let span = Span { file, start: 23, end: 24 };
        let d = Diagnostic::error(span, "unknown ID 'y'").with_help("did you mean 'x'?");
        assert_eq!(
            sources.render(&d),
            "[error] a.spicy:2:14-2:14: unknown ID 'y'\n  |\n2 |   global x = y;\n  |              ^\n  = help: did you mean 'x'?"
        );
    }
}
