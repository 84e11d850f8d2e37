//! Fields: what they parse, and how their value is used.
use crate::check::{Captures, Checker, Cx, Decl, Dollar};
use crate::grammar::TokenKind;
use crate::hir::{self, Around, Const, Kind, Thunk, Until, What};
use crate::names::Named;
use crate::types::{Ty, Type};
use crate::unit::is_void;
use spicy_syntax::ast::{Attr, Expr, Field, FieldWhat, TypeExpr, TypeKind};
use spicy_syntax::{FileId, Span};
use std::rc::Rc;

fn attr<'a>(f: &'a Field, name: &str) -> Option<&'a Attr> {
    f.attrs.iter().find(|a| a.name == name)
}

/// The type or constant that a field parses.
pub(crate) enum Parsed {
    Type(Ty),
    Constant(Const, Ty),
    Bad,
}

impl Checker<'_> {
    /// Returns the field's types before and after `&convert`.
    pub(crate) fn field_types(&mut self, f: &Field) -> (Ty, Ty) {
        let element = match &f.what {
            FieldWhat::Inner(inner) => self.field_types(inner).1,
            _ => match self.parsed(f) {
                Parsed::Type(ty) => match *self.program.types.get(ty) {
                    Type::Unit(u) => self.unit_value_type(u),
                    _ => ty,
                },
                Parsed::Constant(Const::Regexp(_), _) => Ty::BYTES,
                Parsed::Constant(_, ty) => ty,
                Parsed::Bad => Ty::UNKNOWN,
            },
        };
        let parsed = if f.repeat.is_some() { self.program.types.of(Type::Vector(element)) } else { element };
        let Some(e) = attr(f, "convert").and_then(|a| a.value.as_ref()) else { return (parsed, parsed) };
        let mut cx = Cx::in_unit(self.cx.module, self.cx.unit.unwrap_or(0));
        cx.dollar = if f.skip { Dollar::None } else { Dollar::Is(parsed) };
        cx.captures = Captures::Thunk;
        let (ex, _) = self.within(cx, |c| c.expr(e));
        let ty = match *self.program.types.get(ex.ty) {
            // A list is stored as a vector.
            Type::List(t) => self.program.types.of(Type::Vector(t)),
            _ => ex.ty,
        };
        (parsed, ty)
    }

    /// Returns the type of the value that parsing a unit yields.
    pub(crate) fn unit_value_type(&mut self, unit: u32) -> Ty {
        let state = &mut self.units[unit as usize];
        if let Some(known) = state.convert_ty {
            return known.unwrap_or(self.program.units[unit as usize].ty);
        }
        let attrs = Rc::clone(&state.attrs);
        let Some(e) = attrs.iter().find(|a| a.name == "convert").and_then(|a| a.value.as_ref()) else {
            state.convert_ty = Some(None);
            return self.program.units[unit as usize].ty;
        };
        if std::mem::replace(&mut state.resolving_convert, true) {
            return Ty::UNKNOWN;
        }
        let module = state.module;
        let unit_ty = self.program.units[unit as usize].ty;
        if self.program.units[unit as usize].params.len() < self.units[unit as usize].ast.params.len() {
            // The unit is used before its parameters are resolved: resolve them now.
            let ast = Rc::clone(&self.units[unit as usize].ast);
            let (params, _) =
                self.within(Cx::new(module), |c| ast.params.iter().map(|p| c.param(p)).collect());
            self.program.units[unit as usize].params = params;
        }
        let mut cx = Cx::in_unit(module, unit);
        cx.dollar = Dollar::Is(unit_ty);
        self.quiet += 1;
        let (ex, _) = self.within(cx, |c| c.expr(e));
        self.quiet -= 1;
        let ty = ex.ty;
        self.units[unit as usize].convert_ty = Some(Some(ty));
        ty
    }

    /// Returns the type of an anonymous bitfield's field. Cached, so that the same text has the same type.
    pub(crate) fn parsed_type_cached(&mut self, f: &Rc<Field>) -> Ty {
        let (file, start) = (f.span.file, f.span.start);
        if let Some(ty) = self.bitfield_types.get(&(file, start)) {
            return *ty;
        }
        match self.parsed(f) {
            Parsed::Type(ty) => ty,
            _ => Ty::UNKNOWN,
        }
    }

    /// Returns the type or constant that a field parses, without its repetition.
    pub(crate) fn parsed(&mut self, f: &Field) -> Parsed {
        match &f.what {
            FieldWhat::Type(t) => match &t.kind {
                TypeKind::Bitfield(b) => {
                    let key: (FileId, u32) = (f.span.file, f.span.start);
                    if let Some(ty) = self.bitfield_types.get(&key).copied() {
                        // Errors are reported by the first check that is not silent.
                        if self.quiet == 0 && self.bitfields_told.insert(key) {
                            self.bitfield_type(b, &f.attrs, None, t.span);
                        }
                        return Parsed::Type(ty);
                    }
                    let ty = self.bitfield_type(b, &f.attrs, None, t.span);
                    self.bitfield_types.insert(key, ty);
                    if self.quiet == 0 {
                        self.bitfields_told.insert(key);
                    }
                    Parsed::Type(ty)
                }
                _ => Parsed::Type(self.ty(t)),
            },
            FieldWhat::Literal(e) => self.literal(e, f),
            FieldWhat::Name(n) => {
                let unit = self.cx.unit.unwrap_or(0);
                if self.program.units[unit as usize].params.iter().any(|p| p.name == n.text) {
                    self.error(f.span, "field value must be a constant or type (but is a parameter)");
                    return Parsed::Bad;
                }
                match self.lookup(&n.text) {
                    Some(Named::Decl(Decl::Type(t))) => Parsed::Type(self.declared_type(t)),
                    Some(Named::Decl(Decl::Global(g))) => {
                        let ty = self.global_type(g);
                        match self.global_decls[g as usize].value.clone() {
                            Some(value) => self.check_literal(value, ty, f),
                            None => {
                                self.error(f.span, "field value must be a constant or type");
                                Parsed::Bad
                            }
                        }
                    }
                    Some(_) => {
                        self.error(f.span, format!("'{}' is neither a type nor a constant", n.text));
                        Parsed::Bad
                    }
                    None => {
                        if crate::resolve::library_type(&n.text).is_some() {
                            let t = TypeExpr { kind: TypeKind::Name(n.text.clone()), span: n.span };
                            return Parsed::Type(self.ty(&t));
                        }
                        self.unknown_name(n.span, &n.text);
                        Parsed::Bad
                    }
                }
            }
            FieldWhat::Inner(inner) => Parsed::Type(self.field_types(inner).1),
        }
    }

    fn literal(&mut self, e: &Expr, f: &Field) -> Parsed {
        let ex = self.expr(e);
        match *ex.kind {
            Kind::Const(c) if ex.ty != Ty::UNKNOWN => self.check_literal(c, ex.ty, f),
            _ if ex.ty == Ty::UNKNOWN => Parsed::Bad,
            _ => {
                self.error(f.span, "a constant was expected");
                Parsed::Bad
            }
        }
    }

    fn check_literal(&mut self, c: Const, ty: Ty, f: &Field) -> Parsed {
        match c {
            Const::Bytes(_) | Const::Uint(_) | Const::Int(_) | Const::Regexp(_) => Parsed::Constant(c, ty),
            other => {
                let shown = match other {
                    Const::Str(s) => format!("\"{s}\""),
                    _ => self.type_name(ty),
                };
                self.error(f.span, format!("not a parseable constant ({shown})"));
                Parsed::Bad
            }
        }
    }

    pub(crate) fn check_field(&mut self, unit: u32, f: &Field) -> hir::Field {
        let member = self.find_member(unit, f);
        let lifted = match f.name {
            None => self.lifted_members(unit, f),
            Some(_) => Vec::new(),
        };
        let mut field = self.check_spec(unit, f);
        if let Some(m) = member {
            let known = self.member_type(unit, m);
            if known != field.ty && known != Ty::UNKNOWN && field.ty != Ty::UNKNOWN {
                self.error(
                    f.span,
                    format!(
                        "field '{}' has different types in different places",
                        f.name.as_ref().map_or("", |n| &n.text)
                    ),
                );
            }
        }
        field.member = member;
        field.lifted = lifted;
        if f.skip && !f.sinks.is_empty() {
            self.error(f.span, "skip field cannot have sinks attached");
        }
        for s in &f.sinks {
            let thunk = self.thunk_to(s, Ty::UNKNOWN, s.span);
            let is_sink = matches!(
                self.program.types.get(thunk.ex.ty),
                Type::Sink | Type::Ref(Ty::SINK) | Type::Unknown
            );
            if !is_sink {
                self.error(s.span, "a sink was expected behind '->'");
            } else if !thunk.ex.mutable && thunk.ex.ty == Ty::SINK {
                self.error(s.span, "sink must be writable, cannot be a constant value");
            }
            if field.ty != Ty::BYTES && field.parsed != Ty::BYTES && field.ty != Ty::UNKNOWN {
                self.error(f.span, "only fields of type bytes can be written to a sink");
            }
            field.sinks.push(thunk);
        }
        if let (Some(m), Some(a)) = (member, attr(f, "default")) {
            match &a.value {
                Some(e) => {
                    let thunk = self.thunk_to(e, field.ty, f.span);
                    self.program.units[unit as usize].members[m as usize].default = Some(thunk);
                }
                None => self.error(a.span, "&default requires an argument"),
            }
        }
        field
    }

    /// Returns the member that stores the field's value.
    fn find_member(&self, unit: u32, f: &Field) -> Option<u32> {
        match &f.name {
            Some(n) => self.member_index(unit, &n.text),
            None => self.units[unit as usize]
                .members
                .iter()
                .position(|m| matches!(&m.source, crate::check::MemberSource::Field(g) if g.span == f.span && g.name.is_none()))
                .map(|i| i as u32),
        }
    }

    fn lifted_members(&self, unit: u32, f: &Field) -> Vec<u32> {
        let list = &self.units[unit as usize].members;
        (0..list.len() as u32)
            .filter(|i| matches!(&list[*i as usize].source, crate::check::MemberSource::Lifted(g, _) if g.span == f.span))
            .collect()
    }

    /// Checks everything except name and hooks, which the elements of containers lack.
    fn check_spec(&mut self, unit: u32, f: &Field) -> hir::Field {
        self.check_multiplicity(f);
        let (parsed_ty, ty) = self.field_types(f);
        let before = (self.cx.dollar, self.cx.captures);
        let transient = f.name.is_none() && f.repeat.is_some();
        self.cx.dollar = if f.skip || is_void(f) {
            Dollar::None
        } else if transient {
            Dollar::Transient
        } else {
            Dollar::Is(parsed_ty)
        };
        self.cx.captures = Captures::Thunk;
        let convert =
            attr(f, "convert").and_then(|a| a.value.as_ref()).map(|e| self.thunk_to(e, Ty::UNKNOWN, e.span));
        let mut requires = Vec::new();
        for a in f.attrs.iter().filter(|a| a.name == "requires") {
            if let Some(r) = self.requires(a) {
                requires.push(r);
            }
        }
        (self.cx.dollar, self.cx.captures) = (Dollar::None, Captures::None);
        let mut around = Around::default();
        self.check_around(&f.attrs, &mut around);
        let condition = f.condition.as_ref().map(|c| self.thunk_to(c, Ty::BOOL, c.span));
        let what = self.what(unit, f, &around);
        (self.cx.dollar, self.cx.captures) = before;
        let what_span = match &f.what {
            FieldWhat::Name(n) => n.span,
            FieldWhat::Type(t) => t.span,
            FieldWhat::Literal(e) => e.span,
            FieldWhat::Inner(i) => i.span,
        };
        hir::Field {
            member: None,
            lifted: Vec::new(),
            what,
            parsed: parsed_ty,
            ty,
            condition,
            around,
            attempt: attr(f, "try").is_some(),
            synchronize: attr(f, "synchronize").is_some(),
            first: Vec::new(),
            convert,
            requires,
            sinks: Vec::new(),
            skip: f.skip,
            eod: attr(f, "eod").is_some(),
            span: f.span,
            what_span,
        }
    }

    pub(crate) fn requires(&mut self, a: &Attr) -> Option<hir::Requires> {
        let Some(e) = &a.value else {
            self.error(a.span, "&requires requires an argument");
            return None;
        };
        let test = self.thunk_to(e, Ty::UNKNOWN, a.span);
        let test = match self.program.types.get(test.ex.ty) {
            Type::Result(_) | Type::Unknown => test,
            _ => self.thunk_to(e, Ty::BOOL, a.span),
        };
        Some(hir::Requires { test, text: e.to_string(), span: a.span })
    }

    /// Checks `&size`, `&max-size`, `&parse-from` and `&parse-at`.
    pub(crate) fn check_around(&mut self, attrs: &[Attr], around: &mut Around) {
        for a in attrs {
            let Some(e) = &a.value else {
                if matches!(a.name, "size" | "max-size" | "parse-from" | "parse-at") {
                    self.error(a.span, format!("&{} must provide an expression", a.name));
                }
                continue;
            };
            match a.name {
                "size" => around.size = Some((self.thunk_to(e, Ty::UINT64, a.span), a.span)),
                "max-size" => around.max_size = Some((self.thunk_to(e, Ty::UINT64, a.span), a.span)),
                "parse-from" => {
                    let thunk = self.thunk_to(e, Ty::UNKNOWN, a.span);
                    let fits = matches!(self.program.types.get(thunk.ex.ty), Type::Iter(Ty::STREAM));
                    around.parse_from = Some(if fits { thunk } else { self.thunk_to(e, Ty::BYTES, a.span) });
                }
                "parse-at" => around.parse_at = Some(self.thunk_to(e, Ty::STREAM_ITER, a.span)),
                _ => {}
            }
        }
    }

    fn what(&mut self, unit: u32, f: &Field, around: &Around) -> What {
        if f.repeat.is_some() {
            return self.repeat(unit, f, around);
        }
        if let FieldWhat::Inner(inner) = &f.what {
            return What::Inner(Box::new(self.check_spec(unit, inner)));
        }
        let order = self.byte_order(unit, f);
        match self.parsed(f) {
            Parsed::Constant(Const::Regexp(r), _) => {
                self.allow(f, "bytes", &["nosub"]);
                let token = self.token(TokenKind::Regexp(r), f.span);
                let captures = attr(f, "nosub").is_none();
                What::Regexp { regexp: r, captures, token }
            }
            Parsed::Constant(value, ty) => {
                self.allow(f, "constant", &["byte-order"]);
                let kind = match (&value, self.program.types.get(ty)) {
                    (Const::Bytes(b), _) => TokenKind::Bytes(b.clone()),
                    (Const::Uint(n), Type::Int { bits, .. }) => {
                        TokenKind::Int { bits: *bits, value: *n, little: is_little(order.as_ref()) }
                    }
                    (Const::Int(n), Type::Int { bits, .. }) => {
                        TokenKind::Int { bits: *bits, value: *n as u64, little: is_little(order.as_ref()) }
                    }
                    _ => TokenKind::Bytes(Vec::new()),
                };
                let token = self.token(kind, f.span);
                What::Literal { value, order, token }
            }
            Parsed::Type(ty) => self.what_type(unit, f, ty, order, around),
            Parsed::Bad => What::Void,
        }
    }

    fn what_type(&mut self, unit: u32, f: &Field, ty: Ty, order: Option<Thunk>, around: &Around) -> What {
        let _ = unit;
        match self.program.types.get(ty).clone() {
            Type::Void => {
                self.allow(f, "bytes", &["eod", "until"]);
                if f.attrs
                    .iter()
                    .all(|a| matches!(a.name, "requires" | "convert" | "synchronize" | "try" | "default"))
                {
                    return What::Void;
                }
                self.warning(f.span, "using `void` fields with attributes is deprecated and support will be removed in a future release; replace 'void ...' with 'skip bytes ...'");
                What::Bytes { until: self.delimiter(f), chunked: false }
            }
            Type::Bytes => {
                self.allow(f, "bytes", &["eod", "until", "until-including", "chunked"]);
                let bounded = ["eod", "until", "until-including"].iter().any(|n| attr(f, n).is_some())
                    || around.size.is_some()
                    || around.parse_from.is_some()
                    || around.parse_at.is_some();
                if !bounded {
                    self.error(f.span, "bytes field requires one of &eod, &parse-at, &parse-from, &size, &until, &until-including");
                }
                let chunked = attr(f, "chunked").is_some();
                if chunked && attr(f, "convert").is_some() {
                    self.warning(f.span, "usage of &convert on &chunked field is ill-defined and deprecated; support will be removed in future versions");
                }
                What::Bytes { until: self.delimiter(f), chunked }
            }
            Type::Int { signed, .. } => {
                self.allow(f, if signed { "int" } else { "uint" }, &["byte-order"]);
                What::Int { order }
            }
            Type::Bitfield(id) => {
                self.allow(f, "bitfield", &["byte-order", "bit-order"]);
                let b = &self.program.bitfields[id as usize];
                let expected = b.ranges.iter().any(|r| r.expected.is_some());
                let token = expected.then(|| {
                    self.token(TokenKind::Bitfield { id, little: is_little(order.as_ref()) }, f.span)
                });
                What::Bitfield { id, order, token }
            }
            Type::Real => {
                self.allow(f, "real", &["type", "byte-order"]);
                match attr(f, "type").and_then(|a| a.value.as_ref()) {
                    Some(e) => {
                        let kind = self.enum_named("RealType");
                        let thunk = self.thunk_to(e, Ty::UNKNOWN, e.span);
                        if thunk.ex.ty != kind {
                            self.error(f.span, "&type attribute must be a spicy::RealType");
                        }
                        What::Real { kind: thunk, order }
                    }
                    None => {
                        self.error(f.span, "field of type real must be used with a &type attribute");
                        What::Void
                    }
                }
            }
            Type::Addr => {
                self.allow(f, "addr", &["ipv4", "ipv6", "byte-order"]);
                let (v4, v6) = (attr(f, "ipv4").is_some(), attr(f, "ipv6").is_some());
                if v4 && v6 {
                    self.error(f.span, "field cannot have both &ipv4 and &ipv6 attributes");
                } else if !v4 && !v6 {
                    self.error(
                        f.span,
                        "field of type addr must be used with either &ipv4 or &ipv6 attribute",
                    );
                }
                What::Addr { v6, order }
            }
            Type::Unit(u) => {
                // A byte order has no effect inside the unit, but existing grammars specify one.
                self.allow(f, "unit", &["byte-order"]);
                let args = self.field_args(u, &f.args, f.span);
                What::Unit { unit: u, args }
            }
            Type::Unknown => What::Void,
            Type::Regexp => {
                self.error(f.span, "need regexp constant for parsing a field");
                What::Void
            }
            _ => {
                let name = self.type_name(ty);
                self.error(f.span, format!("not a parseable type ({name})"));
                What::Void
            }
        }
    }

    /// Checks the arguments for a unit to be parsed. Each becomes a thunk.
    fn field_args(&mut self, unit: u32, args: &[Expr], span: Span) -> Vec<Thunk> {
        let cx = Cx::in_unit(self.cx.module, self.cx.unit.unwrap_or(0));
        let (list, cx) = self.within(cx, |c| c.unit_args(unit, args, span));
        list.into_iter().map(|ex| Thunk { locals: cx.locals.clone(), ex }).collect()
    }

    fn delimiter(&mut self, f: &Field) -> Option<(Thunk, bool, Span)> {
        let a = f.attrs.iter().find(|a| matches!(a.name, "until" | "until-including"))?;
        match &a.value {
            Some(e) => Some((self.thunk_to(e, Ty::BYTES, a.span), a.name == "until-including", e.span)),
            None => {
                self.error(a.span, format!("&{} must provide an expression", a.name));
                None
            }
        }
    }

    fn repeat(&mut self, unit: u32, f: &Field, around: &Around) -> What {
        self.allow(
            f,
            "vector",
            &[
                "eod",
                "until",
                "until-including",
                "while",
                "count",
                "byte-order",
                "bit-order",
                "type",
                "ipv4",
                "ipv6",
                "nosub",
            ],
        );
        // Attributes that affect parsing apply to each element.
        let element_attrs = f
            .attrs
            .iter()
            .filter(|a| matches!(a.name, "byte-order" | "bit-order" | "type" | "ipv4" | "ipv6" | "nosub"));
        let element = match &f.what {
            FieldWhat::Inner(inner) => (**inner).clone(),
            _ => {
                let span = match &f.what {
                    FieldWhat::Name(n) => n.span,
                    FieldWhat::Type(t) => t.span,
                    FieldWhat::Literal(e) => e.span,
                    FieldWhat::Inner(i) => i.span,
                };
                Field {
                    attrs: element_attrs.cloned().collect(),
                    repeat: None,
                    condition: None,
                    sinks: Vec::new(),
                    hooks: Vec::new(),
                    skip: false,
                    span,
                    name: None,
                    ..f.clone()
                }
            }
        };
        let element = Box::new(self.check_spec(unit, &element));
        let until = self.until(f, element.ty, around);
        What::Repeat { until, element }
    }

    fn until(&mut self, f: &Field, element: Ty, around: &Around) -> Until {
        let count = f.repeat.as_ref().and_then(|r| r.as_ref());
        let counted = attr(f, "count");
        if let Some(a) = counted {
            self.warning(a.span, "&count=N is deprecated, prefer '[N]' syntax");
            if count.is_some() {
                self.error(f.span, "cannot have both '[..]' and &count");
            }
        }
        if let Some(e) = count.or(counted.and_then(|a| a.value.as_ref())) {
            return Until::Count(self.thunk_to(e, Ty::UINT64, f.span));
        }
        for a in &f.attrs {
            let Some(e) =
                a.value.as_ref().filter(|_| matches!(a.name, "until" | "until-including" | "while"))
            else {
                continue;
            };
            let before = std::mem::replace(&mut self.cx.dollar, Dollar::Is(element));
            let test = self.thunk_to(e, Ty::BOOL, a.span);
            self.cx.dollar = before;
            return match a.name {
                "until" => Until::Until(test),
                "until-including" => Until::Including(test),
                _ => Until::While(test),
            };
        }
        if attr(f, "eod").is_some()
            || around.size.is_some()
            || around.parse_from.is_some()
            || around.parse_at.is_some()
        {
            return Until::EndOfData;
        }
        Until::LookAhead { first: Vec::new(), follow: Vec::new(), default: false }
    }

    pub(crate) fn token(&mut self, kind: TokenKind, span: Span) -> u32 {
        if let Some(t) = self.tokens.get(&kind) {
            return *t;
        }
        let id = self.program.tokens.len() as u32;
        let text = match &kind {
            TokenKind::Int { bits, value, .. } => format!("uint{bits}({value})"),
            _ => self.program.sources.slice(span).to_owned(),
        };
        self.program.tokens.push(crate::grammar::Token { kind: kind.clone(), text });
        self.tokens.insert(kind, id);
        id
    }
}

/// Whether a byte order is known at compile time to be little-endian.
fn is_little(order: Option<&Thunk>) -> bool {
    matches!(order.map(|o| &*o.ex.kind), Some(Kind::Const(Const::Enum(0 | 3))))
}
