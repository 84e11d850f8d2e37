//! Operators with two or three operands: operand types, result types, conversions.
use super::promote::{coerce, max_type, same_tag};
use super::rank::rank;
use super::{Pass, Subject, is_error, loc};
use crate::tree::{BinOp, Coercion, Expr, ExprKind, ExprRef};
use script_syntax::tree::BinOp as Op;
use script_syntax::{Diagnostic, Span};
use std::rc::Rc;
use value::Type;

/// The types of both operands; if both are vectors, the types of their elements.
pub(super) struct Operands {
    pub(super) a: Type,
    pub(super) b: Type,
    pub(super) vectors: bool,
}

impl Pass<'_> {
    /// Checks `a op b`.
    pub(super) fn binary(&mut self, op: Op, a: ExprRef, b: ExprRef, at: Span) -> ExprRef {
        match op {
            Op::In => self.contains(a, b, at, false),
            Op::NotIn => self.contains(a, b, at, true),
            Op::AndAnd | Op::OrOr => self.logic(op, a, b, at),
            Op::Eq | Op::Ne => self.equality(op, a, b, at),
            Op::Lt | Op::Le | Op::Gt | Op::Ge => self.order(op, a, b, at),
            Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr => self.bits(op, a, b, at),
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod => self.arithmetic(op, a, b, at),
        }
    }

    /// Returns the types of the operands. Reports an error if only one is a vector.
    pub(super) fn operands(&mut self, whole: &ExprRef, a: &ExprRef, b: &ExprRef) -> Option<Operands> {
        match (&a.ty, &b.ty) {
            (Type::Vector(x), Type::Vector(y)) => {
                Some(Operands { a: x.elem.clone(), b: y.elem.clone(), vectors: true })
            }
            (Type::Vector(_), _) | (_, Type::Vector(_)) => {
                self.error_of("cannot mix vector and scalar operands", whole);
                None
            }
            (x, y) => Some(Operands { a: x.clone(), b: y.clone(), vectors: false }),
        }
    }

    pub(super) fn arithmetic(&mut self, op: Op, mut a: ExprRef, mut b: ExprRef, at: Span) -> ExprRef {
        let mask = op == Op::Div && matches!(a.ty, Type::Addr);
        let made_op = match op {
            Op::Add => BinOp::Add,
            Op::Sub => BinOp::Sub,
            Op::Mul => BinOp::Mul,
            Op::Div if mask => BinOp::Mask,
            Op::Div => BinOp::Div,
            _ => BinOp::Mod,
        };
        let make = |a: &ExprRef, b: &ExprRef, ty: Type| {
            Expr::new(ExprKind::Binary(made_op, Rc::clone(a), Rc::clone(b)), ty, loc(at))
        };
        if is_error(&a.ty) || is_error(&b.ty) {
            return make(&a, &b, Type::Error);
        }
        if op == Op::Mul
            && (rank(&b) > rank(&a)
                || matches!(b.ty, Type::Interval)
                || (is_scalar_const(&b) && !matches!(a.kind, ExprKind::Const(_))))
        {
            std::mem::swap(&mut a, &mut b);
        }
        let Some(t) = self.operands(&make(&a, &b, Type::Error), &a, &b) else {
            return make(&a, &b, Type::Error);
        };
        let of = |ty: Type| if t.vectors { Type::vector_of(ty) } else { ty };
        let both = t.a.is_arithmetic() && t.b.is_arithmetic();
        let intervals = matches!(t.a, Type::Interval) || matches!(t.b, Type::Interval);
        let time_like = |t: &Type| matches!(t, Type::Time | Type::Interval);
        if mask {
            return if t.b.is_integral() && !t.vectors {
                make(&a, &b, Type::Subnet)
            } else {
                self.fail("requires address LHS and count/int RHS", &make(&a, &b, Type::Error))
            };
        }
        let result = match op {
            Op::Add if matches!(t.b, Type::Interval) && time_like(&t.a) => Some(t.a.clone()),
            Op::Add if matches!(t.b, Type::Time) && matches!(t.a, Type::Interval) => Some(Type::Time),
            Op::Add if matches!((&t.a, &t.b), (Type::String, Type::String)) => Some(Type::String),
            Op::Sub if matches!(t.b, Type::Interval) && time_like(&t.a) => Some(t.a.clone()),
            Op::Sub if matches!((&t.a, &t.b), (Type::Time, Type::Time)) => Some(Type::Interval),
            Op::Sub if a.ty.is_set() && b.ty.is_set() => {
                return if a.ty.same(&b.ty) {
                    let ty = a.ty.clone();
                    make(&a, &b, ty)
                } else {
                    self.fail("incompatible \"set\" operands", &make(&a, &b, Type::Error))
                };
            }
            Op::Mul | Op::Div if intervals => {
                if t.a.is_arithmetic() {
                    a = self.arith(&a, &Type::Double);
                    Some(Type::Interval)
                } else if t.b.is_arithmetic() {
                    b = self.arith(&b, &Type::Double);
                    Some(Type::Interval)
                } else if op == Op::Div && matches!((&t.a, &t.b), (Type::Interval, Type::Interval)) {
                    Some(Type::Double)
                } else {
                    let m = if op == Op::Mul {
                        "multiplication with interval requires arithmetic operand"
                    } else {
                        "division of interval requires arithmetic operand"
                    };
                    return self.fail(m, &make(&a, &b, Type::Error));
                }
            }
            Op::Mod if !(t.a.is_integral() && t.b.is_integral()) => {
                return self.fail("requires integral operands", &make(&a, &b, Type::Error));
            }
            _ if both => {
                let m = max_type(&t.a, &t.b);
                a = self.arith(&a, &m);
                b = self.arith(&b, &m);
                Some(m)
            }
            _ => None,
        };
        match result {
            Some(ty) => make(&a, &b, of(ty)),
            None => {
                let e = make(&a, &b, Type::Error);
                let help = format!(
                    "this operator does not take `{}` and `{}`",
                    self.of_type(&t.a).text,
                    self.of_type(&t.b).text
                );
                let s = Subject::from(&e);
                self.c.report(
                    Diagnostic::error(s.site, "requires arithmetic operands").about(s.text).help(help),
                );
                self.broken(&e)
            }
        }
    }

    fn bits(&mut self, op: Op, a: ExprRef, mut b: ExprRef, at: Span) -> ExprRef {
        let made_op = match op {
            Op::And => BinOp::And,
            Op::Or => BinOp::Or,
            Op::Xor => BinOp::Xor,
            Op::Shl => BinOp::Shl,
            _ => BinOp::Shr,
        };
        let make = |b: &ExprRef, ty: Type| {
            Expr::new(ExprKind::Binary(made_op, Rc::clone(&a), Rc::clone(b)), ty, loc(at))
        };
        if is_error(&a.ty) || is_error(&b.ty) {
            return make(&b, Type::Error);
        }
        let elem = |t: &Type| match t {
            Type::Vector(v) => v.elem.clone(),
            t => t.clone(),
        };
        let (ta, tb) = (elem(&a.ty), elem(&b.ty));
        let vector = |t: &Type| matches!(t, Type::Vector(_));
        let (va, vb) = (vector(&a.ty), vector(&b.ty));
        let of = |ty: Type| if va || vb { Type::vector_of(ty) } else { ty };
        if matches!(op, Op::Shl | Op::Shr) {
            if va != vb {
                return self
                    .fail("cannot mix vectors and scalars for shift operations", &make(&b, Type::Error));
            }
            return match (&ta, &tb) {
                (Type::Int | Type::Count, Type::Count) => {
                    if !va && !same_tag(&ta, &tb) {
                        b = coerce(Coercion::Arith, &b, ta.clone());
                    }
                    make(&b, of(ta))
                }
                (Type::Int | Type::Count, Type::Int) => {
                    self.fail("requires \"count\" right operand", &make(&b, Type::Error))
                }
                _ => self.fail("requires integral operands", &make(&b, Type::Error)),
            };
        }
        if matches!((&ta, &tb), (Type::Count, Type::Count)) {
            return make(&b, of(Type::Count));
        }
        if matches!(ta, Type::Pattern) {
            return if !matches!(tb, Type::Pattern) {
                self.fail("cannot mix pattern and non-pattern operands", &make(&b, Type::Error))
            } else if op == Op::Xor {
                self.fail("'^' operator does not apply to patterns", &make(&b, Type::Error))
            } else {
                make(&b, Type::Pattern)
            };
        }
        if a.ty.is_set() && b.ty.is_set() {
            return if a.ty.same(&b.ty) {
                make(&b, a.ty.clone())
            } else {
                self.fail("incompatible \"set\" operands", &make(&b, Type::Error))
            };
        }
        self.fail("requires \"count\" or compatible \"set\" operands", &make(&b, Type::Error))
    }

    fn logic(&mut self, op: Op, a: ExprRef, b: ExprRef, at: Span) -> ExprRef {
        let make = |ty: Type| {
            let kind = if op == Op::AndAnd {
                ExprKind::And(Rc::clone(&a), Rc::clone(&b))
            } else {
                ExprKind::Or(Rc::clone(&a), Rc::clone(&b))
            };
            Expr::new(kind, ty, loc(at))
        };
        if is_error(&a.ty) || is_error(&b.ty) {
            return make(Type::Error);
        }
        let Some(t) = self.operands(&make(Type::Error), &a, &b) else { return make(Type::Error) };
        match (&t.a, &t.b) {
            (Type::Bool, Type::Bool) if t.vectors => make(Type::vector_of(Type::Bool)),
            (Type::Bool, Type::Bool) => make(Type::Bool),
            _ => self.fail("requires boolean operands", &make(Type::Error)),
        }
    }

    /// Checks `c ? a : b`.
    pub(super) fn cond(&mut self, c: ExprRef, mut a: ExprRef, mut b: ExprRef, at: Span) -> ExprRef {
        let make = |a: &ExprRef, b: &ExprRef, ty: Type| {
            Expr::new(ExprKind::Cond(Rc::clone(&c), Rc::clone(a), Rc::clone(b)), ty, loc(at))
        };
        if is_error(&c.ty) || is_error(&a.ty) || is_error(&b.ty) {
            return make(&a, &b, Type::Error);
        }
        let vector = match &c.ty {
            Type::Vector(v) if matches!(v.elem, Type::Bool) => true,
            Type::Bool => false,
            _ => return self.fail("requires boolean conditional", &make(&a, &b, Type::Error)),
        };
        let (ta, tb) = if vector {
            match (&a.ty, &b.ty) {
                (Type::Vector(x), Type::Vector(y)) => (x.elem.clone(), y.elem.clone()),
                _ => {
                    let m = "vector conditional requires vector alternatives";
                    return self.fail(m, &make(&a, &b, Type::Error));
                }
            }
        } else {
            (a.ty.clone(), b.ty.clone())
        };
        if ta.is_arithmetic() && tb.is_arithmetic() {
            let m = max_type(&ta, &tb);
            a = self.arith(&a, &m);
            b = self.arith(&b, &m);
            return make(&a, &b, if vector { Type::vector_of(m) } else { m });
        }
        if !same_tag(&ta, &tb) {
            return self.fail("operands must be of the same type", &make(&a, &b, Type::Error));
        }
        if vector {
            let m = "vector conditional type clash between alternatives";
            return self.fail(m, &make(&a, &b, Type::Error));
        }
        match (&ta, &tb) {
            (Type::Table(x), Type::Table(_)) if x.index.is_empty() => {
                a = self.coerce_table(&a, &tb).unwrap_or(a);
            }
            (Type::Table(_), Type::Table(y)) if y.index.is_empty() => {
                b = self.coerce_table(&b, &ta).unwrap_or(b);
            }
            (Type::Vector(x), Type::Vector(_)) if matches!(x.elem, Type::Void) => {
                a = self.coerce_vector(&a, &tb);
            }
            (Type::Vector(_), Type::Vector(y)) if matches!(y.elem, Type::Void) => {
                b = self.coerce_vector(&b, &ta);
            }
            _ if !ta.same(&tb) => {
                return self.fail("operands must be of the same type", &make(&a, &b, Type::Error));
            }
            _ => {}
        }
        let ty = a.ty.clone();
        make(&a, &b, ty)
    }
}

fn is_scalar_const(e: &ExprRef) -> bool {
    matches!(e.kind, ExprKind::Const(_)) && !matches!(e.ty, Type::Vector(_))
}
