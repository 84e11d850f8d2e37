//! The fields of a grammar's types that scripts see, with their names there.
use crate::grammar::Grammar;
use spicy_sema::hir::{Export, MemberKind};
use spicy_sema::types::{Ty, Type};
use std::borrow::Cow;

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
pub(crate) struct Field<'a> {
    /// The name in scripts.
    pub(crate) name: Option<Cow<'a, str>>,
    pub(crate) ty: Ty,
    pub(crate) optional: bool,
    pub(crate) log: bool,
    pub(crate) place: usize,
}

impl Field<'_> {
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

    /// Returns the fields of a tuple, struct, bitfield or unit that are visible to scripts, in order.
    pub(crate) fn fields_of(&self, ty: Ty) -> Vec<Field<'_>> {
        self.fields_for(ty, self.program.hir.exports.iter().find(|e| e.ty == ty))
    }

    /// Like [`Grammar::fields_of`], with the fields that an export of the type selects.
    pub(crate) fn fields_for(&self, ty: Ty, export: Option<&Export>) -> Vec<Field<'_>> {
        let hir = &self.program.hir;
        let mut out = Vec::new();
        match hir.types.get(ty) {
            Type::Tuple(ts) => {
                for (place, (name, ty)) in ts.iter().enumerate() {
                    out.push(Field {
                        name: name.as_deref().map(writable),
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
                        name: Some(writable(&x.name)),
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
                        name: Some(writable(&r.name)),
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
                            name: Some(writable(&m.name)),
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
