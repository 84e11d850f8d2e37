//! The initial value of a global variable, and its type.
use super::containers::carrying;
use super::elems::Rhs;
use super::{Pass, SymbolId, is_error, loc, span};
use crate::tree::{Expr, ExprKind, ExprRef, GlobalId, InitOp, VarRef};
use script_syntax::tree::{Attr, GlobalKind as Word, Init as Class, List};
use script_syntax::{Site, Span, Tok};
use std::rc::Rc;
use value::Type;

/// A declaration without its name and value.
pub(super) struct Decl {
    pub(super) word: Word,
    pub(super) class: Class,
    pub(super) at: Span,
    pub(super) attrs: List<Attr>,
}

impl Pass<'_> {
    pub(super) fn type_of_init(&mut self, id: SymbolId, init: Option<&Rhs>) -> Option<Type> {
        let ty = match init {
            None => {
                self.symbol_error(id, "no type given", Site::Nowhere);
                return None;
            }
            Some(Rhs::Value(e)) if is_error(&e.ty) => None,
            Some(Rhs::Value(e)) => self.untyped(e),
            Some(Rhs::Braces(items, at)) => {
                let (items, at) = (items.clone(), *at);
                self.expand(items, None).and_then(|items| self.init_type(&items, at))
            }
        };
        if ty.is_none() {
            self.c.symbols[id].ty = Some(Type::Error);
        }
        ty
    }

    /// Returns the type of an initial value. Reports empty constructors, which have no type.
    pub(super) fn untyped(&mut self, e: &ExprRef) -> Option<Type> {
        match &e.ty {
            Type::Table(t) if t.index.is_empty() => {
                self.error_of("empty constructor in untyped initialization", e);
                None
            }
            Type::Vector(v) if matches!(v.elem, Type::Void) => {
                self.error_of("empty constructor in untyped initialization", e);
                None
            }
            Type::List(_) => match &e.kind {
                ExprKind::List(items) => {
                    let items: Vec<_> =
                        items.iter().map(|i| super::elems::Elem::Value(Rc::clone(i))).collect();
                    self.init_type(&items, span(e.loc))
                }
                _ => Some(e.ty.clone()),
            },
            Type::Void => {
                self.error_of("can't assign void value", e);
                None
            }
            ty => Some(ty.clone()),
        }
    }

    /// Determines the effect of a declaration on the variable's value.
    pub(super) fn first_value(
        &mut self,
        id: SymbolId,
        g: GlobalId,
        ty: &Type,
        init: Option<Rhs>,
        decl: &Decl,
    ) -> Option<InitOp> {
        let name = self.c.symbols[id].name;
        let text = self.rc(name);
        let place = init.as_ref().map_or(decl.at, Rhs::span);
        let target = || Expr::new(ExprKind::Var(VarRef::Global(g), Rc::clone(&text)), ty.clone(), loc(place));
        let has_value = self.c.symbols[id].has_value;
        let mut class = decl.class;
        if class == Class::None && init.is_some() {
            class = Class::Full;
        }
        let Some(mut init) = init else {
            if decl.word == Word::Redef || has_value {
                return None;
            }
            return ty.is_aggregate().then_some(InitOp::Empty);
        };
        let empty = matches!(&init, Rhs::Braces(items, _) if items.is_empty());
        if !has_value {
            let function = match class {
                Class::Extra => Tok::AttrAddFunc,
                Class::Remove => Tok::AttrDeleteFunc,
                _ => Tok::Eof,
            };
            if self.c.symbols[id].attrs.has(function) {
                let op = if class == Class::Extra { "+=" } else { "-=" };
                let subject = self.symbol_subject(id);
                self.error_of(format!("{op} initializer applied to ID without value"), subject);
                return None;
            }
            if class == Class::Remove {
                return None;
            }
            if empty {
                return ty.is_aggregate().then_some(InitOp::Empty);
            }
            class = Class::Full;
        }
        if is_error(ty) {
            return None;
        }
        let attrs = self.c.symbols[id].attrs.clone();
        if let Rhs::Braces(items, at) = init {
            let items = self.expand(items, Some(ty))?;
            init = Rhs::Braces(items, at);
        }
        let function = match class {
            Class::Extra => attrs.find(Tok::AttrAddFunc),
            Class::Remove => attrs.find(Tok::AttrDeleteFunc),
            _ => None,
        };
        if let (Some(f), Rhs::Value(v)) = (function.and_then(|a| a.value.clone()), &init) {
            return self.by_function(&f, target(), v, decl);
        }
        match class {
            Class::Full | Class::None => {
                let table = if matches!(ty, Type::Table(_)) { self.table_attrs(&attrs) } else { None };
                let e = self.assign_checked(target(), init, table.clone(), place);
                if is_error(&e.ty) {
                    return None;
                }
                let ExprKind::Assign(_, v) = &e.kind else { return None };
                Some(InitOp::Set(carrying(Rc::clone(v), table)))
            }
            Class::Extra => {
                let e = self.add_to(target(), init, place);
                match (&e.kind, is_error(&e.ty)) {
                    (ExprKind::AddTo(kind, _, v), false) => Some(InitOp::Add(*kind, Rc::clone(v))),
                    (ExprKind::Assign(_, v), false) => Some(InitOp::Set(Rc::clone(v))),
                    _ => None,
                }
            }
            Class::Remove => {
                let e = self.remove_from(target(), init, place);
                match (&e.kind, is_error(&e.ty)) {
                    (ExprKind::RemoveFrom(kind, _, v), false) => Some(InitOp::Remove(*kind, Rc::clone(v))),
                    (ExprKind::Assign(_, v), false) => Some(InitOp::Set(Rc::clone(v))),
                    _ => None,
                }
            }
        }
    }

    /// Builds `redef x += v` for a variable with `&add_func`: `x = f(x, v)`.
    fn by_function(&mut self, f: &ExprRef, target: ExprRef, v: &ExprRef, decl: &Decl) -> Option<InitOp> {
        let callee = match &f.kind {
            ExprKind::Var(VarRef::Global(g), name) => crate::tree::Callee::Global(*g, Rc::clone(name)),
            _ => crate::tree::Callee::Value(Rc::clone(f)),
        };
        let Type::Func(t) = &f.ty else { return None };
        let v = match t.params.get(1) {
            Some(p) => self.promote(v, &p.ty)?,
            None => Rc::clone(v),
        };
        let call = ExprKind::Call(callee, vec![target, v]);
        Some(InitOp::Set(Expr::new(call, t.result.clone(), loc(decl.at))))
    }
}
