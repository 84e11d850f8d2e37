//! Finds locals that a body may assign, and those that it may read before it assigns them.
use super::expr::{children, visit};
use crate::code::word_kind;
use script_sema::tree::{
    Body, BodyKind, CaptureFrom, CaseLabel, Expr, ExprKind, LocalId, Part, Stmt, StmtKind, VarRef, parts,
};
use value::Type;

/// For each local, whether some path through the body reads it before assigning it. Parameters count as assigned.
pub(super) fn maybe_unset(b: &Body) -> Vec<bool> {
    let n = b.locals.len();
    let mut a = Analysis {
        set: vec![false; n],
        unset: vec![false; n],
        types: b.locals.iter().map(|l| l.ty.clone()).collect(),
    };
    for p in &b.params {
        a.assign(p.local);
    }
    if b.kind == BodyKind::When {
        // Condition, body and timeout run at different times, so any local may be unset.
        return vec![true; n];
    }
    a.stmt(&b.block);
    a.unset
}

/// Whether an expression may yield no value, such as a call of a function that ends without `return`. Scalars always
/// yield one.
pub(super) fn may_be_nothing(e: &Expr) -> bool {
    word_kind(&e.ty).is_none()
        && match &e.kind {
            ExprKind::Call(..) => true,
            ExprKind::Cond(_, a, b) => may_be_nothing(a) || may_be_nothing(b),
            ExprKind::Assign(_, v) | ExprKind::Coerce(_, v) => may_be_nothing(v),
            _ => false,
        }
}

struct Analysis {
    /// For each local: whether it is assigned on every path to the current point.
    set: Vec<bool>,
    unset: Vec<bool>,
    types: Vec<Type>,
}

impl Analysis {
    fn assign(&mut self, l: LocalId) {
        if let Some(s) = self.set.get_mut(l.0 as usize) {
            *s = true;
        }
    }

    fn read(&mut self, l: LocalId) {
        let i = l.0 as usize;
        if let (Some(false), Some(unset)) = (self.set.get(i), self.unset.get_mut(i)) {
            *unset = true;
        }
    }

    /// Runs `f` for code that may be skipped; returns the state after it, and restores the state from before it.
    fn perhaps(&mut self, f: impl FnOnce(&mut Self)) -> Vec<bool> {
        let before = self.set.clone();
        f(self);
        std::mem::replace(&mut self.set, before)
    }

    fn both(&mut self, a: &[bool], b: &[bool]) {
        self.set = a.iter().zip(b).map(|(x, y)| *x && *y).collect();
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                let a = self.perhaps(|s| s.stmt(then));
                let b = self.perhaps(|s| {
                    if let Some(o) = otherwise {
                        s.stmt(o);
                    }
                });
                self.both(&a, &b);
            }
            StmtKind::While { cond, body } => {
                self.expr(cond);
                self.perhaps(|s| s.stmt(body));
            }
            StmtKind::For(f) => {
                self.expr(&f.over);
                self.perhaps(|s| {
                    f.variables().into_iter().for_each(|v| s.assign(v));
                    s.stmt(&f.body);
                });
            }
            StmtKind::Switch(sw) => {
                self.expr(&sw.on);
                for case in &sw.cases {
                    self.perhaps(|s| {
                        for l in &case.labels {
                            match l {
                                CaseLabel::Expr(e) => s.expr(e),
                                CaseLabel::Type(_, Some(l)) => s.assign(*l),
                                CaseLabel::Value(_) | CaseLabel::Type(_, None) => {}
                            }
                        }
                        s.stmt(&case.body);
                    });
                }
            }
            StmtKind::Return(_)
            | StmtKind::Next
            | StmtKind::Break
            | StmtKind::HookBreak
            | StmtKind::Fallthrough => {
                self.in_order(s);
                self.unreachable();
            }
            StmtKind::InitLocals(l) => {
                for l in l {
                    let i = l.0 as usize;
                    let aggregate = self.types.get(i).is_some_and(Type::is_aggregate);
                    if let Some(s) = self.set.get_mut(i) {
                        *s = aggregate;
                    }
                    // Each round of a loop resets the variable, so its register must be able to be empty.
                    if !aggregate && let Some(u) = self.unset.get_mut(i) {
                        *u = true;
                    }
                }
            }
            _ => self.in_order(s),
        }
    }

    /// Visits the parts of a statement that all run, one after the other.
    fn in_order(&mut self, s: &Stmt) {
        parts(s, &mut |part| match part {
            Part::Stmt(s) => self.stmt(s),
            Part::Expr(e) => self.expr(e),
            Part::Captures(all) => self.captures(all),
            Part::Local(l) => self.assign(l),
        });
    }

    /// Marks everything as assigned, since no path leads from here to the code that follows.
    fn unreachable(&mut self) {
        self.set.fill(true);
    }

    fn captures(&mut self, l: &[CaptureFrom]) {
        for c in l {
            if let VarRef::Local(l) = c.from {
                self.read(l);
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.read(*l),
            ExprKind::Assign(target, value) => {
                self.expr(value);
                self.target(target);
                if let ExprKind::Var(VarRef::Local(l), _) = &target.kind
                    && may_be_nothing(value)
                    && let Some(u) = self.unset.get_mut(l.0 as usize)
                {
                    *u = true;
                }
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(a);
                self.perhaps(|s| s.expr(b));
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(c);
                let a = self.perhaps(|s| s.expr(a));
                let b = self.perhaps(|s| s.expr(b));
                self.both(&a, &b);
            }
            ExprKind::Lambda(_, captures) => self.captures(captures),
            _ => children(e, &mut |c| self.expr(c)),
        }
    }

    fn target(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.assign(*l),
            ExprKind::List(l) => l.iter().for_each(|e| self.target(e)),
            _ => children(e, &mut |c| self.expr(c)),
        }
    }
}

/// For each local of a body, whether the body may assign it.
pub(super) fn assigned_locals(b: &Body) -> Vec<bool> {
    let mut assigned = vec![false; b.locals.len()];
    mark_stmt(&b.block, &mut assigned);
    assigned
}

fn mark(l: LocalId, assigned: &mut [bool]) {
    if let Some(a) = assigned.get_mut(l.0 as usize) {
        *a = true;
    }
}

/// Marks the locals that a statement may assign.
fn mark_stmt(s: &Stmt, assigned: &mut [bool]) {
    parts(s, &mut |part| match part {
        Part::Stmt(s) => mark_stmt(s, assigned),
        Part::Expr(e) => mark_expr(e, assigned),
        Part::Local(l) => mark(l, assigned),
        Part::Captures(_) => {}
    });
}

fn mark_expr(e: &Expr, assigned: &mut [bool]) {
    visit(e, &mut |e| match &e.kind {
        ExprKind::Assign(to, _)
        | ExprKind::AddTo(_, to, _)
        | ExprKind::RemoveFrom(_, to, _)
        | ExprKind::Increment(to)
        | ExprKind::Decrement(to) => visit(to, &mut |e| {
            if let ExprKind::Var(VarRef::Local(l), _) = e.kind {
                mark(l, assigned);
            }
        }),
        _ => {}
    });
}
