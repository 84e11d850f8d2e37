//! Implicit conversions.
use super::{Pass, Subject, is_error, span};
use crate::tree::{Coercion, Expr, ExprKind, ExprRef};
use std::rc::Rc;
use value::{RecordType, Type};

impl Pass<'_> {
    /// Converts an expression implicitly to type `t`. Reports an error and returns `None` if it does not fit.
    pub(super) fn promote(&mut self, e: &ExprRef, t: &Type) -> Option<ExprRef> {
        let et = &e.ty;
        if is_error(t) || is_error(et) {
            return None;
        }
        if matches!(t, Type::Any) {
            return Some(if matches!(et, Type::Any) { Rc::clone(e) } else { self.to_any(e) });
        }
        if matches!(et, Type::Any) {
            return Some(coerce(Coercion::FromAny, e, t.clone()));
        }
        if t.is_arithmetic() || et.is_arithmetic() {
            if same_tag(t, et) {
                return Some(Rc::clone(e));
            }
            if !(t.is_arithmetic() && et.is_arithmetic()) {
                self.misfit("arithmetic mixed with non-arithmetic", t, e);
                return None;
            }
            if !same_tag(&max_type(t, et), t) {
                self.misfit("over-promotion of arithmetic value", t, e);
                return None;
            }
            return Some(coerce(Coercion::Arith, e, t.clone()));
        }
        if let (Type::Record(to), Type::Record(from)) = (t, et) {
            if Rc::ptr_eq(to, from) || t.same(et) {
                return Some(Rc::clone(e));
            }
            if record_promotable(to, from) {
                return Some(self.coerce_record(e, to).unwrap_or_else(|| self.broken(e)));
            }
            let wanted = self.of_type(t);
            self.error_of_two("incompatible record types", wanted, e);
            return None;
        }
        if matches!((t, et), (Type::Vector(w), Type::Vector(f)) if matches!(f.elem, Type::Void) && !matches!(w.elem, Type::Void))
        {
            return Some(self.coerce_vector(e, t));
        }
        if t.same(et) {
            return Some(Rc::clone(e));
        }
        if matches!((t, et), (Type::Table(_), Type::Table(f)) if f.index.is_empty()) {
            return self.coerce_table(e, t);
        }
        self.misfit("type clash", t, e);
        None
    }

    /// Converts each expression of a list to the type at the same position.
    pub(super) fn promote_list(
        &mut self,
        list: &[ExprRef],
        types: &[Type],
        of: &Subjects<'_>,
    ) -> Option<Vec<ExprRef>> {
        if let [Type::Any] = types {
            return Some(list.to_vec());
        }
        if list.len() != types.len() {
            let text = format!("list of {}", listed(types));
            let wanted = Subject { site: (of.types)(self), text };
            let given = Subject { site: of.at, text: shown(list) };
            self.error_of_two("indexing mismatch", wanted, given);
            return None;
        }
        let mut out = Vec::with_capacity(list.len());
        for (e, t) in list.iter().zip(types) {
            out.push(self.promote_one(e, t)?);
        }
        Some(out)
    }

    /// Converts all expressions of a list to one type.
    pub(super) fn promote_all(&mut self, list: &[ExprRef], t: &Type) -> Option<Vec<ExprRef>> {
        if matches!(t, Type::Any) {
            return Some(list.to_vec());
        }
        let mut out = Vec::with_capacity(list.len());
        for e in list {
            out.push(self.promote_one(e, t)?);
        }
        Some(out)
    }

    /// Like [`Self::promote`], for a member of a list: errors get the message for members.
    fn promote_one(&mut self, e: &ExprRef, t: &Type) -> Option<ExprRef> {
        let promoted = self.promote(e, t);
        if promoted.is_none() && !is_error(&e.ty) {
            let wanted = self.of_type(t);
            self.error_of_two("type mismatch", e, wanted);
        }
        promoted
    }

    fn to_any(&self, e: &ExprRef) -> ExprRef {
        coerce(Coercion::ToAny, e, Type::Any)
    }

    /// Converts a record to a type with other fields. Reports an error and returns `None` if it does not fit.
    pub(super) fn coerce_record(&mut self, e: &ExprRef, to: &Rc<RecordType>) -> Option<ExprRef> {
        let Type::Record(from) = &e.ty else { return None };
        let target = Type::Record(Rc::clone(to));
        let mut map: Vec<Option<u32>> = vec![None; to.len()];
        let shown = |map: &[Option<u32>]| coerce(Coercion::Record(map.into()), e, target.clone());
        if to.fields().iter().chain(&from.fields()).any(|f| is_error(&f.ty)) {
            return None;
        }
        for (i, f) in from.fields().iter().enumerate() {
            let Some(at) = to.position(&f.name) else {
                let e = shown(&map);
                self.error_of(format!("orphaned field \"{}\" in record coercion", f.name), &e);
                return None;
            };
            let Some(wanted) = to.field(at) else { continue };
            if !wanted.ty.same(&f.ty) && !widens(&f.ty, &wanted.ty) && !records_promotable(&wanted.ty, &f.ty)
            {
                let e = shown(&map);
                let given = self.of_type(&f.ty);
                self.error_of_two(format!("type clash for field \"{}\"", f.name), &e, given);
                return None;
            }
            if let Some(from) = map.get_mut(at as usize) {
                *from = Some(i as u32);
            }
        }
        for ((i, f), from) in to.fields().iter().enumerate().zip(&map) {
            if from.is_none() && !f.attrs.optional {
                let e = shown(&map);
                self.error_of(format!("non-optional field \"{}\" missing", f.name), &e);
                return None;
            }
            if from.is_some() && f.attrs.deprecated.is_some() {
                let e = shown(&map);
                self.field_deprecated(to, i as u32, &e, false);
            }
        }
        Some(self.fitted_record(e, to).unwrap_or_else(|| shown(&map)))
    }

    /// Retypes a record constructor whose values fit the fields, which saves a conversion at run time.
    fn fitted_record(&self, e: &ExprRef, to: &Rc<RecordType>) -> Option<ExprRef> {
        let ExprKind::Record(given) = &e.kind else { return None };
        let Type::Record(from) = &e.ty else { return None };
        if from.name().is_some() {
            return None;
        }
        let mut fields = Vec::with_capacity(given.len());
        for (i, v) in given {
            let name = &from.field(*i)?.name;
            let at = to.position(name)?;
            let wanted = to.field(at)?.ty.clone();
            let v = match (&wanted, &v.ty) {
                (Type::Table(_), Type::Table(t)) if t.index.is_empty() => return None,
                (Type::Vector(w), Type::Vector(t))
                    if matches!(t.elem, Type::Void) && !matches!(w.elem, Type::Void) =>
                {
                    return None;
                }
                (Type::Any, Type::Any) => Rc::clone(v),
                (Type::Any, _) => coerce(Coercion::ToAny, v, Type::Any),
                (_, Type::Any) => return None,
                (w, g) if w.same(g) => Rc::clone(v),
                (w, g) if widens(g, w) => coerce(Coercion::Arith, v, w.clone()),
                _ => return None,
            };
            fields.push((at, v));
        }
        Some(Expr::new(ExprKind::Record(fields), Type::Record(Rc::clone(to)), e.loc))
    }

    /// Gives an empty table the type `t`.
    pub(super) fn coerce_table(&mut self, e: &ExprRef, t: &Type) -> Option<ExprRef> {
        if let ExprKind::Table(_, Some(attrs)) = &e.kind
            && let Some(default) = attrs.default.or(attrs.default_insert)
        {
            let default = Rc::clone(&self.c.program.thunk(default).expr);
            if let (Some(y), false) = (t.yields(), default.ty.as_func().is_some())
                && !default.ty.same(y)
            {
                let wanted = self.of_type(t);
                if self.promote(&default, y).is_none() {
                    let text = format!("table(){}", self.table_attrs_text(attrs));
                    let given = Subject { site: span(e.loc).into(), text };
                    self.error_of_two("&default value has inconsistent type", wanted, given);
                    return None;
                }
            }
        }
        let attrs = match &e.kind {
            ExprKind::Table(_, a) | ExprKind::Set(_, a) => a.clone(),
            _ => None,
        };
        match &e.kind {
            ExprKind::Table(entries, _) if entries.is_empty() => {
                Some(Expr::new(ExprKind::Table(Vec::new(), attrs), t.clone(), e.loc))
            }
            ExprKind::Set(items, _) if items.is_empty() => {
                Some(Expr::new(ExprKind::Set(Vec::new(), attrs), t.clone(), e.loc))
            }
            _ => Some(coerce(Coercion::Table(attrs), e, t.clone())),
        }
    }

    /// Gives an empty vector the type `t`.
    pub(super) fn coerce_vector(&mut self, e: &ExprRef, t: &Type) -> ExprRef {
        match &e.kind {
            ExprKind::Vector(items) if items.is_empty() => {
                Expr::new(ExprKind::Vector(Vec::new()), t.clone(), e.loc)
            }
            _ => coerce(Coercion::Vector, e, t.clone()),
        }
    }

    /// Converts a number, or a vector of numbers, to another number type.
    pub(super) fn arith(&self, e: &ExprRef, t: &Type) -> ExprRef {
        match &e.ty {
            Type::Vector(v) if same_tag(&v.elem, t) => Rc::clone(e),
            Type::Vector(_) => coerce(Coercion::Arith, e, Type::vector_of(t.clone())),
            et if same_tag(et, t) => Rc::clone(e),
            _ => coerce(Coercion::Arith, e, t.clone()),
        }
    }
}

