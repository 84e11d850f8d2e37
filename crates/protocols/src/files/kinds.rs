//! The file analyzers that scripts add without arguments, by name.
use super::FileAnalyzer;
use crate::x509::{Kind, X509};

/// Makes an analyzer.
type Make = fn() -> Box<dyn FileAnalyzer>;

/// Names are those of the script enum without `Files::ANALYZER_`.
const KINDS: &[(&str, Make)] = &[
    ("PE", || Box::new(crate::pe::Pe::default())),
    ("X509", || Box::new(X509::new(Kind::Certificate))),
    ("OCSP_REQUEST", || Box::new(X509::new(Kind::OcspRequest))),
    ("OCSP_REPLY", || Box::new(X509::new(Kind::OcspResponse))),
];

/// Creates the analyzer with this name; `None` if the name is unknown.
pub fn make(name: &str) -> Option<Box<dyn FileAnalyzer>> {
    KINDS.iter().find(|(n, _)| *n == name).map(|(_, make)| make())
}
