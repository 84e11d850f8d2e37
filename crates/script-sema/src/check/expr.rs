//! Expressions: names, literals, parts of values, assignments.
use super::constructors::{Elem, Rhs, carrying};
use super::promote::{Subjects, coerce};
use super::symbol::Meaning;
use super::{Pass, Subject, SymbolId, is_error, loc, span};
use crate::tree::{Coercion, Expr, ExprKind, ExprRef, GlobalKind, UnOp, VarRef};
use script_syntax::tree::{ExprKind as Syntax, Literal, UnOp as Prefix};
use script_syntax::{Diagnostic, ExprId, Name, Site, Span};
use std::rc::Rc;
use value::pattern::Pattern;
use value::{RecordType, TableAttrs, Type, Value};

impl Pass<'_> {
    /// The expression that is written there. Errors are reported and yield one of [`Type::Error`].
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

    /// The right side of an assignment, where braces may stand.
    pub(super) fn rhs(&mut self, id: ExprId) -> Rhs {
        match self.t[id].kind {
            Syntax::Braces(list) => {
                let items = self.init_elems(list.items);
                // The members alone: so messages about them say.
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

    /// An expression that could not be made, and was reported.
    pub(super) fn nothing(&self, at: Span) -> ExprRef {
        Expr::new(ExprKind::List(Vec::new()), Type::Error, loc(at))
    }

    pub(super) fn constant(&self, v: Value, at: Span) -> ExprRef {
        let ty = v.ty();
        Expr::new(ExprKind::Const(v), ty, loc(at))
    }

    fn literal(&mut self, l: Literal, at: Span) -> ExprRef {
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

    fn name(&mut self, name: Name, at: Span) -> ExprRef {
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

    /// A global as an expression.
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
                self.c.used.global(id);
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

    /// Warns of the use of a deprecated name.
    pub(super) fn deprecated_symbol(&mut self, id: SymbolId, at: Span) {
        let s = &self.c.symbols[id];
        let name = self.names.text(s.name);
        let message = match s.attrs.deprecated() {
            Some(Some(text)) if !text.is_empty() => format!("deprecated ({name}): {text}"),
            _ => format!("deprecated ({name})"),
        };
        self.c.deprecation(at, Site::Nowhere, message);
    }

    /// Warns of the use of a deprecated field.
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

    fn prefix(&mut self, op: Prefix, id: ExprId, at: Span) -> ExprRef {
        if op == Prefix::Hook {
            return self.hook_call(id, at);
        }
        let e = self.expr(id);
        match op {
            Prefix::Paren => parenthesized(e),
            Prefix::Copy => {
                let ty = e.ty.clone();
                Expr::new(ExprKind::Copy(e), ty, loc(at))
            }
            Prefix::Size => self.size(e, at),
            Prefix::Not => self.not(e, at),
            Prefix::Complement => {
                let made = Expr::new(ExprKind::Unary(UnOp::Complement, Rc::clone(&e)), Type::Count, loc(at));
                if is_error(&e.ty) {
                    self.broken(&made)
                } else if matches!(e.ty, Type::Count) {
                    made
                } else {
                    self.fail("requires \"count\" operand", &made)
                }
            }
            Prefix::Neg => self.negate(e, at),
            Prefix::Pos => self.signed(UnOp::Plus, e, at),
            Prefix::Incr | Prefix::Decr => {
                let target = self.lvalue(e);
                let kind =
                    |e| if op == Prefix::Incr { ExprKind::Increment(e) } else { ExprKind::Decrement(e) };
                let made = Expr::new(kind(Rc::clone(&target)), target.ty.clone(), loc(at));
                if is_error(&target.ty) || target.ty.is_integral() {
                    made
                } else {
                    self.fail("requires an integral operand", &made)
                }
            }
            Prefix::Add => {
                let made = Expr::new(ExprKind::Add(Rc::clone(&e)), Type::Void, loc(at));
                let fits = matches!(&e.kind, ExprKind::Index(base, _) if base.ty.is_set());
                if is_error(&e.ty) {
                    self.broken(&made)
                } else if fits {
                    made
                } else {
                    self.fail("illegal add expression", &made)
                }
            }
            Prefix::Delete => {
                let made = Expr::new(ExprKind::Delete(Rc::clone(&e)), Type::Void, loc(at));
                let fits = match &e.kind {
                    ExprKind::Index(base, _) => matches!(base.ty, Type::Table(_)),
                    ExprKind::Var(..) => matches!(e.ty, Type::Table(_) | Type::Vector(_)),
                    ExprKind::Field(r, i, _) => {
                        let f = r.ty.as_record().and_then(|r| r.field(*i));
                        f.is_some_and(|f| f.attrs.optional || f.attrs.default.is_some())
                    }
                    _ => false,
                };
                if is_error(&e.ty) {
                    return self.broken(&made);
                }
                if !fits {
                    self.error_of("illegal delete expression", &made);
                }
                made
            }
            Prefix::Hook => e,
        }
    }

    fn negate(&mut self, e: ExprRef, at: Span) -> ExprRef {
        let made = self.signed(UnOp::Negate, Rc::clone(&e), at);
        if is_error(&made.ty) {
            return made;
        }
        let ExprKind::Const(v) = &e.kind else { return made };
        let v = match *v {
            Value::Count(n) if n <= 1 << 63 => Value::Int((n as i64).wrapping_neg()),
            Value::Count(_) => return self.fail("literal is outside range of 'int' values", &made),
            Value::Int(n) => Value::Int(n.wrapping_neg()),
            Value::Double(d) => Value::Double(-d),
            Value::Interval(s) => Value::Interval(-s),
            _ => return made,
        };
        self.constant(v, at)
    }

    fn signed(&mut self, op: UnOp, e: ExprRef, at: Span) -> ExprRef {
        let base = match &e.ty {
            Type::Vector(v) => &v.elem,
            t => t,
        };
        let result = match base {
            Type::Int | Type::Count => Some(Type::Int),
            Type::Double | Type::Interval => Some(base.clone()),
            _ => None,
        };
        let is_vector = matches!(e.ty, Type::Vector(_));
        let failed = is_error(&e.ty);
        let ty = match result.clone() {
            Some(t) if is_vector => Type::vector_of(t),
            Some(t) => t,
            None => Type::Error,
        };
        let made = Expr::new(ExprKind::Unary(op, e), ty, loc(at));
        if result.is_none() && !failed {
            return self.fail("requires an integral or double operand", &made);
        }
        made
    }

    fn size(&mut self, e: ExprRef, at: Span) -> ExprRef {
        let ty = match &e.ty {
            Type::Error => Type::Error,
            Type::Any => Type::Any,
            Type::File(_) | Type::Subnet | Type::Double | Type::Time | Type::Interval => Type::Double,
            _ => Type::Count,
        };
        let void = matches!(e.ty, Type::Void);
        let made = Expr::new(ExprKind::Size(e), ty, loc(at));
        if void { self.fail("cannot take size of void", &made) } else { made }
    }

    /// What may be assigned to.
    pub(super) fn lvalue(&mut self, e: ExprRef) -> ExprRef {
        if is_error(&e.ty) {
            return e;
        }
        let ok = match &e.kind {
            ExprKind::TypeName(_) => return self.fail("Type name is not an lvalue", &e),
            ExprKind::Var(var, name) => {
                let (constant, option) = self.is_constant(*var, name);
                if constant {
                    return self.fail("const is not a modifiable lvalue", &e);
                }
                if option {
                    return self.fail("option is not a modifiable lvalue", &e);
                }
                if let VarRef::Global(g) = var {
                    self.assigned_global(*g);
                }
                true
            }
            ExprKind::Index(base, _) | ExprKind::Slice(base, ..) => {
                if matches!(base.ty, Type::String) {
                    return self.fail("cannot assign to string index expression", &e);
                }
                true
            }
            ExprKind::Field(..) => true,
            ExprKind::List(parts) => {
                if parts.iter().any(|p| !matches!(p.kind, ExprKind::Var(..))) {
                    return self.fail("can only assign to list of identifiers", &e);
                }
                true
            }
            _ => false,
        };
        if !ok {
            return self.fail("can't be assigned to", &e);
        }
        if matches!(e.ty, Type::Void) {
            return self.fail("illegal assignment target", &e);
        }
        e
    }

    /// Whether a variable is a constant, or an option.
    fn is_constant(&mut self, var: VarRef, name: &str) -> (bool, bool) {
        match var {
            VarRef::Global(_) => {
                let Some(n) = self.names.find(name) else { return (false, false) };
                let global = self.c.symbols.global;
                let module = std::mem::replace(&mut self.c.module, global);
                let id = self.c.find(self.names, n);
                self.c.module = module;
                id.map_or((false, false), |id| (self.c.symbols[id].constant, self.c.symbols[id].option))
            }
            VarRef::Capture(i) => {
                let f = self.c.frames.last();
                (f.and_then(|f| f.captures.get(i as usize)).is_some_and(|c| c.constant), false)
            }
            VarRef::Local(l) => (self.c.frames.last().is_some_and(|f| f.is_constant(l)), false),
        }
    }

    /// `target = value`; constructors on the right carry `attrs`.
    pub(super) fn assign(
        &mut self,
        to: ExprRef,
        value: Rhs,
        attrs: Option<Rc<TableAttrs>>,
        at: Span,
    ) -> ExprRef {
        let to = self.lvalue(to);
        self.assign_checked(to, value, attrs, at)
    }

    /// As [`Self::assign`], to a target that may be constant: a first value.
    pub(super) fn assign_checked(
        &mut self,
        to: ExprRef,
        value: Rhs,
        attrs: Option<Rc<TableAttrs>>,
        at: Span,
    ) -> ExprRef {
        let text = |v: &Rhs| format!("{to} = {v}");
        let subject = |v: &Rhs| Subject { site: at.into(), text: text(v) };
        if is_error(&to.ty) {
            return self.broken_assign(to, &value, at);
        }
        if let Some(items) = value.as_list()
            && !matches!(&value, Rhs::Value(e) if is_error(&e.ty))
            && !matches!(to.ty, Type::List(_))
        {
            return match self.list_for(&to, items, "=", &value, at) {
                Ok(v) => {
                    let v = carrying(v, attrs);
                    let ty = to.ty.clone();
                    Expr::new(ExprKind::Assign(to, v), ty, loc(at))
                }
                Err(made) => {
                    self.list_clash(&to, made, &value, at);
                    self.broken_assign(to, &value, at)
                }
            };
        }
        let v = match &value {
            Rhs::Value(v) => Rc::clone(v),
            Rhs::Braces(items, s) => self.list_expr(items.clone(), *s),
        };
        if is_error(&v.ty) {
            return self.broken_assign(to, &value, at);
        }
        let made = |v: ExprRef| {
            let ty = to.ty.clone();
            Expr::new(ExprKind::Assign(Rc::clone(&to), v), ty, loc(at))
        };
        match (&to.ty, &v.ty) {
            (_, Type::Void) => {
                self.error_of("can't assign void value", subject(&value));
                self.broken_assign(to, &value, at)
            }
            (Type::List(_), Type::Any) => made(v),
            (a, b) if matches!(a, Type::Enum(_)) != matches!(b, Type::Enum(_)) => {
                self.error_of("can't convert to/from enumerated type", subject(&value));
                self.broken_assign(to, &value, at)
            }
            (t, _) if t.is_arithmetic() => self.assign_number(to, v, &value, at),
            (Type::Time, n) if n.is_arithmetic() && is_zero(&v) => {
                made(coerce(Coercion::Arith, &v, Type::Time))
            }
            (Type::Table(_), Type::Table(f)) if f.index.is_empty() => {
                match self.coerce_table(&v, &to.ty.clone()) {
                    Some(v) => made(carrying(v, attrs)),
                    None => self.broken_assign(to, &value, at),
                }
            }
            (Type::Vector(_), Type::Vector(f)) if matches!(f.elem, Type::Void) => {
                let v = self.coerce_vector(&v, &to.ty);
                made(v)
            }
            (Type::Record(t), Type::Record(_)) => {
                if to.ty.same(&v.ty) {
                    return made(v);
                }
                match self.coerce_record(&v, &Rc::clone(t)) {
                    Some(v) => made(v),
                    None => self.broken_assign(to, &value, at),
                }
            }
            (Type::Any, Type::Any) => made(v),
            (Type::Any, _) => made(coerce(Coercion::ToAny, &v, Type::Any)),
            (_, Type::Any) => made(coerce(Coercion::FromAny, &v, to.ty.clone())),
            (a, b) if a.same(b) => made(carrying(v, attrs)),
            (Type::Table(_), Type::Table(_)) if matches!(v.kind, ExprKind::Set(..)) => {
                let ExprKind::Set(items, own) = &v.kind else { return made(v) };
                let elems = set_elems(items, &v);
                let own = own.clone();
                let errors = self.c.errors;
                let s = self.set(elems, Some(&to.ty.clone()), None, span(v.loc));
                if self.c.errors > errors || is_error(&s.ty) {
                    self.error_of("type clash in assignment", subject(&value));
                    return self.broken_assign(to, &value, at);
                }
                made(carrying(carrying(s, own), attrs))
            }
            _ => {
                self.clash("type clash in assignment", subject(&value), &to.ty, &v.ty);
                self.broken_assign(to, &value, at)
            }
        }
    }

    fn broken_assign(&self, to: ExprRef, value: &Rhs, at: Span) -> ExprRef {
        let v = match value {
            Rhs::Value(v) => Rc::clone(v),
            Rhs::Braces(_, s) => self.nothing(*s),
        };
        Expr::new(ExprKind::Assign(to, v), Type::Error, loc(at))
    }

    fn assign_number(&mut self, to: ExprRef, v: ExprRef, value: &Rhs, at: Span) -> ExprRef {
        let subject = || Subject { site: at.into(), text: format!("{to} = {value}") };
        if matches!(v.ty, Type::Any) {
            let message = format!(
                "assignment of non-arithmetic value to arithmetic ({}/{})",
                to.ty.tag_name(),
                v.ty.tag_name()
            );
            self.error_of(message, subject());
            return self.broken_assign(to, value, at);
        }
        if !v.ty.is_arithmetic() {
            let message = format!(
                "assignment of non-arithmetic value to arithmetic ({}/{})",
                to.ty.tag_name(),
                v.ty.tag_name()
            );
            self.clash(message, subject(), &to.ty, &v.ty);
            return self.broken_assign(to, value, at);
        }
        let warning = match (&to.ty, &v.ty) {
            (Type::Int | Type::Count, Type::Double) => Some("dangerous assignment of double to integral"),
            (Type::Count, Type::Int) => Some("dangerous assignment of integer to count"),
            _ => None,
        };
        if let Some(w) = warning {
            let s = subject();
            self.c.report(Diagnostic::warning(s.site, w).about(s.text));
        }
        let v = self.arith(&v, &to.ty);
        let ty = to.ty.clone();
        Expr::new(ExprKind::Assign(to, v), ty, loc(at))
    }

    /// What `{ … }` (or `[…]`) on the right of `op` means for `to`. None where it fits not, which was reported.
    pub(super) fn list_for(
        &mut self,
        to: &ExprRef,
        items: Vec<Elem>,
        op: &str,
        value: &Rhs,
        at: Span,
    ) -> Result<ExprRef, Option<ExprRef>> {
        let subject = || Subject { site: at.into(), text: format!("{to} {op} {value}") };
        let here = value.span();
        let made = match &to.ty {
            Type::Table(_) => {
                let same = |v: &ExprRef| to.ty.same(&v.ty) && !is_error(&v.ty);
                match items.split_first() {
                    Some((Elem::Value(first), rest)) if to.ty.is_set() && same(first) => {
                        let mut all = Rc::clone(first);
                        for e in rest {
                            let Elem::Value(e) = e else { continue };
                            all = self.binary(script_syntax::tree::BinOp::Or, all, Rc::clone(e), here);
                        }
                        return if is_error(&all.ty) { Err(Some(all)) } else { Ok(all) };
                    }
                    Some((Elem::Value(one), [])) if to.ty.is_table() && same(one) => {
                        return Ok(Rc::clone(one));
                    }
                    _ => {}
                }
                let empty = items.is_empty();
                let made = if to.ty.is_table() {
                    self.table(items, Some(&to.ty.clone()), None, here)
                } else {
                    self.set(items, Some(&to.ty.clone()), None, here)
                };
                if empty && !is_error(&made.ty) {
                    return Ok(made);
                }
                made
            }
            Type::Vector(_) if op == "-=" => {
                self.error_of("constructor list not allowed for -= operations on vectors", subject());
                return Err(None);
            }
            Type::Vector(_) => self.vector(items, Some(&to.ty.clone()), here),
            _ => {
                self.error_of("invalid constructor list on RHS of assignment", subject());
                return Err(None);
            }
        };
        if is_error(&made.ty) {
            return Err(Some(made));
        }
        if !to.ty.same(&made.ty) {
            let text = format!("{to} {op} {made}");
            let s = Subject { site: at.into(), text };
            self.error_of("type clash for constructor list on RHS of assignment", s);
            return Err(Some(made));
        }
        Ok(made)
    }

    /// What is said of an assignment whose list did not become a value of the target's type.
    fn list_clash(&mut self, to: &ExprRef, made: Option<ExprRef>, value: &Rhs, at: Span) {
        let text = match &made {
            Some(m) => format!("{to} = {m}"),
            None => format!("{to} = {value}"),
        };
        let s = Subject { site: at.into(), text };
        match &to.ty {
            Type::Enum(_) => self.error_of("can't convert to/from enumerated type", s),
            t if t.is_arithmetic() && made.is_none() => {
                let tag = t.tag_name();
                let m = format!("assignment of non-arithmetic value to arithmetic ({tag}/types)");
                self.error_of(m, s);
            }
            _ => self.error_of("type clash in assignment", s),
        }
    }

    fn index(&mut self, e: ExprRef, index: ExprRef, at: Span) -> ExprRef {
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

    fn slice(&mut self, e: ExprRef, low: Option<ExprRef>, high: Option<ExprRef>, at: Span) -> ExprRef {
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

    fn field(&mut self, e: ExprRef, name: Name, at: Span, check: bool) -> ExprRef {
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

    /// The expression that an `@if` asks for.
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

/// Elements of a set constructor as they were before they were made to fit.
fn set_elems(items: &[Vec<ExprRef>], of: &ExprRef) -> Vec<Elem> {
    let plain = |e: &ExprRef| match &e.kind {
        ExprKind::Coerce(_, inner) => Rc::clone(inner),
        _ => Rc::clone(e),
    };
    items
        .iter()
        .map(|i| match i.as_slice() {
            [one] => Elem::Value(plain(one)),
            many => {
                let parts: Vec<ExprRef> = many.iter().map(plain).collect();
                let types = parts.iter().map(|e| e.ty.clone()).collect();
                Elem::Value(Expr::new(ExprKind::List(parts), Type::List(Rc::new(types)), of.loc))
            }
        })
        .collect()
}

fn parenthesized(e: ExprRef) -> ExprRef {
    match Rc::try_unwrap(e) {
        Ok(mut e) => {
            e.paren = true;
            Rc::new(e)
        }
        Err(shared) => shared,
    }
}

/// Whether an expression is the constant zero.
pub(super) fn is_zero(e: &ExprRef) -> bool {
    match &e.kind {
        ExprKind::Const(v) => matches!(v.as_number(), Some(n) if n == 0.0),
        _ => false,
    }
}
