//! The common type of several values.
use super::elems::Elem;
use super::promote::{max_type, same_tag};
use super::{Pass, Subject};
use crate::tree::{Expr, ExprKind, ExprRef};
use script_syntax::Span;
use std::rc::Rc;
use value::{Field, FuncType, RecordType, Type};

impl Pass<'_> {
    fn incompatible(&mut self, message: &str, a: &Type, b: &Type) {
        let (a, b) = (self.of_type(a), self.of_type(b));
        self.error_of_two(message, a, b);
    }

    /// Merges two types into their common type. Reports an error and returns `None` if there is none.
    pub(super) fn merge(&mut self, a: &Type, b: &Type) -> Option<Type> {
        if a.is_arithmetic() && b.is_arithmetic() {
            return Some(max_type(a, b));
        }
        if !same_tag(a, b) {
            self.incompatible("incompatible types", a, b);
            return None;
        }
        match (a, b) {
            (Type::Enum(x), Type::Enum(y)) => {
                if x.name() != y.name() {
                    let message = format!("incompatible enum types: '{}' and '{}'", x.name(), y.name());
                    self.incompatible(&message, a, b);
                    return None;
                }
                Some(a.clone())
            }
            (Type::Table(x), Type::Table(y)) => {
                if Rc::ptr_eq(x, y) {
                    return Some(a.clone());
                }
                if x.index.len() != y.index.len() || x.yields.is_some() != y.yields.is_some() {
                    self.incompatible("incompatible types", a, b);
                    return None;
                }
                let index = x
                    .index
                    .iter()
                    .zip(&y.index)
                    .map(|(p, q)| self.merge(p, q))
                    .collect::<Option<Vec<_>>>()?;
                match (&x.yields, &y.yields) {
                    (Some(p), Some(q)) => Some(Type::table_of(index, self.merge(p, q)?)),
                    _ => Some(Type::set_of(index)),
                }
            }
            (Type::Func(x), Type::Func(y)) => {
                if Rc::ptr_eq(x, y) {
                    return Some(a.clone());
                }
                if !a.same(b) {
                    self.incompatible("incompatible types", a, b);
                    return None;
                }
                Some(Type::Func(Rc::new(FuncType {
                    name: None,
                    flavor: x.flavor,
                    params: x.params.clone(),
                    result: x.result.clone(),
                    varargs: x.varargs,
                    prototypes: x.prototypes.clone(),
                })))
            }
            (Type::Record(x), Type::Record(y)) => {
                if Rc::ptr_eq(x, y) {
                    Some(a.clone())
                } else {
                    self.merge_records(a, x, b, y)
                }
            }
            (Type::List(x), Type::List(y)) => {
                if x.len() != y.len() {
                    self.incompatible("different number of indices", a, b);
                    return None;
                }
                let all =
                    x.iter().zip(y.iter()).map(|(p, q)| self.merge(p, q)).collect::<Option<Vec<_>>>()?;
                Some(Type::List(Rc::new(all)))
            }
            (Type::Vector(x), Type::Vector(y)) => {
                if Rc::ptr_eq(x, y) {
                    return Some(a.clone());
                }
                if !x.elem.same(&y.elem) {
                    self.incompatible("incompatible types", a, b);
                    return None;
                }
                Some(a.clone())
            }
            (Type::File(x), Type::File(y)) if !x.same(y) => {
                self.incompatible("incompatible types", a, b);
                None
            }
            (Type::Opaque(x), Type::Opaque(y)) if x != y => {
                self.incompatible("incompatible types", a, b);
                None
            }
            _ => Some(a.clone()),
        }
    }

    /// Makes a record with the fields of both. A field that one of them lacks becomes optional.
    fn merge_records(&mut self, a: &Type, x: &Rc<RecordType>, b: &Type, y: &Rc<RecordType>) -> Option<Type> {
        let mut fields = Vec::new();
        for f in x.fields() {
            let mut merged = Field::clone(&f);
            match y.position(&f.name).and_then(|at| y.field(at)) {
                Some(g) => {
                    let Some(t) = self.merge(&f.ty, &g.ty) else {
                        self.incompatible("incompatible record fields", a, b);
                        return None;
                    };
                    merged.ty = t;
                    merged.attrs.optional |= g.attrs.optional;
                    merged.attrs.default = merged.attrs.default.or(g.attrs.default);
                }
                None => merged.attrs.optional = true,
            }
            fields.push(merged);
        }
        for g in y.fields() {
            if x.position(&g.name).is_none() {
                let mut extra = Field::clone(&g);
                extra.attrs.optional = true;
                fields.push(extra);
            }
        }
        Some(Type::Record(Rc::new(RecordType::new(None, fields))))
    }

    /// Derives the type of a vector's elements from its constructor.
    pub(super) fn maximal_type(&mut self, list: &[ExprRef], at: Span) -> Option<Type> {
        let (first, rest) = list.split_first()?;
        let mut t = first.ty.clone();
        for e in rest {
            let ok = if t.is_arithmetic() && e.ty.is_arithmetic() {
                t = max_type(&t, &e.ty);
                true
            } else if matches!((&t, &e.ty), (Type::Enum(_), Type::Enum(_))) {
                match self.merge(&t, &e.ty) {
                    Some(m) => {
                        t = m;
                        true
                    }
                    None => false,
                }
            } else {
                t.same(&e.ty)
            };
            if !ok {
                self.error(at, "inconsistent types in list");
                return None;
            }
        }
        Some(t)
    }

    /// Derives the type of a table from `[a] = b, …`.
    pub(super) fn table_type_of(&mut self, items: &[Elem]) -> Option<Type> {
        let mut both: Option<(Type, Type)> = None;
        for item in items {
            let Elem::Entry { index, value, .. } = item else {
                let subject = self.elem_subject(item);
                self.error_of("table constructor element lacks '=' structure", subject);
                return None;
            };
            both = Some(match both {
                None => (index.ty.clone(), value.ty.clone()),
                Some((i, v)) => {
                    let i = self.merge(&i, &index.ty);
                    let v = self.merge(&v, &value.ty);
                    (i?, v?)
                }
            });
        }
        match both? {
            (Type::List(index), yields) => Some(Type::table_of(index.to_vec(), yields)),
            _ => None,
        }
    }

    /// Derives the type of a set from `a, …`.
    pub(super) fn set_type_of(&mut self, items: &[Elem]) -> Option<Type> {
        let mut index: Option<Type> = None;
        for item in items {
            let ty = self.elem_type(item);
            index = Some(match index {
                None => ty,
                Some(i) => self.merge(&i, &ty)?,
            });
        }
        let index = match index? {
            Type::List(l) => l.to_vec(),
            one => vec![one],
        };
        let t = Type::set_of(index);
        Some(t)
    }

    /// Returns the subject of a message about an element.
    pub(super) fn elem_subject(&self, e: &Elem) -> Subject {
        Subject { site: e.span().into(), text: e.to_string() }
    }
}

/// Returns the union of two sets, if both are constructors.
pub(super) fn merged(old: Option<ExprRef>, more: &ExprRef) -> Option<ExprRef> {
    let old = old?;
    match (&old.kind, &more.kind) {
        (ExprKind::Set(a, attrs), ExprKind::Set(b, _)) => {
            let all = a.iter().chain(b).cloned().collect();
            Some(Expr::new(ExprKind::Set(all, attrs.clone()), old.ty.clone(), old.loc))
        }
        _ => None,
    }
}
