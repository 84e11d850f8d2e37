//! Arithmetic on constants, at compile time.
use crate::hir::{Const, IntOp};

/// The value of an operation on integer constants; `None` if it overflows or is evaluated at run time.
pub(crate) fn fold(op: IntOp, a: &Const, b: &Const) -> Option<Const> {
    match (a, b) {
        (Const::Uint(a), Const::Uint(b)) => unsigned(op, *a, *b).map(Const::Uint),
        (Const::Int(a), Const::Int(b)) => signed(op, *a, *b).map(Const::Int),
        _ => None,
    }
}

fn unsigned(op: IntOp, a: u64, b: u64) -> Option<u64> {
    match op {
        IntOp::Add => a.checked_add(b),
        IntOp::Sub => a.checked_sub(b),
        IntOp::Mul => a.checked_mul(b),
        IntOp::Div => a.checked_div(b),
        IntOp::Mod => a.checked_rem(b),
        IntOp::And => Some(a & b),
        IntOp::Or => Some(a | b),
        IntOp::Xor => Some(a ^ b),
        IntOp::Pow | IntOp::Shl | IntOp::Shr => None,
    }
}

fn signed(op: IntOp, a: i64, b: i64) -> Option<i64> {
    match op {
        IntOp::Add => a.checked_add(b),
        IntOp::Sub => a.checked_sub(b),
        IntOp::Mul => a.checked_mul(b),
        IntOp::Div => a.checked_div(b),
        IntOp::Mod => a.checked_rem(b),
        _ => None,
    }
}
