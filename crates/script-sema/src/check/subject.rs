//! Subjects of messages, and conversion of places between the trees.
use crate::tree::ExprRef;
use script_syntax::{Site, Span};
use std::rc::Rc;
use value::{Loc, Type};

/// The subject of a message: a place and its text.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) site: Site,
    pub(crate) text: String,
}

/// Converts a span to a place of the typed tree.
pub(crate) fn loc(s: Span) -> Loc {
    Loc::new(s.start, s.end)
}

/// Converts a place of the typed tree to a span.
pub(crate) fn span(l: Loc) -> Span {
    Span::new(l.start, l.end)
}

impl From<&ExprRef> for Subject {
    fn from(e: &ExprRef) -> Subject {
        Subject { site: span(e.loc).into(), text: e.to_string() }
    }
}

/// Returns the address of a type's body, if it has one, as its identity.
pub(super) fn type_key(t: &Type) -> Option<usize> {
    Some(match t {
        Type::Enum(e) => Rc::as_ptr(e) as usize,
        Type::Table(t) => Rc::as_ptr(t) as usize,
        Type::Vector(v) => Rc::as_ptr(v) as usize,
        Type::Record(r) => Rc::as_ptr(r) as usize,
        Type::Func(f) => Rc::as_ptr(f) as usize,
        Type::File(f) => Rc::as_ptr(f) as usize,
        Type::Opaque(o) => Rc::as_ptr(o) as usize,
        Type::List(l) => Rc::as_ptr(l) as usize,
        Type::TypeType(t) => return type_key(t),
        _ => return None,
    })
}

/// Whether a type stands for a reported error.
pub(super) fn is_error(t: &Type) -> bool {
    matches!(t, Type::Error)
}
