//! Compiles calls of functions, hooks and built-in functions.
use super::super::{Compiler, assigned::may_be_nothing};
use crate::code::{Class, ClosureSpec, Ins, R, Var, class, word_kind};
use script_sema::tree::{BodyId, Callee, CaptureFrom, Expr, ExprKind, ExprRef, GlobalId, GlobalKind, VarRef};
use std::rc::Rc;
use value::{FuncType, Type};

impl Compiler<'_> {
    /// Compiles a call. Returns the register of the result: `d`, if the callee can leave it there.
    pub(super) fn call(&mut self, e: &ExprRef, callee: &Callee, args: &[ExprRef], d: Option<Var>) -> Var {
        match callee {
            Callee::Global(g, _) => {
                let global = self.program.global(*g);
                let Type::Func(sig) = &global.ty else { return Var::None };
                if matches!(global.kind, GlobalKind::Var | GlobalKind::Const | GlobalKind::Option) {
                    // For a variable that holds a function, call its value.
                    let held = ExprKind::Var(VarRef::Global(*g), global.name.clone());
                    let held = Expr::new(held, global.ty.clone(), e.loc);
                    return self.call(e, &Callee::Value(held), args, d);
                }
                if global.kind == GlobalKind::Builtin {
                    return self.builtin(e, g.0, args);
                }
                if let Some(at) = self.inline(e, *g, args, d) {
                    return at;
                }
                let sig = sig.clone();
                self.check_count(e, &sig, args);
                let (w, v) = self.arguments(e, &sig, args);
                self.emit_at(e, Ins::Call { g: g.0, w, v });
                result(&sig, w, v)
            }
            Callee::Value(f) => {
                let Type::Func(sig) = &f.ty else { return Var::None };
                let sig = sig.clone();
                let later: Vec<&Expr> = args.iter().map(|a| &**a).collect();
                let f = self.operand_v(f, &later);
                self.check_count(e, &sig, args);
                let (w, v) = self.arguments(e, &sig, args);
                let s =
                    Self::pooled(&mut self.code.signatures, super::super::signature(&sig), &mut self.failed);
                self.emit_at(e, Ins::CallValue { f, w, v, sig: s });
                result(&sig, w, v)
            }
        }
    }

    /// Makes a call of a script function with surplus arguments fail when it runs. A function with a single `any`
    /// parameter looks like one that takes any arguments, as built-in functions may.
    fn check_count(&mut self, e: &ExprRef, sig: &FuncType, args: &[ExprRef]) {
        if !sig.varargs && args.len() > sig.params.len() {
            self.emit_at(e, Ins::TooMany);
        }
    }

    pub(super) fn lambda(&mut self, e: &ExprRef, body: BodyId, captures: &[CaptureFrom], d: Var) {
        let first = self.captured_row(captures);
        let copies = captures.iter().map(|c| c.copy).collect();
        let spec = ClosureSpec { body, copies, ty: e.ty.clone() };
        let spec = Self::pooled(&mut self.code.closures, spec, &mut self.failed);
        self.through_value(d, |c, d| c.emit_at(e, Ins::Closure { d, spec, first }));
    }

    pub(super) fn builtin(&mut self, e: &ExprRef, g: u32, args: &[ExprRef]) -> Var {
        // Functions that take less time than a call.
        match (&*self.program.global(GlobalId(g)).name, args) {
            ("network_time", _) => {
                let d = self.temp_w();
                self.emit(Ins::Now { d });
                return Var::Word(d);
            }
            ("starts_with", [s, start]) if [s, start].into_iter().all(is_text) => {
                let a = self.operand_v(s, &[start]);
                let b = self.expr_v(start);
                let d = self.temp_w();
                self.emit_at(e, Ins::StartsWith { d, a, b });
                return Var::Word(d);
            }
            _ => {}
        }
        let row: Vec<&ExprRef> = args.iter().collect();
        self.push_args(&row);
        let n = row.len() as R;
        if word_kind(&e.ty).is_some() {
            let d = self.temp_w();
            self.may_skip(n);
            self.emit_at(e, Ins::BuiltinW { d, n, g });
            Var::Word(d)
        } else {
            let d = self.temp_v();
            if !matches!(e.ty, Type::Void) {
                self.may_skip(n);
            }
            self.emit_at(e, Ins::Builtin { d, n, g });
            Var::Value(d)
        }
    }

    /// Computes arguments into the callee's first registers. If there are none, reserves a register for the result.
    fn arguments(&mut self, call: &ExprRef, sig: &Rc<FuncType>, args: &[ExprRef]) -> (R, R) {
        let (w, v) = (self.w_top, self.v_top);
        let layout = super::super::signature(sig);
        for a in layout.args.iter() {
            match a {
                Var::Word(_) => _ = self.temp_w(),
                Var::Value(_) => _ = self.temp_v(),
                Var::None => {}
            }
        }
        for (e, a) in args.iter().zip(layout.args.iter()) {
            match a {
                Var::Word(i) => {
                    let at = Var::Word(w + i);
                    if word_kind(&e.ty).is_some() {
                        self.expr_into(e, at);
                    } else {
                        let tops = (self.w_top, self.v_top);
                        let from = self.expr(e);
                        self.move_to(from, at, &e.ty);
                        (self.w_top, self.v_top) = tops;
                    }
                }
                Var::Value(i) => {
                    self.value_into(e, v + i);
                    // A parameter is read without a check, so it must always have a value.
                    if may_be_nothing(e) {
                        self.emit_at(call, Ins::CheckV { a: v + i });
                    }
                }
                Var::None => {}
            }
        }
        if self.w_top == w {
            self.temp_w();
        }
        if self.v_top == v && matches!(class(&sig.result), Class::Value) {
            self.temp_v();
        }
        (w, v)
    }
}

/// Whether an expression always yields a string.
fn is_text(e: &ExprRef) -> bool {
    matches!(e.ty, Type::String) && !may_be_nothing(e)
}

fn result(sig: &FuncType, w: R, v: R) -> Var {
    match class(&sig.result) {
        Class::Word(_) => Var::Word(w),
        Class::Value => Var::Value(v),
        Class::Nothing => Var::None,
    }
}
