//! Protocols inside a protocol that have no place in the tree: any number of one kind, kept by their carrier.
use super::context::Context;
use super::tree::Belief;
use super::{AnalyzerId, Tag};

/// Identity of a protocol that an analyzer carries and parses itself, such as an SMB pipe: its id, and what it has
/// reported about its input.
///
/// The tree holds one analyzer per kind and parent, and scripts can remove it. A carrier with a thousand pipes keeps
/// their parsers with a `Part` each, and calls [`Context::as_part`] to report in the part's name.
#[derive(Debug)]
pub struct Part {
    id: AnalyzerId,
    tag: Tag,
    belief: Belief,
}

impl Context<'_, '_> {
    /// Makes a part; `None` if its kind is disabled.
    pub fn new_part(&mut self, tag: Tag) -> Option<Part> {
        let analyzers = &mut self.flow.env.analyzers;
        analyzers.is_enabled(tag).then(|| Part { id: analyzers.new_id(), tag, belief: Belief::Unknown })
    }

    /// Runs `f` in the name of a part: confirmations, violations, weirds and files count as the part's.
    pub fn as_part<R>(&mut self, part: &mut Part, f: impl FnOnce(&mut Context<'_, '_>) -> R) -> R {
        let mut inner = Context {
            tree: &mut *self.tree,
            flow: &mut *self.flow,
            id: part.id,
            tag: part.tag,
            part: Some(part.belief),
        };
        let result = f(&mut inner);
        part.belief = inner.part.unwrap_or(part.belief);
        result
    }
}
