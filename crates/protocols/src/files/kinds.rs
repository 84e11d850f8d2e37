//! Analyzers of files that scripts add without arguments, by name: one line a kind.
use super::FileAnalyzer;
use crate::x509::{Kind, X509};

/// Makes an analyzer.
type Make = fn() -> Box<dyn FileAnalyzer>;

/// Finds a kind by its enumerator's name without `Files::ANALYZER_`.
const KINDS: &[(&str, Make)] = &[
    ("PE", || Box::new(crate::pe::Pe::default())),
    ("X509", || Box::new(X509::new(Kind::Certificate))),
    ("OCSP_REQUEST", || Box::new(X509::new(Kind::OcspRequest))),
    ("OCSP_REPLY", || Box::new(X509::new(Kind::OcspResponse))),
];

/// The analyzer of a name; `None` if no kind has it.
pub fn make(name: &str) -> Option<Box<dyn FileAnalyzer>> {
    KINDS.iter().find(|(n, _)| *n == name).map(|(_, make)| make())
}
