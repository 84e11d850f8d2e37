//! The file analyzers that scripts add without arguments, by name.
use super::FileAnalyzer;
use crate::x509::{Kind, X509};

/// A function that creates an analyzer.
type Make = fn() -> Box<dyn FileAnalyzer>;

/// The kinds, by their names in the script enum without `Files::ANALYZER_`.
const KINDS: &[(&str, Make)] = &[
    ("PE", || Box::new(crate::pe::Pe::default())),
    ("X509", || Box::new(X509::new(Kind::Certificate))),
    ("OCSP_REQUEST", || Box::new(X509::new(Kind::OcspRequest))),
    ("OCSP_REPLY", || Box::new(X509::new(Kind::OcspResponse))),
];

/// The other built-in kinds, which the caller creates.
const OTHERS: &[&str] = &["MD5", "SHA1", "SHA256", "ENTROPY", "EXTRACT", "DATA_EVENT"];

/// Whether a name, in upper or lower case, is that of a built-in kind.
pub fn is_known(name: &str) -> bool {
    KINDS.iter().map(|k| &k.0).chain(OTHERS).any(|n| n.eq_ignore_ascii_case(name))
}

/// Creates an analyzer of the kind with this name; `None` for unknown names and for the kinds that the caller creates.
pub fn make(name: &str) -> Option<Box<dyn FileAnalyzer>> {
    KINDS.iter().find(|(n, _)| *n == name).map(|(_, make)| make())
}
