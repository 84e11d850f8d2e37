//! Compiles expressions.
use super::body::Builder;
use super::places::Step;
use crate::bytecode::{Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Const, Convert, Ex, Kind, Op, Thunk};
use spicy_sema::types::{Ty, Type};

impl<'a> Builder<'a, '_> {
    /// Evaluates a thunk; its variables get registers of their own.
    pub(crate) fn thunk(&mut self, t: &Thunk) -> Reg {
        let kinds: Vec<RegKind> = t.locals.iter().map(|t| self.kind_of(*t)).collect();
        let fresh: Vec<Reg> = kinds.into_iter().map(|k| self.temp(k)).collect();
        let before = std::mem::replace(&mut self.locals, fresh);
        let r = self.expr(&t.ex);
        self.locals = before;
        r
    }

    /// Evaluates an expression. The caller must not change the register.
    pub(crate) fn expr(&mut self, ex: &Ex) -> Reg {
        let before = std::mem::replace(&mut self.span, ex.span);
        let r = self.kind(ex);
        self.span = before;
        r
    }

    /// Evaluates an expression to a value that is kept: a copy if the expression names a mutable place.
    pub(crate) fn kept(&mut self, ex: &Ex) -> Reg {
        let r = self.expr(ex);
        let names = matches!(
            &*ex.kind,
            Kind::Local(_)
                | Kind::Global(_)
                | Kind::Field { .. }
                | Kind::Index { .. }
                | Kind::UnitParam(_)
                | Kind::Dollar
                | Kind::Deref(_)
                | Kind::Ternary(..)
        );
        if !names || !self.c.hir.types.is_copied(ex.ty) {
            return r;
        }
        let d = self.of_type(ex.ty);
        self.emit(Inst::Copy { d, s: r });
        d
    }

    pub(super) fn all(&mut self, exs: &[Ex]) -> u32 {
        let regs = exs.iter().map(|e| self.kept(e)).collect();
        self.args(regs)
    }

    fn kind(&mut self, ex: &Ex) -> Reg {
        match &*ex.kind {
            Kind::Const(c) => self.constant(c, ex.ty),
            Kind::SelfUnit => self.this,
            Kind::Dollar => self.dollar,
            Kind::Capture(n) => self.capture(*n),
            Kind::Local(i) => self.locals.get(*i as usize).copied().unwrap_or(NONE),
            Kind::Global(g) => {
                let d = self.of_type(ex.ty);
                self.emit(Inst::LoadGlobal { d, g: *g });
                d
            }
            Kind::UnitParam(i) => {
                if let Some(known) = self.params.as_ref().and_then(|p| p.get(*i as usize)) {
                    return *known;
                }
                if let Some(unit) = self.unit {
                    self.c.asks_arguments(unit);
                }
                let d = self.of_type(ex.ty);
                self.emit(Inst::Param { d, u: self.this, i: *i });
                d
            }
            Kind::Field { of, index, attempt } => self.field_value(ex, of, *index, *attempt),
            Kind::Has { of, index } => self.has_value(of, *index),
            Kind::Unset { of, index } => {
                self.c.assigns(of.ty, Some(*index));
                let o = self.expr(of);
                self.forget(of.ty, Some(*index));
                self.emit(Inst::Unset { o, i: *index });
                self.constant(&Const::Null, Ty::NULL)
            }
            Kind::Index { of, at } => {
                let (o, k) = (self.expr(of), self.expr(at));
                let d = self.of_type(ex.ty);
                self.emit(Inst::Index { d, o, k });
                d
            }
            Kind::Not(e) => {
                let s = self.expr(e);
                let d = self.temp(RegKind::Bool);
                self.emit(Inst::Not { d, s });
                d
            }
            Kind::Neg(e) => {
                let s = self.expr(e);
                let d = self.of_type(ex.ty);
                let bits = self.width(ex.ty).1;
                self.emit(Inst::Neg { d, s, bits });
                d
            }
            Kind::And(a, b) => self.short_circuit(a, b, true),
            Kind::Or(a, b) => self.short_circuit(a, b, false),
            Kind::Ternary(c, a, b) => self.ternary(ex.ty, [c, a, b]),
            Kind::Int { op, a, b } => {
                let (signed, bits) = self.width(ex.ty);
                let (a, b) = (self.expr(a), self.expr(b));
                let d = self.of_type(ex.ty);
                self.emit(Inst::Int { op: *op, d, a, b, signed, bits });
                d
            }
            Kind::Real { op, a, b } => {
                let (a, b) = (self.expr(a), self.expr(b));
                let d = self.temp(RegKind::Real);
                self.emit(Inst::Real { op: *op, d, a, b });
                d
            }
            Kind::Compare { op, a, b } => {
                let (a, b) = (self.expr(a), self.expr(b));
                let d = self.temp(RegKind::Bool);
                self.emit(Inst::Compare { op: *op, d, a, b });
                d
            }
            Kind::Assign { target, value } => {
                let s = self.kept(value);
                self.store(target, s);
                s
            }
            Kind::AssignTuple { targets, value } => self.assign_tuple(targets, value),
            Kind::Update { target, old, value, gives_old } => self.update(target, *old, value, *gives_old),
            Kind::Call { function, args } => self.call(*function, args, ex.ty),
            Kind::Native { op, args } => self.native(*op, args, ex),
            Kind::Convert { how, of } => {
                if *how == Convert::ToAny {
                    self.c.reads_whole(of.ty);
                }
                let s = if *how == Convert::ToAny { self.expr(of) } else { self.kept(of) };
                let d = self.of_type(ex.ty);
                self.emit(Inst::Convert { how: *how, d, s, from: of.ty, to: ex.ty });
                d
            }
            Kind::Tuple(items) | Kind::Vector(items) => {
                let args = self.all(items);
                let d = self.temp(RegKind::Any);
                self.emit(Inst::List { d, args });
                d
            }
            Kind::Set(items) => {
                let args = self.all(items);
                let d = self.temp(RegKind::Any);
                self.emit(Inst::Set { d, args });
                d
            }
            Kind::Map(pairs) => self.map(pairs),
            Kind::Struct(fields) => self.structure(ex.ty, fields),
            Kind::NewUnit { unit, args } => {
                self.c.asks_arguments(*unit);
                let args = self.all(args);
                let d = self.temp(RegKind::Any);
                self.emit(Inst::NewUnit { d, unit: *unit, args, begun: true });
                d
            }
            Kind::Default => {
                let d = self.of_type(ex.ty);
                self.emit(Inst::Default { d, ty: ex.ty });
                d
            }
            Kind::Comprehension { var, over, what, condition } => {
                self.comprehension(*var, over, what, condition.as_ref())
            }
            Kind::Test { condition, error } => {
                let (c, e) = (self.expr(condition), self.expr(error));
                let d = self.temp(RegKind::Any);
                self.emit(Inst::Test { d, c, e });
                d
            }
            Kind::Raise { event, args } => self.raise(*event, args),
            Kind::Ref(e) => {
                let s = self.kept(e);
                let d = self.temp(RegKind::Any);
                self.emit(Inst::Ref { d, s });
                d
            }
            // A unit is its own reference; a null reference fails where it is dereferenced.
            Kind::Deref(e) if self.is_itself(ex, e) => self.expr(e),
            Kind::Deref(e) => {
                let s = self.expr(e);
                let d = self.of_type(ex.ty);
                self.emit(Inst::Deref { d, s });
                d
            }
        }
    }

    pub(crate) fn width(&self, ty: Ty) -> (bool, u8) {
        match self.c.hir.types.get(ty) {
            Type::Int { signed, bits } => (*signed, *bits),
            Type::Real => (true, 0),
            _ => (false, 64),
        }
    }

    /// A member's value, or its default if it is unset.
    fn field_value(&mut self, ex: &Ex, of: &Ex, index: u32, attempt: bool) -> Reg {
        let default = self.default_of(of, index);
        self.uses_all(of);
        self.c.uses_value(of.ty, index);
        // What stands in a register is not read from the unit.
        if default.is_none()
            && let Some(r) = self.known(ex)
        {
            return self.hold(r);
        }
        self.c.reads(of.ty, index);
        if default.is_none()
            && let Some(o) = self.known(of)
        {
            let o = self.hold(o);
            return self.read_path(ex.ty, o, &[(of.ty, index)], attempt);
        }
        let Some(default) = default else {
            let (root, path) = self.path_to(of, index);
            let o = self.expr(root);
            return self.read_path(ex.ty, o, &path, attempt);
        };
        let o = self.expr(of);
        let d = self.of_type(ex.ty);
        let (set, done) = (self.label(), self.label());
        let has = self.temp(RegKind::Bool);
        self.emit(Inst::Has { d: has, o, i: index });
        self.jump_if(has, set);
        // In the default, `self` is the unit whose member is read.
        let unit = self.c.unit_in(of.ty);
        if let Some(unit) = unit.filter(|_| !matches!(&*default.ex.kind, Kind::Const(_))) {
            self.c.asks_arguments(unit);
        }
        let before = (std::mem::replace(&mut self.this, o), self.params.take(), self.offset.take());
        let s = self.thunk(default);
        (self.this, self.params, self.offset) = before;
        self.emit(Inst::Move { d, s });
        self.jump(done);
        self.place(set);
        self.emit(Inst::Field { d, o, i: index, attempt });
        self.place(done);
        d
    }

    /// Notes the members that an expression names, one of another.
    fn uses_all(&mut self, ex: &Ex) {
        match &*ex.kind {
            Kind::Field { of, index, .. } => {
                self.c.uses_value(of.ty, *index);
                self.uses_all(of);
            }
            Kind::Deref(e) => self.uses_all(e),
            _ => {}
        }
    }

    /// The default of a member.
    pub(super) fn default_of(&self, of: &Ex, index: u32) -> Option<&'a Thunk> {
        let hir = self.c.hir;
        match *hir.types.get(of.ty) {
            Type::Unit(u) => hir.units[u as usize].members.get(index as usize)?.default.as_ref(),
            Type::Struct(s) => hir.structs[s as usize].fields.get(index as usize)?.default.as_ref(),
            _ => None,
        }
    }

    /// Where the members begin if `of` is a member itself, and so on, and the way from there to the one with this index.
    pub(super) fn path_to<'e>(&mut self, of: &'e Ex, index: u32) -> (&'e Ex, Vec<Step>) {
        let mut path = vec![(of.ty, index)];
        let mut at = of;
        loop {
            at = match &*at.kind {
                Kind::Field { of, index, attempt: false } if self.default_of(of, *index).is_none() => {
                    path.push((of.ty, *index));
                    self.c.reads(of.ty, *index);
                    of
                }
                // A unit is its own reference.
                Kind::Deref(e) if self.is_itself(at, e) => e,
                _ => break,
            };
        }
        path.reverse();
        (at, path)
    }

    /// Assigns a register to the place that an expression names.
    pub(crate) fn store(&mut self, target: &Ex, s: Reg) {
        match &*target.kind {
            Kind::Local(i) => {
                let d = self.locals.get(*i as usize).copied().unwrap_or(NONE);
                self.emit(Inst::Move { d, s });
            }
            Kind::Dollar => {
                let d = self.dollar;
                self.emit(Inst::Move { d, s });
            }
            Kind::Global(g) => self.emit(Inst::StoreGlobal { g: *g, s }),
            Kind::Field { of, index, .. } => {
                self.c.assigns(of.ty, Some(*index));
                let o = self.expr(of);
                self.forget(of.ty, Some(*index));
                self.emit(Inst::SetField { o, i: *index, s });
                if matches!(&*of.kind, Kind::SelfUnit | Kind::Local(0))
                    && self.dollar_is == Some(*index)
                    && let Some(&d) = self.locals.get(1)
                {
                    self.emit(Inst::Move { d, s });
                }
            }
            Kind::Index { of, at } => {
                let (o, k) = (self.expr(of), self.expr(at));
                self.emit(Inst::SetIndex { o, k, s });
            }
            Kind::Deref(of) => {
                self.c.assigns(of.ty, None);
                let r = self.expr(of);
                self.forget(of.ty, None);
                if matches!(self.c.hir.types.get(of.ty), Type::Optional(_) | Type::Result(_)) {
                    self.store(of, s);
                } else {
                    self.emit(Inst::SetRef { r, s });
                }
            }
            // All other values are handles, changed in place.
            _ => {}
        }
    }

    fn call(&mut self, function: u32, args: &[Ex], ret: Ty) -> Reg {
        if let Some(copied) = self.copy_function(function, args, ret) {
            return copied;
        }
        let hir = self.c.hir;
        let params = &hir.functions[function as usize].params;
        let regs: Vec<Reg> = args
            .iter()
            .zip(params)
            .map(|(a, p)| {
                let r = self.expr(a);
                if !p.inout {
                    return r;
                }
                // The callee returns its changes in this register.
                let d = self.of_type(a.ty);
                self.emit(Inst::Move { d, s: r });
                d
            })
            .collect();
        let list = self.args(regs.clone());
        let d = self.of_type(ret);
        self.emit(Inst::Call { f: function, d, args: list });
        for ((a, p), r) in args.iter().zip(params).zip(regs) {
            // Units were changed in place.
            if p.inout && !matches!(self.c.hir.types.get(a.ty), Type::Unit(_)) {
                self.store(a, r);
            }
        }
        d
    }

    fn native(&mut self, op: Op, args: &[Ex], ex: &Ex) -> Reg {
        if let Some(offset) = self.offset_of(op, args) {
            return offset;
        }
        self.c.operates_on(op, args);
        let keeps = matches!(op, Op::VectorPushBack | Op::VectorAssign | Op::SetAdd | Op::MapGet);
        let mut regs: Vec<Reg> = args
            .iter()
            .map(|a| if keeps && a.ty != args[0].ty { self.kept(a) } else { self.expr(a) })
            .collect();
        // A new element needs its type.
        if matches!(op, Op::VectorResize | Op::VectorAssign | Op::EnumHasLabel | Op::BitNot) {
            let of = args[0].ty;
            let element = match *self.c.hir.types.get(of) {
                Type::Vector(t) | Type::List(t) => t,
                _ => of,
            };
            regs.push(self.constant(&Const::Type(element), Ty::TYPE));
        }
        let d = self.of_type(ex.ty);
        let args = self.args(regs);
        self.emit(Inst::Native { op, d, args });
        d
    }
}
