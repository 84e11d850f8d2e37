//! The parts of an expression.
use super::{Callee, Expr, ExprKind};

/// Every part of an expression, itself included; not the bodies of lambdas.
pub fn visit(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    children(e, &mut |c| visit(c, f));
}

/// The direct parts of an expression.
pub fn children(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    match &e.kind {
        ExprKind::Const(_)
        | ExprKind::Var(..)
        | ExprKind::TypeName(_)
        | ExprKind::Thunk(_)
        | ExprKind::Lambda(..) => {}
        ExprKind::Unary(_, a)
        | ExprKind::Increment(a)
        | ExprKind::Decrement(a)
        | ExprKind::Field(a, ..)
        | ExprKind::HasField(a, ..)
        | ExprKind::Coerce(_, a)
        | ExprKind::Size(a)
        | ExprKind::Copy(a)
        | ExprKind::Cast(a)
        | ExprKind::Is(a, _)
        | ExprKind::Add(a)
        | ExprKind::Delete(a) => f(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::AddTo(_, a, b)
        | ExprKind::RemoveFrom(_, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::Cond(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
        ExprKind::Index(a, l) => {
            f(a);
            l.iter().for_each(|e| f(e));
        }
        ExprKind::Slice(a, b, c) => {
            f(a);
            b.iter().chain(c).for_each(|e| f(e));
        }
        ExprKind::In(l, a) | ExprKind::NotIn(l, a) => {
            l.iter().for_each(|e| f(e));
            f(a);
        }
        ExprKind::Call(callee, args) => {
            if let Callee::Value(v) = callee {
                f(v);
            }
            args.iter().for_each(|e| f(e));
        }
        ExprKind::Schedule(w, ev) => {
            f(w);
            ev.args.iter().for_each(|e| f(e));
        }
        ExprKind::Record(l) => l.iter().for_each(|(_, e)| f(e)),
        ExprKind::Table(l, _) => l.iter().for_each(|(k, v)| {
            k.iter().for_each(|e| f(e));
            f(v);
        }),
        ExprKind::Set(l, _) => l.iter().flatten().for_each(|e| f(e)),
        ExprKind::Vector(l) | ExprKind::List(l) => l.iter().for_each(|e| f(e)),
    }
}
