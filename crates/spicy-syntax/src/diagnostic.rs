//! What is wrong with a text, and where.
use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The grammar cannot be used.
    Error,
    /// The grammar works; its author should know.
    Warning,
}

/// One complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The text that is complained about.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// A way out, if one is known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Error, span, message: message.into(), help: None }
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, span, message: message.into(), help: None }
    }

    /// Adds a way out.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Complaints in the order that they were made. More than [`Diagnostics::MAX`] are counted, not kept.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// Complaints that are kept.
    pub const MAX: usize = 200;

    /// Adds one; the same error at the same place is kept once.
    pub fn push(&mut self, d: Diagnostic) {
        if self.list.contains(&d) {
            return;
        }
        self.errors += usize::from(d.severity == Severity::Error);
        if self.list.len() < Self::MAX {
            self.list.push(d);
        }
    }

    /// Adds an error.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(span, message));
    }

    /// Adds a warning.
    pub fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::warning(span, message));
    }

    /// True if nothing was complained about.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// True if there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}
