//! Constructors of tables, sets and vectors.
use super::attr_list::{Attrs, Holder};
use super::elems::{Elem, shown_elems};
use super::promote::Subjects;
use super::{Pass, Subject, is_error, loc, span};
use crate::tree::{Expr, ExprKind, ExprRef};
use script_syntax::tree::List;
use script_syntax::{ExprId, Span};
use std::rc::Rc;
use value::{TableAttrs, Type};

impl Pass<'_> {
    /// Builds `table(…)`, of type `t` if that is known.
    pub(super) fn table(
        &mut self,
        items: Vec<Elem>,
        t: Option<&Type>,
        attrs: Option<Attrs>,
        at: Span,
    ) -> ExprRef {
        let text = |items: &[Elem]| format!("table({})", shown_elems(items));
        let given = |text: String| Subject { site: at.into(), text };
        let failed = |p: &mut Self, items: &[Elem], message: &str| {
            p.error_of(message, given(text(items)));
            broken_table(items, at)
        };
        let before = items.clone();
        let Some(items) = self.expand(items, t) else { return broken_table(&before, at) };
        if items.iter().any(Elem::is_error) {
            return broken_table(&items, at);
        }
        let ty = match t {
            Some(t) => t.clone(),
            None if items.is_empty() => Type::table_of(Vec::new(), Type::Any),
            None => match self.init_type(&items, at) {
                Some(t) if t.is_table() => t,
                Some(_) => {
                    return failed(self, &items, "values in table(...) constructor do not specify a table");
                }
                None => {
                    let m = "cannot determine type for table; ensure square brackets are around each key";
                    return failed(self, &items, m);
                }
            },
        };
        let attrs = attrs.and_then(|a| self.table_attrs(&a));
        let Type::Table(table) = &ty else { return broken_table(&items, at) };
        let yields = table.yields.clone().unwrap_or(Type::Any);
        let mut entries = Vec::with_capacity(items.len());
        for item in &items {
            let Elem::Entry { index, value, .. } = item else {
                let subject = self.elem_subject(item);
                self.error_of("illegal table constructor element", subject);
                return broken_table(&items, at);
            };
            let ExprKind::List(parts) = &index.kind else {
                let subject = self.elem_subject(item);
                self.error_of("table constructor index is not a list", subject);
                return broken_table(&items, at);
            };
            if parts.len() != table.index.len() {
                entries.push((parts.clone(), Rc::clone(value)));
                continue;
            }
            let mut promoted = Vec::with_capacity(parts.len());
            for (p, t) in parts.iter().zip(&table.index) {
                match self.promote(p, t) {
                    Some(p) => promoted.push(p),
                    None => return failed(self, &items, "inconsistent types in table constructor"),
                }
            }
            match self.promote(value, &yields) {
                Some(v) => entries.push((promoted, v)),
                None => return failed(self, &items, "inconsistent types in table constructor"),
            }
        }
        Expr::new(ExprKind::Table(entries, attrs), ty, loc(at))
    }

    /// Builds `set(…)`, of type `t` if that is known.
    pub(super) fn set(
        &mut self,
        items: Vec<Elem>,
        t: Option<&Type>,
        attrs: Option<Attrs>,
        at: Span,
    ) -> ExprRef {
        let text = |items: &[Elem]| format!("set({})", shown_elems(items));
        let before = items.clone();
        let Some(items) = self.expand(items, t) else { return broken_set(&before, at) };
        if items.iter().any(Elem::is_error) {
            return broken_set(&items, at);
        }
        let subject = |items: &[Elem]| Subject { site: at.into(), text: text(items) };
        let ty = match t {
            Some(t) => t.clone(),
            None if items.is_empty() => Type::set_of(Vec::new()),
            None => match self.init_type(&items, at) {
                Some(t) if t.is_set() => t,
                Some(_) => {
                    self.error_of("values in set(...) constructor do not specify a set", subject(&items));
                    return broken_set(&items, at);
                }
                None => return broken_set(&items, at),
            },
        };
        let attrs = attrs.and_then(|a| self.table_attrs(&a));
        let Type::Table(set) = &ty else { return broken_set(&items, at) };
        let mut all = Vec::with_capacity(items.len());
        if let [index] = set.index.as_slice() {
            let mut values = Vec::with_capacity(items.len());
            for item in &items {
                match item {
                    Elem::Value(e) => values.push(Rc::clone(e)),
                    other => {
                        let other = self.elem_subject(other);
                        self.error_of("illegal set constructor element", other);
                        return broken_set(&items, at);
                    }
                }
            }
            match self.promote_all(&values, index) {
                Some(p) => all.extend(p.into_iter().map(|e| vec![e])),
                None => {
                    self.error_of("inconsistent type in set constructor", subject(&items));
                    return broken_set(&items, at);
                }
            }
        } else {
            let whole = ty.clone();
            for item in &items {
                let parts = match item {
                    Elem::Value(e) => match &e.kind {
                        ExprKind::List(parts) => Some((parts, e)),
                        _ => None,
                    },
                    _ => None,
                };
                let Some((parts, e)) = parts else {
                    let item = self.elem_subject(item);
                    self.error_of("not a list of indices", item);
                    return broken_set(&items, at);
                };
                let types = |p: &Pass<'_>| p.type_site(&whole);
                let of = Subjects { types: &types, at: span(e.loc).into() };
                match self.promote_list(parts, &set.index, &of) {
                    Some(p) => all.push(p),
                    None => {
                        self.error_of("inconsistent types in set constructor", subject(&items));
                        return broken_set(&items, at);
                    }
                }
            }
        }
        Expr::new(ExprKind::Set(all, attrs), ty, loc(at))
    }

    /// Builds `vector(…)`, of type `t` if that is known.
    pub(super) fn vector(&mut self, items: Vec<Elem>, t: Option<&Type>, at: Span) -> ExprRef {
        let list = self.list_expr(items, at);
        let ExprKind::List(values) = &list.kind else { return list };
        let whole = Expr::new(ExprKind::Vector(values.clone()), Type::Error, loc(at));
        if is_error(&list.ty) {
            return whole;
        }
        let ty = match t {
            Some(t) => t.clone(),
            None if values.is_empty() => {
                return Expr::new(ExprKind::Vector(Vec::new()), Type::vector_of(Type::Void), loc(at));
            }
            None => match self.maximal_type(values, at) {
                Some(t) => Type::vector_of(t),
                None => return whole,
            },
        };
        self.place_type(&ty, at);
        let Type::Vector(v) = &ty else { return whole };
        match self.promote_all(values, &v.elem) {
            Some(values) => Expr::new(ExprKind::Vector(values), ty, loc(at)),
            None => {
                self.error_of("inconsistent types in vector constructor", &whole);
                whole
            }
        }
    }

    /// Checks `table(…) attributes` as written.
    pub(super) fn table_expr(
        &mut self,
        list: List<ExprId>,
        attrs: List<script_syntax::tree::Attr>,
        at: Span,
    ) -> ExprRef {
        let items = self.init_elems(list);
        let values = self.attr_values(attrs);
        let e = self.table(items, None, None, at);
        self.with_attrs(e, values, at)
    }

    /// Checks `set(…) attributes` as written.
    pub(super) fn set_expr(
        &mut self,
        list: List<ExprId>,
        attrs: List<script_syntax::tree::Attr>,
        at: Span,
    ) -> ExprRef {
        let items = self.elems(list);
        let values = self.attr_values(attrs);
        let e = self.set(items, None, None, at);
        self.with_attrs(e, values, at)
    }

    fn with_attrs(&mut self, e: ExprRef, values: Vec<super::attr_list::Attr>, at: Span) -> ExprRef {
        if values.is_empty() || is_error(&e.ty) {
            return e;
        }
        let mut all = Attrs::default();
        for a in values {
            self.add_attr(&mut all, a, &e.ty, Holder::Other, false);
        }
        let attrs = self.table_attrs(&all);
        self.c.constructor_attrs = Some((at, all));
        carrying(e, attrs)
    }
}

