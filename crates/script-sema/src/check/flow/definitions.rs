//! Finds variables that are read before they have a value: a forward walk over the paths of a body.
use crate::check::subject::span;
use crate::tree::{
    Body, CaptureFrom, CaseLabel, Expr, ExprKind, LocalId, Part, Stmt, StmtKind, Switch, VarRef, children,
    parts,
};
use script_syntax::Diagnostic;
use value::{Loc, Type};

/// Warnings and their places.
pub(super) type Found = Vec<(Loc, Diagnostic)>;

/// Whether a variable has a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Has {
    No,
    Perhaps,
    Yes,
}

/// One entry for each variable; `None` in unreachable code.
type Values = Option<Vec<Has>>;

fn either(a: Values, b: Values) -> Values {
    match (a, b) {
        (Some(a), Some(b)) => {
            Some(a.into_iter().zip(b).map(|(a, b)| if a == b { a } else { Has::Perhaps }).collect())
        }
        (a, b) => a.or(b),
    }
}

/// Finds variables that are read before they have a value.
pub(super) struct Definitions<'a> {
    body: &'a Body,
    now: Values,
    /// The states at the `break`s of each open loop or `switch`; `nexts` and `falls` likewise.
    breaks: Vec<Values>,
    nexts: Vec<Values>,
    falls: Vec<Values>,
    /// The variables that already got a warning.
    told: Vec<LocalId>,
    found: &'a mut Found,
}

impl<'a> Definitions<'a> {
    pub(super) fn of(body: &'a Body, found: &'a mut Found) {
        let now = Some(vec![Has::Yes; body.locals.len()]);
        let none = Vec::new;
        let mut d =
            Definitions { body, now, breaks: none(), nexts: none(), falls: none(), told: Vec::new(), found };
        d.stmt(&body.block);
    }

    fn give(&mut self, l: LocalId, has: Has) {
        if let Some(slot) = self.now.as_mut().and_then(|n| n.get_mut(l.0 as usize)) {
            *slot = has;
        }
    }

    fn read(&mut self, l: LocalId, at: Loc) {
        let has = self.now.as_ref().and_then(|n| n.get(l.0 as usize)).copied();
        let message = match has {
            Some(Has::No) => "used without definition",
            Some(Has::Perhaps) => "possibly used without definition",
            Some(Has::Yes) | None => return,
        };
        if let Some(local) = self.body.locals.get(l.0 as usize).filter(|_| !self.told.contains(&l)) {
            self.told.push(l);
            self.found.push((at, Diagnostic::warning(span(at), message).about(&*local.name)));
        }
    }

    fn captures(&mut self, all: &[CaptureFrom], at: Loc) {
        for c in all {
            if let VarRef::Local(l) = c.from {
                self.read(l, at);
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.read(*l, e.loc),
            ExprKind::Assign(to, value) => {
                self.expr(value);
                self.target(to);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(a);
                let before = self.now.clone();
                self.expr(b);
                self.now = either(before, self.now.take());
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(c);
                let before = self.now.clone();
                self.expr(a);
                let yes = std::mem::replace(&mut self.now, before);
                self.expr(b);
                self.now = either(yes, self.now.take());
            }
            ExprKind::Lambda(_, captures) => self.captures(captures, e.loc),
            // `?$` on a variable does not count as a read.
            ExprKind::HasField(of, ..) if matches!(of.kind, ExprKind::Var(..)) => {}
            _ => children(e, &mut |c| self.expr(c)),
        }
    }

    fn target(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.give(*l, Has::Yes),
            ExprKind::List(all) => all.iter().for_each(|e| self.target(e)),
            _ => children(e, &mut |c| self.expr(c)),
        }
    }

    /// Walks a loop's body, which may run zero times.
    fn repeated(&mut self, body: &Stmt) {
        let before = self.now.clone();
        self.breaks.push(None);
        self.nexts.push(None);
        self.stmt(body);
        let ways = [self.breaks.pop().flatten(), self.nexts.pop().flatten(), before];
        self.now = ways.into_iter().fold(self.now.take(), either);
    }

    fn switch(&mut self, s: &Switch) {
        self.expr(&s.on);
        let before = self.now.take();
        self.breaks.push(None);
        self.falls.push(None);
        for case in &s.cases {
            let fallen = self.falls.last_mut().and_then(Option::take);
            self.now = either(before.clone(), fallen);
            for label in &case.labels {
                match label {
                    CaseLabel::Expr(e) => self.expr(e),
                    CaseLabel::Type(_, Some(l)) => self.give(*l, Has::Yes),
                    CaseLabel::Value(_) | CaseLabel::Type(_, None) => {}
                }
            }
            self.stmt(&case.body);
            // The end of a case leaves the `switch`.
            let ended = self.now.take();
            leave(&mut self.breaks, ended);
        }
        self.falls.pop();
        let out = self.breaks.pop().flatten();
        let passed = if s.cases.iter().any(|c| c.is_default) { None } else { before };
        self.now = either(out, passed);
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                let before = self.now.clone();
                self.stmt(then);
                let yes = std::mem::replace(&mut self.now, before);
                if let Some(o) = otherwise {
                    self.stmt(o);
                }
                self.now = either(yes, self.now.take());
            }
            StmtKind::While { cond, body } => {
                self.expr(cond);
                self.repeated(body);
            }
            StmtKind::For(f) => {
                self.expr(&f.over);
                let variables = f.variables();
                variables.into_iter().for_each(|l| self.give(l, Has::Yes));
                self.repeated(&f.body);
            }
            StmtKind::Switch(s) => self.switch(s),
            StmtKind::Return(_) => {
                self.in_order(s);
                self.now = None;
            }
            StmtKind::HookBreak => self.now = None,
            StmtKind::Break => {
                let now = self.now.take();
                leave(&mut self.breaks, now);
            }
            StmtKind::Next => {
                let now = self.now.take();
                leave(&mut self.nexts, now);
            }
            StmtKind::Fallthrough => {
                let now = self.now.take();
                leave(&mut self.falls, now);
            }
            StmtKind::InitLocals(all) => {
                for &l in all {
                    let aggregate =
                        self.body.locals.get(l.0 as usize).is_some_and(|l| Type::is_aggregate(&l.ty));
                    self.give(l, if aggregate { Has::Yes } else { Has::No });
                }
            }
            _ => self.in_order(s),
        }
    }

    /// Walks the parts of a statement that all run, one after the other.
    fn in_order(&mut self, s: &Stmt) {
        parts(s, &mut |part| match part {
            Part::Stmt(s) => self.stmt(s),
            Part::Expr(e) => self.expr(e),
            Part::Captures(all) => self.captures(all, s.loc),
            Part::Local(l) => self.give(l, Has::Yes),
        });
    }
}

/// Merges the given state into the state at the end of the innermost loop or `switch`.
fn leave(to: &mut [Values], with: Values) {
    if let Some(last) = to.last_mut() {
        *last = either(last.take(), with);
    }
}
