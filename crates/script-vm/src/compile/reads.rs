//! Finds the arguments of a handler's signature that its body names, and the fields of records that it can reach.
use super::expr::{children, visit};
use script_sema::tree::{
    Body, CaptureFrom, Coercion, Expr, ExprKind, LocalId, Part, Program, Stmt, VarRef, parts,
};
use value::TableAttrs;

/// Returns the arguments that the body names anywhere, one bit each; bit 63 stands for the 64th and all further ones.
/// An assignment counts as naming, so the result may include arguments that are never read.
pub(crate) fn arguments_read(program: &Program, b: &Body) -> u64 {
    let mut names = Names { program, named: vec![false; b.locals.len()] };
    names.stmt(&b.block);
    let read = b.params.iter().filter(|p| names.named.get(p.local.0 as usize).copied().unwrap_or(true));
    read.fold(0, |bits, p| bits | 1 << p.arg.min(63))
}

/// The locals that are named, found so far.
struct Names<'p> {
    program: &'p Program,
    named: Vec<bool>,
}

impl Names<'_> {
    fn note(&mut self, l: LocalId) {
        if let Some(n) = self.named.get_mut(l.0 as usize) {
            *n = true;
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        parts(s, &mut |part| match part {
            Part::Stmt(s) => self.stmt(s),
            Part::Expr(e) => self.expr(e),
            Part::Captures(held) => self.captures(held),
            Part::Local(l) => self.note(l),
        });
    }

    fn expr(&mut self, e: &Expr) {
        visit(e, &mut |e| match &e.kind {
            ExprKind::Var(VarRef::Local(l), _) => self.note(*l),
            ExprKind::Lambda(_, held) => self.captures(held),
            ExprKind::Table(_, Some(attrs))
            | ExprKind::Set(_, Some(attrs))
            | ExprKind::Coerce(Coercion::Table(Some(attrs)), _) => self.default(attrs),
            _ => {}
        });
    }

    fn captures(&mut self, held: &[CaptureFrom]) {
        for c in held {
            if let VarRef::Local(l) = c.from {
                self.note(l);
            }
        }
    }

    /// Visits a table's `&default`, which may name locals of the body that makes the table.
    fn default(&mut self, attrs: &TableAttrs) {
        let program = self.program;
        let id = attrs.default.or(attrs.default_insert);
        if let Some(thunk) = id.and_then(|id| program.thunks.get(id.0 as usize)) {
            self.expr(&thunk.expr);
        }
    }
}

/// Returns the fields of a record that a body may read, one bit each, if the record is argument number `arg` of the
/// handler; bit 63 stands for the 64th and all further ones. A record that is used as a whole has all bits.
pub(crate) fn fields_read(program: &Program, b: &Body, arg: u32) -> u64 {
    let named = b.params.iter().filter(|p| p.arg == arg);
    named.fold(0, |bits, p| {
        let mut uses = Uses { program, param: p.local, fields: 0 };
        uses.stmt(&b.block);
        bits | uses.fields
    })
}

/// The fields of a parameter that are named, found so far.
struct Uses<'p> {
    program: &'p Program,
    param: LocalId,
    fields: u64,
}

impl Uses<'_> {
    fn stmt(&mut self, s: &Stmt) {
        parts(s, &mut |part| match part {
            Part::Stmt(s) => self.stmt(s),
            Part::Expr(e) => self.expr(e),
            Part::Captures(held) => self.captures(held),
            Part::Local(l) => self.whole(l),
        });
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Field(r, f, _) | ExprKind::HasField(r, f, _) if self.is_param(r) => {
                self.fields |= 1 << (*f).min(63);
            }
            ExprKind::Var(VarRef::Local(l), _) => self.whole(*l),
            ExprKind::Lambda(_, held) => self.captures(held),
            _ => {
                if let ExprKind::Table(_, Some(attrs))
                | ExprKind::Set(_, Some(attrs))
                | ExprKind::Coerce(Coercion::Table(Some(attrs)), _) = &e.kind
                {
                    self.default(attrs);
                }
                children(e, &mut |part| self.expr(part));
            }
        }
    }

    fn is_param(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Var(VarRef::Local(l), _) if l == self.param)
    }

    fn whole(&mut self, l: LocalId) {
        if l == self.param {
            self.fields = u64::MAX;
        }
    }

    fn captures(&mut self, held: &[CaptureFrom]) {
        for c in held {
            if let VarRef::Local(l) = c.from {
                self.whole(l);
            }
        }
    }

    /// Visits a table's `&default`, which may name locals of the body that makes the table.
    fn default(&mut self, attrs: &TableAttrs) {
        let program = self.program;
        let id = attrs.default.or(attrs.default_insert);
        if let Some(thunk) = id.and_then(|id| program.thunks.get(id.0 as usize)) {
            self.expr(&thunk.expr);
        }
    }
}
