//! Lists, and records that are built from lists.
use super::elems::{Elem, Rhs, shown_elems};
use super::{Pass, Subject, is_error, loc};
use crate::tree::{Expr, ExprKind, ExprRef, VarRef};
use script_syntax::tree::{ExprKind as Syntax, List, ListExpr};
use script_syntax::{ExprId, Span};
use std::rc::Rc;
use value::{RecordType, Type};

impl Pass<'_> {
    /// Checks the members of a list in which `[i] = a` is an entry.
    pub(super) fn init_elems(&mut self, list: List<ExprId>) -> Vec<Elem> {
        self.c.in_init += 1;
        let all = self.elems(list);
        self.c.in_init -= 1;
        all
    }

    /// Checks the members of a list.
    pub(super) fn elems(&mut self, list: List<ExprId>) -> Vec<Elem> {
        let t = self.t;
        t[list].iter().map(|&e| self.elem(e)).collect()
    }

    pub(super) fn elem(&mut self, id: ExprId) -> Elem {
        let e = self.t[id];
        match e.kind {
            Syntax::FieldAssign(name, value) => {
                let value = self.expr(value);
                Elem::Field { text: self.rc(name), value, span: e.span }
            }
            Syntax::Assign(to, value) if self.c.in_init > 0 => {
                self.no_trailing_comma(to);
                let index = self.expr(to);
                let value = match self.rhs(value) {
                    Rhs::Value(v) => v,
                    Rhs::Braces(items, at) => self.list_expr(items, at),
                };
                Elem::Entry { index, value, span: e.span }
            }
            _ => Elem::Value(self.expr(id)),
        }
    }

    /// Builds a list that is not a record.
    pub(super) fn list_expr(&mut self, items: Vec<Elem>, at: Span) -> ExprRef {
        let mut all = Vec::with_capacity(items.len());
        let mut broken = false;
        for item in items {
            match item {
                Elem::Value(e) => {
                    broken |= is_error(&e.ty);
                    all.push(e);
                }
                other => {
                    let subject = self.elem_subject(&other);
                    self.error_of("not allowed in this list", subject);
                    broken = true;
                }
            }
        }
        let types = all.iter().map(|e| e.ty.clone()).collect();
        let ty = if broken { Type::Error } else { Type::List(Rc::new(types)) };
        self.place_type(&ty, at);
        Expr::new(ExprKind::List(all), ty, loc(at))
    }

    pub(super) fn no_trailing_comma(&mut self, to: ExprId) {
        let e = self.t[to];
        if let Syntax::Brackets(ListExpr { items, trailing_comma: true }) = e.kind
            && !items.is_empty()
        {
            let items = self.elems(items);
            let text = shown_elems(&items);
            self.error_of(
                    "incorrect syntax for list expression on left-hand side of assignment: trailing comma not allowed",
                    Subject { site: e.span.into(), text },
                );
        }
    }

    /// Checks `[…]`: a record if all members are `$f = a`, else a list.
    pub(super) fn brackets(&mut self, list: ListExpr, at: Span) -> ExprRef {
        let items = self.elems(list.items);
        if items.iter().all(|e| matches!(e, Elem::Field { .. })) {
            return self.record(items, at);
        }
        self.list_expr(items, at)
    }

    /// Builds a record of a new type.
    pub(super) fn record(&mut self, items: Vec<Elem>, at: Span) -> ExprRef {
        let mut fields = Vec::with_capacity(items.len());
        let mut values = Vec::with_capacity(items.len());
        let mut wrong = None;
        let text = if items.iter().all(|i| matches!(i, Elem::Field { .. })) {
            String::new()
        } else {
            format!("[{}]", shown_elems(&items))
        };
        for item in items {
            match item {
                Elem::Field { text, value, span, .. } => {
                    fields.push((value::Field::new(text, value.ty.clone()), span));
                    values.push((values.len() as u32, value));
                }
                other => wrong = wrong.or(Some(other)),
            }
        }
        let duplicate = {
            let mut names: Vec<&str> = fields.iter().map(|f| &*f.0.name).collect();
            names.sort_unstable();
            names.iter().zip(names.iter().skip(1)).any(|(a, b)| a == b)
        };
        let broken = values.iter().any(|(_, v)| is_error(&v.ty));
        let ty = self.record_of(fields, at);
        self.place_type(&ty, at);
        let e = Expr::new(ExprKind::Record(values), ty, loc(at));
        if let Some(w) = wrong {
            let w = self.elem_subject(&w);
            self.error_of_two("bad type in record constructor", Subject { site: at.into(), text }, w);
            return self.broken(&e);
        }
        if broken || duplicate {
            return self.broken(&e);
        }
        e
    }

    /// Builds `T(…)` for a record type.
    pub(super) fn record_as(&mut self, record: &Rc<RecordType>, items: &[Elem], at: Span) -> ExprRef {
        let ty = Type::Record(Rc::clone(record));
        let shown_type = ty.clone();
        let whole = || Subject { site: at.into(), text: format!("{shown_type}({})", shown_elems(items)) };
        let mut fields = Vec::with_capacity(items.len());
        let mut seen = vec![false; record.len()];
        let mut ok = true;
        for item in items {
            let Elem::Field { text: name, value, span } = item else {
                let item = self.elem_subject(item);
                self.error_of_two("bad type in record constructor", whole(), item);
                ok = false;
                continue;
            };
            if let Some(index) = &mut self.c.index {
                // The place begins with the dollar sign; skip it.
                let (from, len) = (span.start + 1, u32::try_from(name.len()).unwrap_or(u32::MAX));
                index.look_up(Span::new(from, from.saturating_add(len)), record, name);
            }
            let Some(i) = record.position(name) else {
                let item = self.elem_subject(item);
                self.error_of_two("no such field in record", whole(), item);
                ok = false;
                continue;
            };
            if let Some(seen) = seen.get_mut(i as usize) {
                *seen = true;
            }
            let Some(wanted) = record.field(i) else { continue };
            match self.promote(value, &wanted.ty) {
                Some(v) => fields.push((i, v)),
                None => ok = false,
            }
        }
        let e = Expr::new(ExprKind::Record(fields), ty, loc(at));
        if !ok {
            return Expr::new(ExprKind::List(vec![e]), Type::Error, loc(at));
        }
        for ((i, f), seen) in record.fields().iter().enumerate().zip(seen) {
            if seen {
                if f.attrs.deprecated.is_some() {
                    self.field_deprecated(record, i as u32, &e, false);
                }
            } else if !f.ty.is_aggregate() && !f.attrs.optional {
                let mut s = whole();
                if !ok {
                    // An earlier error made its type unusable.
                    s.text = format!("[{}]", shown_elems(items));
                }
                self.error_of(format!("mandatory field \"{}\" missing", f.name), s);
                ok = false;
            }
        }
        if ok { e } else { self.broken(&e) }
    }

    /// Expands lists and sets inside indices: `[[a, b], c]` becomes `[a, c], [b, c]`.
    pub(super) fn expand(&mut self, mut items: Vec<Elem>, t: Option<&Type>) -> Option<Vec<Elem>> {
        loop {
            let mut out = Vec::with_capacity(items.len());
            let mut changed = false;
            for item in items {
                changed |= self.expand_one(item, t, &mut out)?;
            }
            if !changed {
                return Some(out);
            }
            if out.len() > 1_000_000 {
                let at = out.first().map_or(Span::NONE, Elem::span);
                self.error(at, "a list that expands to more than a million elements");
                return None;
            }
            items = out;
        }
    }

    fn expand_one(&mut self, item: Elem, t: Option<&Type>, out: &mut Vec<Elem>) -> Option<bool> {
        let (index, value) = match &item {
            Elem::Entry { index, value, .. } => {
                if t.is_some_and(|t| !t.is_table()) {
                    let subject = self.elem_subject(&item);
                    self.error_of("table constructor used in a non-table context", subject);
                    return Some(false);
                }
                (index, Some(value))
            }
            Elem::Value(e) => (e, None),
            Elem::Field { .. } => {
                out.push(item);
                return Some(false);
            }
        };
        let ExprKind::List(parts) = &index.kind else {
            out.push(item);
            return Some(false);
        };
        if is_error(&index.ty) {
            out.push(item);
            return Some(false);
        }
        // An index whose type contains a set accepts the set unchanged.
        let wanted = match (t, value) {
            (Some(Type::Table(t)), Some(_)) if t.index.len() == parts.len() => Some(&t.index),
            _ => None,
        };
        let inner = parts.iter().enumerate().find(|(i, p)| {
            matches!(p.kind, ExprKind::List(_))
                || (p.ty.is_set() && !wanted.and_then(|w| w.get(*i)).is_some_and(|w| w.same(&p.ty)))
        });
        let Some((at, inner)) = inner else {
            out.push(item);
            return Some(false);
        };
        let members = match &inner.kind {
            ExprKind::List(members) => members.clone(),
            _ => match self.known_set(inner) {
                Some(m) => m,
                None => {
                    let m =
                        "cannot expand constructor elements using a value that depends on local variables";
                    self.error_of(m, inner);
                    return None;
                }
            },
        };
        for m in members {
            let mut parts = parts.clone();
            if let Some(part) = parts.get_mut(at) {
                *part = m;
            }
            let types = parts.iter().map(|e| e.ty.clone()).collect();
            let index = Expr::new(ExprKind::List(parts), Type::List(Rc::new(types)), index.loc);
            out.push(match value {
                Some(v) => Elem::Entry { index, value: Rc::clone(v), span: item.span() },
                None => Elem::Value(index),
            });
        }
        Some(true)
    }

    /// Returns the elements of a set that is known at compile time: a constructor, or a constant's initial value.
    fn known_set(&self, e: &ExprRef) -> Option<Vec<ExprRef>> {
        match &e.kind {
            ExprKind::Set(items, _) => Some(
                items
                    .iter()
                    .map(|i| match i.as_slice() {
                        [one] => Rc::clone(one),
                        many => {
                            let types = many.iter().map(|e| e.ty.clone()).collect();
                            Expr::new(ExprKind::List(many.to_vec()), Type::List(Rc::new(types)), e.loc)
                        }
                    })
                    .collect(),
            ),
            ExprKind::Var(VarRef::Global(_), name) => {
                let name = self.names.find(name)?;
                let id = self.c.symbols.iter().find(|s| s.name == name)?;
                let known = id.known.clone()?;
                self.known_set(&known)
            }
            _ => None,
        }
    }

    /// Returns the type of a list, derived from its members.
    pub(super) fn init_type(&mut self, items: &[Elem], at: Span) -> Option<Type> {
        let ty = match items.first() {
            None => {
                self.error_of(
                    "empty list in untyped initialization",
                    Subject { site: at.into(), text: String::new() },
                );
                return None;
            }
            Some(Elem::Field { .. }) => {
                let e = self.record(items.to_vec(), at);
                (!is_error(&e.ty)).then(|| e.ty.clone())
            }
            Some(Elem::Entry { .. }) => self.table_type_of(items),
            Some(Elem::Value(_)) => self.set_type_of(items),
        }?;
        if let Type::Table(t) = &ty {
            let (index, yields) = (t.index.clone(), t.yields.clone());
            let ty = self.indexed(index, yields, at);
            return (!is_error(&ty)).then_some(ty);
        }
        Some(ty)
    }

    /// Returns the type of a list's member.
    pub(super) fn elem_type(&self, e: &Elem) -> Type {
        match e {
            Elem::Value(e) => e.ty.clone(),
            Elem::Entry { value, .. } | Elem::Field { value, .. } => value.ty.clone(),
        }
    }
}
