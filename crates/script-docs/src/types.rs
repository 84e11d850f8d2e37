//! Types and attributes as reStructuredText.
use crate::scope::Scope;
use script_syntax::tree::{Attr, BasicType, ExprKind, Field, Flavor, List, Literal, TypeKind, UnOp};
use script_syntax::{ExprId, Tok, TypeId};
use value::{Printer, Type, Value};

/// Returns a reference to a type.
pub(crate) fn role(name: &str) -> String {
    format!(":zeek:type:`{name}`")
}

const fn word(t: BasicType) -> &'static str {
    match t {
        BasicType::Bool => "bool",
        BasicType::Int => "int",
        BasicType::Count => "count",
        BasicType::Double => "double",
        BasicType::Time => "time",
        BasicType::Interval => "interval",
        BasicType::String => "string",
        BasicType::Pattern => "pattern",
        BasicType::Port => "port",
        BasicType::Addr => "addr",
        BasicType::Subnet => "subnet",
        BasicType::Any => "any",
    }
}

const fn flavor(f: Flavor) -> &'static str {
    match f {
        Flavor::Function => "function",
        Flavor::Event => "event",
        Flavor::Hook => "hook",
    }
}

impl Scope<'_> {
    /// Returns a type as written, and its first word alone, for tables.
    pub(crate) fn type_text(&self, ty: TypeId) -> (String, String) {
        let each = |types: List<TypeId>| {
            let all = self.tree[types].iter().map(|t| self.type_text(*t).0);
            all.collect::<Vec<_>>().join(", ")
        };
        let (short, rest) = match self.tree[ty].kind {
            TypeKind::Error => return (String::new(), String::new()),
            TypeKind::Basic(b) => (word(b).to_owned(), String::new()),
            TypeKind::Table(index, value) => {
                ("table".to_owned(), format!(" [{}] of {}", each(index), self.type_text(value).0))
            }
            TypeKind::Set(index) => ("set".to_owned(), format!(" [{}]", each(index))),
            TypeKind::Record(..) => ("record".to_owned(), String::new()),
            TypeKind::Enum(_) => ("enum".to_owned(), String::new()),
            TypeKind::Vector(of) => ("vector".to_owned(), format!(" of {}", self.type_text(of).0)),
            TypeKind::File(of) => {
                ("file".to_owned(), of.map(|t| format!(" of {}", self.type_text(t).0)).unwrap_or_default())
            }
            TypeKind::Opaque(name) => ("opaque".to_owned(), format!(" of {}", self.names.text(name))),
            TypeKind::Func(f, params, ret) => (flavor(f).to_owned(), self.signature(f, params, ret)),
            TypeKind::Name(name) => (self.type_name(self.names.text(name)), String::new()),
        };
        (role(&short) + &rest, role(&short))
    }

    /// Returns the parameters and result of a function.
    pub(crate) fn signature(&self, f: Flavor, params: List<Field>, ret: Option<TypeId>) -> String {
        let param = |p: &Field| {
            let attrs: String = self.attributes(p.attrs, true).iter().map(|a| format!(" {a}")).collect();
            format!("{}: {}{attrs}", self.names.text(p.name), self.type_text(p.ty).0)
        };
        let params = self.tree[params].iter().map(param).collect::<Vec<_>>().join(", ");
        let result = match (f, ret) {
            (Flavor::Event, _) => return format!(" ({params})"),
            (Flavor::Hook, _) => role("bool"),
            (Flavor::Function, Some(t)) => self.type_text(t).0,
            (Flavor::Function, None) => role("void"),
        };
        format!(" ({params}) : {result}")
    }

    /// Returns attributes in order. If a field or parameter has a default, adds that it is optional.
    pub(crate) fn attributes(&self, attrs: List<Attr>, of_field: bool) -> Vec<String> {
        let name = |tok: Tok| format!(":zeek:attr:`{}`", tok.text());
        let mut all: Vec<String> = self.tree[attrs]
            .iter()
            .map(|a| match a.value {
                Some(value) => format!("{} = {}", name(a.tok), self.expression(value)),
                None => name(a.tok),
            })
            .collect();
        let has = |tok: Tok| self.tree[attrs].iter().any(|a| a.tok == tok);
        if of_field && has(Tok::AttrDefault) && !has(Tok::AttrOptional) {
            all.push(name(Tok::AttrOptional));
        }
        all
    }

    /// Returns the value of an attribute: constants as they print, names as references, anything else as written.
    fn expression(&self, e: ExprId) -> String {
        if let Some(value) = self.constant(e) {
            return format!("``{}``", printed(&value));
        }
        match self.tree[e].kind {
            ExprKind::Lambda(_) => role("function"),
            ExprKind::Name(name) => format!(":zeek:see:`{}`", self.global_name(self.names.text(name))),
            ExprKind::Braces(l) | ExprKind::Brackets(l) if self.tree[l.items].is_empty() => {
                "``{  }``".to_owned()
            }
            ExprKind::Set(items, _) | ExprKind::Table(items, _) if self.tree[items].is_empty() => {
                "``{  }``".to_owned()
            }
            ExprKind::Vector(items) if self.tree[items].is_empty() => "``[]``".to_owned(),
            _ => format!("*{}*", self.written(self.tree[e].span)),
        }
    }

    fn constant(&self, e: ExprId) -> Option<Value> {
        Some(match self.tree[e].kind {
            ExprKind::Literal(l) => match l {
                Literal::Bool(b) => Value::Bool(b),
                Literal::Count(n) => Value::Count(n),
                Literal::Double(d) => Value::Double(d),
                Literal::Interval(i) => Value::Interval(i),
                Literal::Port(p) => p.into(),
                Literal::Addr(a) => Value::addr(a),
                Literal::Subnet(n) => Value::subnet(n),
                Literal::Str(bytes) => Value::string(&self.tree[bytes]),
                Literal::Pattern { .. } => return None,
            },
            ExprKind::Unary(UnOp::Neg, inner) => match self.constant(inner)? {
                Value::Count(n) => Value::Int(0_i64.checked_sub_unsigned(n)?),
                Value::Double(d) => Value::Double(-d),
                Value::Interval(i) => Value::Interval(-i),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// Returns a value as scripts print it, with strings in quotes.
pub(crate) fn printed(value: &Value) -> String {
    let mut out = Vec::new();
    Printer::new(&mut out).with_quotes().value(value);
    String::from_utf8_lossy(&out).replace('\t', "   ")
}

/// Returns the whole text of an inferred type, and its first word.
pub(crate) fn inferred(ty: &Type) -> (String, String) {
    let each = |types: &[Type]| types.iter().map(|t| inferred(t).0).collect::<Vec<_>>().join(", ");
    let (short, rest) = match ty {
        Type::Table(t) => match &t.yields {
            Some(v) => ("table".to_owned(), format!(" [{}] of {}", each(&t.index), inferred(v).0)),
            None => ("set".to_owned(), format!(" [{}]", each(&t.index))),
        },
        Type::Vector(v) => ("vector".to_owned(), format!(" of {}", inferred(&v.elem).0)),
        other => (other.to_string(), String::new()),
    };
    (role(&short) + &rest, role(&short))
}
