//! Compiles calls of small functions in place: a call costs as much as a dozen instructions, and most of our scripts'
//! functions are shorter than that.
//!
//! The function's locals get registers of the caller's frame. A parameter that the function does not assign uses the
//! register of its argument, or no register at all if the argument is a constant. Stack traces and messages show the
//! call as if it were made ([`Code::calls`](crate::code::Code::calls)).
use super::super::{Compiler, Enclosing, Inlining, Label, Statement, assigned, assigns};
use crate::code::{Class, Inlined, Ins, Site, Var, class, word_kind};
use script_sema::tree::{
    Body, BodyKind, Coercion, Expr, ExprKind, ExprRef, GlobalId, GlobalKind, Param, Part, Stmt, StmtKind,
    VarRef, parts,
};
use std::rc::Rc;
use value::{Flavor, FuncType, Type};

/// Functions with more statements and expressions than this are called.
const LARGEST: usize = 80;
/// Calls in functions that are compiled in place are themselves compiled in place up to this depth.
const DEEPEST: usize = 4;
/// Code that is longer than this calls every function.
const LONGEST: usize = 8000;

/// The state of the compiler that belongs to a function.
struct Outer {
    locals: Vec<Var>,
    checked: Vec<bool>,
    known: Vec<Option<u64>>,
    local_types: Vec<Type>,
    enclosing: Vec<Enclosing>,
    statement: Option<Statement>,
    kind: BodyKind,
    end: Option<Label>,
    result: Type,
}

impl<'p> Compiler<'p> {
    /// Compiles a call in place, if the function is small and simple. Leaves the result in `d`, if given, or in another
    /// register, which it returns.
    pub(super) fn inline(
        &mut self,
        call: &ExprRef,
        g: GlobalId,
        args: &[ExprRef],
        d: Option<Var>,
    ) -> Option<Var> {
        let program = self.program;
        let global = program.global(g);
        let (GlobalKind::Func, Type::Func(sig), [id]) = (global.kind, &global.ty, &global.bodies[..]) else {
            return None;
        };
        let body: &'p Rc<Body> = program.body(*id);
        if !self.may_inline(body) || !takes(body, sig, args) {
            return None;
        }
        let own = match class(&body.result) {
            Class::Word(_) => Var::Word(self.temp_w()),
            Class::Value => Var::Value(self.temp_v()),
            Class::Nothing => Var::None,
        };
        let assigned = assigned::assigned_locals(body);
        let places = self.bind_arguments(call, args);
        let reads_target = d.is_some_and(|d| places.iter().any(|(at, _)| *at == d));
        let to = match d {
            Some(d) if std::mem::discriminant(&d) == std::mem::discriminant(&own) && !reads_target => d,
            _ => own,
        };
        let from = self.here();
        let outer = self.enter_inlined(body, to);
        self.place_inlined(body, &places, &assigned);
        self.stmt(&body.block);
        let end = self.end;
        self.leave_inlined(outer);
        if let Some(end) = end {
            self.bind_behind_jump(end);
        }
        let inlined =
            Inlined { from, to: self.here(), name: body.name.clone(), call: Site::Expr(call.clone()) };
        self.code.inlined.push(inlined);
        // What follows belongs to the call again.
        self.site(Site::Expr(call.clone()));
        Some(to)
    }

    /// Whether a body may be compiled here.
    fn may_inline(&self, body: &Rc<Body>) -> bool {
        let this = Rc::as_ptr(body);
        // The locals of a `when` live on while it waits.
        !matches!(self.kind, BodyKind::When)
            && body.kind == BodyKind::Function
            && body.captures.is_empty()
            && self.inlining.len() < DEEPEST
            && self.code.ins.len() < LONGEST
            && self.root != this
            && !self.inlining.iter().any(|i| i.body == this)
            && is_simple(&body.block, &mut LARGEST.clone())
            && (matches!(body.result, Type::Void)
                || always_returns(&body.block) && !returns_nothing(&body.block))
    }

    /// Computes the arguments. Returns the register of each, and its word if it is constant.
    fn bind_arguments(&mut self, call: &ExprRef, args: &[ExprRef]) -> Vec<(Var, Option<u64>)> {
        let mut places = Vec::with_capacity(args.len());
        for e in args {
            if let (Some(w), Some(_)) = (self.constant(e), word_kind(&e.ty)) {
                places.push((Var::None, Some(w)));
                continue;
            }
            let at = self.expr(e);
            if let (Var::Value(a), true) = (at, assigned::may_be_nothing(e)) {
                self.emit_at(call, Ins::CheckV { a });
            }
            places.push((at, None));
        }
        places
    }

    fn enter_inlined(&mut self, body: &Rc<Body>, to: Var) -> Outer {
        let end = self.label();
        self.inlining.push(Inlining { body: Rc::as_ptr(body), iters: self.iters, result: to });
        Outer {
            locals: std::mem::take(&mut self.locals),
            checked: std::mem::take(&mut self.checked),
            known: std::mem::take(&mut self.known),
            local_types: std::mem::take(&mut self.local_types),
            enclosing: std::mem::take(&mut self.enclosing),
            statement: self.statement.take(),
            kind: std::mem::replace(&mut self.kind, BodyKind::Function),
            end: self.end.replace(end),
            result: std::mem::replace(&mut self.result, body.result.clone()),
        }
    }

    fn leave_inlined(&mut self, outer: Outer) {
        self.inlining.pop();
        self.locals = outer.locals;
        self.checked = outer.checked;
        self.known = outer.known;
        self.local_types = outer.local_types;
        self.enclosing = outer.enclosing;
        self.statement = outer.statement;
        self.kind = outer.kind;
        self.end = outer.end;
        self.result = outer.result;
    }

