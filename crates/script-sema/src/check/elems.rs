//! Members of lists, and right-hand sides of assignments.
use super::subject::{is_error, span};
use crate::tree::{ExprKind, ExprRef};
use script_syntax::Span;
use std::fmt;
use std::fmt::{Display, Formatter};
use std::rc::Rc;

/// A member of a list.
#[derive(Clone)]
pub(crate) enum Elem {
    /// `a`
    Value(ExprRef),
    /// `[i] = a`
    Entry { index: ExprRef, value: ExprRef, span: Span },
    /// `$f = a`
    Field { text: value::Name, value: ExprRef, span: Span },
}

/// The right-hand side of an assignment.
pub(crate) enum Rhs {
    /// An expression.
    Value(ExprRef),
    /// `{ … }`
    Braces(Vec<Elem>, Span),
}

impl Elem {
    pub(crate) fn span(&self) -> Span {
        match self {
            Elem::Value(e) => span(e.loc),
            Elem::Entry { span, .. } | Elem::Field { span, .. } => *span,
        }
    }

    pub(super) fn is_error(&self) -> bool {
        match self {
            Elem::Value(e) => is_error(&e.ty),
            Elem::Entry { index, value, .. } => is_error(&index.ty) || is_error(&value.ty),
            Elem::Field { value, .. } => is_error(&value.ty),
        }
    }
}

impl Display for Elem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Value(e) => write!(f, "{e}"),
            Elem::Entry { index, value, .. } => write!(f, "{index} = {value}"),
            Elem::Field { text, value, .. } => write!(f, "${text}={value}"),
        }
    }
}

/// Returns members as text, separated by commas.
pub(crate) fn shown_elems(list: &[Elem]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Rhs {
    pub(crate) fn span(&self) -> Span {
        match self {
            Rhs::Value(e) => span(e.loc),
            Rhs::Braces(_, s) => *s,
        }
    }

    /// The members, if this is a list.
    pub(crate) fn as_list(&self) -> Option<Vec<Elem>> {
        match self {
            Rhs::Value(e) => match &e.kind {
                ExprKind::List(items) if !is_error(&e.ty) => {
                    Some(items.iter().map(|i| Elem::Value(Rc::clone(i))).collect())
                }
                _ => None,
            },
            Rhs::Braces(items, _) => Some(items.clone()),
        }
    }
}

impl Display for Rhs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Rhs::Value(e) => write!(f, "{e}"),
            Rhs::Braces(items, _) => f.write_str(&shown_elems(items)),
        }
    }
}
