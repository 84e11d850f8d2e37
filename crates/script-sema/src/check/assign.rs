//! Assignments: their targets, and conversion of the value.
use super::containers::carrying;
use super::elems::{Elem, Rhs};
use super::promote::coerce;
use super::{Pass, Subject, is_error, loc, span};
use crate::tree::{Coercion, Expr, ExprKind, ExprRef, VarRef};
use script_syntax::{Diagnostic, Span};
use std::rc::Rc;
use value::{TableAttrs, Type};

impl Pass<'_> {
    /// Checks that an expression can be assigned to.
    pub(super) fn lvalue(&mut self, e: ExprRef) -> ExprRef {
        if is_error(&e.ty) {
            return e;
        }
        let ok = match &e.kind {
            ExprKind::TypeName(_) => return self.fail("Type name is not an lvalue", &e),
            ExprKind::Var(var, name) => {
                let (constant, option) = self.is_constant(*var, name);
                if constant {
                    return self.fail("const is not a modifiable lvalue", &e);
                }
                if option {
                    return self.fail("option is not a modifiable lvalue", &e);
                }
                if let VarRef::Global(g) = var {
                    self.assigned_global(*g);
                }
                true
            }
            ExprKind::Index(base, _) | ExprKind::Slice(base, ..) => {
                if matches!(base.ty, Type::String) {
                    return self.fail("cannot assign to string index expression", &e);
                }
                true
            }
            ExprKind::Field(base, ..) => {
                self.changes_record(base);
                true
            }
            ExprKind::List(parts) => {
                if parts.iter().any(|p| !matches!(p.kind, ExprKind::Var(..))) {
                    return self.fail("can only assign to list of identifiers", &e);
                }
                true
            }
            _ => false,
        };
        if !ok {
            return self.fail("can't be assigned to", &e);
        }
        if matches!(e.ty, Type::Void) {
            return self.fail("illegal assignment target", &e);
        }
        e
    }

    /// Records that a script assigns or deletes a field of the record that an expression yields.
    pub(super) fn changes_record(&mut self, e: &Expr) {
        if let Type::Record(ty) = &e.ty {
            let mut changed = self.c.program.changed_records.borrow_mut();
            changed.entry(Rc::as_ptr(ty).addr()).or_insert_with(|| Rc::clone(ty));
        }
    }

    /// Whether a variable is a constant, and whether it is an option.
    fn is_constant(&mut self, var: VarRef, name: &str) -> (bool, bool) {
        match var {
            VarRef::Global(_) => {
                let Some(n) = self.names.find(name) else { return (false, false) };
                let global = self.c.symbols.global;
                let module = std::mem::replace(&mut self.c.module, global);
                let id = self.c.find(self.names, n);
                self.c.module = module;
                id.map_or((false, false), |id| (self.c.symbols[id].constant, self.c.symbols[id].option))
            }
            VarRef::Capture(i) => {
                let f = self.c.frames.last();
                (f.and_then(|f| f.captures.get(i as usize)).is_some_and(|c| c.constant), false)
            }
            VarRef::Local(l) => (self.c.frames.last().is_some_and(|f| f.is_constant(l)), false),
        }
    }

    /// Checks `target = value`. A constructor on the right gets `attrs`.
    pub(super) fn assign(
        &mut self,
        to: ExprRef,
        value: Rhs,
        attrs: Option<Rc<TableAttrs>>,
        at: Span,
    ) -> ExprRef {
        let to = self.lvalue(to);
        self.assign_checked(to, value, attrs, at)
    }

    /// Like [`Self::assign`], for the initial value of a variable, which may be constant.
    pub(super) fn assign_checked(
        &mut self,
        to: ExprRef,
        value: Rhs,
        attrs: Option<Rc<TableAttrs>>,
        at: Span,
    ) -> ExprRef {
        let text = |v: &Rhs| format!("{to} = {v}");
        let subject = |v: &Rhs| Subject { site: at.into(), text: text(v) };
        if is_error(&to.ty) {
            return self.broken_assign(to, &value, at);
        }
        if let Some(items) = value.as_list()
            && !matches!(&value, Rhs::Value(e) if is_error(&e.ty))
            && !matches!(to.ty, Type::List(_))
        {
            return match self.list_for(&to, items, "=", &value, at) {
                Ok(v) => {
                    let v = carrying(v, attrs);
                    let ty = to.ty.clone();
                    Expr::new(ExprKind::Assign(to, v), ty, loc(at))
                }
                Err(made) => {
                    self.list_clash(&to, made, &value, at);
                    self.broken_assign(to, &value, at)
                }
            };
        }
        let v = match &value {
            Rhs::Value(v) => Rc::clone(v),
            Rhs::Braces(items, s) => self.list_expr(items.clone(), *s),
        };
        if is_error(&v.ty) {
            return self.broken_assign(to, &value, at);
        }
        let made = |v: ExprRef| {
            let ty = to.ty.clone();
            Expr::new(ExprKind::Assign(Rc::clone(&to), v), ty, loc(at))
        };
        match (&to.ty, &v.ty) {
            (_, Type::Void) => {
                self.error_of("can't assign void value", subject(&value));
                self.broken_assign(to, &value, at)
            }
            (Type::List(_), Type::Any) => made(v),
            (a, b) if matches!(a, Type::Enum(_)) != matches!(b, Type::Enum(_)) => {
                self.error_of("can't convert to/from enumerated type", subject(&value));
                self.broken_assign(to, &value, at)
            }
            (t, _) if t.is_arithmetic() => self.assign_number(to, v, &value, at),
            (Type::Time, n) if n.is_arithmetic() && is_zero(&v) => {
                made(coerce(Coercion::Arith, &v, Type::Time))
            }
            (Type::Table(_), Type::Table(f)) if f.index.is_empty() => {
                match self.coerce_table(&v, &to.ty.clone()) {
                    Some(v) => made(carrying(v, attrs)),
                    None => self.broken_assign(to, &value, at),
                }
            }
            (Type::Vector(_), Type::Vector(f)) if matches!(f.elem, Type::Void) => {
                let v = self.coerce_vector(&v, &to.ty);
                made(v)
            }
            (Type::Record(t), Type::Record(_)) => {
                if to.ty.same(&v.ty) {
                    return made(v);
                }
                match self.coerce_record(&v, &Rc::clone(t)) {
                    Some(v) => made(v),
                    None => self.broken_assign(to, &value, at),
                }
            }
            (Type::Any, Type::Any) => made(v),
            (Type::Any, _) => made(coerce(Coercion::ToAny, &v, Type::Any)),
            (_, Type::Any) => made(coerce(Coercion::FromAny, &v, to.ty.clone())),
            (a, b) if a.same(b) => made(carrying(v, attrs)),
            (Type::Table(_), Type::Table(_)) if matches!(v.kind, ExprKind::Set(..)) => {
                let ExprKind::Set(items, own) = &v.kind else { return made(v) };
                let elems = set_elems(items, &v);
                let own = own.clone();
                let errors = self.c.errors;
                let s = self.set(elems, Some(&to.ty.clone()), None, span(v.loc));
                if self.c.errors > errors || is_error(&s.ty) {
                    self.error_of("type clash in assignment", subject(&value));
                    return self.broken_assign(to, &value, at);
                }
                made(carrying(carrying(s, own), attrs))
            }
            _ => {
                self.clash("type clash in assignment", subject(&value), &to.ty, &v.ty);
                self.broken_assign(to, &value, at)
            }
        }
    }

    fn broken_assign(&self, to: ExprRef, value: &Rhs, at: Span) -> ExprRef {
        let v = match value {
            Rhs::Value(v) => Rc::clone(v),
            Rhs::Braces(_, s) => self.nothing(*s),
        };
        Expr::new(ExprKind::Assign(to, v), Type::Error, loc(at))
    }

    fn assign_number(&mut self, to: ExprRef, v: ExprRef, value: &Rhs, at: Span) -> ExprRef {
        let subject = || Subject { site: at.into(), text: format!("{to} = {value}") };
        if matches!(v.ty, Type::Any) {
            let message = format!(
                "assignment of non-arithmetic value to arithmetic ({}/{})",
                to.ty.tag_name(),
                v.ty.tag_name()
            );
            self.error_of(message, subject());
            return self.broken_assign(to, value, at);
        }
        if !v.ty.is_arithmetic() {
            let message = format!(
                "assignment of non-arithmetic value to arithmetic ({}/{})",
                to.ty.tag_name(),
                v.ty.tag_name()
            );
            self.clash(message, subject(), &to.ty, &v.ty);
            return self.broken_assign(to, value, at);
        }
        let warning = match (&to.ty, &v.ty) {
            (Type::Int | Type::Count, Type::Double) => Some("dangerous assignment of double to integral"),
            (Type::Count, Type::Int) => Some("dangerous assignment of integer to count"),
            _ => None,
        };
        if let Some(w) = warning {
            let s = subject();
            self.c.report(Diagnostic::warning(s.site, w).about(s.text));
        }
        let v = self.arith(&v, &to.ty);
        let ty = to.ty.clone();
        Expr::new(ExprKind::Assign(to, v), ty, loc(at))
    }

    /// Converts `{ … }` or `[…]` on the right of `op` to the type of `to`. Reports an error if it does not fit.
    pub(super) fn list_for(
        &mut self,
        to: &ExprRef,
        items: Vec<Elem>,
        op: &str,
        value: &Rhs,
        at: Span,
    ) -> Result<ExprRef, Option<ExprRef>> {
        let subject = || Subject { site: at.into(), text: format!("{to} {op} {value}") };
        let here = value.span();
        let made = match &to.ty {
            Type::Table(_) => {
                let same = |v: &ExprRef| to.ty.same(&v.ty) && !is_error(&v.ty);
                match items.split_first() {
                    Some((Elem::Value(first), rest)) if to.ty.is_set() && same(first) => {
                        let mut all = Rc::clone(first);
                        for e in rest {
                            let Elem::Value(e) = e else { continue };
                            all = self.binary(script_syntax::tree::BinOp::Or, all, Rc::clone(e), here);
                        }
                        return if is_error(&all.ty) { Err(Some(all)) } else { Ok(all) };
                    }
                    Some((Elem::Value(one), [])) if to.ty.is_table() && same(one) => {
                        return Ok(Rc::clone(one));
                    }
                    _ => {}
                }
                let empty = items.is_empty();
                let made = if to.ty.is_table() {
                    self.table(items, Some(&to.ty.clone()), None, here)
                } else {
                    self.set(items, Some(&to.ty.clone()), None, here)
                };
                if empty && !is_error(&made.ty) {
                    return Ok(made);
                }
                made
            }
            Type::Vector(_) if op == "-=" => {
                self.error_of("constructor list not allowed for -= operations on vectors", subject());
                return Err(None);
            }
            Type::Vector(_) => self.vector(items, Some(&to.ty.clone()), here),
            _ => {
                self.error_of("invalid constructor list on RHS of assignment", subject());
                return Err(None);
            }
        };
        if is_error(&made.ty) {
            return Err(Some(made));
        }
        Ok(made)
    }

    /// Reports an assignment of a list that does not fit the target's type.
    fn list_clash(&mut self, to: &ExprRef, made: Option<ExprRef>, value: &Rhs, at: Span) {
        let text = match &made {
            Some(m) => format!("{to} = {m}"),
            None => format!("{to} = {value}"),
        };
        let s = Subject { site: at.into(), text };
        match &to.ty {
            Type::Enum(_) => self.error_of("can't convert to/from enumerated type", s),
            t if t.is_arithmetic() && made.is_none() => {
                let tag = t.tag_name();
                let m = format!("assignment of non-arithmetic value to arithmetic ({tag}/types)");
                self.error_of(m, s);
            }
            _ => self.error_of("type clash in assignment", s),
        }
    }
}

/// Returns the elements of a set constructor as they were before conversion.
fn set_elems(items: &[Vec<ExprRef>], of: &ExprRef) -> Vec<Elem> {
    let plain = |e: &ExprRef| match &e.kind {
        ExprKind::Coerce(_, inner) => Rc::clone(inner),
        _ => Rc::clone(e),
    };
    items
        .iter()
        .map(|i| match i.as_slice() {
            [one] => Elem::Value(plain(one)),
            many => {
                let parts: Vec<ExprRef> = many.iter().map(plain).collect();
                let types = parts.iter().map(|e| e.ty.clone()).collect();
                Elem::Value(Expr::new(ExprKind::List(parts), Type::List(Rc::new(types)), of.loc))
            }
        })
        .collect()
}

/// Whether an expression is the constant zero.
pub(super) fn is_zero(e: &ExprRef) -> bool {
    match &e.kind {
        ExprKind::Const(v) => matches!(v.as_number(), Some(n) if n == 0.0),
        _ => false,
    }
}
