//! Prints expressions and statements in the form of Zeek's messages.
use super::{BodyId, Callee, CaptureFrom, Coercion, Expr, ExprKind, ExprRef, ForKind, Stmt, StmtKind, UnOp};
use std::fmt::{self, Display, Formatter};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Shown { e: self, quotes: false }.fmt(f)
    }
}

/// Returns an expression with quotes around its strings, as `assert` shows it.
pub fn quoted(e: &Expr) -> String {
    Shown { e, quotes: true }.to_string()
}

/// Returns a statement on one line.
pub fn statement(s: &Stmt) -> String {
    ShownStmt(s).to_string()
}

#[derive(Clone, Copy)]
struct Shown<'a> {
    e: &'a Expr,
    quotes: bool,
}

impl<'a> Shown<'a> {
    fn of(self, e: &'a Expr) -> Shown<'a> {
        Shown { e, quotes: self.quotes }
    }

    fn list(self, l: &'a [ExprRef], f: &mut Formatter<'_>) -> fmt::Result {
        for (i, e) in l.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            self.of(e).fmt(f)?;
        }
        Ok(())
    }

    fn infix(self, a: &'a Expr, op: &str, b: &'a Expr, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {op} {}", self.of(a), self.of(b))
    }

    fn inner(self, f: &mut Formatter<'_>) -> fmt::Result {
        let e = self.e;
        match &e.kind {
            ExprKind::Const(v) if self.quotes => {
                let mut out = Vec::new();
                value::print::Printer::new(&mut out).with_quotes().value(v);
                f.write_str(&String::from_utf8_lossy(&out))
            }
            ExprKind::Const(v) => write!(f, "{v}"),
            ExprKind::Var(_, name) => f.write_str(name),
            ExprKind::TypeName(t) => write!(f, "{t}"),
            ExprKind::Thunk(_) => f.write_str("<default>"),
            ExprKind::Unary(op, a) => {
                let op = match op {
                    UnOp::Not => "!",
                    UnOp::Complement => "~",
                    UnOp::Plus => "+",
                    UnOp::Negate => "-",
                };
                write!(f, "{op}{}", self.of(a))
            }
            ExprKind::Increment(a) => write!(f, "++{}", self.of(a)),
            ExprKind::Decrement(a) => write!(f, "--{}", self.of(a)),
            ExprKind::Binary(op, a, b) => self.infix(a, op.text(), b, f),
            ExprKind::Compare(op, a, b) => self.infix(a, op.text(), b, f),
            ExprKind::And(a, b) => self.infix(a, "&&", b, f),
            ExprKind::Or(a, b) => self.infix(a, "||", b, f),
            ExprKind::Cond(c, a, b) => write!(f, "{} ? {} : {}", self.of(c), self.of(a), self.of(b)),
            ExprKind::Assign(a, b) => self.infix(a, "=", b, f),
            ExprKind::AddTo(_, a, b) => self.infix(a, "+=", b, f),
            ExprKind::RemoveFrom(_, a, b) => self.infix(a, "-=", b, f),
            ExprKind::Index(a, i) => {
                write!(f, "{}[", self.of(a))?;
                self.list(i, f)?;
                f.write_str("]")
            }
            // A missing bound is shown as the start or the length.
            ExprKind::Slice(a, low, high) => {
                write!(f, "{}[", self.of(a))?;
                match low {
                    Some(l) => self.of(plain(l)).fmt(f)?,
                    None => f.write_str("0")?,
                }
                f.write_str(", ")?;
                match high {
                    Some(h) => self.of(plain(h)).fmt(f)?,
                    None => write!(f, "sizeof {}", self.of(a))?,
                }
                f.write_str("]")
            }
            ExprKind::Field(r, _, name) => {
                let name: &str = if matches!(e.ty, value::Type::Error) { "<error>" } else { name };
                write!(f, "{}${name}", self.of(r))
            }
            ExprKind::HasField(r, _, name) => {
                let name: &str = if matches!(e.ty, value::Type::Error) { "<error>" } else { name };
                write!(f, "{}?${name}", self.of(r))
            }
            ExprKind::In(i, c) => {
                self.list(i, f)?;
                write!(f, " in {}", self.of(c))
            }
            ExprKind::NotIn(i, c) => {
                f.write_str("!")?;
                self.list(i, f)?;
                write!(f, " in {}", self.of(c))
            }
            ExprKind::Call(callee, args) => {
                match callee {
                    Callee::Global(_, name) => f.write_str(name)?,
                    Callee::Value(v) => self.of(v).fmt(f)?,
                }
                f.write_str("(")?;
                self.list(args, f)?;
                f.write_str(")")
            }
            ExprKind::Schedule(when, ev) => {
                write!(f, "schedule {} {{{}(", self.of(when), ev.name)?;
                self.list(&ev.args, f)?;
                f.write_str(")}")
            }
            ExprKind::Lambda(BodyId(_), captures) => lambda(e, captures, f),
            ExprKind::Record(fields) => {
                let name = e.ty.name();
                match &name {
                    Some(n) => write!(f, "{n}(")?,
                    None => f.write_str("[")?,
                }
                for (i, (at, v)) in fields.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    let field = e.ty.as_record().and_then(|r| r.field(*at));
                    write!(f, "${}={}", field.as_ref().map_or("?", |x| &*x.name), self.of(v))?;
                }
                f.write_str(if name.is_some() { ")" } else { "]" })
            }
            ExprKind::Table(entries, _) => {
                f.write_str("table(")?;
                for (i, (k, v)) in entries.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    self.list(k, f)?;
                    // A member that is not an entry, which was already reported, has no index.
                    if !k.is_empty() {
                        f.write_str(" = ")?;
                    }
                    self.of(v).fmt(f)?;
                }
                f.write_str(")")
            }
            ExprKind::Set(entries, _) => {
                f.write_str("set(")?;
                for (i, k) in entries.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    self.list(k, f)?;
                }
                f.write_str(")")
            }
            ExprKind::Vector(items) => {
                f.write_str("vector(")?;
                self.list(items, f)?;
                f.write_str(")")
            }
            ExprKind::Coerce(Coercion::Vector, a) => write!(f, "vector_coerce {}", self.of(a)),
            ExprKind::Coerce(Coercion::ToAny, a) => write!(f, "to_any_coerce {}", self.of(a)),
            ExprKind::Coerce(Coercion::FromAny, a) => write!(f, "from_any_coerce {}", self.of(a)),
            ExprKind::Coerce(_, a) => write!(f, "(coerce {} to {})", self.of(a), e.ty),
            ExprKind::Size(a) => write!(f, "sizeof {}", self.of(a)),
            ExprKind::Copy(a) => write!(f, "(*){}", self.of(a)),
            ExprKind::Cast(a) => write!(f, "{} as {}", self.of(a), e.ty),
            ExprKind::Is(a, t) => write!(f, "{} is {t}", self.of(a)),
            ExprKind::Add(a) => write!(f, "add {}", self.of(a)),
            ExprKind::Delete(a) => write!(f, "delete {}", self.of(a)),
            ExprKind::List(l) => self.list(l, f),
        }
    }
}

