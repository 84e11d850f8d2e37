//! Formats expressions, for messages that quote them.
use crate::ast::{Expr, ExprKind, TypeExpr, TypeKind};
use std::fmt;

struct List<'a>(&'a [Expr]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, e) in self.0.iter().enumerate() {
            write!(f, "{}{e}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.kind {
            ExprKind::Bool(b) => f.write_str(if *b { "True" } else { "False" }),
            ExprKind::Null => f.write_str("Null"),
            ExprKind::Uint(n) => write!(f, "{n}"),
            ExprKind::Real(r) => write!(f, "{r}"),
            ExprKind::Str(s) => write!(f, "\"{s}\""),
            ExprKind::Bytes(b) => write!(f, "b\"{}\"", b.escape_ascii()),
            ExprKind::Error(s) => write!(f, "error(\"{s}\")"),
            ExprKind::Port(n, p) => write!(f, "{n}/{p}"),
            ExprKind::Addr(a) => write!(f, "{a}"),
            ExprKind::Net(a, w) => write!(f, "{a}/{w}"),
            ExprKind::Regexp(ps) => {
                for (i, p) in ps.iter().enumerate() {
                    write!(f, "{}/{}/", if i > 0 { " | " } else { "" }, p.text)?;
                }
                Ok(())
            }
            ExprKind::Name(n) => f.write_str(n),
            ExprKind::Dollar => f.write_str("$$"),
            ExprKind::Capture(n) => write!(f, "${n}"),
            ExprKind::DollarName(n) => write!(f, "${n}"),
            ExprKind::Paren(e) => write!(f, "({e})"),
            ExprKind::Member(e, id) => write!(f, "{e}.{}", id.text),
            ExprKind::HasMember(e, id) => write!(f, "{e}?.{}", id.text),
            ExprKind::TryMember(e, id) => write!(f, "{e}.?{}", id.text),
            ExprKind::Index(e, i) => write!(f, "{e}[{i}]"),
            ExprKind::Call(e, args) => write!(f, "{e}({})", List(args)),
            ExprKind::Make(t, args) => write!(f, "{t}({})", List(args)),
            ExprKind::Map(_, pairs) => {
                f.write_str("map(")?;
                for (i, (k, v)) in pairs.iter().enumerate() {
                    write!(f, "{}{k}: {v}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            ExprKind::Unary(o, e) => {
                write!(f, "{o}{}{e}", if o.ends_with(char::is_alphabetic) { " " } else { "" })
            }
            ExprKind::Postfix(e, o) => write!(f, "{e}{o}"),
            ExprKind::Binary(o, a, b) | ExprKind::Assign(o, a, b) => write!(f, "{a} {o} {b}"),
            ExprKind::Ternary(c, a, b) => write!(f, "{c} ? {a} : {b}"),
            ExprKind::Test(c, e) => write!(f, "{c} : {e}"),
            ExprKind::Tuple(es) => write!(f, "({})", List(es)),
            ExprKind::List(es) => write!(f, "[{}]", List(es)),
            ExprKind::Struct(fields) => {
                f.write_str("[")?;
                for (i, (id, e)) in fields.iter().enumerate() {
                    write!(f, "{}${}={e}", if i > 0 { ", " } else { "" }, id.text)?;
                }
                f.write_str("]")
            }
            ExprKind::Comprehension { what, var, over, condition } => {
                write!(f, "[{what} for {} in {over}", var.text)?;
                if let Some(c) = condition {
                    write!(f, " if {c}")?;
                }
                f.write_str("]")
            }
            ExprKind::Cast(t, e) => write!(f, "cast<{t}>({e})"),
            ExprKind::New(e) => write!(f, "new {e}"),
            ExprKind::Type(t) => write!(f, "{t}"),
            ExprKind::Begin(e) => write!(f, "begin({e})"),
            ExprKind::EndOf(e) => write!(f, "end({e})"),
            ExprKind::Pack(es) => write!(f, "pack({})", List(es)),
            ExprKind::Unpack(t, es) => write!(f, "unpack<{t}>({})", List(es)),
            ExprKind::TypeInfo(e) => write!(f, "typeinfo({e})"),
            ExprKind::Size(e) => write!(f, "|{e}|"),
        }
    }
}

impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |f: &mut fmt::Formatter<'_>, name: &str, t: Option<&TypeExpr>| match t {
            Some(t) => write!(f, "{name}<{t}>"),
            None => f.write_str(name),
        };
        match &self.kind {
            TypeKind::Name(n) => f.write_str(n),
            TypeKind::Simple(n) => f.write_str(n),
            TypeKind::Int { signed, bits } => write!(f, "{}int{bits}", if *signed { "" } else { "u" }),
            TypeKind::Iterator(t) => one(f, "iterator", Some(t)),
            TypeKind::View => f.write_str("view<stream>"),
            TypeKind::Optional(t) => one(f, "optional", Some(t)),
            TypeKind::Result(t) => one(f, "result", Some(t)),
            TypeKind::Vector(t) => one(f, "vector", t.as_deref()),
            TypeKind::List(t) => one(f, "list", t.as_deref()),
            TypeKind::Set(t) => one(f, "set", t.as_deref()),
            TypeKind::Map(None) => f.write_str("map"),
            TypeKind::Map(Some(kv)) => write!(f, "map<{}, {}>", kv.0, kv.1),
            TypeKind::Tuple(ts) => {
                f.write_str("tuple<")?;
                for (i, (id, t)) in ts.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    if let Some(id) = id {
                        write!(f, "{}: ", id.text)?;
                    }
                    write!(f, "{t}")?;
                }
                f.write_str(">")
            }
            TypeKind::Struct(_) => f.write_str("struct { … }"),
            TypeKind::Enum(_) => f.write_str("enum { … }"),
            TypeKind::Bitfield(b) => write!(f, "bitfield({}) {{ … }}", b.bits),
            TypeKind::Unit(_) => f.write_str("unit { … }"),
            TypeKind::Ref(t) => write!(f, "{t}&"),
        }
    }
}
