//! Expressions that build values from several parts, or change several places.
use super::body::Builder;
use crate::bytecode::{Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Const, Ex, Kind};
use spicy_sema::types::Ty;

impl Builder<'_, '_> {
    pub(super) fn capture(&mut self, n: u64) -> Reg {
        let k = self.constant(&Const::Uint(n), Ty::UINT64);
        let (d, o) = (self.temp(RegKind::Bytes), self.captures);
        self.emit(Inst::Index { d, o, k });
        d
    }

    pub(super) fn ternary(&mut self, ty: Ty, [c, a, b]: [&Ex; 3]) -> Reg {
        let d = self.of_type(ty);
        let (no, done) = (self.label(), self.label());
        self.branch_on(c, false, no);
        let s = self.expr(a);
        self.emit(Inst::Move { d, s });
        self.jump(done);
        self.place(no);
        let s = self.expr(b);
        self.emit(Inst::Move { d, s });
        self.place(done);
        d
    }

    /// Assigns the elements of a tuple to the targets, one by one.
    pub(super) fn assign_tuple(&mut self, targets: &[Ex], value: &Ex) -> Reg {
        let o = self.expr(value);
        for (i, t) in targets.iter().enumerate() {
            let d = self.of_type(t.ty);
            self.emit(Inst::Field { d, o, i: i as u32, attempt: false });
            self.store(t, d);
        }
        o
    }

    /// Assigns a value that is computed from the old one; a local holds the old value meanwhile.
    pub(super) fn update(&mut self, target: &Ex, old: u32, value: &Ex, gives_old: bool) -> Reg {
        let now = self.expr(target);
        let local = self.locals.get(old as usize).copied().unwrap_or(NONE);
        self.emit(Inst::Move { d: local, s: now });
        let s = self.expr(value);
        self.store(target, s);
        if gives_old { local } else { s }
    }

    pub(super) fn map(&mut self, pairs: &[(Ex, Ex)]) -> Reg {
        let mut regs = Vec::new();
        for (k, v) in pairs {
            regs.push(self.kept(k));
            regs.push(self.kept(v));
        }
        let args = self.args(regs);
        let d = self.temp(RegKind::Any);
        self.emit(Inst::Map { d, args });
        d
    }

    pub(super) fn structure(&mut self, ty: Ty, fields: &[(u32, Ex)]) -> Reg {
        let d = self.temp(RegKind::Any);
        self.emit(Inst::NewStruct { d, ty });
        for (i, e) in fields {
            let s = self.kept(e);
            self.emit(Inst::SetField { o: d, i: *i, s });
        }
        d
    }

    /// `[what for var in over if condition]`
    pub(super) fn comprehension(&mut self, var: u32, over: &Ex, what: &Ex, condition: Option<&Ex>) -> Reg {
        let over = self.expr(over);
        let (it, list) = (self.temp(RegKind::Any), self.temp(RegKind::Any));
        let args = self.args(Vec::new());
        self.emit(Inst::List { d: list, args });
        self.emit(Inst::IterStart { d: it, s: over });
        let (again, done) = (self.label(), self.label());
        self.place(again);
        let d = self.locals.get(var as usize).copied().unwrap_or(NONE);
        self.emit(Inst::IterNext { d, it, to: Self::to(done) });
        if let Some(c) = condition {
            let c = self.expr(c);
            self.jump_if_not(c, again);
        }
        let s = self.kept(what);
        self.emit(Inst::Push { list, s });
        self.jump(again);
        self.place(done);
        list
    }

    /// Arguments are computed only if the event has a handler.
    pub(super) fn raise(&mut self, event: u32, args: &[Ex]) -> Reg {
        let (d, done) = (self.temp(RegKind::Bool), self.label());
        self.emit(Inst::HasHandler { d, event });
        self.jump_if_not(d, done);
        args.iter().for_each(|a| self.c.reads_whole(a.ty));
        // The host looks at the values while the event is raised. They are copied only if later arguments may change them.
        let plain = args.iter().rev().take_while(|a| is_place(a)).count();
        let copied = args.len().saturating_sub(plain + 1);
        let regs = args.iter().enumerate();
        let regs = regs.map(|(i, a)| if i < copied { self.kept(a) } else { self.expr(a) }).collect();
        let args = self.args(regs);
        self.emit(Inst::Raise { event, args });
        self.place(done);
        self.constant(&Const::Null, Ty::NULL)
    }
}

/// Whether an expression only names a place or a constant.
fn is_place(ex: &Ex) -> bool {
    match &*ex.kind {
        Kind::Const(_)
        | Kind::SelfUnit
        | Kind::Local(_)
        | Kind::UnitParam(_)
        | Kind::Dollar
        | Kind::Global(_) => true,
        Kind::Field { of, .. } | Kind::Deref(of) => is_place(of),
        _ => false,
    }
}
