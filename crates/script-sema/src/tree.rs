//! The typed tree: the checker builds it, and the machine compiles it.
//!
//! Every name is resolved (to a global, a slot of the frame or a captured variable), every implicit conversion is a
//! [`Coerce`](ExprKind::Coerce) node, every operator knows the type on which it works (that of its first operand), and
//! attributes are attached to the constructors whose values carry them. The tree is well typed: the compiler relies on
//! that, and its verifier checks the result.
//!
//! Expressions are shared (`Rc`): the machine keeps those that can fail, to show them in messages ([`print`](mod@print)
//! formats them like Zeek's messages).
//!
//! ```
//! use script_sema::tree::{Expr, ExprKind, BinOp};
//! use value::{Loc, Type, Value};
//! let one = Expr::new(ExprKind::Const(Value::Count(1)), Type::Count, Loc::default());
//! let sum = Expr::new(ExprKind::Binary(BinOp::Add, one.clone(), one), Type::Count, Loc::default());
//! assert_eq!(sum.to_string(), "1 + 1");
//! ```
mod bodies;
mod expr;
mod ids;
pub mod marks;
pub mod print;
mod program;
pub mod source;
mod stmt;
mod walk;

pub use bodies::{Bodies, Head, Later};
pub use expr::{
    AddKind, BinOp, Callee, CaptureFrom, CmpOp, Coercion, EventCall, Expr, ExprKind, ExprRef, RemoveKind,
    UnOp, VarRef,
};
pub use ids::{BodyId, GlobalId, LocalId};
pub use program::{
    Body, BodyKind, Capture, Global, GlobalAttrs, GlobalKind, Init, InitOp, Local, Param, Program, RowValues,
    Rows, Thunk,
};
pub use stmt::{Case, CaseLabel, For, ForKind, Stmt, StmtKind, Switch, When};
pub use walk::{Part, children, parts, visit};
