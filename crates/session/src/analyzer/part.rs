//! Protocols inside a protocol that have no place in the tree: any number of one kind, kept by whoever carries them.
use super::context::Context;
use super::tree::Belief;
use super::{AnalyzerId, Tag};

/// What stands for a protocol that an analyzer carries and parses itself, a pipe of SMB: its own number, and what it has
/// said of its input.
///
/// The analyzers of the tree are one a kind and parent, and scripts can remove them. A carrier with a thousand pipes
/// keeps their parsers and a `Part` each, and lets them speak in their own name with [`Context::as_part`].
#[derive(Debug)]
pub struct Part {
    id: AnalyzerId,
    tag: Tag,
    belief: Belief,
}

impl Context<'_, '_> {
    /// A new part of a kind; `None` where the kind is disabled.
    pub fn new_part(&mut self, tag: Tag) -> Option<Part> {
        let analyzers = &mut self.flow.env.analyzers;
        analyzers.is_enabled(tag).then(|| Part { id: analyzers.new_id(), tag, belief: Belief::Unknown })
    }

    /// Runs `f` in the name of a part: what it confirms, violates or finds odd is the part's, and so are its files.
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
