//! The automaton of patterns before it is determined.
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::syntax;
use std::error::Error;

/// A set of patterns could not be compiled.
#[derive(Debug, thiserror::Error)]
#[error("the patterns make no automaton: {0}")]
pub struct SetError(#[source] Box<dyn Error + Send + Sync>);

impl SetError {
    pub(crate) fn new(e: impl Error + Send + Sync + 'static) -> Self {
        SetError(Box::new(e))
    }
}

/// Bytes that the NFA of one set may take.
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
