//! Expressions: names, literals, parts of values, assignments.
use super::elems::{Elem, Rhs};
use super::symbol::Meaning;
use super::{Pass, Subject, SymbolId, is_error, loc};
use crate::tree::{BodyKind, Expr, ExprKind, ExprRef, GlobalKind, VarRef};
use script_syntax::tree::{ExprKind as Syntax, Literal};
use script_syntax::{Diagnostic, ExprId, Name, Site, Span};
use std::rc::Rc;
use value::pattern::Pattern;
use value::{Flavor, Type, Value};

impl Pass<'_> {
    /// Checks an expression. After an error, which it reports, it returns an expression of [`Type::Error`].
    pub(super) fn expr(&mut self, id: ExprId) -> ExprRef {
        let t = self.t;
        let at = t[id].span;
        match t[id].kind {
            Syntax::Error => self.nothing(at),
            Syntax::Name(name) => self.name(name, at),
            Syntax::Literal(l) => self.literal(l, at),
            Syntax::Type(ty) => {
                let ty = self.ty(ty);
                Expr::new(ExprKind::TypeName(ty.clone()), Type::TypeType(Rc::new(ty)), loc(at))
            }
            Syntax::Unary(op, e) => self.prefix(op, e, at),
            Syntax::Binary(op, a, b) => {
                let a = self.expr(a);
                let b = self.expr(b);
                self.binary(op, a, b, at)
            }
            Syntax::AddTo(a, b) => {
                let a = self.expr(a);
                let b = self.rhs(b);
                self.add_to(a, b, at)
            }
            Syntax::RemoveFrom(a, b) => {
                let a = self.expr(a);
                let b = self.rhs(b);
                self.remove_from(a, b, at)
            }
            Syntax::Assign(a, b) => {
                self.no_trailing_comma(a);
                let is_slice = matches!(t[a].kind, Syntax::Slice(..));
                let a = self.expr(a);
                let b = self.rhs(b);
                if is_slice {
                    self.error(
                        at,
                        "index slice assignment may not be used in arbitrary expression contexts, only as a statement",
                    );
                }
                self.assign(a, b, None, at)
            }
            Syntax::Local(name, value) => self.when_local(name, value, at),
            Syntax::Cond(c, a, b) => {
                let c = self.expr(c);
                let a = self.expr(a);
                let b = self.expr(b);
                self.cond(c, a, b, at)
            }
            Syntax::Index(e, list) => {
                let e = self.expr(e);
                let items = self.elems(list);
                let index = self.list_expr(items, at);
                self.index(e, index, at)
            }
            Syntax::Slice(e, low, high) => {
                let e = self.expr(e);
                let low = low.map(|l| self.expr(l));
                let high = high.map(|h| self.expr(h));
                self.slice(e, low, high, at)
            }
            Syntax::Field(e, name) => {
                let e = self.expr(e);
                self.field(e, name, at, false)
            }
            Syntax::HasField(e, name) => {
                let e = self.expr(e);
                self.field(e, name, at, true)
            }
            Syntax::FieldAssign(name, value) => {
                let value = self.expr(value);
                let text = format!("${}={value}", self.text(name));
                self.error_of("only a record's constructor has fields", Subject { site: at.into(), text });
                self.broken(&value)
            }
            Syntax::Brackets(list) => self.brackets(list, at),
            Syntax::Braces(list) => {
                let items = self.init_elems(list.items);
                self.list_expr(items, at)
            }
            Syntax::Record(list) => {
                let items = self.elems(list);
                self.record(items, at)
            }
            Syntax::Table(list, attrs) => self.table_expr(list, attrs, at),
            Syntax::Set(list, attrs) => self.set_expr(list, attrs, at),
            Syntax::Vector(list) => {
                let items = self.elems(list);
                self.vector(items, None, at)
            }
            Syntax::Call(f, args) => self.call(f, args, at),
            Syntax::Lambda(id) => self.lambda(id, at),
            Syntax::Schedule(after, event) => self.schedule(after, &event, at),
            Syntax::Cast(e, ty) => {
                let e = self.expr(e);
                let ty = self.ty(ty);
                let cast = Expr::new(ExprKind::Cast(Rc::clone(&e)), ty.clone(), loc(at));
                if is_error(&e.ty) || is_error(&ty) {
                    return self.broken(&cast);
                }
                if !self.can_cast(&e.ty, &ty) {
                    return self.fail("cast not supported", &cast);
                }
                cast
            }
            Syntax::Is(e, ty) => {
                let e = self.expr(e);
                let ty = self.ty(ty);
                let is = Expr::new(ExprKind::Is(Rc::clone(&e), ty), Type::Bool, loc(at));
                if is_error(&e.ty) { self.broken(&is) } else { is }
            }
        }
    }

    /// Checks the right-hand side of an assignment, which may have braces.
    pub(super) fn rhs(&mut self, id: ExprId) -> Rhs {
        match self.t[id].kind {
            Syntax::Braces(list) => {
                let items = self.init_elems(list.items);
                // Messages show the place of the members, without the braces.
                let all = items.iter().fold(Span::NONE, |s, i| s.to(i.span()));
                Rhs::Braces(items, if all.is_none() { self.t[id].span } else { all })
            }
            Syntax::Brackets(list) => {
                let items = self.elems(list.items);
                let at = self.t[id].span;
                if items.iter().all(|e| matches!(e, Elem::Field { .. })) {
                    Rhs::Value(self.record(items, at))
                } else {
                    Rhs::Braces(items, at)
                }
            }
            _ => Rhs::Value(self.expr(id)),
        }
    }

    /// Returns the placeholder for an expression whose error was reported.
    pub(super) fn nothing(&self, at: Span) -> ExprRef {
        Expr::new(ExprKind::List(Vec::new()), Type::Error, loc(at))
    }

    pub(super) fn constant(&self, v: Value, at: Span) -> ExprRef {
        let ty = v.ty();
        Expr::new(ExprKind::Const(v), ty, loc(at))
    }

    pub(super) fn literal(&mut self, l: Literal, at: Span) -> ExprRef {
        let v = match l {
            Literal::Bool(b) => Value::Bool(b),
            Literal::Count(n) => Value::Count(n),
            Literal::Double(d) => Value::Double(d),
            Literal::Interval(s) => Value::Interval(s),
            Literal::Port(p) => Value::Port(p),
            Literal::Addr(a) => Value::addr(a),
            Literal::Subnet(n) => Value::subnet(n),
            Literal::Str(b) => Value::string(&self.t[b]),
            Literal::Pattern { text, ignore_case, single_line } => {
                match Pattern::new(&self.t[text], ignore_case, single_line) {
                    Ok(p) => Value::Pattern(Rc::new(p)),
                    Err(e) => {
                        let shown = String::from_utf8_lossy(&self.t[text]).into_owned();
                        let d = Diagnostic::error(at, format!("error compiling pattern /{shown}/"));
                        self.c.report(d.help(e.to_string()));
                        return self.nothing(at);
                    }
                }
            }
        };
        self.constant(v, at)
    }

    pub(super) fn name(&mut self, name: Name, at: Span) -> ExprRef {
        if self.is_blank(name) {
            let module = self.c.module;
            let full = self.c.symbols.full_name(self.names, module, name);
            let text = self.text(full).to_string();
            self.error_of("blank identifier used in expression", Subject { site: at.into(), text });
            return self.nothing(at);
        }
        if let Some(found) = self.find_local(name) {
            if found.ty.is_none() {
                return self.undeclared(name, found.span, at);
            }
            if found.out_of_scope {
                let text = self.local_text(name).to_string();
                let s = Subject { site: found.span.into(), text };
                self.error_of("use of out-of-scope local; move declaration to outer scope", s);
            }
            let e = self.var_expr(name, &found, at);
            self.note_local(&found, at);
            self.c.used.read(&e);
            return e;
        }
        let Some(id) = self.lookup(name, at) else {
            if let Some(locals) = &mut self.c.at_if {
                locals.push((name, at));
                let text = self.local_text(name);
                let var = VarRef::Local(crate::tree::LocalId(0));
                return Expr::new(ExprKind::Var(var, text), Type::Error, loc(at));
            }
            self.unknown_name(name, at);
            return self.nothing(at);
        };
        if self.c.symbols[id].attrs.deprecated().is_some() {
            self.deprecated_symbol(id, at);
        }
        self.symbol_expr(id, at)
    }

    fn undeclared(&mut self, name: Name, declared: Span, at: Span) -> ExprRef {
        let text = self.local_text(name);
        self.error_of("undeclared variable", Subject { site: declared.into(), text: text.to_string() });
        Expr::new(ExprKind::Var(VarRef::Local(crate::tree::LocalId(0)), text), Type::Error, loc(at))
    }

    /// Returns a global as an expression.
    pub(super) fn symbol_expr(&mut self, id: SymbolId, at: Span) -> ExprRef {
        let s = &self.c.symbols[id];
        let (name, ty, meaning, declared) = (s.name, s.ty.clone(), s.meaning.clone(), s.span);
        let text = self.rc(name);
        match (meaning, ty) {
            (Meaning::Enumerator(e, n), Some(ty)) => {
                if is_error(&ty) {
                    return self.nothing(at);
                }
                Expr::new(ExprKind::Const(Value::enumerator(n, &e)), ty, loc(at))
            }
            (Meaning::Type, Some(ty)) => {
                let named = Type::TypeType(Rc::new(ty.clone()));
                Expr::new(ExprKind::TypeName(ty), named, loc(at))
            }
            (Meaning::Global(g), Some(ty)) => {
                // A statement outside of functions that only names an event does not raise it.
                let outside = self.c.frames.last().is_some_and(|f| f.kind == BodyKind::TopLevel);
                if !(outside && matches!(&ty, Type::Func(f) if f.flavor == Flavor::Event)) {
                    self.c.used.global(id);
                }
                if self.c.program.global(g).kind == GlobalKind::Builtin {
                    self.c.program.builtins_named.insert(g);
                }
                if let Some(globals) = &mut self.c.when_globals
                    && !globals.contains(&g)
                {
                    globals.push(g);
                }
                Expr::new(ExprKind::Var(VarRef::Global(g), text), ty, loc(at))
            }
            (_, Some(Type::Error)) => self.nothing(at),
            _ => {
                let s = Subject { site: declared.into(), text: text.to_string() };
                self.error_of("undeclared variable", s);
                self.c.symbols[id].ty = Some(Type::Error);
                self.nothing(at)
            }
        }
    }

    /// Warns about the use of a deprecated name.
    pub(super) fn deprecated_symbol(&mut self, id: SymbolId, at: Span) {
        let s = &self.c.symbols[id];
        let name = self.names.text(s.name);
        let message = match s.attrs.deprecated() {
            Some(Some(text)) if !text.is_empty() => format!("deprecated ({name}): {text}"),
            _ => format!("deprecated ({name})"),
        };
        self.c.deprecation(at, Site::Nowhere, message);
    }

    fn when_local(&mut self, name: Name, value: ExprId, at: Span) -> ExprRef {
        let value = self.rhs(value);
        let ty = match &value {
            Rhs::Value(v) => v.ty.clone(),
            Rhs::Braces(items, s) => self.init_type(items, *s).unwrap_or(Type::Error),
        };
        self.add_local(name, Some(ty), at);
        let Some(found) = self.find_local(name) else { return self.nothing(at) };
        let to = self.var_expr(name, &found, at);
        let assign = self.assign(to, value, None, at);
        if is_error(&assign.ty) {
            return assign;
        }
        // The assignment counts as true: `when ( (local x = f()) && x > 3 )`.
        let ty = assign.ty.clone();
        Expr::new(ExprKind::Is(assign, ty), Type::Bool, loc(at))
    }

    /// Whether a value of type `from` may be cast to `to`.
    pub(super) fn can_cast(&self, from: &Type, to: &Type) -> bool {
        if from.same(to) {
            return true;
        }
        if from.name().as_deref() == Some("Broker::Data") {
            return true;
        }
        match (from, to) {
            (Type::Table(s), Type::Vector(v)) | (Type::Vector(v), Type::Table(s)) if s.yields.is_none() => {
                matches!(s.index.as_slice(), [one] if one.same(&v.elem))
            }
            _ => false,
        }
    }

    /// Checks the condition of an `@if`.
    pub(super) fn condition(&mut self, id: ExprId, inside: bool) -> Option<ExprRef> {
        let errors = self.c.errors;
        self.c.at_if = inside.then(Vec::new);
        let e = self.expr(id);
        let locals = self.c.at_if.take().unwrap_or_default();
        for &(name, at) in &locals {
            let text = self.local_text(name).to_string();
            self.error_of("referencing a local name in @if", Subject { site: at.into(), text });
        }
        if !locals.is_empty() {
            self.error_of("invalid expression in @if", &e);
        }
        (self.c.errors == errors && !is_error(&e.ty)).then_some(e)
    }
}
