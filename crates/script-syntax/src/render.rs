//! Formats diagnostics: in the plain style that tools compare, and in the rich style that shows the source.
use crate::{Diagnostic, Severity, Site, Source, SourceMap, Span};
use std::fmt::Write as _;

/// Formats a message as one line: `error in FILE, line N: MESSAGE (SUBJECT)`, with ` and FILE, line M` for a second
/// place.
pub fn plain(d: &Diagnostic, sources: &SourceMap) -> String {
    let mut out = String::from(match d.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
        Severity::Fatal => "fatal error",
    });
    if let Some(p) = shown(d.plain_site.unwrap_or(d.site), sources) {
        let _ = write!(out, " in {p}");
        if let Some(o) = d.other.and_then(|o| shown(o, sources)).filter(|o| *o != p) {
            let _ = write!(out, " and {o}");
        }
    }
    let _ = writeln!(out, ": {}", d.text());
    out
}

fn shown(site: Site, sources: &SourceMap) -> Option<String> {
    match site {
        Site::At(s) => sources.place(s).map(|p| p.to_string()),
        Site::Type(t) => Some(t.into()),
        Site::Nowhere => None,
    }
}

/// Formats a message over several lines: the message, the source with the place underlined, and the help. `color` adds
/// terminal escapes.
pub fn rich(d: &Diagnostic, sources: &SourceMap, color: bool) -> String {
    let paint = Paint { color, severity: d.severity };
    // A built-in type has no source to show, so show the other place.
    let (main, other) = match (d.site.span(), d.other.and_then(Site::span)) {
        (None, other) => (other, None),
        (main, other) => (main, other.filter(|o| Some(*o) != main)),
    };
    let sign = if d.severity == Severity::Warning { "⚠" } else { "×" };
    let mut out = format!("  {} {}\n", paint.severity(sign), d.message);
    let mut help: Vec<String> = d.help.iter().flat_map(|h| h.lines()).map(str::to_string).collect();
    if let Some((main, file)) = main.and_then(|m| Some((m, sources.file(m)?))) {
        let mut marks = vec![Mark::of(file, main, "")];
        match other.map(|o| (o, sources.file(o), sources.place(o))) {
            Some((o, Some(f), _)) if f.base == file.base => marks.push(Mark::of(file, o, " see here")),
            Some((_, _, Some(place))) => help.push(format!("see {place}")),
            _ => {}
        }
        snippet(&mut out, file, &marks, &paint);
    }
    for (i, line) in help.iter().enumerate() {
        let head = if i == 0 { paint.help("  help: ") } else { "        ".into() };
        let _ = writeln!(out, "{head}{line}");
    }
    out
}

/// Terminal escapes, if wanted.
struct Paint {
    color: bool,
    severity: Severity,
}

impl Paint {
    fn severity(&self, text: &str) -> String {
        self.with(if self.severity == Severity::Warning { "33" } else { "31" }, text)
    }

    fn mark(&self, text: &str) -> String {
        self.with("1;35", text)
    }

    fn help(&self, text: &str) -> String {
        self.with("36", text)
    }

    fn number(&self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }
}

/// A part of a line to underline. For a place that spans several lines, the part on its first line.
struct Mark {
    line: u32,
    /// The first of the line's bytes.
    from: usize,
    to: usize,
    label: &'static str,
}

impl Mark {
    fn of(file: &Source, span: Span, label: &'static str) -> Mark {
        let at = span.start.saturating_sub(file.base);
        let line = file.line(at);
        let start = file.line_start(line);
        let from = at.saturating_sub(start) as usize;
        let to = span.end.saturating_sub(file.base).saturating_sub(start) as usize;
        Mark { line, from, to: to.min(file.line_text(line).len()).max(from), label }
    }
}

/// Appends the lines of the marks, each with one line before and after it.
fn snippet(out: &mut String, file: &Source, marks: &[Mark], paint: &Paint) {
    let Some(first) = marks.first() else { return };
    let mut lines: Vec<u32> = marks.iter().flat_map(|m| m.line.saturating_sub(1)..=m.line + 1).collect();
    lines.retain(|&n| n > 0 && n <= file.lines());
    lines.extend(marks.iter().map(|m| m.line));
    lines.sort_unstable();
    lines.dedup();
    let width = lines.last().map_or(1, |n| n.to_string().len());
    let pad = " ".repeat(width + 2);
    let column = columns(file.line_text(first.line), first.from, 1).len() + 1;
    let place = paint.mark(&format!("{}:{}:{column}", file.name, first.line));
    let _ = writeln!(out, "{pad}╭─[{place}]");
    let mut before = None;
    for &n in &lines {
        if before.is_some_and(|b| b + 1 < n) {
            let _ = writeln!(out, "{pad}⋮");
        }
        before = Some(n);
        let text = file.line_text(n);
        let here: Vec<&Mark> = marks.iter().filter(|m| m.line == n).collect();
        let window = Window::around(text, here.first().map_or(0, |m| m.from));
        let number = paint.number(&format!("{n:>width$}"));
        let _ = writeln!(out, "{}", format!(" {number} │ {}", window.shown(text)).trim_end());
        for m in here {
            let (from, to) = (window.column(text, m.from), window.column(text, m.to));
            let line = "─".repeat(to.saturating_sub(from).max(1));
            let _ = writeln!(out, "{pad}· {}{}{}", " ".repeat(from), paint.mark(&line), m.label);
        }
    }
    let _ = writeln!(out, "{pad}╰────");
}

/// The distance between tab stops, in columns.
const TAB: usize = 4;

/// Returns the first `len` bytes of a line as characters, one per column: a tab becomes spaces, bytes that are not
/// UTF-8 become `?`.
fn columns(line: &[u8], len: usize, tab: usize) -> Vec<char> {
    let mut out = Vec::new();
    for chunk in line.get(..len.min(line.len())).unwrap_or_default().utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\t' => out.resize(out.len() + tab - out.len() % tab, ' '),
                c if c.is_control() => out.push('?'),
                c => out.push(c),
            }
        }
        out.extend(chunk.invalid().iter().map(|_| '?'));
    }
    out
}

/// The part of a line that is shown: the whole line, or in a long line the surroundings of a place.
struct Window {
    start: usize,
}

impl Window {
    const WIDTH: usize = 160;

    fn around(line: &[u8], at: usize) -> Window {
        let place = columns(line, at, TAB).len();
        let whole = line.len() <= Self::WIDTH;
        Window { start: if whole { 0 } else { place.saturating_sub(Self::WIDTH / 2) } }
    }

    fn shown(&self, line: &[u8]) -> String {
        // A character has at most four bytes, so these bytes suffice.
        let all = columns(line, line.len().min((self.start + Self::WIDTH) * 4 + 4), TAB);
        let mut out: String = all.iter().skip(self.start).take(Self::WIDTH).collect();
        if all.len() > self.start + Self::WIDTH {
            out.push('…');
        }
        out
    }

    /// Returns the column of a byte of the line.
    fn column(&self, line: &[u8], at: usize) -> usize {
        columns(line, at, TAB).len().saturating_sub(self.start).min(Self::WIDTH)
    }
}

#[cfg(test)]
mod tests;
