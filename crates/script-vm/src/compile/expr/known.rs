//! Values that are known when code is compiled: constants, and parameters of functions that are compiled in place.
use super::super::Compiler;
use script_sema::tree::{CmpOp, Expr, ExprKind, UnOp, VarRef};
use value::Type;

impl Compiler<'_> {
    /// Returns the word of a scalar that is known.
    pub(super) fn constant(&self, e: &Expr) -> Option<u64> {
        match &e.kind {
            ExprKind::Const(v) => v.to_word(),
            ExprKind::Var(VarRef::Local(l), _) => self.known(*l),
            _ => None,
        }
    }

    /// Returns the truth of a condition, if it is known without computing anything.
    pub(in crate::compile) fn known_truth(&self, e: &Expr) -> Option<bool> {
        if !matches!(e.ty, Type::Bool) {
            return None;
        }
        match &e.kind {
            ExprKind::Unary(UnOp::Not, a) => self.known_truth(a).map(|holds| !holds),
            // The right side does not matter if the left one decides.
            ExprKind::And(a, b) => {
                if self.known_truth(a)? {
                    self.known_truth(b)
                } else {
                    Some(false)
                }
            }
            ExprKind::Or(a, b) => {
                if self.known_truth(a)? {
                    Some(true)
                } else {
                    self.known_truth(b)
                }
            }
            ExprKind::Compare(op @ (CmpOp::Eq | CmpOp::Ne), a, b)
                if matches!((&a.ty, &b.ty), (Type::Count, Type::Count) | (Type::Bool, Type::Bool)) =>
            {
                Some((self.constant(a)? == self.constant(b)?) == (*op == CmpOp::Eq))
            }
            _ => self.constant(e).map(|w| w != 0),
        }
    }
}
