//! Variables of functions.
use super::elems::Rhs;
use super::{Pass, Subject, is_error, loc};
use crate::tree::{Expr, ExprKind, StmtKind, VarRef};
use script_syntax::tree::{Ident, Init as Class};
use script_syntax::{Site, Span, Tok, tree as syntax};
use std::rc::Rc;
use value::Type;

impl Pass<'_> {
    /// Checks `local` or `const` in a function.
    pub(super) fn local(&mut self, l: &syntax::Local, at: Span) -> StmtKind {
        let name = l.ident.name;
        let found = self.find_local(name).filter(|_| !self.is_blank(name));
        if found.is_none() {
            self.not_global(l.ident);
            self.add_local(name, None, l.ident.span);
        } else if found.as_ref().is_some_and(|f| f.constant) {
            let text = self.local_text(name).to_string();
            let site = found.as_ref().map_or(Site::Nowhere, |f| f.span.into());
            self.error_of("already a const identifier", Subject { site, text });
        }
        if !l.constant
            && let Some(f) = self.frame()
        {
            f.declared_here(name);
        }
        let ty = l.ty.map(|t| self.ty(t));
        self.c.in_init += 1;
        let init = l.init.map(|e| self.rhs(e));
        self.c.in_init -= 1;
        if let Some(declared) = found.filter(|f| f.ty.is_some()) {
            if let (Some(Type::Func(old)), Some(Type::Func(new)), None) = (&declared.ty, &ty, &init)
                && old.flavor == value::Flavor::Function
                && new.flavor == old.flavor
            {
                let new = self.of_type(&Type::Func(Rc::clone(new)));
                let old = self.of_type(&Type::Func(Rc::clone(old)));
                self.error_of_two("redeclaration of function", new, old);
                return StmtKind::Null;
            }
            let text = self.local_text(name).to_string();
            let other = init.as_ref().map_or(Site::Nowhere, |i| i.span().into());
            self.error_beside("already defined", Subject { site: declared.span.into(), text }, other);
            return StmtKind::Null;
        }
        if let (Class::None, Some(i)) = (l.class, &init) {
            let s = Subject { site: i.span().into(), text: i.to_string() };
            self.error_of("Initialization not preceded by =/+=/-= is not allowed.", s);
        }
        let subject = Subject { site: l.ident.span.into(), text: self.local_text(name).to_string() };
        let ty = match (ty, &init) {
            (Some(t), _) => t,
            (None, None) => {
                self.error_of("no type given", subject);
                self.set_local_type(name, Type::Error);
                return StmtKind::Null;
            }
            (None, Some(Rhs::Value(e))) if is_error(&e.ty) => Type::Error,
            (None, Some(Rhs::Value(e))) => self.untyped(&Rc::clone(e)).unwrap_or(Type::Error),
            (None, Some(Rhs::Braces(items, s))) => {
                let (items, s) = (items.clone(), *s);
                let items = self.expand(items, None);
                items.and_then(|i| self.init_type(&i, s)).unwrap_or(Type::Error)
            }
        };
        self.set_local_type(name, ty.clone());
        let attrs = self.attrs(l.attrs, &ty, super::attr_list::Holder::Other);
        if l.constant {
            if init.is_none() && !attrs.has(Tok::AttrRedef) {
                self.error_of("const variable must be initialized", subject);
            }
            if let Some(v) = self.frame().and_then(|f| f.var_mut(name)) {
                v.constant = true;
            }
        }
        let Some(found) = self.find_local(name) else { return StmtKind::Null };
        let VarRef::Local(local) = found.var else { return StmtKind::Null };
        if attrs.has(Tok::AttrIsUsed)
            && let Some(slot) = self.frame().and_then(|f| f.locals.get_mut(local.0 as usize))
        {
            slot.is_used = true;
        }
        let table = if matches!(ty, Type::Table(_)) { self.table_attrs(&attrs) } else { None };
        let Some(init) = init else {
            if is_error(&ty) {
                return StmtKind::Null;
            }
            // A table with attributes is made on entry to the function, like all variables that start empty.
            if let (Some(attrs), Type::Table(t)) = (table, &ty) {
                let made = match t.yields {
                    Some(_) => ExprKind::Table(Vec::new(), Some(attrs)),
                    None => ExprKind::Set(Vec::new(), Some(attrs)),
                };
                let to = self.var_expr(name, &found, l.ident.span);
                let made = Expr::new(made, ty.clone(), loc(at));
                return StmtKind::Expr(Expr::new(ExprKind::Assign(to, made), ty, loc(at)));
            }
            if let Some(f) = self.frame() {
                f.inits.push(local);
            }
            return StmtKind::Null;
        };
        if l.class != Class::Full && l.class != Class::None {
            let text = self.local_text(name).to_string();
            let s = Subject { site: l.ident.span.into(), text };
            self.error_of("can't use += / -= for initializations of local variables", s);
        }
        if is_error(&ty) {
            return StmtKind::Null;
        }
        let place = init.span();
        let to = self.var_expr(name, &found, place);
        let init = match init {
            Rhs::Braces(items, s) => match self.expand(items, Some(&ty)) {
                Some(items) => Rhs::Braces(items, s),
                None => return StmtKind::Null,
            },
            v => v,
        };
        StmtKind::Expr(self.assign_checked(to, init, table, place))
    }

    /// Reports a local that has the same name as a global.
    fn not_global(&mut self, ident: Ident) {
        if self.is_blank(ident.name) {
            return;
        }
        if let Some(id) = self.lookup(ident.name, ident.span) {
            let subject = self.symbol_subject(id);
            self.error_of("already a global identifier", subject);
            if self.c.symbols[id].constant {
                let subject = self.symbol_subject(id);
                self.error_of("already a const identifier", subject);
            }
        }
    }
}
