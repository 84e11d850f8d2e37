//! `+=` and `-=`.
use super::elems::Rhs;
use super::promote::{coerce, same_tag};
use super::{Pass, Subject, is_error, loc};
use crate::tree::{AddKind, Coercion, Expr, ExprKind, ExprRef, RemoveKind};
use script_syntax::Span;
use script_syntax::tree::BinOp as Op;
use std::rc::Rc;
use value::Type;

impl Pass<'_> {
    /// Checks `a += b`.
    pub(super) fn add_to(&mut self, a: ExprRef, b: Rhs, at: Span) -> ExprRef {
        if a.ty.is_arithmetic() {
            return self.update_number(Op::Add, a, b, at);
        }
        let in_place = matches!(a.ty, Type::Table(_) | Type::Vector(_) | Type::Pattern | Type::Error);
        let list = b.as_list();
        let failed = is_error(&a.ty) || matches!(&b, Rhs::Value(v) if is_error(&v.ty));
        let a = if failed || in_place { a } else { self.lvalue(a) };
        let make = |kind: AddKind, v: ExprRef, ty: Type| {
            Expr::new(ExprKind::AddTo(kind, Rc::clone(&a), v), ty, loc(at))
        };
        let error = |p: &mut Self, message: &str, b: &dyn std::fmt::Display| {
            p.error_of(message, Subject { site: at.into(), text: format!("{a} += {b}") });
            p.broken(&a)
        };
        if failed || is_error(&a.ty) {
            return self.broken(&a);
        }
        if let Some(items) = list {
            if matches!(a.ty, Type::Pattern) {
                return error(self, "invalid constructor list on RHS of assignment", &b);
            }
            let Ok(v) = self.list_for(&a, items, "+=", &b, at) else { return self.broken(&a) };
            let kind = if matches!(a.ty, Type::Vector(_)) { AddKind::Extend } else { AddKind::Merge };
            return make(kind, v, a.ty.clone());
        }
        let Rhs::Value(v) = b else { return self.broken(&a) };
        let ty = a.ty.clone();
        match (&a.ty, &v.ty) {
            (Type::String, Type::String) | (Type::Interval, Type::Interval) => make(AddKind::Plus, v, ty),
            (Type::Table(_), t) => {
                if !a.ty.same(t) {
                    return error(self, "RHS type mismatch for table/set +=", &v);
                }
                let v = self.empty_as(&v, &ty);
                make(AddKind::Merge, v, ty)
            }
            (Type::Pattern, Type::Pattern) => make(AddKind::PatternOr, v, ty),
            (Type::Pattern, _) => error(self, "pattern += op requires op to be a pattern", &v),
            (Type::Vector(to), from) => {
                let unknown = matches!(from, Type::Vector(f) if matches!(f.elem, Type::Void));
                let nested = matches!(to.elem, Type::Vector(_));
                if matches!(from, Type::Vector(_)) && (a.ty.same(from) || unknown) && !(nested && unknown) {
                    let v = self.empty_as(&v, &ty);
                    return make(AddKind::Extend, v, ty);
                }
                let elem = to.elem.clone();
                if elem.is_arithmetic() {
                    if !from.is_arithmetic() {
                        return error(self, "appending non-arithmetic to arithmetic vector", &v);
                    }
                    let v = self.arith(&v, &elem);
                    return make(AddKind::Append, v, ty);
                }
                if !same_tag(&elem, from) && !matches!(elem, Type::Any) {
                    let m =
                        format!("incompatible vector append: {} and {}", elem.tag_name(), from.tag_name());
                    return error(self, &m, &v);
                }
                let v = match (&elem, from) {
                    // Whether the vector accepts the element is checked at run time.
                    (Type::Any, _) => v,
                    (Type::Record(to), Type::Record(_)) if !elem.same(from) => {
                        match self.coerce_record(&v, &Rc::clone(to)) {
                            Some(v) => v,
                            None => return self.broken(&a),
                        }
                    }
                    _ => self.empty_as(&v, &elem),
                };
                make(AddKind::Append, v, ty)
            }
            _ => error(self, "requires two arithmetic or two string operands", &v),
        }
    }

    /// Gives an empty table or vector of unknown type the type `t`.
    fn empty_as(&mut self, v: &ExprRef, t: &Type) -> ExprRef {
        match &v.ty {
            Type::Table(f) if f.index.is_empty() => self.coerce_table(v, t).unwrap_or_else(|| Rc::clone(v)),
            Type::Vector(f) if matches!(f.elem, Type::Void) => self.coerce_vector(v, t),
            _ => Rc::clone(v),
        }
    }

    /// Checks `a -= b`.
    pub(super) fn remove_from(&mut self, a: ExprRef, b: Rhs, at: Span) -> ExprRef {
        if a.ty.is_arithmetic() {
            return self.update_number(Op::Sub, a, b, at);
        }
        let failed = is_error(&a.ty) || matches!(&b, Rhs::Value(v) if is_error(&v.ty));
        let a = if failed || matches!(a.ty, Type::Table(_)) { a } else { self.lvalue(a) };
        if failed || is_error(&a.ty) {
            return self.broken(&a);
        }
        let make = |kind: RemoveKind, v: ExprRef, ty: Type| {
            Expr::new(ExprKind::RemoveFrom(kind, Rc::clone(&a), v), ty, loc(at))
        };
        let ty = a.ty.clone();
        if let Some(items) = b.as_list() {
            return match self.list_for(&a, items, "-=", &b, at) {
                Ok(v) => make(RemoveKind::Subtract, v, ty),
                Err(_) => self.broken(&a),
            };
        }
        let Rhs::Value(v) = b else { return self.broken(&a) };
        let message = match (&a.ty, &v.ty) {
            (Type::Interval, Type::Interval) => return make(RemoveKind::Minus, v, ty),
            (Type::Table(_), t) if a.ty.same(t) => {
                let v = self.empty_as(&v, &ty);
                return make(RemoveKind::Subtract, v, ty);
            }
            (Type::Table(_), _) => "RHS type mismatch for table/set -=",
            _ => "requires two arithmetic operands",
        };
        self.error_of(message, Subject { site: at.into(), text: format!("{a} -= {v}") });
        self.broken(&a)
    }

    /// Builds `a += b` or `a -= b` of numbers as `a = a + b`, with the sum converted to the type of `a`.
    fn update_number(&mut self, op: Op, a: ExprRef, b: Rhs, at: Span) -> ExprRef {
        let v = match b {
            Rhs::Value(v) => v,
            Rhs::Braces(items, s) => self.list_expr(items, s),
        };
        let sum = self.binary(op, Rc::clone(&a), v, at);
        if is_error(&sum.ty) {
            return sum;
        }
        let fits = same_tag(&sum.ty, &a.ty);
        // A variable is expanded to `a = a + b`; an element is looked up only once.
        if fits && matches!(a.kind, ExprKind::Index(..)) {
            let to = self.lvalue(a);
            if let (ExprKind::Binary(_, _, v), false) = (&sum.kind, is_error(&to.ty)) {
                let ty = to.ty.clone();
                let kind = if op == Op::Add {
                    ExprKind::AddTo(AddKind::Plus, to, Rc::clone(v))
                } else {
                    ExprKind::RemoveFrom(RemoveKind::Minus, to, Rc::clone(v))
                };
                return Expr::new(kind, ty, loc(at));
            }
            return sum;
        }
        let sum = if fits { sum } else { coerce(Coercion::Arith, &sum, a.ty.clone()) };
        self.assign(a, Rhs::Value(sum), None, at)
    }
}
