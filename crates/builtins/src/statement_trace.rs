//! `-t`: a line for each statement of a script that runs: when, where, in which function, and its text.
use script_sema::tree::Program;
use script_sema::tree::marks::Mark;
use script_syntax::{SourceMap, Span};
use std::io::{self, Write};

/// Where the lines go. Dropping it writes out what is buffered.
pub struct StatementTrace {
    /// The line of each statement without its time, by the number of its mark.
    lines: Vec<String>,
    out: Box<dyn Write>,
    /// Why writing failed first; nothing is written after that.
    failed: Option<io::Error>,
}

impl StatementTrace {
    /// Prepares a trace of the marked statements of a program.
    #[must_use]
    pub fn of(marks: &[Mark], program: &Program, sources: &SourceMap, out: Box<dyn Write>) -> Self {
        let line = |mark: &Mark| {
            let body = &program.body(mark.body).name;
            let place = sources.place(Span::new(mark.loc.start, mark.loc.end));
            let Some(place) = place else { return format!("<no place> ({body})") };
            let source = sources.files().find(|f| f.name == place.file);
            let text =
                source.map(|s| String::from_utf8_lossy(s.line_text(place.first_line)).trim().to_owned());
            format!("{}:{} ({body}) {}", place.file, place.first_line, text.unwrap_or_default())
        };
        StatementTrace { lines: marks.iter().map(line).collect(), out, failed: None }
    }

    /// Writes that a statement begins at `time`, in seconds since the epoch. Returns a failure, once.
    pub(crate) fn began(&mut self, statement: usize, time: f64) -> Option<&io::Error> {
        if self.failed.is_some() {
            return None;
        }
        let line = self.lines.get(statement).map_or("", String::as_str);
        self.failed = writeln!(self.out, "{time:.6} {line}").err();
        self.failed.as_ref()
    }
}
