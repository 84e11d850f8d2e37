//! Parsers that another analyzer carries: NTLM in GSS-API in DCE/RPC in a pipe of SMB.
use session::analyzer::{Context, Part, Tag};

/// A parser with the [`Part`] in whose name it speaks; made when the first bytes come for it.
pub(crate) struct Carried<A>(Option<(Part, A)>);

impl<A> Default for Carried<A> {
    fn default() -> Self {
        Carried(None)
    }
}

impl<A> Carried<A> {
    /// A parser that is there from the beginning; `None` where its kind is disabled.
    pub(crate) fn new(cx: &mut Context<'_, '_>, tag: Tag, parser: A) -> Option<Self> {
        cx.new_part(tag).map(|part| Carried(Some((part, parser))))
    }

    /// Runs `f` on the parser, in its name; nothing happens where its kind is disabled.
    pub(crate) fn run(
        &mut self,
        cx: &mut Context<'_, '_>,
        tag: Tag,
        f: impl FnOnce(&mut A, &mut Context<'_, '_>),
    ) where
        A: Default,
    {
        if self.0.is_none() {
            self.0 = cx.new_part(tag).map(|part| (part, A::default()));
        }
        self.resume(cx, f);
    }

    /// The parser, where there is one.
    pub(crate) fn parser(&self) -> Option<&A> {
        self.0.as_ref().map(|(_, parser)| parser)
    }

    /// Runs `f` on the parser, in its name, where there is one.
    pub(crate) fn resume(&mut self, cx: &mut Context<'_, '_>, f: impl FnOnce(&mut A, &mut Context<'_, '_>)) {
        if let Some((part, parser)) = &mut self.0 {
            cx.as_part(part, |cx| f(parser, cx));
        }
    }
}
