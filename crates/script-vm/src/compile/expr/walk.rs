//! What an expression is made of, and what follows from that.
use script_sema::tree::{Callee, Expr, ExprKind, VarRef};
use value::Value;

/// Whether an expression names variables of the body around it.
pub(crate) fn names_frame(e: &Expr) -> bool {
    let mut found = false;
    visit(e, &mut |e| {
        found |= match &e.kind {
            ExprKind::Var(VarRef::Local(_) | VarRef::Capture(_), _) => true,
            ExprKind::Lambda(_, captures) => captures.iter().any(|c| !matches!(c.from, VarRef::Global(_))),
            _ => false,
        };
    });
    found
}

/// A constant that fits an immediate.
pub(super) fn small(e: &Expr) -> Option<i16> {
    match &e.kind {
        ExprKind::Const(Value::Count(c)) => i16::try_from(*c).ok(),
        ExprKind::Const(Value::Int(i)) => i16::try_from(*i).ok(),
        _ => None,
    }
}

/// Whether a variable is read after something else of the expression was put into its place: what is assigned to a
/// variable is computed straight into its register only where the register is written last.
pub(super) fn reads_late(value: &Expr, l: script_sema::tree::LocalId) -> bool {
    match &value.kind {
        // These read their operands before they write.
        ExprKind::Binary(..)
        | ExprKind::Index(..)
        | ExprKind::Field(..)
        | ExprKind::Call(..)
        | ExprKind::Var(..)
        | ExprKind::Const(_)
        | ExprKind::Record(_)
        | ExprKind::Vector(_)
        | ExprKind::Copy(_) => false,
        _ => {
            let mut found = false;
            visit(value, &mut |e| found |= matches!(e.kind, ExprKind::Var(VarRef::Local(x), _) if x == l));
            found
        }
    }
}

/// Every part of an expression, itself included; not the bodies of lambdas.
pub(in crate::compile) fn visit(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    children(e, &mut |c| visit(c, f));
}

/// The direct parts of an expression.
pub(in crate::compile) fn children(e: &Expr, f: &mut dyn FnMut(&Expr)) {
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
