//! Visits the parts of expressions and statements.
use super::{Callee, CaptureFrom, CaseLabel, Expr, ExprKind, LocalId, Stmt, StmtKind};

/// Calls `f` for an expression and all its parts, except for the bodies of lambdas.
pub fn visit(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    children(e, &mut |c| visit(c, f));
}

/// Calls `f` for the direct parts of an expression.
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

/// A direct part of a statement.
pub enum Part<'s> {
    /// A statement.
    Stmt(&'s Stmt),
    /// An expression.
    Expr(&'s Expr),
    /// A variable of a loop or case, or one that is declared without a value.
    Local(LocalId),
    /// The variables that a `when` captures.
    Captures(&'s [CaptureFrom]),
}

/// Calls `f` for the direct parts of a statement in the order in which they run, except for the body of a `when`.
pub fn parts<'s>(s: &'s Stmt, f: &mut dyn FnMut(Part<'s>)) {
    match &s.kind {
        StmtKind::Expr(e) => f(Part::Expr(e)),
        StmtKind::Print { to, args } => to.iter().chain(args).for_each(|e| f(Part::Expr(e))),
        StmtKind::If { cond, then, otherwise } => {
            f(Part::Expr(cond));
            f(Part::Stmt(then));
            otherwise.iter().for_each(|s| f(Part::Stmt(s)));
        }
        StmtKind::While { cond, body } => {
            f(Part::Expr(cond));
            f(Part::Stmt(body));
        }
        StmtKind::For(l) => {
            f(Part::Expr(&l.over));
            l.variables().into_iter().for_each(|l| f(Part::Local(l)));
            f(Part::Stmt(&l.body));
        }
        StmtKind::Switch(switch) => {
            f(Part::Expr(&switch.on));
            for case in &switch.cases {
                for label in &case.labels {
                    match label {
                        CaseLabel::Expr(e) => f(Part::Expr(e)),
                        CaseLabel::Type(_, Some(l)) => f(Part::Local(*l)),
                        CaseLabel::Value(_) | CaseLabel::Type(_, None) => {}
                    }
                }
                f(Part::Stmt(&case.body));
            }
        }
        StmtKind::Return(e) => e.iter().for_each(|e| f(Part::Expr(e))),
        StmtKind::Block(all) => all.iter().for_each(|s| f(Part::Stmt(s))),
        StmtKind::InitLocals(all) => all.iter().for_each(|l| f(Part::Local(*l))),
        StmtKind::Event(c) => c.args.iter().for_each(|e| f(Part::Expr(e))),
        StmtKind::When(w) => {
            f(Part::Captures(&w.captures));
            w.timeout.iter().for_each(|e| f(Part::Expr(e)));
        }
        StmtKind::Assert { cond, message, .. } => {
            f(Part::Expr(cond));
            message.iter().for_each(|e| f(Part::Expr(e)));
        }
        StmtKind::Next | StmtKind::Break | StmtKind::HookBreak | StmtKind::Fallthrough | StmtKind::Null => {}
    }
}
