//! Expressions.
use crate::check::{Captures, Checker, Decl, Dollar};
use crate::hir::{Const, Convert, Ex, Kind, Op};
use crate::names::Named;
use crate::types::{Ty, Type, Types};
use spicy_syntax::Span;
use spicy_syntax::ast::{Expr, ExprKind, Id, TypeExpr};

pub(crate) fn make(kind: Kind, ty: Ty, span: Span) -> Ex {
    Ex { kind: Box::new(kind), ty, span, mutable: false }
}

impl Checker<'_> {
    pub(crate) fn expr(&mut self, e: &Expr) -> Ex {
        self.expr_hint(e, None)
    }

    pub(crate) fn bad(&self, span: Span) -> Ex {
        make(Kind::Const(Const::Null), Ty::UNKNOWN, span)
    }

    /// Checks an expression. The hint is the expected type, which determines the element type of empty containers.
    pub(crate) fn expr_hint(&mut self, e: &Expr, hint: Option<Ty>) -> Ex {
        let s = e.span;
        let constant = |c, ty| make(Kind::Const(c), ty, s);
        match &*e.kind {
            ExprKind::Bool(b) => constant(Const::Bool(*b), Ty::BOOL),
            ExprKind::Null => constant(Const::Null, Ty::NULL),
            ExprKind::Uint(n) => constant(Const::Uint(*n), Ty::UINT64),
            ExprKind::Real(r) => constant(Const::Real(*r), Ty::REAL),
            ExprKind::Str(t) => constant(Const::Str(t.clone()), Ty::STR),
            ExprKind::Bytes(b) => constant(Const::Bytes(b.clone()), Ty::BYTES),
            ExprKind::Error(t) => constant(Const::Error(t.clone()), Ty::ERROR),
            ExprKind::Port(n, p) => constant(Const::Port(*n, protocol(p)), Ty::PORT),
            ExprKind::Addr(a) => constant(Const::Addr(*a), Ty::ADDR),
            ExprKind::Net(a, w) => constant(Const::Net(*a, *w), Ty::NETWORK),
            ExprKind::Regexp(ps) => {
                let id = self.regexp(ps);
                constant(Const::Regexp(id), Ty::REGEXP)
            }
            ExprKind::Name(n) => self.name(n, s, hint),
            ExprKind::Dollar => self.dollar(s),
            ExprKind::Capture(n) => self.capture(*n, s),
            ExprKind::DollarName(n) => {
                self.error(s, format!("'${n}' is not available in this context"));
                self.bad(s)
            }
            ExprKind::Paren(inner) => Ex { span: s, ..self.expr_hint(inner, hint) },
            ExprKind::Member(of, id) => self.member(of, id, s, false),
            ExprKind::TryMember(of, id) => self.member(of, id, s, true),
            ExprKind::HasMember(of, id) => self.has_member(of, id, s),
            ExprKind::Index(of, at) => self.index(of, at, s),
            ExprKind::Call(callee, args) => self.call(callee, args, s),
            ExprKind::Make(t, args) => self.make_value(t, args, s, hint),
            ExprKind::Map(types, pairs) => self.map_value(types.as_deref(), pairs, s, hint),
            ExprKind::Unary(op, of) => self.unary(op, of, s),
            ExprKind::Postfix(of, op) => self.step(of, op, true, s),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, s),
            ExprKind::Assign(op, target, value) => self.assign(op, target, value, s),
            ExprKind::Ternary(c, a, b) => self.ternary(c, a, b, s, hint),
            ExprKind::Test(c, error) => self.test(c, error, s),
            ExprKind::Tuple(items) => {
                let hints = match hint.map(|h| self.program.types.get(h)) {
                    Some(Type::Tuple(ts)) if ts.len() == items.len() => {
                        ts.iter().map(|t| Some(t.1)).collect()
                    }
                    _ => vec![None; items.len()],
                };
                let items: Vec<Ex> = items.iter().zip(hints).map(|(i, h)| self.expr_hint(i, h)).collect();
                let ty = self.tuple_of(&items);
                make(Kind::Tuple(items), ty, s)
            }
            ExprKind::List(items) => self.list_value(items, None, s, hint),
            ExprKind::Struct(fields) => {
                let values: Vec<Ex> = fields.iter().map(|(_, e)| self.expr(e)).collect();
                let names = fields.iter().zip(&values).map(|((id, _), v)| (id.text.clone(), v.ty)).collect();
                let ty = self.program.types.of(Type::StructLiteral(names));
                make(
                    Kind::Struct(values.into_iter().enumerate().map(|(i, v)| (i as u32, v)).collect()),
                    ty,
                    s,
                )
            }
            ExprKind::Comprehension { what, var, over, condition } => {
                self.comprehension(what, var, over, condition.as_ref(), s)
            }
            ExprKind::Cast(t, of) => self.cast(t, of, s),
            ExprKind::New(of) => self.new_value(of, s),
            ExprKind::Type(t) => {
                let ty = self.ty(t);
                make(Kind::Const(Const::Type(ty)), Ty::TYPE, s)
            }
            ExprKind::Begin(of) => self.iterator(Op::Begin, of, s),
            ExprKind::EndOf(of) => self.iterator(Op::EndOf, of, s),
            ExprKind::Pack(args) => self.pack(args, s),
            ExprKind::Unpack(t, args) => self.unpack(t, args, s),
            ExprKind::TypeInfo(of) => {
                let ex = self.expr(of);
                let ty = match *ex.kind {
                    Kind::Const(Const::Type(t)) if ex.ty == Ty::TYPE => t,
                    _ => ex.ty,
                };
                make(Kind::Const(Const::Type(ty)), Ty::TYPE, s)
            }
            ExprKind::Size(of) => self.size(of, s),
        }
    }

    pub(crate) fn regexp(&mut self, patterns: &[spicy_syntax::ast::PatternText]) -> u32 {
        let r = crate::hir::Regexp { patterns: patterns.to_vec() };
        if let Some(id) = self.regexps.get(&r) {
            return *id;
        }
        let id = self.program.regexps.len() as u32;
        self.program.regexps.push(r.clone());
        self.regexps.insert(r, id);
        id
    }

    fn dollar(&mut self, span: Span) -> Ex {
        match self.cx.dollar {
            Dollar::Is(ty) => Ex { mutable: true, ..make(Kind::Dollar, ty, span) },
            Dollar::Local(local, ty) => Ex { mutable: true, ..make(Kind::Local(local), ty, span) },
            Dollar::Transient => {
                self.error(span, "cannot use $$ with container inside transient field");
                self.bad(span)
            }
            Dollar::None => {
                self.error(span, "$$ is not available in this context");
                self.bad(span)
            }
        }
    }

    fn capture(&mut self, n: u64, span: Span) -> Ex {
        match self.cx.captures {
            Captures::Thunk => make(Kind::Capture(n), Ty::BYTES, span),
            Captures::Local(local) => {
                let of = make(Kind::Local(local), Ty::VEC_BYTES, span);
                let at = make(Kind::Const(Const::Uint(n)), Ty::UINT64, span);
                make(Kind::Index { of, at }, Ty::BYTES, span)
            }
            Captures::None => {
                self.error(span, "capture groups can only be used in hooks for fields parsing regexps");
                self.bad(span)
            }
        }
    }

    /// Returns the unit being parsed.
    pub(crate) fn self_value(&mut self, span: Span) -> Ex {
        let Some(unit) = self.cx.unit else {
            self.error(span, "unknown ID 'self'");
            return self.bad(span);
        };
        if let Some(reason) = self.cx.no_self {
            self.error(span, reason);
        }
        let ty = self.program.units[unit as usize].ty;
        let kind = self.cx.self_local.map_or(Kind::SelfUnit, Kind::Local);
        Ex { mutable: self.cx.self_mutable, ..make(kind, ty, span) }
    }

    fn name(&mut self, name: &str, span: Span, hint: Option<Ty>) -> Ex {
        if name == "self" {
            return self.self_value(span);
        }
        if let Some(l) = self.cx.names.iter().rev().find(|l| l.name == name) {
            let (index, mutable) = (l.index, l.mutable);
            let ty = self.cx.locals[index as usize];
            return Ex { mutable, ..make(Kind::Local(index), ty, span) };
        }
        if let Some(unit) = self.cx.unit
            && let Some(i) = self.program.units[unit as usize].params.iter().position(|p| p.name == name)
        {
            let p = &self.program.units[unit as usize].params[i];
            let (ty, mutable) = (p.ty, p.inout);
            return Ex { mutable, ..make(Kind::UnitParam(i as u32), ty, span) };
        }
        match self.lookup(name) {
            Some(Named::Decl(Decl::Global(g))) => {
                let ty = self.global_type(g);
                let constant = self.program.globals[g as usize].constant;
                if let Some(value) = self.global_decls[g as usize].value.clone() {
                    return make(Kind::Const(value), ty, span);
                }
                Ex { mutable: !constant, ..make(Kind::Global(g), ty, span) }
            }
            Some(Named::Decl(Decl::Type(t))) => {
                let ty = self.declared_type(t);
                make(Kind::Const(Const::Type(ty)), Ty::TYPE, span)
            }
            Some(Named::Decl(Decl::Functions(_))) => {
                self.error(span, format!("function '{name}' is used as a value"));
                self.bad(span)
            }
            Some(Named::Label(ty, value)) => make(Kind::Const(value), ty, span),
            Some(Named::Module) => {
                self.error(span, format!("cannot use module '{name}' as an ID"));
                self.bad(span)
            }
            None => {
                let _ = hint;
                self.unknown_name(span, name);
                self.bad(span)
            }
        }
    }

    pub(crate) fn tuple_of(&mut self, items: &[Ex]) -> Ty {
        let types: Vec<Ty> = items.iter().map(|i| i.ty).collect();
        self.program.types.tuple(&types)
    }

    /// Follows a reference to its target.
    pub(crate) fn deref(&mut self, ex: Ex) -> Ex {
        match *self.program.types.get(ex.ty) {
            Type::Ref(inner) => {
                let span = ex.span;
                Ex { mutable: true, ..make(Kind::Deref(ex), inner, span) }
            }
            _ => ex,
        }
    }

    fn member(&mut self, of: &Expr, id: &Id, span: Span, attempt: bool) -> Ex {
        let of = self.expr(of);
        let of = self.deref(of);
        let mutable = of.mutable;
        let Some((index, ty)) = self.member_of(&of, id, span) else { return self.bad(span) };
        Ex { mutable, ..make(Kind::Field { of, index, attempt }, ty, span) }
    }

    fn has_member(&mut self, of: &Expr, id: &Id, span: Span) -> Ex {
        let of = self.expr(of);
        let of = self.deref(of);
        let Some((index, _)) = self.member_of(&of, id, span) else { return self.bad(span) };
        make(Kind::Has { of, index }, Ty::BOOL, span)
    }

    /// Returns the index and type of a member.
    fn member_of(&mut self, of: &Ex, id: &Id, span: Span) -> Option<(u32, Ty)> {
        let name = &id.text;
        let found = match self.program.types.get(of.ty).clone() {
            Type::Unknown => return None,
            Type::Unit(u) => {
                let Some(i) = self.member_index(u, name) else {
                    let message = format!("unit does not have field '{name}'");
                    self.unknown_member(span, message, name, u);
                    return None;
                };
                if self.is_hidden(u, i) {
                    self.error(span, format!("field '{name}' cannot be accessed"));
                    return None;
                }
                Some((i, self.member_type(u, i)))
            }
            Type::Struct(s) => {
                let fields = &self.program.structs[s as usize].fields;
                fields.iter().position(|f| f.name == *name).map(|i| (i as u32, fields[i].ty))
            }
            Type::Bitfield(b) => {
                let ranges = &self.program.bitfields[b as usize].ranges;
                ranges.iter().position(|r| r.name == *name).map(|i| (i as u32, ranges[i].ty))
            }
            Type::Tuple(ts) => {
                ts.iter().position(|t| t.0.as_deref() == Some(name)).map(|i| (i as u32, ts[i].1))
            }
            _ => None,
        };
        if found.is_none() {
            let ty = self.type_name(of.ty);
            self.error(span, format!("type '{ty}' does not have field '{name}'"));
        }
        found
    }

    fn unknown_member(&mut self, span: Span, message: String, name: &str, unit: u32) {
        if self.quiet > 0 {
            self.quiet_errors += 1;
            return;
        }
        let mut d = spicy_syntax::Diagnostic::error(span, message);
        let names = self.program.units[unit as usize].members.iter().map(|m| m.name.as_str());
        if let Some(near) = spicy_syntax::suggest(name, names) {
            d = d.with_help(format!("did you mean '{near}'?"));
        }
        self.errors.push(d);
    }

    fn index(&mut self, of: &Expr, at: &Expr, span: Span) -> Ex {
        let of = self.expr(of);
        let of = self.deref(of);
        let mutable = of.mutable;
        match self.program.types.get(of.ty).clone() {
            Type::Vector(t) | Type::List(t) => {
                let at = self.expr_to(at, Ty::UINT64, span);
                Ex { mutable, ..make(Kind::Index { of, at }, t, span) }
            }
            Type::Map(k, v) => {
                let key = self.expr(at);
                match self.try_coerce(key.clone(), k) {
                    Some(at) => Ex { mutable, ..make(Kind::Index { of, at }, v, span) },
                    None => {
                        let (map, key) = (self.type_name(of.ty), self.type_name(key.ty));
                        self.error(span, format!("unsupported operator: <{map}>[<{key}>]"));
                        self.bad(span)
                    }
                }
            }
            Type::Set(k) => {
                let at = self.expr_to(at, k, span);
                make(Kind::Index { of, at }, k, span)
            }
            Type::Tuple(ts) => {
                match self.constant_int(at).and_then(|i| ts.get(usize::try_from(i).ok()?).map(|t| (i, t.1))) {
                    Some((i, ty)) => {
                        Ex { mutable, ..make(Kind::Field { of, index: i as u32, attempt: false }, ty, span) }
                    }
                    None => {
                        self.error(span, "a tuple's index must be a constant number below its length");
                        self.bad(span)
                    }
                }
            }
            Type::Unknown => self.bad(span),
            _ => {
                let name = self.type_name(of.ty);
                self.error(span, format!("unsupported operator: <{name}>[…]"));
                self.bad(span)
            }
        }
    }

    fn comprehension(
        &mut self,
        what: &Expr,
        var: &Id,
        over: &Expr,
        condition: Option<&Expr>,
        span: Span,
    ) -> Ex {
        let over = self.expr(over);
        let over = self.deref(over);
        let Some(element) = self.program.types.element(over.ty) else {
            if over.ty != Ty::UNKNOWN {
                let name = self.type_name(over.ty);
                self.error(span, format!("type '{name}' cannot be iterated over"));
            }
            return self.bad(span);
        };
        let names = self.cx.names.len();
        let local = self.cx.local(&var.text, element, false);
        let what = self.expr(what);
        let condition = condition.map(|c| self.condition(c, c.span, "a condition must be of type bool"));
        self.cx.names.truncate(names);
        let ty = self.program.types.of(Type::Vector(what.ty));
        make(Kind::Comprehension { var: local, over, what, condition }, ty, span)
    }

    fn ternary(&mut self, c: &Expr, a: &Expr, b: &Expr, span: Span, hint: Option<Ty>) -> Ex {
        let condition = self.condition(c, c.span, "a condition must be of type bool");
        let (a, b) = (self.expr_hint(a, hint), self.expr_hint(b, hint));
        let (ty, a, b) = match self.unify(a, b) {
            Ok(found) => found,
            Err((a, b)) => {
                let (x, y) = (self.type_name(a.ty), self.type_name(b.ty));
                self.error(span, format!("types of alternatives do not match: {x} and {y}"));
                (a.ty, a, b)
            }
        };
        make(Kind::Ternary(condition, a, b), ty, span)
    }

    /// Converts two expressions to a common type.
    pub(crate) fn unify(&mut self, a: Ex, b: Ex) -> Result<(Ty, Ex, Ex), (Ex, Ex)> {
        if a.ty == b.ty {
            return Ok((a.ty, a, b));
        }
        let (x, y) = (self.program.types.get(a.ty).clone(), self.program.types.get(b.ty).clone());
        if let (Type::Int { signed: s, bits: n }, Type::Int { signed: t, bits: m }) = (x, y)
            && s == t
        {
            let ty = Types::int(s, n.max(m));
            // A constant takes the width of the other operand if its value fits.
            let ty = match (&*a.kind, &*b.kind) {
                (Kind::Const(_), Kind::Const(_)) => ty,
                (Kind::Const(_), _) if self.try_coerce(a.clone(), b.ty).is_some() => b.ty,
                (_, Kind::Const(_)) if self.try_coerce(b.clone(), a.ty).is_some() => a.ty,
                _ => ty,
            };
            if let (Some(a), Some(b)) = (self.try_coerce(a.clone(), ty), self.try_coerce(b.clone(), ty)) {
                return Ok((ty, a, b));
            }
        }
        if let Some(b) = self.try_coerce(b.clone(), a.ty) {
            return Ok((a.ty, a, b));
        }
        if let Some(a) = self.try_coerce(a.clone(), b.ty) {
            return Ok((b.ty, a, b));
        }
        Err((a, b))
    }

    fn test(&mut self, c: &Expr, error: &Expr, span: Span) -> Ex {
        let condition = self.condition(c, c.span, "a condition must be of type bool");
        let error = self.expr(error);
        let error = match self.program.types.get(error.ty) {
            Type::Error | Type::Unknown => error,
            Type::Str => match *error.kind {
                Kind::Const(Const::Str(s)) => make(Kind::Const(Const::Error(s)), Ty::ERROR, error.span),
                kind => Ex { kind: Box::new(kind), ty: Ty::ERROR, span: error.span, mutable: false },
            },
            _ => {
                self.error(error.span, "the error of a condition test must be a string or an error");
                error
            }
        };
        make(Kind::Test { condition, error }, Ty::RESULT_VOID, span)
    }

    fn new_value(&mut self, of: &Expr, span: Span) -> Ex {
        let (inner, args): (&Expr, &[Expr]) = match &*of.kind {
            ExprKind::Call(callee, args) => (callee, args),
            _ => (of, &[]),
        };
        let value = match &*inner.kind {
            ExprKind::Make(t, args) => {
                let value = self.make_value(t, args, span, None);
                Some(value)
            }
            _ => {
                let ex = self.expr(inner);
                match *ex.kind {
                    Kind::Const(Const::Type(ty)) if ex.ty == Ty::TYPE => match *self.program.types.get(ty) {
                        Type::Unit(unit) => {
                            let args = self.unit_args(unit, args, span);
                            Some(make(Kind::NewUnit { unit, args }, ty, span))
                        }
                        _ => self.default_of(ty, args, span),
                    },
                    Kind::Const(_) | Kind::Vector(_) | Kind::Tuple(_) | Kind::Map(_) | Kind::Set(_) => {
                        Some(ex)
                    }
                    _ if ex.ty == Ty::UNKNOWN => None,
                    _ => {
                        self.error(span, "new operator expects a type or constant as its argument");
                        None
                    }
                }
            }
        };
        let Some(value) = value else { return self.bad(span) };
        let ty = self.program.types.of(Type::Ref(value.ty));
        if matches!(self.program.types.get(value.ty), Type::Unit(_)) {
            return Ex { ty, ..value };
        }
        make(Kind::Ref(value), ty, span)
    }

    /// Returns the initial value of a variable of a type.
    pub(crate) fn default_of(&mut self, ty: Ty, args: &[Expr], span: Span) -> Option<Ex> {
        if let Type::Unit(u) = *self.program.types.get(ty)
            && !(args.is_empty() && self.program.units[u as usize].params.iter().any(|p| p.default.is_none()))
        {
            let args = self.unit_args(u, args, span);
            return Some(make(Kind::NewUnit { unit: u, args }, ty, span));
        }
        Some(make(Kind::Default, ty, span))
    }

    fn cast(&mut self, t: &TypeExpr, of: &Expr, span: Span) -> Ex {
        let to = self.ty(t);
        let of = self.expr(of);
        let of = self.deref(of);
        self.cast_to(of, to, span)
    }

    /// Checks `cast<T>`: explicit conversions, in addition to the implicit ones.
    pub(crate) fn cast_to(&mut self, of: Ex, to: Ty, span: Span) -> Ex {
        let (from, target) = (self.program.types.get(of.ty).clone(), self.program.types.get(to).clone());
        let how = match (&from, &target) {
            (Type::Int { .. }, Type::Int { .. }) => Convert::IntWrapped,
            (Type::Int { .. }, Type::Bool) => Convert::ToBool,
            (Type::Int { .. }, Type::Real) => Convert::IntToReal,
            (Type::Int { .. } | Type::Real, Type::Time) => Convert::ToTime,
            (Type::Int { .. } | Type::Real, Type::Interval) => Convert::ToInterval,
            (Type::Int { .. }, Type::Enum(_)) => Convert::ToEnum,
            (Type::Enum(_), Type::Int { .. }) => Convert::EnumToInt,
            (Type::Real, Type::Int { .. }) => Convert::RealToInt,
            (Type::View, Type::Bytes) => {
                return make(Kind::Native { op: Op::ViewToBytes, args: vec![of] }, Ty::BYTES, span);
            }
            _ => {
                if let Some(ex) = self.try_coerce(of.clone(), to) {
                    return ex;
                }
                let (a, b) = (self.type_name(to), self.type_name(of.ty));
                self.error(span, format!("unsupported operator: cast<{a}>(<{b}>)"));
                return self.bad(span);
            }
        };
        make(Kind::Convert { how, of }, to, span)
    }
}

pub(crate) fn protocol(name: &str) -> u8 {
    match name {
        "tcp" => 0,
        "udp" => 1,
        _ => 2,
    }
}
