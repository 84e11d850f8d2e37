//! Messages: what is wrong, where, and how to fix it. [`crate::render`] formats them in two styles.
use crate::Span;

/// The severity of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The script runs, but probably not as intended.
    Warning,
    /// The script cannot run; checking continues.
    Error,
    /// Nothing that follows can be checked.
    Fatal,
}

/// The place of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// A place in the scripts.
    At(Span),
    /// A type of the language itself, by its keyword.
    Type(&'static str),
    /// No place.
    Nowhere,
}

impl From<Span> for Site {
    fn from(s: Span) -> Site {
        if s.is_none() { Site::Nowhere } else { Site::At(s) }
    }
}

impl Site {
    /// The place in the scripts, if it is one.
    pub fn span(self) -> Option<Span> {
        match self {
            Site::At(s) => Some(s),
            _ => None,
        }
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity of a message.
    pub severity: Severity,
    /// What is wrong: a phrase without a full stop.
    pub message: String,
    /// The text of the message's subject. The plain style shows it in parentheses; the rich style shows the source
    /// instead.
    pub subject: Option<String>,
    /// The place of the problem.
    pub site: Site,
    /// A second place, such as an earlier declaration or the expected type.
    pub other: Option<Site>,
    /// How to fix it. Only the rich style shows this.
    pub help: Option<String>,
    /// The text in the plain style, if it differs from `message`.
    pub plain: Option<String>,
    /// The place in the plain style, if it differs from `site`.
    pub plain_site: Option<Site>,
}

impl Diagnostic {
    /// Creates an error at a place.
    pub fn error(site: impl Into<Site>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, site.into(), message)
    }

    /// Creates a warning at a place.
    pub fn warning(site: impl Into<Site>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, site.into(), message)
    }

    /// Creates an error that ends the reading.
    pub fn fatal(site: impl Into<Site>, message: impl Into<String>) -> Self {
        Self::new(Severity::Fatal, site.into(), message)
    }

    fn new(severity: Severity, site: Site, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            message: message.into(),
            subject: None,
            site,
            other: None,
            help: None,
            plain: None,
            plain_site: None,
        }
    }

    /// Adds the subject.
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Adds the second place.
    pub fn and(mut self, other: impl Into<Site>) -> Self {
        let other = other.into();
        self.other = (other != Site::Nowhere && other != self.site).then_some(other);
        self
    }

    /// Adds the help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the text of the plain style.
    pub fn plain(mut self, text: impl Into<String>) -> Self {
        self.plain = Some(text.into());
        self
    }

    /// Sets the place of the plain style.
    pub fn plain_site(mut self, site: impl Into<Site>) -> Self {
        self.plain_site = Some(site.into());
        self
    }

    /// The message with its subject, as the plain style and logs show it.
    pub fn text(&self) -> String {
        let message = self.plain.as_ref().unwrap_or(&self.message);
        match &self.subject {
            Some(s) => format!("{message} ({s})"),
            None => message.clone(),
        }
    }
}
