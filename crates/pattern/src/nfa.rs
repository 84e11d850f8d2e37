//! Compiles patterns into an NFA.
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::syntax;
use std::error::Error;

/// The error for a set of patterns that cannot be compiled.
#[derive(Debug, thiserror::Error)]
#[error("cannot compile the patterns: {0}")]
pub struct SetError(#[source] Box<dyn Error + Send + Sync>);

impl SetError {
    pub(crate) fn new(e: impl Error + Send + Sync + 'static) -> Self {
        SetError(Box::new(e))
    }
}

/// The maximum size of the NFA of one set, in bytes.
const NFA_LIMIT: usize = 256 << 20;

/// Compiles patterns in the syntax of the `regex` crates into one NFA.
pub(crate) fn nfa<S: AsRef<str>>(patterns: &[S]) -> Result<NFA, SetError> {
    NFA::compiler()
        .syntax(syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true).nest_limit(1000))
        .configure(
            thompson::Config::new()
                .utf8(false)
                .shrink(false)
                .nfa_size_limit(Some(NFA_LIMIT))
                .which_captures(WhichCaptures::None),
        )
        .build_many(patterns)
        .map_err(SetError::new)
}
