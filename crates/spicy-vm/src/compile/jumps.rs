//! Jumps on conditions, and truth values that take several tests.
use super::body::{Builder, Label};
use crate::bytecode::{Inst, Reg, RegKind};
use spicy_sema::hir::{Ex, Kind, Thunk};

impl Builder<'_, '_> {
    /// Jumps if a condition is `when`. Its parts jump themselves: no register holds what they give together.
    pub(super) fn branch_on(&mut self, ex: &Ex, when: bool, to: Label) {
        let before = std::mem::replace(&mut self.span, ex.span);
        match &*ex.kind {
            Kind::Not(e) => self.branch_on(e, !when, to),
            Kind::And(a, b) => self.branch_on_both([a, b], true, when, to),
            Kind::Or(a, b) => self.branch_on_both([a, b], false, when, to),
            _ => {
                let c = self.expr(ex);
                self.branch(c, when, to);
            }
        }
        self.span = before;
    }

    /// The same for a condition of two parts, which are both needed for `all`.
    fn branch_on_both(&mut self, [a, b]: [&Ex; 2], all: bool, when: bool, to: Label) {
        if all != when {
            self.branch_on(a, when, to);
            return self.branch_on(b, when, to);
        }
        let not = self.label();
        self.branch_on(a, !when, not);
        self.branch_on(b, when, to);
        self.place_end(not);
    }

    /// Jumps if a condition with variables of its own is `when`.
    pub(super) fn branch_on_thunk(&mut self, t: &Thunk, when: bool, to: Label) {
        if t.locals.is_empty() {
            return self.branch_on(&t.ex, when, to);
        }
        let c = self.thunk(t);
        self.branch(c, when, to);
    }

    /// A truth value of two parts, the second of which counts only if the first one does not decide.
    pub(super) fn short_circuit(&mut self, a: &Ex, b: &Ex, and: bool) -> Reg {
        let (d, done) = (self.temp(RegKind::Bool), self.label());
        self.decide([a, b], and, d, done);
        self.place(done);
        d
    }

    fn decide(&mut self, [a, b]: [&Ex; 2], and: bool, d: Reg, done: Label) {
        match &*a.kind {
            Kind::And(x, y) if and => self.decide([x, y], and, d, done),
            Kind::Or(x, y) if !and => self.decide([x, y], and, d, done),
            _ => {
                let s = self.expr(a);
                self.emit(Inst::Move { d, s });
            }
        }
        self.branch(d, !and, done);
        let s = self.expr(b);
        self.emit(Inst::Move { d, s });
    }
}
