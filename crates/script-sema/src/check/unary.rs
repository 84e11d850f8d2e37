//! Operators with one operand.
use super::{Pass, is_error, loc};
use crate::tree::{Expr, ExprKind, ExprRef, UnOp};
use script_syntax::tree::UnOp as Prefix;
use script_syntax::{ExprId, Span};
use std::rc::Rc;
use value::{Type, Value};

impl Pass<'_> {
    pub(super) fn prefix(&mut self, op: Prefix, id: ExprId, at: Span) -> ExprRef {
        if op == Prefix::Hook {
            return self.hook_call(id, at);
        }
        let e = self.expr(id);
        match op {
            Prefix::Paren => parenthesized(e),
            Prefix::Copy => {
                let ty = e.ty.clone();
                Expr::new(ExprKind::Copy(e), ty, loc(at))
            }
            Prefix::Size => self.size(e, at),
            Prefix::Not => self.not(e, at),
            Prefix::Complement => {
                let made = Expr::new(ExprKind::Unary(UnOp::Complement, Rc::clone(&e)), Type::Count, loc(at));
                if is_error(&e.ty) {
                    self.broken(&made)
                } else if matches!(e.ty, Type::Count) {
                    made
                } else {
                    self.fail("requires \"count\" operand", &made)
                }
            }
            Prefix::Neg => self.negate(e, at),
            Prefix::Pos => self.signed(UnOp::Plus, e, at),
            Prefix::Incr | Prefix::Decr => {
                let target = self.lvalue(e);
                let kind =
                    |e| if op == Prefix::Incr { ExprKind::Increment(e) } else { ExprKind::Decrement(e) };
                let made = Expr::new(kind(Rc::clone(&target)), target.ty.clone(), loc(at));
                if is_error(&target.ty) || target.ty.is_integral() {
                    made
                } else {
                    self.fail("requires an integral operand", &made)
                }
            }
            Prefix::Add => {
                let made = Expr::new(ExprKind::Add(Rc::clone(&e)), Type::Void, loc(at));
                let fits = matches!(&e.kind, ExprKind::Index(base, _) if base.ty.is_set());
                if is_error(&e.ty) {
                    self.broken(&made)
                } else if fits {
                    made
                } else {
                    self.fail("illegal add expression", &made)
                }
            }
            Prefix::Delete => {
                let made = Expr::new(ExprKind::Delete(Rc::clone(&e)), Type::Void, loc(at));
                let fits = match &e.kind {
                    ExprKind::Index(base, _) => matches!(base.ty, Type::Table(_)),
                    ExprKind::Var(..) => matches!(e.ty, Type::Table(_) | Type::Vector(_)),
                    ExprKind::Field(r, i, _) => {
                        self.changes_record(r);
                        let f = r.ty.as_record().and_then(|r| r.field(*i));
                        f.is_some_and(|f| f.attrs.optional || f.attrs.default.is_some())
                    }
                    _ => false,
                };
                if is_error(&e.ty) {
                    return self.broken(&made);
                }
                if !fits {
                    self.error_of("illegal delete expression", &made);
                }
                made
            }
            Prefix::Hook => e,
        }
    }

    fn negate(&mut self, e: ExprRef, at: Span) -> ExprRef {
        let made = self.signed(UnOp::Negate, Rc::clone(&e), at);
        if is_error(&made.ty) {
            return made;
        }
        let ExprKind::Const(v) = &e.kind else { return made };
        let v = match *v {
            Value::Count(n) if n <= 1 << 63 => Value::Int((n as i64).wrapping_neg()),
            Value::Count(_) => return self.fail("literal is outside range of 'int' values", &made),
            Value::Int(n) => Value::Int(n.wrapping_neg()),
            Value::Double(d) => Value::Double(-d),
            Value::Interval(s) => Value::Interval(-s),
            _ => return made,
        };
        self.constant(v, at)
    }

    fn signed(&mut self, op: UnOp, e: ExprRef, at: Span) -> ExprRef {
        let base = match &e.ty {
            Type::Vector(v) => &v.elem,
            t => t,
        };
        let result = match base {
            Type::Int | Type::Count => Some(Type::Int),
            Type::Double | Type::Interval => Some(base.clone()),
            _ => None,
        };
        let is_vector = matches!(e.ty, Type::Vector(_));
        let failed = is_error(&e.ty);
        let ty = match result.clone() {
            Some(t) if is_vector => Type::vector_of(t),
            Some(t) => t,
            None => Type::Error,
        };
        let made = Expr::new(ExprKind::Unary(op, e), ty, loc(at));
        if result.is_none() && !failed {
            return self.fail("requires an integral or double operand", &made);
        }
        made
    }

    fn size(&mut self, e: ExprRef, at: Span) -> ExprRef {
        let ty = match &e.ty {
            Type::Error => Type::Error,
            Type::Any => Type::Any,
            Type::File(_) | Type::Subnet | Type::Double | Type::Time | Type::Interval => Type::Double,
            _ => Type::Count,
        };
        let void = matches!(e.ty, Type::Void);
        let made = Expr::new(ExprKind::Size(e), ty, loc(at));
        if void { self.fail("cannot take size of void", &made) } else { made }
    }

    /// Checks `!e`.
    pub(super) fn not(&mut self, e: ExprRef, at: Span) -> ExprRef {
        let made = Expr::new(ExprKind::Unary(UnOp::Not, Rc::clone(&e)), Type::Bool, loc(at));
        if is_error(&e.ty) {
            return self.broken(&made);
        }
        if e.ty.is_integral() || matches!(e.ty, Type::Bool) {
            return made;
        }
        self.fail("requires an integral or boolean operand", &made)
    }
}

fn parenthesized(e: ExprRef) -> ExprRef {
    match Rc::try_unwrap(e) {
        Ok(mut e) => {
            e.paren = true;
            Rc::new(e)
        }
        Err(shared) => shared,
    }
}
