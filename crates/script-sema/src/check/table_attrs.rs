//! Attributes of tables: expiry, change functions, stores. Also the attributes that values carry.
use super::attr_list::{Attr, Attrs, Holder};
use super::attrs::loggable;
use super::{Pass, is_error, type_key};
use crate::tree::ExprRef;
use script_syntax::{Span, Tok};
use std::cell::Cell;
use std::rc::Rc;
use value::{ExpireKind, Flavor, FuncType, StoreAttr, TableAttrs, Type};

impl Pass<'_> {
    /// Whether a function accepts arguments of these types. With `warn`, reports once why it does not.
    pub(super) fn takes(&mut self, f: &Rc<FuncType>, args: &[Type], warn: bool) -> bool {
        let whole = Type::Func(Rc::clone(f));
        let key = type_key(&whole).unwrap_or_default();
        if warn && self.c.warned_functions.contains(&key) {
            return false;
        }
        if f.params.len() != args.len() {
            if warn {
                self.c.warned_functions.insert(key);
                let (wanted, got) = (args.len(), f.params.len());
                let message =
                    format!("Wrong number of arguments for function. Expected {wanted}, got {got}.");
                self.warn_of_type(message, &whole);
            }
            return false;
        }
        let mut ok = true;
        for (i, (p, a)) in f.params.iter().zip(args).enumerate() {
            if !a.same(&p.ty) {
                if warn {
                    let (wanted, got) = (a.tag_name(), p.ty.tag_name());
                    let message =
                        format!("Type mismatch in function argument #{i}. Expected {wanted}, got {got}.");
                    self.warn_of_type(message, &whole);
                }
                ok = false;
            }
        }
        if !ok && warn {
            self.c.warned_functions.insert(key);
        }
        ok
    }

    fn warn_of_type(&mut self, message: String, t: &Type) {
        let s = self.of_type(t);
        self.c.report(script_syntax::Diagnostic::warning(s.site, message).about(s.text));
    }

    pub(super) fn check_expire_func(&mut self, attr: &Attr, ty: &Type) {
        let Type::Table(table) = ty else { return };
        let Some(v) = &attr.value else { return };
        let key = type_key(ty).unwrap_or_default();
        if self.c.warned_tables.contains(&key) || is_error(&v.ty) {
            return;
        }
        let message = match &v.ty {
            Type::Func(f) if f.flavor == Flavor::Function => {
                if !matches!(f.result, Type::Interval) {
                    "&expire_func must yield a value of type interval"
                } else if table.index.is_empty()
                    || matches!(f.params.as_slice(), [_, any] if matches!(any.ty, Type::Any))
                {
                    return;
                } else {
                    let mut args = vec![ty.clone()];
                    args.extend(table.index.iter().cloned());
                    if self.takes(f, &args, true) {
                        return;
                    }
                    "&expire_func argument type clash"
                }
            }
            _ => "&expire_func attribute is not a function",
        };
        self.c.warned_tables.insert(key);
        self.error_of(message, attr);
    }

    pub(super) fn check_on_change(&mut self, all: &Attrs, attr: &Attr, ty: &Type) -> bool {
        let Type::Table(table) = ty else {
            return self.attr_error(all, "&on_change only applicable to sets/tables");
        };
        let Some(v) = &attr.value else { return true };
        let f = match &v.ty {
            Type::Func(f) if f.flavor == Flavor::Function => f,
            Type::Error => return true,
            _ => return self.attr_error(all, "&on_change attribute is not a function"),
        };
        if !matches!(f.result, Type::Void) {
            return self.attr_error(all, "&on_change must not return a value");
        }
        if table.index.is_empty() {
            return true;
        }
        let wanted = table.index.len() + usize::from(table.yields.is_some());
        let (whole, change, rest) = match f.params.as_slice() {
            [whole, change, rest @ ..] if rest.len() == wanted => (whole, change, rest),
            _ => return self.attr_error(all, "&on_change function has incorrect number of arguments"),
        };
        if !whole.ty.same(ty) {
            return self.attr_error(all, "&on_change: first argument must be of same type as table");
        }
        if !matches!(change.ty, Type::Enum(_)) {
            return self.attr_error(all, "&on_change: second argument must be a TableChange enum");
        }
        if !table.index.iter().zip(rest).all(|(t, a)| a.ty.same(t)) {
            return self.attr_error(all, "&on_change: index types do not match table");
        }
        if let (Some(y), Some(last)) = (&table.yields, rest.last())
            && !last.ty.same(y)
        {
            return self.attr_error(all, "&on_change: value type does not match table");
        }
        true
    }

    pub(super) fn check_store(&mut self, all: &Attrs, attr: &Attr, ty: &Type, holder: Holder) -> bool {
        let name = attr.tag.text();
        let backend = attr.tag == Tok::AttrBackend;
        let Type::Table(table) = ty else {
            let what = if backend { "global sets/tables" } else { "sets/tables" };
            return self.attr_error(all, &format!("{name} only applicable to {what}"));
        };
        if backend && holder != Holder::Global {
            return self.attr_error(all, "&backend only applicable to global sets/tables");
        }
        let fits = attr.value.as_ref().is_some_and(|v| match v.ty {
            Type::Enum(_) => backend,
            Type::String => !backend,
            Type::Error => true,
            _ => false,
        });
        if !fits {
            let what = if backend { "an enum argument" } else { "a string argument" };
            return self.attr_error(all, &format!("{name} must take {what}"));
        }
        if table.yields.as_ref().is_some_and(|y| !loggable(y, true))
            && !all.has(Tok::AttrBrokerAllowComplexType)
        {
            return self.attr_error(all, &format!("{name} only supports atomic types as table value"));
        }
        let other = if backend { Tok::AttrBrokerStore } else { Tok::AttrBackend };
        for tag in [Tok::AttrExpireFunc, Tok::AttrReadExpire] {
            if all.has(tag) {
                let m = format!("{name} and {} cannot be used simultaneously", tag.text());
                return self.attr_error(all, &m);
            }
        }
        if all.has(other) {
            return self.attr_error(all, "&backend and &broker_store cannot be used simultaneously");
        }
        true
    }

    /// Returns the attributes of table values in a variable or field.
    pub(super) fn table_attrs(&mut self, attrs: &Attrs) -> Option<Rc<TableAttrs>> {
        let mut out = TableAttrs::default();
        let mut any = false;
        for a in attrs.iter() {
            let mut thunk = |v: &Option<ExprRef>| v.as_ref().map(|v| self.c.program.add_thunk(Rc::clone(v)));
            match a.tag {
                Tok::AttrDefault => out.default = thunk(&a.value),
                Tok::AttrDefaultInsert => out.default_insert = thunk(&a.value),
                Tok::AttrCreateExpire => out.expire = thunk(&a.value).map(|t| (ExpireKind::Create, t)),
                Tok::AttrReadExpire => out.expire = thunk(&a.value).map(|t| (ExpireKind::Read, t)),
                Tok::AttrWriteExpire => out.expire = thunk(&a.value).map(|t| (ExpireKind::Write, t)),
                Tok::AttrExpireFunc => out.expire_func = thunk(&a.value),
                Tok::AttrOnChange => out.on_change = thunk(&a.value),
                Tok::AttrOrdered => out.ordered = true,
                Tok::AttrBrokerStore | Tok::AttrBackend => {
                    let is_backend = a.tag == Tok::AttrBackend;
                    out.store =
                        thunk(&a.value).map(|value| StoreAttr { is_backend, value, binding: Cell::new(0) });
                }
                _ => continue,
            }
            any = true;
        }
        any.then(|| Rc::new(out))
    }

    /// Returns the attributes of a constructed table as messages show them.
    pub(super) fn table_attrs_text(&self, attrs: &TableAttrs) -> String {
        let mut all = Attrs::default();
        let mut add = |tag, thunk: Option<value::ThunkId>| {
            if let Some(t) = thunk {
                let value = Some(Rc::clone(&self.c.program.thunk(t).expr));
                all.push(Attr { tag, value, span: Span::NONE });
            }
        };
        add(Tok::AttrDefault, attrs.default);
        add(Tok::AttrDefaultInsert, attrs.default_insert);
        if attrs.default.is_some() {
            all.push(Attr { tag: Tok::AttrOptional, value: None, span: Span::NONE });
        }
        all.to_string()
    }
}
