//! Queries on the parts of an expression.
use script_sema::tree::{Expr, ExprKind, VarRef};
pub(in crate::compile) use script_sema::tree::{children, visit};
use value::Value;

/// Whether an expression uses variables of the enclosing body.
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

/// Returns the value of a constant if it fits an immediate operand.
pub(super) fn small(e: &Expr) -> Option<i16> {
    match &e.kind {
        ExprKind::Const(Value::Count(c)) => i16::try_from(*c).ok(),
        ExprKind::Const(Value::Int(i)) => i16::try_from(*i).ok(),
        _ => None,
    }
}

/// Whether both expressions are the same variable, or the same field of it.
pub(super) fn same_place(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(a, _), ExprKind::Var(b, _)) => a == b,
        (ExprKind::Field(a, f, _), ExprKind::Field(b, g, _)) => f == g && same_place(a, b),
        _ => false,
    }
}

/// Whether evaluating an expression may change something. Only constants, variables, fields, sizes and sums are known not
/// to.
pub(super) fn acts(e: &Expr) -> bool {
    let mut found = false;
    visit(e, &mut |e| {
        found |= !matches!(
            e.kind,
            ExprKind::Const(_)
                | ExprKind::Var(..)
                | ExprKind::Field(..)
                | ExprKind::Size(_)
                | ExprKind::Binary(..)
                | ExprKind::Coerce(..)
        );
    });
    found
}

/// Whether an expression that is computed straight into a variable's register would read the variable after overwriting
/// it.
pub(super) fn reads_late(value: &Expr, l: script_sema::tree::LocalId) -> bool {
    match &value.kind {
        // These read all operands before they write.
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
