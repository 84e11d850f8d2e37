//! Kinds of analyzers that scripts may add to files.
use event::EnumName;

/// The enumerators of `Files::Tag` that stand for analyzers.
const NAMES: &[EnumName] = &[
    EnumName("Files::ANALYZER_ENTROPY"),
    EnumName("Files::ANALYZER_EXTRACT"),
    EnumName("Files::ANALYZER_MD5"),
    EnumName("Files::ANALYZER_SHA1"),
    EnumName("Files::ANALYZER_SHA256"),
    EnumName("Files::ANALYZER_PE"),
    EnumName("Files::ANALYZER_X509"),
    EnumName("Files::ANALYZER_OCSP_REQUEST"),
    EnumName("Files::ANALYZER_OCSP_REPLY"),
    EnumName("Files::ANALYZER_DATA_EVENT"),
];

/// A kind, by the full name of its enumerator.
#[must_use]
pub fn analyzer_kind(name: &str) -> Option<EnumName> {
    NAMES.iter().copied().find(|n| n.0 == name)
}

/// A built-in kind, by its short name in any case.
pub(super) fn kind_named(name: &str) -> Option<EnumName> {
    NAMES.iter().copied().find(|n| analyzer_short_name(*n).eq_ignore_ascii_case(name))
}

/// The short name of a kind, such as `MD5`.
#[must_use]
pub fn analyzer_short_name(tag: EnumName) -> &'static str {
    tag.0.strip_prefix("Files::ANALYZER_").unwrap_or_default()
}
