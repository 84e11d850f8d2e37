//! The caps on nesting and on the height of an expression's tree.
use super::{Failed, MAX_HEIGHT, MAX_NESTING, Parse, Run};
use crate::tree::{Arena, Expr, ExprKind};
use crate::{Diagnostic, ExprId, Span, Tree};

impl Run<'_, '_> {
    fn too_deep(&mut self) -> Failed {
        let next = self.peek_token();
        let span = self.span(next);
        let d = Diagnostic::error(span, format!("nested more than {MAX_NESTING} deep"));
        self.report(d.help("split it: name its parts"));
        Failed
    }

    /// Runs `f` one level deeper.
    pub(super) fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let r = f(self);
        self.depth -= 1;
        r
    }

    pub(super) fn mk(&mut self, kind: ExprKind, span: Span) -> Parse<ExprId> {
        let height = self.tree.height_over(&kind);
        if height > MAX_HEIGHT {
            let d = Diagnostic::error(span, format!("an expression of more than {MAX_HEIGHT} levels"));
            self.report(d.help("split it: name its parts"));
            return Err(Failed);
        }
        Ok(self.tree.push(Expr { kind, span, height }))
    }
}

impl Tree {
    /// Returns the height of an expression: one more than that of its highest part.
    fn height_over(&self, kind: &ExprKind) -> u16 {
        use ExprKind::*;
        let h = |e: ExprId| self[e].height;
        let all = |l: crate::tree::List<ExprId>| self[l].iter().map(|&e| h(e)).max().unwrap_or(0);
        let below = match *kind {
            Error | Name(_) | Literal(_) | Type(_) | Lambda(_) => 0,
            Unary(_, e) | Local(_, e) | Field(e, _) | HasField(e, _) | FieldAssign(_, e) => h(e),
            Cast(e, _) | Is(e, _) => h(e),
            Binary(_, a, b) | AddTo(a, b) | RemoveFrom(a, b) | Assign(a, b) => h(a).max(h(b)),
            Cond(a, b, c) => h(a).max(h(b)).max(h(c)),
            Index(a, l) | Call(a, l) => h(a).max(all(l)),
            Slice(a, b, c) => h(a).max(b.map_or(0, h)).max(c.map_or(0, h)),
            Brackets(l) | Braces(l) => all(l.items),
            Record(l) | Table(l, _) | Set(l, _) | Vector(l) => all(l),
            Schedule(e, ev) => h(e).max(all(ev.args)),
        };
        below + 1
    }
}
