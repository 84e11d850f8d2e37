//! The state that directives change while files are read.
use super::surroundings::{Input, Loaded, Signatures};
use foldhash::HashSet;
use script_syntax::Span;
use std::collections::VecDeque;

/// The state that directives change.
#[derive(Default)]
pub(super) struct State {
    pub(super) queue: VecDeque<Input>,
    pub(super) assignments: Vec<String>,
    pub(super) code: Option<String>,
    pub(super) seen: HashSet<String>,
    pub(super) loaded: Vec<Loaded>,
    pub(super) prefixed: usize,
    pub(super) signatures: Vec<Signatures>,
    pub(super) prefixes: Vec<String>,
    pub(super) pragmas: Vec<String>,
    /// Whether top-level statements have begun, after which declarations are not allowed.
    pub(super) statements: bool,
    pub(super) first_only: bool,
    /// The branches of conditions in scripts that are not packed, each with whether it was taken.
    pub(super) branches: Vec<(Span, bool)>,
}
