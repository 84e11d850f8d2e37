//! Protocols inside a protocol that are not in the tree: a carrier keeps any number of them, even of one kind.
use super::context::Context;
use super::tree::Belief;
use super::{AnalyzerId, Tag};

/// The identity of a protocol that an analyzer carries and parses itself, such as an SMB pipe: its id, its tag, and its
/// belief about its input.
///
/// The tree holds one analyzer per kind and parent, and scripts can remove it. A carrier with a thousand pipes keeps
/// their parsers with a `Part` each, and calls [`Context::as_part`] to report on the part's behalf.
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

    /// Runs `f` on behalf of a part: confirmations, violations, weirds and files count as the part's.
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
