//! Diagnostics as text: the plain style that tools compare, and the rich one with source and caret.
use crate::{Diagnostic, Severity, Site, SourceMap};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use std::fmt::Write as _;

/// One line: `error in FILE, line N: MESSAGE (SUBJECT)`, with ` and FILE, line M` where a second place takes part.
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

/// Several lines: what, where, the source line with a caret under the place, and what would help.
///
/// `color` asks for terminal escapes and box drawing characters.
pub fn rich(d: &Diagnostic, sources: &SourceMap, color: bool) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let mut shown = MietteDiagnostic::new(d.message.clone()).with_severity(match d.severity {
        Severity::Warning => miette::Severity::Warning,
        Severity::Error | Severity::Fatal => miette::Severity::Error,
    });
    shown.help = d.help.clone();
    // A type of the language is no place to show: then the other one is the place.
    let (main, other) = match (d.site.span(), d.other.and_then(Site::span)) {
        (None, Some(o)) => (Some(o), None),
        (main, other) => (main, other.filter(|o| Some(*o) != main)),
    };
    let main = main.unwrap_or(crate::Span::NONE);
    let file = sources.file(main);
    let mut labels = Vec::new();
    if let Some(f) = file {
        let label = |span: crate::Span, text: Option<String>| {
            let from = (span.start - f.base) as usize;
            let to = (span.end.saturating_sub(f.base) as usize).min(f.text.len()).max(from);
            LabeledSpan::new(text, from, to - from)
        };
        labels.push(label(main, None));
        match other.map(|o| (o, sources.file(o))) {
            Some((o, Some(of))) if of.base == f.base && o != main => {
                labels.push(label(o, Some("see here".into())));
            }
            Some((o, Some(_))) => {
                if let Some(p) = sources.place(o) {
                    let also = format!("see {p}");
                    shown.help = Some(shown.help.map_or(also.clone(), |h| format!("{h}\n{also}")));
                }
            }
            _ => {}
        }
    }
    shown.labels = (!labels.is_empty()).then_some(labels);
    let report = match file {
        Some(f) => Report::new(shown).with_source_code(NamedSource::new(&f.name, shown_text(&f.text))),
        None => Report::new(shown),
    };
    let mut out = String::new();
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
    if handler.render_report(&mut out, report.as_ref()).is_err() {
        out = plain(d, sources);
    }
    out
}

/// The text of a file with one byte for each byte of it: offsets stay true where it is not UTF-8.
fn shown_text(text: &[u8]) -> String {
    match std::str::from_utf8(text) {
        Ok(t) => t.to_string(),
        Err(_) => text.iter().map(|&b| if b.is_ascii() { char::from(b) } else { '?' }).collect(),
    }
}