/// Attaches attributes to a constructor, unless it has its own.
pub(crate) fn carrying(e: ExprRef, attrs: Option<Rc<TableAttrs>>) -> ExprRef {
    if attrs.is_none() {
        return e;
    }
    let kind = match &e.kind {
        ExprKind::Table(entries, None) => ExprKind::Table(entries.clone(), attrs),
        ExprKind::Set(items, None) => ExprKind::Set(items.clone(), attrs),
        _ => return e,
    };
    Rc::new(Expr { kind, ty: e.ty.clone(), loc: e.loc, paren: e.paren })
}

/// Builds a table constructor whose error was reported; messages show it as written.
fn broken_table(items: &[Elem], at: Span) -> ExprRef {
    let entries = items
        .iter()
        .map(|i| match i {
            Elem::Entry { index, value, .. } => match &index.kind {
                ExprKind::List(parts) => (parts.clone(), Rc::clone(value)),
                _ => (vec![Rc::clone(index)], Rc::clone(value)),
            },
            Elem::Value(e) | Elem::Field { value: e, .. } => (Vec::new(), Rc::clone(e)),
        })
        .collect();
    Expr::new(ExprKind::Table(entries, None), Type::Error, loc(at))
}

fn broken_set(items: &[Elem], at: Span) -> ExprRef {
    let all = items
        .iter()
        .map(|i| match i {
            Elem::Value(e) => match &e.kind {
                ExprKind::List(parts) => parts.clone(),
                _ => vec![Rc::clone(e)],
            },
            Elem::Entry { value: e, .. } | Elem::Field { value: e, .. } => vec![Rc::clone(e)],
        })
        .collect();
    Expr::new(ExprKind::Set(all, None), Type::Error, loc(at))
}