    /// Gives registers to the locals of the function, and empties those that may be read before they are assigned.
    fn place_inlined(&mut self, body: &Body, places: &[(Var, Option<u64>)], assigned: &[bool]) {
        let unset = assigned::maybe_unset(body);
        self.local_types = body.locals.iter().map(|l| l.ty.clone()).collect();
        for (i, l) in body.locals.iter().enumerate() {
            let is_assigned = assigned.get(i).copied().unwrap_or(true);
            let may_be_empty = unset.get(i).copied().unwrap_or(true);
            let param = body.params.iter().find(|p| p.local.0 as usize == i);
            let (place, known) = match param.and_then(|p| places.get(p.arg as usize)) {
                Some(&(_, Some(w))) if is_assigned => {
                    let (d, k) = (self.temp_w(), self.word_const(w));
                    self.emit(Ins::ConstW { d, k });
                    (Var::Word(d), None)
                }
                Some(&(_, Some(w))) => (Var::None, Some(w)),
                Some(&(at, None)) if is_assigned => (self.copied(at), None),
                Some(&(at, None)) => (at, None),
                None if word_kind(&l.ty).is_some() && !may_be_empty => (Var::Word(self.temp_w()), None),
                None => (Var::Value(self.temp_v()), None),
            };
            let is_checked = param.is_none() && may_be_empty && matches!(place, Var::Value(_));
            if let (true, Var::Value(d)) = (is_checked, place) {
                self.emit(Ins::ClearV { d });
            }
            self.checked.push(is_checked);
            self.locals.push(place);
            self.known.push(known);
        }
    }

    /// Leaves a function that is compiled in place.
    pub(in crate::compile) fn return_inlined(&mut self, e: &ExprRef, to: Var) {
        match to {
            Var::None => self.effect(e),
            Var::Word(_) if word_kind(&e.ty).is_some() => self.expr_into(e, to),
            Var::Word(_) => {
                let at = self.expr(e);
                self.move_to(at, to, &e.ty);
            }
            Var::Value(d) => self.value_into(e, d),
        }
        self.end_body();
    }

    /// Binds a label here. Drops a jump to it that is the last instruction.
    fn bind_behind_jump(&mut self, label: Label) {
        let here = self.here();
        let last = here.saturating_sub(1);
        let jumps_here = self.jumps.last() == Some(&(last as usize, label));
        if jumps_here && matches!(self.code.ins.last(), Some(Ins::Jump { .. })) {
            self.code.ins.pop();
            self.jumps.pop();
            for &bound in &self.bound {
                if let Some(Some(at)) = self.labels.get_mut(bound.0).filter(|at| **at == Some(here)) {
                    *at = last;
                }
            }
            for inlined in self.code.inlined.iter_mut().rev().take_while(|i| i.to == here) {
                inlined.to = last;
                inlined.from = inlined.from.min(last);
            }
            while self.code.sites.last().is_some_and(|(at, _)| *at > last) {
                self.code.sites.pop();
            }
        }
        self.bind(label);
    }
}

/// Whether a call passes one argument of the right class for each parameter, none of which assigns a variable.
fn takes(body: &Body, sig: &FuncType, args: &[ExprRef]) -> bool {
    let same = |t: &Type, e: &Expr| word_kind(t).is_some() == word_kind(&e.ty).is_some();
    let declared = |p: &Param| {
        let local = body.locals.get(p.local.0 as usize);
        local.zip(args.get(p.arg as usize)).is_some_and(|(l, e)| same(&l.ty, e))
    };
    sig.flavor == Flavor::Function
        && !sig.varargs
        && args.len() == sig.params.len()
        && sig.params.iter().zip(args).all(|(p, e)| same(&p.ty, e) && !assigns(e))
        && body.params.iter().all(declared)
}

/// Whether a statement has at most `left` parts, all of which may be compiled in place. Subtracts their number.
fn is_simple(s: &Stmt, left: &mut usize) -> bool {
    if matches!(s.kind, StmtKind::When(_) | StmtKind::HookBreak | StmtKind::Assert { .. }) || *left == 0 {
        return false;
    }
    *left -= 1;
    let mut simple = true;
    parts(s, &mut |part| {
        simple = simple
            && match part {
                Part::Stmt(s) => is_simple(s, left),
                Part::Expr(e) => is_simple_expr(e, left),
                Part::Local(_) => true,
                Part::Captures(_) => false,
            };
    });
    simple
}

fn is_simple_expr(e: &Expr, left: &mut usize) -> bool {
    // The attributes of a table may name variables.
    let may_capture = matches!(
        e.kind,
        ExprKind::Lambda(..)
            | ExprKind::Var(VarRef::Capture(_), _)
            | ExprKind::Table(_, Some(_))
            | ExprKind::Set(_, Some(_))
            | ExprKind::Coerce(Coercion::Table(Some(_)), _)
    );
    if may_capture || *left == 0 {
        return false;
    }
    *left -= 1;
    let mut simple = true;
    super::children(e, &mut |part| simple = simple && is_simple_expr(part, left));
    simple
}

/// Whether every path through a statement ends in a `return` with a value.
fn always_returns(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Return(value) => value.is_some(),
        StmtKind::Block(all) => all.last().is_some_and(always_returns),
        StmtKind::If { then, otherwise, .. } => {
            always_returns(then) && otherwise.as_ref().is_some_and(|o| always_returns(o))
        }
        _ => false,
    }
}

/// Whether a statement may execute a `return` without a value.
fn returns_nothing(s: &Stmt) -> bool {
    let mut found = matches!(s.kind, StmtKind::Return(None));
    parts(s, &mut |part| {
        if let Part::Stmt(s) = part {
            found |= returns_nothing(s);
        }
    });
    found
}
