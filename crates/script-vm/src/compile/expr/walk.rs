//! What an expression is made of, and what follows from that.
use script_sema::tree::{Expr, ExprKind, VarRef};
pub(in crate::compile) use script_sema::tree::{children, visit};
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