/// The places that a message about a list shows.
pub(super) struct Subjects<'a> {
    /// Where the types were written.
    pub(super) types: &'a dyn Fn(&Pass<'_>) -> script_syntax::Site,
    /// The place of the list.
    pub(super) at: script_syntax::Site,
}

/// Makes an explicit node for a conversion.
pub(super) fn coerce(c: Coercion, e: &ExprRef, t: Type) -> ExprRef {
    Expr::new(ExprKind::Coerce(c, Rc::clone(e)), t, e.loc)
}

/// Whether both types are of the same kind.
pub(super) fn same_tag(a: &Type, b: &Type) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// Returns the wider of two number types.
pub(super) fn max_type(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Count, Type::Count) => Type::Count,
        (Type::Int | Type::Count, Type::Int | Type::Count) => Type::Int,
        _ => Type::Double,
    }
}

/// Whether a number converts from one type to another without loss.
fn widens(from: &Type, to: &Type) -> bool {
    from.is_arithmetic()
        && to.is_arithmetic()
        && !(matches!(from, Type::Double) && to.is_integral())
        && !(matches!(from, Type::Int) && matches!(to, Type::Count))
}

fn records_promotable(to: &Type, from: &Type) -> bool {
    match (to, from) {
        (Type::Record(to), Type::Record(from)) => record_promotable(to, from),
        _ => false,
    }
}

/// Whether the fields that two records have in common agree.
pub(super) fn record_promotable(to: &RecordType, from: &RecordType) -> bool {
    from.fields().iter().all(|f| match to.position(&f.name).and_then(|at| to.field(at)) {
        None => true,
        Some(t) => f.ty.same(&t.ty) || records_promotable(&t.ty, &f.ty),
    })
}

/// Returns types as text, separated by commas.
pub(super) fn listed(types: &[Type]) -> String {
    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Returns expressions as text, separated by commas.
pub(super) fn shown(list: &[ExprRef]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
