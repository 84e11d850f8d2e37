//! Parsers inside an analyzer, such as NTLM in GSS-API in DCE/RPC in an SMB pipe.
use session::analyzer::{Context, Part, Tag};

/// A parser that raises events as a [`Part`] of the analyzer that owns it. It is created when its first bytes arrive.
pub(crate) struct Embedded<A>(Option<(Part, A)>);

impl<A> Default for Embedded<A> {
    fn default() -> Self {
        Embedded(None)
    }
}

impl<A> Embedded<A> {
    /// Stores a parser that was created in advance; `None` if its protocol is disabled.
    pub(crate) fn new(cx: &mut Context<'_, '_>, tag: Tag, parser: A) -> Option<Self> {
        cx.new_part(tag).map(|part| Embedded(Some((part, parser))))
    }

    /// Runs `f` on the parser and creates it first if needed. Does nothing if its protocol is disabled.
    pub(crate) fn run(
        &mut self,
        cx: &mut Context<'_, '_>,
        tag: Tag,
        f: impl FnOnce(&mut A, &mut Context<'_, '_>),
    ) where
        A: Default,
    {
        self.run_new(cx, tag, A::default, f);
    }

    /// As [`Embedded::run`], with a parser that `make` creates.
    pub(crate) fn run_new(
        &mut self,
        cx: &mut Context<'_, '_>,
        tag: Tag,
        make: impl FnOnce() -> A,
        f: impl FnOnce(&mut A, &mut Context<'_, '_>),
    ) {
        if self.0.is_none() {
            self.0 = cx.new_part(tag).map(|part| (part, make()));
        }
        self.resume(cx, f);
    }

    /// The parser, if it was created.
    pub(crate) fn parser(&self) -> Option<&A> {
        self.0.as_ref().map(|(_, parser)| parser)
    }

    /// Runs `f` on the parser, if it was created.
    pub(crate) fn resume(&mut self, cx: &mut Context<'_, '_>, f: impl FnOnce(&mut A, &mut Context<'_, '_>)) {
        if let Some((part, parser)) = &mut self.0 {
            cx.as_part(part, |cx| f(parser, cx));
        }
    }
}