/// Returns the expression inside an inserted conversion.
fn plain(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Coerce(Coercion::Arith, a) => a,
        _ => e,
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.e.paren {
            f.write_str("(")?;
        }
        self.inner(f)?;
        if self.e.paren {
            f.write_str(")")?;
        }
        Ok(())
    }
}

fn lambda(e: &Expr, captures: &[CaptureFrom], f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "{}", e.ty)?;
    if !captures.is_empty() {
        write!(f, "[{} captured]", captures.len())?;
    }
    Ok(())
}

struct ShownStmt<'a>(&'a Stmt);

impl Display for ShownStmt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let list = |l: &[ExprRef], f: &mut Formatter<'_>| {
            for (i, e) in l.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                write!(f, "{e}")?;
            }
            Ok(())
        };
        match &self.0.kind {
            StmtKind::Expr(e) => write!(f, "{e}"),
            StmtKind::Print { to, args } => {
                f.write_str("print ")?;
                if let Some(to) = to {
                    write!(f, "{to}{}", if args.is_empty() { "" } else { ", " })?;
                }
                list(args, f)
            }
            StmtKind::If { cond, then, otherwise } => {
                write!(f, "if ({cond}) {}", ShownStmt(then))?;
                match otherwise {
                    Some(o) => write!(f, "else{}", ShownStmt(o)),
                    None => Ok(()),
                }
            }
            StmtKind::While { cond, body } => write!(f, "while ({cond}) {}", ShownStmt(body)),
            StmtKind::For(l) => {
                let n = match &l.kind {
                    ForKind::Table { keys, .. } => keys.len(),
                    _ => 1,
                };
                write!(f, "for ([{n}] in {}) {}", l.over, ShownStmt(&l.body))
            }
            StmtKind::Switch(s) => write!(f, "switch {} {{{} cases}}", s.on, s.cases.len()),
            StmtKind::Next => f.write_str("next "),
            StmtKind::Break | StmtKind::HookBreak => f.write_str("break "),
            StmtKind::Fallthrough => f.write_str("fallthrough "),
            StmtKind::Return(None) => f.write_str("return "),
            StmtKind::Return(Some(e)) => write!(f, "return ({e})"),
            StmtKind::Block(all) if all.is_empty() => Ok(()),
            StmtKind::Block(all) => {
                f.write_str("{ ")?;
                for s in all {
                    ShownStmt(s).fmt(f)?;
                }
                f.write_str("}")
            }
            StmtKind::InitLocals(l) => write!(f, "<init> {} variables", l.len()),
            StmtKind::Event(e) => {
                write!(f, "event {}(", e.name)?;
                list(&e.args, f)?;
                f.write_str(")")
            }
            StmtKind::When(_) => f.write_str("when"),
            StmtKind::Assert { cond, message, .. } => {
                write!(f, "assert {}", quoted(cond))?;
                match message {
                    Some(m) => write!(f, ", {}", quoted(m)),
                    None => Ok(()),
                }
            }
            StmtKind::Null => Ok(()),
        }
    }
}
