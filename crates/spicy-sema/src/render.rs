//! The names of types, for messages.
use crate::check::Checker;
use crate::hir::Program;
use crate::types::{Ty, Type};

impl Program {
    /// Returns a type's name as `typeinfo` prints it. The names of declared types include their module.
    pub fn type_name(&self, ty: Ty) -> String {
        let one = |name: &str, t: Ty| format!("{name}<{}>", self.type_name(t));
        match self.types.get(ty) {
            Type::Unknown => "unknown".into(),
            Type::Void => "void".into(),
            Type::Any => "any".into(),
            Type::Bool => "bool".into(),
            Type::Int { signed, bits } => format!("{}int{bits}", if *signed { "" } else { "u" }),
            Type::Real => "real".into(),
            Type::Bytes => "bytes".into(),
            Type::Str => "string".into(),
            Type::Addr => "addr".into(),
            Type::Network => "network".into(),
            Type::Port => "port".into(),
            Type::Time => "time".into(),
            Type::Interval => "interval".into(),
            Type::Error => "error".into(),
            Type::Regexp => "regexp".into(),
            Type::MatchState => "spicy::MatchState".into(),
            Type::Stream => "stream".into(),
            Type::View => "view<stream>".into(),
            Type::Sink => "sink".into(),
            Type::TypeInfo => "type".into(),
            Type::Null => "null".into(),
            Type::Zlib => "spicy::ZlibStream".into(),
            Type::Base64 => "spicy::Base64Stream".into(),
            Type::Iter(t) => one("iterator", *t),
            Type::Optional(t) => one("optional", *t),
            Type::Result(t) => one("result", *t),
            Type::Vector(t) => one("vector", *t),
            Type::List(t) => one("list", *t),
            Type::Set(t) => one("set", *t),
            Type::Map(k, v) => format!("map<{}, {}>", self.type_name(*k), self.type_name(*v)),
            Type::Tuple(ts) => {
                let items: Vec<String> = ts
                    .iter()
                    .map(|(n, t)| {
                        n.as_ref()
                            .map_or_else(|| self.type_name(*t), |n| format!("{n}: {}", self.type_name(*t)))
                    })
                    .collect();
                format!("tuple<{}>", items.join(", "))
            }
            Type::StructLiteral(fs) => {
                let items: Vec<String> =
                    fs.iter().map(|(n, t)| format!("{}: {};", n, self.type_name(*t))).collect();
                format!("struct {{ {} }}", items.join(" "))
            }
            Type::Struct(i) => self.structs.get(*i as usize).map_or_else(String::new, |s| s.name.clone()),
            Type::Enum(i) => self.enums.get(*i as usize).map_or_else(String::new, |s| s.name.clone()),
            Type::Unit(i) => self.units.get(*i as usize).map_or_else(String::new, |s| s.name.clone()),
            Type::Bitfield(i) => self.bitfields.get(*i as usize).map_or_else(String::new, |b| {
                b.name.clone().unwrap_or_else(|| format!("bitfield({})", b.bits))
            }),
            Type::Ref(t) => format!("{}&", self.type_name(*t)),
        }
    }
}

impl Checker<'_> {
    pub(crate) fn type_name(&self, ty: Ty) -> String {
        self.program.type_name(ty)
    }
}
