//! The checker's messages as diagnostics of the protocol.
use crate::documents::Document;
use crate::places::{located, uri};
use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Position, Range};
use script_syntax::{Severity, Site, SourceMap};

/// The diagnostics of a document's last check. A message about another file stands on the document's first line, with a
/// link to the place.
pub(crate) fn diagnostics(
    document: &Document,
    file: &mut dyn FnMut(&str) -> Option<String>,
) -> Vec<Diagnostic> {
    let Some(checked) = &document.checked else { return Vec::new() };
    let sources = &checked.outcome.sources;
    checked.diagnostics.iter().map(|d| one(d, &document.path, sources, file)).collect()
}

fn one(
    d: &script_syntax::Diagnostic,
    path: &str,
    sources: &SourceMap,
    file: &mut dyn FnMut(&str) -> Option<String>,
) -> Diagnostic {
    let mut message = match &d.subject {
        Some(subject) => format!("{} ({subject})", d.message),
        None => d.message.clone(),
    };
    if let Some(help) = &d.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let mut link = |site: Site, text: &str| {
        let (source, range) = located(sources, site.span()?)?;
        let uri = uri(&file(&source.name)?)?;
        Some(DiagnosticRelatedInformation { location: Location { uri, range }, message: text.to_owned() })
    };
    let mut related: Vec<_> = d.other.and_then(|o| link(o, "see here")).into_iter().collect();
    let own = d.site.span().and_then(|s| located(sources, s)).filter(|(source, _)| source.name == path);
    let range = match own {
        Some((_, range)) => range,
        None => {
            related.extend(link(d.site, "the place of the message"));
            if let Some(place) = d.site.span().and_then(|s| sources.place(s)) {
                message = format!("{place}: {message}");
            }
            Range::new(Position::new(0, 0), Position::new(0, 1))
        }
    };
    let severity = match d.severity {
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error | Severity::Fatal => DiagnosticSeverity::ERROR,
    };
    Diagnostic {
        range,
        severity: Some(severity),
        source: Some("egret".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
