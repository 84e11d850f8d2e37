//! Lists of attributes that were checked.
use super::subject::Subject;
use crate::tree::{ExprKind, ExprRef};
use script_syntax::{Span, Tok};
use std::fmt;
use std::fmt::{Display, Formatter};
use value::Value;

/// An attribute whose value was checked.
#[derive(Clone)]
pub(crate) struct Attr {
    pub(crate) tag: Tok,
    pub(crate) value: Option<ExprRef>,
    pub(crate) span: Span,
}

/// The attributes of one holder, in order.
#[derive(Clone, Default)]
pub(crate) struct Attrs(pub(super) Vec<Attr>);

/// The kind of thing that has attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A global variable.
    Global,
    /// A field of a record, or a parameter.
    Field,
    /// A local variable, a constructor, a type.
    Other,
}

impl Attrs {
    pub(crate) fn find(&self, tag: Tok) -> Option<&Attr> {
        self.0.iter().find(|a| a.tag == tag)
    }

    pub(crate) fn has(&self, tag: Tok) -> bool {
        self.find(tag).is_some()
    }

    pub(crate) fn remove(&mut self, tag: Tok) {
        self.0.retain(|a| a.tag != tag);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Attr> {
        self.0.iter()
    }

    /// Adds an attribute without checks, in place of one with the same name.
    pub(crate) fn push(&mut self, a: Attr) {
        self.remove(a.tag);
        self.0.push(a);
    }

    pub(super) fn span(&self) -> Span {
        self.0.iter().fold(Span::NONE, |s, a| s.to(a.span))
    }

    /// Returns the text of `&deprecated`; `None` if the attribute is absent.
    pub(crate) fn deprecated(&self) -> Option<Option<value::Name>> {
        self.find(Tok::AttrDeprecated).map(|a| a.value.as_ref().and_then(string_of))
    }
}

impl Display for Attrs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, a) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{a}")?;
        }
        Ok(())
    }
}

impl Display for Attr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(v) => write!(f, "{}={v}", self.tag.text()),
            None => f.write_str(self.tag.text()),
        }
    }
}

impl From<&Attr> for Subject {
    fn from(a: &Attr) -> Subject {
        Subject { site: a.span.into(), text: a.to_string() }
    }
}

pub(super) fn string_of(e: &ExprRef) -> Option<value::Name> {
    match &e.kind {
        ExprKind::Const(Value::String(s)) => Some(s.to_text().as_ref().into()),
        _ => None,
    }
}
