//! The fields of a grammar's types that scripts see, with their names there.
use crate::grammar::Grammar;
use spicy_sema::hir::{EventArg, Export, MemberKind};
use spicy_sema::types::{Ty, Type};
use std::borrow::Cow;
use std::collections::HashMap;

/// Words that scripts cannot use as names of fields.
const RESERVED: &[&str] = &[
    "add",
    "addr",
    "any",
    "as",
    "assert",
    "bool",
    "break",
    "case",
    "const",
    "count",
    "default",
    "delete",
    "double",
    "else",
    "enum",
    "event",
    "export",
    "fallthrough",
    "file",
    "for",
    "function",
    "global",
    "hook",
    "if",
    "in",
    "int",
    "interval",
    "is",
    "local",
    "module",
    "next",
    "of",
    "opaque",
    "option",
    "pattern",
    "port",
    "print",
    "record",
    "redef",
    "return",
    "schedule",
    "set",
    "string",
    "subnet",
    "switch",
    "table",
    "time",
    "timeout",
    "type",
    "vector",
    "when",
    "while",
];

/// Returns the name of a field in scripts. An underscore is appended to reserved words.
fn writable(name: &str) -> Cow<'_, str> {
    if RESERVED.contains(&name) { Cow::Owned(format!("{name}_")) } else { Cow::Borrowed(name) }
}

/// A field that is visible to scripts.
#[derive(Debug)]
pub(crate) struct Field {
    /// The name in scripts.
    pub(crate) name: Option<Box<str>>,
    pub(crate) ty: Ty,
    pub(crate) optional: bool,
    pub(crate) log: bool,
    pub(crate) place: usize,
}

impl Field {
    /// Whether this is the field's name in the grammar.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.as_deref() == Some(&*writable(name))
    }
}

impl Grammar {
    /// Returns the name of an exported type in scripts.
    pub(crate) fn name_of(&self, ty: Ty) -> Option<&str> {
        self.names.iter().find(|(t, _)| *t == ty).map(|(_, n)| n.as_str())
    }

    /// Returns the name of an enum in scripts.
    pub(crate) fn enum_name(&self, ty: Ty) -> &str {
        let declared = match self.program.hir.types.get(ty) {
            Type::Enum(e) => self.program.hir.enums.get(*e as usize).map_or("", |e| e.name.as_str()),
            _ => "",
        };
        self.name_of(ty).unwrap_or(declared)
    }

    /// Returns the fields of a type as events pass them: tuples are assigned to records by position.
    pub(crate) fn passed_fields(&self, ty: Ty) -> Box<[Field]> {
        let mut fields = self.fields_of(ty);
        if matches!(self.program.hir.types.get(ty), Type::Tuple(_)) {
            fields.iter_mut().for_each(|f| f.name = None);
        }
        fields.into_boxed_slice()
    }

    /// Returns the fields of a tuple, struct, bitfield or unit that are visible to scripts, in order.
    pub(crate) fn fields_of(&self, ty: Ty) -> Vec<Field> {
        self.fields_for(ty, self.program.hir.exports.iter().find(|e| e.ty == ty))
    }

    /// Like [`Grammar::fields_of`], with the fields that an export of the type selects.
    pub(crate) fn fields_for(&self, ty: Ty, export: Option<&Export>) -> Vec<Field> {
        let hir = &self.program.hir;
        let mut out = Vec::new();
        match hir.types.get(ty) {
            Type::Tuple(ts) => {
                for (place, (name, ty)) in ts.iter().enumerate() {
                    out.push(Field {
                        name: name.as_deref().map(|n| writable(n).into()),
                        ty: *ty,
                        optional: false,
                        log: false,
                        place,
                    });
                }
            }
            Type::Struct(s) => {
                let fields = hir.structs.get(*s as usize).map_or(&[][..], |s| &s.fields);
                for (place, x) in fields.iter().enumerate() {
                    out.push(Field {
                        name: Some(writable(&x.name).into()),
                        ty: x.ty,
                        optional: x.optional,
                        log: false,
                        place,
                    });
                }
            }
            Type::Bitfield(b) => {
                let ranges = hir.bitfields.get(*b as usize).map_or(&[][..], |b| &b.ranges);
                for (place, r) in ranges.iter().enumerate() {
                    out.push(Field {
                        name: Some(writable(&r.name).into()),
                        ty: r.ty,
                        optional: false,
                        log: false,
                        place,
                    });
                }
            }
            Type::Unit(u) => {
                let members = hir.units.get(*u as usize).map_or(&[][..], |u| &u.members);
                for (place, m) in members.iter().enumerate() {
                    let shown = !m.anonymous && !m.hidden && m.kind != MemberKind::Sink;
                    if shown {
                        let optional = m.kind == MemberKind::Field || m.optional;
                        out.push(Field {
                            name: Some(writable(&m.name).into()),
                            ty: m.ty,
                            optional,
                            log: false,
                            place,
                        });
                    }
                }
            }
            _ => {}
        }
        if let Some(e) = export {
            crate::declare::choose(&mut out, e);
        }
        out
    }
}

/// What events need to know of types: computed once, since every event asks for it.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    fields: HashMap<Ty, Box<[Field]>>,
    enums: HashMap<Ty, String>,
}

impl Shapes {
    /// Of all types that values of events have or contain.
    pub(crate) fn of(g: &Grammar) -> Self {
        let mut shapes = Shapes::default();
        for arg in g.program.hir.events.iter().flat_map(|e| &e.args) {
            if let EventArg::Value(ty) = arg {
                shapes.add(g, *ty);
            }
        }
        shapes
    }

    fn add(&mut self, g: &Grammar, ty: Ty) {
        match *g.program.hir.types.get(ty) {
            Type::Ref(t)
            | Type::Optional(t)
            | Type::Result(t)
            | Type::Vector(t)
            | Type::List(t)
            | Type::Set(t) => {
                self.add(g, t);
            }
            Type::Map(k, v) => {
                self.add(g, k);
                self.add(g, v);
            }
            Type::Enum(_) => {
                self.enums.entry(ty).or_insert_with(|| g.enum_name(ty).to_owned());
            }
            Type::Tuple(_) | Type::Struct(_) | Type::Bitfield(_) | Type::Unit(_)
                if !self.fields.contains_key(&ty) =>
            {
                let fields = g.passed_fields(ty);
                let inside: Vec<Ty> = fields.iter().map(|f| f.ty).collect();
                // Units may refer to themselves.
                self.fields.insert(ty, fields);
                inside.into_iter().for_each(|t| self.add(g, t));
            }
            _ => {}
        }
    }

    /// The fields of a type as events pass them; `None` if no event declares the type, as for values of type `any`.
    pub(crate) fn fields(&self, ty: Ty) -> Option<&[Field]> {
        self.fields.get(&ty).map(|f| &**f)
    }

    /// The name of an enum in scripts.
    pub(crate) fn enum_name(&self, ty: Ty) -> Option<&str> {
        self.enums.get(&ty).map(String::as_str)
    }
}
