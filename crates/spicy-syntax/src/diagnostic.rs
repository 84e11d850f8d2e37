//! Errors and warnings about a text.
use crate::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The grammar cannot be used.
    Error,
    /// The grammar works but is probably not what its author meant.
    Warning,
}

/// An error or warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// The position in the text.
    pub span: Span,
    /// The problem.
    pub message: String,
    /// A hint how to fix it, if known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates an error.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Error, span, message: message.into(), help: None }
    }

    /// Creates a warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, span, message: message.into(), help: None }
    }

    /// Adds a hint how to fix it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Diagnostics in the order in which they were reported. Beyond [`Diagnostics::MAX`], they are only counted.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// The most diagnostics that are kept.
    pub const MAX: usize = 200;

    /// Adds a diagnostic. The same error at the same position is kept once.
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

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the kept diagnostics.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}
