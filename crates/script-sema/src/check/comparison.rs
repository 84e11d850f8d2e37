//! Comparisons and `in`.
use super::assign::is_zero;
use super::operators::Operands;
use super::promote::{Subjects, coerce, max_type, same_tag};
use super::rank::rank;
use super::{Pass, is_error, loc, span};
use crate::tree::{CmpOp, Coercion, Expr, ExprKind, ExprRef};
use script_syntax::Span;
use script_syntax::tree::BinOp as Op;
use std::rc::Rc;
use value::Type;

impl Pass<'_> {
    /// Checks `a == b` and `a != b`.
    pub(super) fn equality(&mut self, op: Op, mut a: ExprRef, mut b: ExprRef, at: Span) -> ExprRef {
        let cmp = if op == Op::Eq { CmpOp::Eq } else { CmpOp::Ne };
        let failed = is_error(&a.ty) || is_error(&b.ty);
        let swap = matches!(b.ty, Type::Pattern) || (!matches!(a.ty, Type::Pattern) && rank(&b) > rank(&a));
        if !failed && swap {
            std::mem::swap(&mut a, &mut b);
        }
        self.compared(cmp, a, b, at, |a, b, t| match (&t.a, &t.b) {
            (Type::Time, y) if y.is_arithmetic() && is_zero(b) => {
                *b = coerce(Coercion::Arith, b, Type::Time);
                None
            }
            (x, Type::Time) if x.is_arithmetic() && is_zero(a) => {
                *a = coerce(Coercion::Arith, a, Type::Time);
                None
            }
            (Type::Pattern, Type::String) | (Type::String, Type::Pattern) => {
                t.vectors.then_some("cannot compare string vectors with pattern vectors")
            }
            (Type::Table(_), Type::Table(_)) if a.ty.is_set() && b.ty.is_set() => {
                (!a.ty.same(&b.ty)).then_some("incompatible sets in comparison")
            }
            (x, y) if same_tag(x, y) => match x {
                Type::Bool
                | Type::Time
                | Type::Interval
                | Type::String
                | Type::Port
                | Type::Addr
                | Type::Subnet
                | Type::Pattern
                | Type::Enum(_)
                | Type::Func(_) => None,
                _ => Some("illegal comparison"),
            },
            _ => Some("type clash in comparison"),
        })
    }

    /// Checks `a < b` and the other order comparisons.
    pub(super) fn order(&mut self, op: Op, mut a: ExprRef, mut b: ExprRef, at: Span) -> ExprRef {
        let failed = is_error(&a.ty) || is_error(&b.ty);
        let cmp = match op {
            Op::Lt => CmpOp::Lt,
            Op::Le => CmpOp::Le,
            // `a > b` becomes `b < a`, in messages too, and is evaluated in that order.
            Op::Gt if !failed => CmpOp::Lt,
            Op::Ge if !failed => CmpOp::Le,
            Op::Gt => CmpOp::Gt,
            _ => CmpOp::Ge,
        };
        if !failed && matches!(op, Op::Gt | Op::Ge) {
            std::mem::swap(&mut a, &mut b);
        }
        self.compared(cmp, a, b, at, |a, b, t| match (&t.a, &t.b) {
            _ if a.ty.is_set() && b.ty.is_set() => {
                (!a.ty.same(&b.ty)).then_some("incompatible sets in comparison")
            }
            (x, y) if !same_tag(x, y) => Some("operands must be of the same type"),
            (Type::Time | Type::Interval | Type::Port | Type::Addr | Type::String, _) => None,
            _ => Some("illegal comparison"),
        })
    }

    /// Builds a comparison. Numbers are widened to a common type. For other operands, `judge` converts them if needed
    /// and returns what is wrong with them.
    fn compared(
        &mut self,
        cmp: CmpOp,
        mut a: ExprRef,
        mut b: ExprRef,
        at: Span,
        judge: impl FnOnce(&mut ExprRef, &mut ExprRef, &Operands) -> Option<&'static str>,
    ) -> ExprRef {
        let make = |a: &ExprRef, b: &ExprRef, ty: Type| {
            Expr::new(ExprKind::Compare(cmp, Rc::clone(a), Rc::clone(b)), ty, loc(at))
        };
        if is_error(&a.ty) || is_error(&b.ty) {
            return make(&a, &b, Type::Error);
        }
        let Some(t) = self.operands(&make(&a, &b, Type::Error), &a, &b) else {
            return make(&a, &b, Type::Error);
        };
        let wrong = if t.a.is_arithmetic() && t.b.is_arithmetic() {
            let m = max_type(&t.a, &t.b);
            a = self.arith(&a, &m);
            b = self.arith(&b, &m);
            None
        } else {
            judge(&mut a, &mut b, &t)
        };
        match wrong {
            None => make(&a, &b, if t.vectors { Type::vector_of(Type::Bool) } else { Type::Bool }),
            Some(m) => self.fail(m, &make(&a, &b, Type::Error)),
        }
    }

    /// Checks `a in b` and `a !in b`.
    pub(super) fn contains(&mut self, a: ExprRef, b: ExprRef, at: Span, negated: bool) -> ExprRef {
        let make = |parts: Vec<ExprRef>, ty: Type| {
            let kind = if negated {
                ExprKind::NotIn(parts, Rc::clone(&b))
            } else {
                ExprKind::In(parts, Rc::clone(&b))
            };
            Expr::new(kind, ty, loc(at))
        };
        let parts = match &a.kind {
            ExprKind::List(parts) if matches!(a.ty, Type::List(_)) => parts.clone(),
            _ => vec![Rc::clone(&a)],
        };
        if is_error(&a.ty) || is_error(&b.ty) {
            return make(parts, Type::Error);
        }
        match (&a.ty, &b.ty) {
            (Type::Pattern | Type::String, Type::String) | (Type::Addr, Type::Subnet) => {
                return make(parts, Type::Bool);
            }
            (Type::Pattern, Type::Table(_)) => {}
            (Type::Pattern, _) => {
                let wanted = self.of_type(&b.ty);
                self.error_of_two("pattern requires string or set/table index", wanted, &a);
                return make(parts, Type::Error);
            }
            (Type::Addr, Type::Table(t)) if matches!(t.index.as_slice(), [Type::Subnet]) => {
                return make(parts, Type::Bool);
            }
            (Type::String, Type::Table(t)) if matches!(t.index.as_slice(), [Type::Pattern]) => {
                return make(parts, Type::Bool);
            }
            _ => {}
        }
        let plain = Expr::new(ExprKind::In(parts.clone(), Rc::clone(&b)), Type::Error, loc(at));
        let promoted = match &b.ty {
            Type::Table(t) => {
                let ty = b.ty.clone();
                let types = |p: &Pass<'_>| p.type_site(&ty);
                let of = Subjects { types: &types, at: span(a.loc).into() };
                self.promote_list(&parts, &t.index.clone(), &of)
            }
            Type::String => self.promote_all(&parts, &Type::Int),
            Type::Vector(_) => match parts.as_slice() {
                [one] if one.ty.is_integral() || matches!(one.ty, Type::Bool) => Some(parts.clone()),
                _ => None,
            },
            _ => None,
        };
        match promoted {
            Some(p) => make(p, Type::Bool),
            None => self.fail("not an index type", &plain),
        }
    }
}
