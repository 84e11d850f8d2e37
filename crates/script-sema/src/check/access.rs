//! Parts of values: elements, slices, fields.
use super::promote::{Subjects, coerce};
use super::{Pass, Subject, is_error, loc, span};
use crate::tree::{Coercion, Expr, ExprKind, ExprRef};
use script_syntax::{Diagnostic, Name, Site, Span};
use std::rc::Rc;
use value::{RecordType, Type};

impl Pass<'_> {
    /// Warns about the use of a deprecated field.
    pub(super) fn field_deprecated(&mut self, r: &Rc<RecordType>, i: u32, e: &ExprRef, check: bool) {
        let Some(f) = r.field(i) else { return };
        let record = r.name().unwrap_or_default();
        let mark = if check { "?" } else { "" };
        let mut message = format!("deprecated ({record}{mark}${})", f.name);
        if let Some(Some(text)) =
            f.attrs.deprecated.as_ref().filter(|t| t.as_ref().is_some_and(|t| !t.is_empty()))
        {
            message = format!("{message}: {text}");
        }
        self.c.deprecation(span(e.loc), Site::Nowhere, format!("{message} ({e})"));
    }

    pub(super) fn index(&mut self, e: ExprRef, index: ExprRef, at: Span) -> ExprRef {
        let ExprKind::List(parts) = &index.kind else { return self.nothing(at) };
        let whole = |parts: &[ExprRef], ty: Type| {
            Expr::new(ExprKind::Index(Rc::clone(&e), parts.to_vec()), ty, loc(at))
        };
        if is_error(&e.ty) || is_error(&index.ty) {
            return whole(parts, Type::Error);
        }
        let not_indexed = |p: &mut Self| {
            let message =
                format!("expression with type '{}' is not a type that can be indexed", e.ty.tag_name());
            p.fail(message, &whole(parts, Type::Error))
        };
        match &e.ty {
            Type::String => {
                if parts.len() != 1 {
                    return self.fail("invalid string index expression", &whole(parts, Type::Error));
                }
                match self.promote_all(parts, &Type::Int) {
                    Some(p) => whole(&p, Type::String),
                    None => not_indexed(self),
                }
            }
            Type::Table(t) => {
                let yields = t.yields.clone().unwrap_or(Type::Void);
                if let ([Type::Pattern], Some(y), [one]) = (t.index.as_slice(), &t.yields, parts.as_slice())
                    && matches!(one.ty, Type::String)
                {
                    return whole(parts, Type::vector_of(y.clone()));
                }
                if let ([Type::Subnet], [one]) = (t.index.as_slice(), parts.as_slice())
                    && matches!(one.ty, Type::Addr)
                {
                    return whole(parts, yields);
                }
                let ty = e.ty.clone();
                let types = |p: &Pass<'_>| p.type_site(&ty);
                let of = Subjects { types: &types, at: span(index.loc).into() };
                match self.promote_list(parts, &t.index, &of) {
                    Some(p) => whole(&p, yields),
                    None => not_indexed(self),
                }
            }
            Type::Vector(v) => {
                let elem = if matches!(v.elem, Type::Void) { Type::Any } else { v.elem.clone() };
                match parts.as_slice() {
                    [one] => match &one.ty {
                        Type::Int | Type::Count | Type::Bool => {
                            let i = match one.ty {
                                Type::Bool => coerce(Coercion::Arith, one, Type::Count),
                                _ => Rc::clone(one),
                            };
                            whole(&[i], elem)
                        }
                        Type::Vector(i) if i.elem.is_integral() || matches!(i.elem, Type::Bool) => {
                            whole(parts, e.ty.clone())
                        }
                        _ => not_indexed(self),
                    },
                    _ => not_indexed(self),
                }
            }
            _ => not_indexed(self),
        }
    }

    pub(super) fn slice(
        &mut self,
        e: ExprRef,
        low: Option<ExprRef>,
        high: Option<ExprRef>,
        at: Span,
    ) -> ExprRef {
        let bounds = [&low, &high];
        let failed = is_error(&e.ty) || bounds.iter().any(|b| b.as_ref().is_some_and(|b| is_error(&b.ty)));
        let made = |low: Option<ExprRef>, high: Option<ExprRef>, ty: Type| {
            Expr::new(ExprKind::Slice(Rc::clone(&e), low, high), ty, loc(at))
        };
        if failed {
            return made(low, high, Type::Error);
        }
        let integral = |b: &Option<ExprRef>| b.as_ref().is_none_or(|b| b.ty.is_integral());
        if !integral(&low) || !integral(&high) {
            self.error(at, "slice notation must have integral values as indexes");
        }
        if !matches!(e.ty, Type::String | Type::Vector(_)) {
            let m = "slice notation indexing only supported for strings and vectors currently";
            return self.fail(m, &made(low, high, Type::Error));
        }
        let int = |b: Option<ExprRef>| match b {
            Some(b) if matches!(b.ty, Type::Count) => Some(coerce(Coercion::Arith, &b, Type::Int)),
            other => other,
        };
        let ty = e.ty.clone();
        made(int(low), int(high), ty)
    }

    pub(super) fn field(&mut self, e: ExprRef, name: Name, at: Span, check: bool) -> ExprRef {
        let text = self.rc(name);
        let made = |i: u32, ty: Type| {
            let kind = if check {
                ExprKind::HasField(Rc::clone(&e), i, Rc::clone(&text))
            } else {
                ExprKind::Field(Rc::clone(&e), i, Rc::clone(&text))
            };
            Expr::new(kind, ty, loc(at))
        };
        if is_error(&e.ty) {
            return made(0, Type::Error);
        }
        let Type::Record(r) = &e.ty else {
            self.error_of("not a record", &made(0, Type::Any));
            return made(0, Type::Error);
        };
        if let Some(index) = &mut self.c.index {
            let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
            index.look_up(Span::new(at.end.saturating_sub(len), at.end), r, &text);
        }
        let Some(i) = r.position(&text) else {
            let whole = made(0, Type::Error);
            let s = Subject::from(&made(0, Type::Any));
            let mut d = Diagnostic::error(s.site, "no such field in record").about(s.text);
            let fields = r.fields();
            if let Some(close) = script_syntax::suggest(&text, fields.iter().map(|f| &*f.name)) {
                d = d.help(format!("did you mean `${close}`?"));
            }
            self.c.report(d);
            return whole;
        };
        let f = r.field(i);
        let ty = if check { Type::Bool } else { f.as_ref().map_or(Type::Error, |f| f.ty.clone()) };
        let whole = made(i, ty);
        if f.is_some_and(|f| f.attrs.deprecated.is_some()) {
            let r = Rc::clone(r);
            self.field_deprecated(&r, i, &whole, check);
        }
        whole
    }
}
