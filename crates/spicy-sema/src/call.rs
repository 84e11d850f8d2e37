//! Calls: functions, methods, constructors.
use crate::check::{Checker, Decl};
use crate::expr::make;
use crate::hir::{Const, Convert, Ex, Kind, Op, Param};
use crate::method::Method;
use crate::names::Named;
use crate::types::{Ty, Type};
use spicy_syntax::Span;
use spicy_syntax::ast::{Expr, ExprKind, Id, TypeExpr, TypeKind};

impl Checker<'_> {
    pub(crate) fn call(&mut self, callee: &Expr, args: &[Expr], span: Span) -> Ex {
        match &*callee.kind {
            ExprKind::Member(of, id) => self.method_call(of, id, args, span),
            ExprKind::Name(name) => self.named_call(name, args, callee.span, span),
            _ => {
                self.error(span, "only functions, methods and types can be called");
                self.bad(span)
            }
        }
    }

    fn named_call(&mut self, name: &str, args: &[Expr], name_span: Span, span: Span) -> Ex {
        match name {
            crate::attach::RAISE => return self.raise(args, span),
            "time_ns" | "interval_ns" => return self.nanoseconds(name == "time_ns", args, span),
            _ => {}
        }
        match self.lookup(name) {
            Some(Named::Decl(Decl::Functions(list))) => self.function_call(name, &list, args, span),
            Some(Named::Decl(Decl::Type(t))) => {
                let ty = self.declared_type(t);
                self.construct(ty, args, span)
            }
            Some(_) => {
                self.error(span, format!("'{name}' cannot be called"));
                self.bad(span)
            }
            None => {
                self.unknown_name(name_span, name);
                for a in args {
                    self.expr(a);
                }
                self.bad(span)
            }
        }
    }

    /// Checks `T(value)` for a declared type.
    fn construct(&mut self, ty: Ty, args: &[Expr], span: Span) -> Ex {
        match (self.program.types.get(ty).clone(), args) {
            (Type::Enum(_), [arg]) => {
                let of = self.expr(arg);
                let of = self.deref(of);
                self.cast_to(of, ty, span)
            }
            (Type::Unit(u), _) => {
                let args = self.unit_args(u, args, span);
                make(Kind::NewUnit { unit: u, args }, ty, span)
            }
            (_, []) => make(Kind::Default, ty, span),
            (_, [arg]) => self.expr_to(arg, ty, span),
            _ => {
                let name = self.type_name(ty);
                self.error(span, format!("type '{name}' takes one value"));
                self.bad(span)
            }
        }
    }

    fn function_call(&mut self, name: &str, list: &[u32], args: &[Expr], span: Span) -> Ex {
        // Exact matches take precedence over conversions.
        for exact in [true, false] {
            for &f in list {
                let params = self.program.functions[f as usize].params.clone();
                if let Some(args) = self.choose(|c| c.match_args(&params, args, exact)) {
                    let ret = self.program.functions[f as usize].ret;
                    return make(Kind::Call { function: f, args }, ret, span);
                }
            }
        }
        let before = self.errors.iter().count();
        let types: Vec<String> = args
            .iter()
            .map(|a| {
                let ex = self.expr(a);
                format!("<{}{}>", if ex.mutable { "" } else { "const " }, self.type_name(ex.ty))
            })
            .collect();
        if self.errors.iter().count() == before {
            self.error(span, format!("call does not match any function: {name}({})", types.join(", ")));
        }
        self.bad(span)
    }

    /// Converts the arguments to the parameters' types.
    fn match_args(&mut self, params: &[Param], args: &[Expr], exact: bool) -> Option<Vec<Ex>> {
        if args.len() > params.len() {
            return None;
        }
        let mut out = Vec::new();
        for (i, p) in params.iter().enumerate() {
            let Some(arg) = args.get(i) else {
                out.push(p.default.clone()?);
                continue;
            };
            let ex = self.expr_hint(arg, Some(p.ty));
            if p.inout {
                let ex = if ex.ty == p.ty { ex } else { self.deref(ex) };
                let unit_param = matches!(self.program.types.get(p.ty), Type::Unit(_) | Type::Ref(_));
                let _ = unit_param;
                if ex.ty != p.ty || !ex.mutable {
                    return None;
                }
                out.push(ex);
                continue;
            }
            if exact && ex.ty != p.ty && !matches!(*ex.kind, Kind::Vector(_) | Kind::Map(_) | Kind::Set(_)) {
                return None;
            }
            out.push(self.try_coerce(ex, p.ty)?);
        }
        Some(out)
    }

    fn method_call(&mut self, of: &Expr, id: &Id, args: &[Expr], span: Span) -> Ex {
        let value = self.expr(of);
        if value.ty == Ty::UNKNOWN && !matches!(*value.kind, Kind::Const(Const::Null)) {
            return self.bad(span);
        }
        let value = match self.program.types.get(value.ty) {
            Type::Ref(_) => self.deref(value),
            _ => value,
        };
        if value.ty == Ty::UNKNOWN {
            return self.bad(span);
        }
        let methods = self.methods(value.ty, &id.text);
        if methods.is_empty() {
            let name = self.type_name(value.ty);
            self.error(span, format!("type '{name}' does not have method '{}'", id.text));
            return self.bad(span);
        }
        self.note_unit_method(&value, &id.text, span);
        for exact in [true, false] {
            for m in &methods {
                if let Some(args) = self.choose(|c| c.match_method(m, &value, args, exact)) {
                    return make(Kind::Native { op: m.op, args }, m.ret, span);
                }
            }
        }
        let before = self.errors.iter().count();
        let types: Vec<String> = args
            .iter()
            .map(|a| {
                let ex = self.expr(a);
                format!("<{}>", self.type_name(ex.ty))
            })
            .collect();
        if self.errors.iter().count() == before {
            let constant = if value.mutable { "" } else { "const " };
            let name = self.type_name(value.ty);
            let mut d = spicy_syntax::Diagnostic::error(
                span,
                format!(
                    "call does not match any method: <{constant}{name}>.{}({})",
                    id.text,
                    types.join(", ")
                ),
            );
            let shown: Vec<String> = methods.iter().map(|m| self.signature(&id.text, m)).collect();
            d = d.with_help(format!("candidates: {}", shown.join("; ")));
            if self.quiet > 0 {
                self.quiet_errors += 1;
            } else {
                self.errors.push(d);
            }
        }
        self.bad(span)
    }

    fn signature(&self, name: &str, m: &Method) -> String {
        let params: Vec<String> = m
            .params
            .iter()
            .map(|p| {
                let text = format!("{}: {}", p.name, self.type_name(p.ty));
                if p.optional { format!("[{text}]") } else { text }
            })
            .collect();
        format!("{name}({})", params.join(", "))
    }

    /// Records that a unit needs its input, and reports methods that a unit does not support.
    fn note_unit_method(&mut self, value: &Ex, name: &str, span: Span) {
        let Type::Unit(u) = *self.program.types.get(value.ty) else { return };
        let unit = &mut self.program.units[u as usize];
        unit.asks_place |= matches!(name, "input" | "offset" | "position" | "find" | "stream");
        unit.moves |= name == "set_input";
        match name {
            "input" | "set_input" | "position" | "find" => unit.keeps_input = true,
            "context" if self.program.units[u as usize].context.is_none() => {
                self.error(span, "context() used with a unit which did not declare %context");
            }
            _ => {}
        }
    }

    fn match_method(&mut self, m: &Method, value: &Ex, args: &[Expr], exact: bool) -> Option<Vec<Ex>> {
        let handle = matches!(*value.kind, Kind::Deref(_));
        if m.mutates && !value.mutable && !handle {
            return None;
        }
        if args.len() > m.params.len() {
            return None;
        }
        let mut out = vec![value.clone()];
        for (i, p) in m.params.iter().enumerate() {
            match args.get(i) {
                Some(arg) => {
                    let ex = self.expr_hint(arg, Some(p.ty));
                    if p.ty == Ty::ANY {
                        // Units stay references; values to be printed need their type.
                        let takes_unit =
                            matches!(m.op, Op::SinkConnect | Op::SinkConnectFilter | Op::UnitConnectFilter);
                        if takes_unit {
                            let unit = self.deref(ex.clone());
                            if !matches!(self.program.types.get(unit.ty), Type::Unit(_)) {
                                return None;
                            }
                            out.push(ex);
                        } else {
                            let ex = self.as_any(ex);
                            out.push(ex);
                        }
                        continue;
                    }
                    if exact && ex.ty != p.ty {
                        return None;
                    }
                    out.push(self.try_coerce(ex, p.ty)?);
                }
                None if p.optional => break,
                None => return None,
            }
        }
        Some(out)
    }

    /// Checks `int8(x)`, `vector<T>(…)`, `optional(x)` and the like.
    pub(crate) fn make_value(&mut self, t: &TypeExpr, args: &[Expr], span: Span, hint: Option<Ty>) -> Ex {
        match &t.kind {
            TypeKind::Int { signed, bits } => self.make_int(*signed, *bits, args, span),
            TypeKind::Vector(e) | TypeKind::List(e) => {
                let element = e.as_ref().map(|e| self.ty(e));
                let list = self.list_value(args, element, span, hint);
                match (&t.kind, self.program.types.element(list.ty)) {
                    (TypeKind::Vector(_), Some(element)) => {
                        Ex { ty: self.program.types.of(Type::Vector(element)), ..list }
                    }
                    _ => list,
                }
            }
            TypeKind::Set(e) => {
                let element = e.as_ref().map(|e| self.ty(e));
                let list = self.list_value(args, element, span, hint);
                let element = self.program.types.element(list.ty).unwrap_or(Ty::UNKNOWN);
                let ty = self.program.types.of(Type::Set(element));
                match *list.kind {
                    Kind::Vector(items) => make(Kind::Set(items), ty, span),
                    _ => self.bad(span),
                }
            }
            TypeKind::Tuple(_) => {
                let items: Vec<Ex> = args.iter().map(|a| self.expr(a)).collect();
                let ty = self.tuple_of(&items);
                make(Kind::Tuple(items), ty, span)
            }
            TypeKind::Simple(name) => self.make_simple(name, args, span),
            _ => {
                let ty = self.ty(t);
                self.construct(ty, args, span)
            }
        }
    }

    fn make_int(&mut self, signed: bool, bits: u8, args: &[Expr], span: Span) -> Ex {
        let ty = crate::types::Types::int(signed, bits);
        let [arg] = args else {
            self.error(span, "one number was expected");
            return self.bad(span);
        };
        let ex = self.expr(arg);
        let ex = self.deref(ex);
        if let Some(fits) = self.try_coerce(ex.clone(), ty) {
            return Ex { span, mutable: false, ..fits };
        }
        match (self.program.types.get(ex.ty), &*ex.kind) {
            (Type::Int { .. }, Kind::Const(_)) => {
                self.error(span, "integer value out of range for type");
                self.bad(span)
            }
            (Type::Int { .. }, _) => make(Kind::Convert { how: Convert::IntChecked, of: ex }, ty, span),
            (Type::Enum(_) | Type::Real, _) => self.cast_to(ex, ty, span),
            _ => {
                let (to, from) = (self.type_name(ty), self.type_name(ex.ty));
                self.error(span, format!("call does not match any function: {to}(<{from}>)"));
                self.bad(span)
            }
        }
    }

    fn make_simple(&mut self, name: &str, args: &[Expr], span: Span) -> Ex {
        match (name, args) {
            ("optional", [arg]) => {
                let of = self.expr(arg);
                let of = match *self.program.types.get(of.ty) {
                    Type::Ref(_) => self.deref(of),
                    _ => of,
                };
                let ty = self.program.types.of(Type::Optional(of.ty));
                make(Kind::Convert { how: Convert::ToOptional, of }, ty, span)
            }
            ("time" | "interval", [arg]) => self.seconds(name == "time", arg, span),
            ("port", [number, protocol]) => {
                let kind = self.enum_named("Protocol");
                let args = vec![self.expr_to(number, Ty::UINT16, span), self.expr_to(protocol, kind, span)];
                make(Kind::Native { op: Op::PortMake, args }, Ty::PORT, span)
            }
            ("error", [arg]) => {
                let text = self.expr_to(arg, Ty::STR, span);
                Ex { ty: Ty::ERROR, span, ..text }
            }
            ("stream", [arg]) => {
                let of = self.expr_to(arg, Ty::BYTES, span);
                make(Kind::Convert { how: Convert::BytesToStream, of }, Ty::STREAM, span)
            }
            ("stream" | "bytes" | "string", []) => make(Kind::Default, crate::resolve::simple(name), span),
            (_, [arg]) => {
                let ty = crate::resolve::simple(name);
                self.expr_to(arg, ty, span)
            }
            _ => {
                self.error(span, format!("'{name}' takes other values"));
                self.bad(span)
            }
        }
    }

    /// Checks `time(seconds)` and `interval(seconds)`.
    fn seconds(&mut self, is_time: bool, arg: &Expr, span: Span) -> Ex {
        let (how, ty) =
            if is_time { (Convert::ToTime, Ty::TIME) } else { (Convert::ToInterval, Ty::INTERVAL) };
        let of = self.expr(arg);
        let nano = 1e9;
        let out_of_range = match &*of.kind {
            Kind::Const(Const::Uint(n)) => {
                u64::from(!is_time) * n > i64::MAX as u64 / 1_000_000_000 || *n > u64::MAX / 1_000_000_000
            }
            Kind::Const(Const::Int(n)) => n.unsigned_abs() > i64::MAX as u64 / 1_000_000_000,
            Kind::Const(Const::Real(r)) => r.abs() * nano > u64::MAX as f64,
            _ => false,
        };
        if out_of_range {
            self.error(
                span,
                format!(
                    "value cannot be represented as {} {}",
                    if is_time { "a" } else { "an" },
                    self.type_name(ty)
                ),
            );
        }
        match self.program.types.get(of.ty) {
            Type::Int { .. } | Type::Real => make(Kind::Convert { how, of }, ty, span),
            Type::Unknown => self.bad(span),
            _ => {
                let name = self.type_name(of.ty);
                self.error(span, format!("a number was expected, but this is of type {name}"));
                self.bad(span)
            }
        }
    }

    fn nanoseconds(&mut self, is_time: bool, args: &[Expr], span: Span) -> Ex {
        let [arg] = args else {
            self.error(span, "one number was expected");
            return self.bad(span);
        };
        let (op, from, ty) = if is_time {
            (Op::TimeNs, Ty::UINT64, Ty::TIME)
        } else {
            (Op::IntervalNs, Ty::INT64, Ty::INTERVAL)
        };
        let of = self.expr_to(arg, from, span);
        match &*of.kind {
            Kind::Const(Const::Uint(n)) if is_time => make(Kind::Const(Const::Time(*n)), ty, span),
            Kind::Const(Const::Int(n)) if !is_time => make(Kind::Const(Const::Interval(*n)), ty, span),
            _ => make(Kind::Native { op, args: vec![of] }, ty, span),
        }
    }

    /// Checks `[a, b]` and `vector(a, b)`.
    pub(crate) fn list_value(
        &mut self,
        items: &[Expr],
        element: Option<Ty>,
        span: Span,
        hint: Option<Ty>,
    ) -> Ex {
        let hinted = hint.and_then(|h| match *self.program.types.get(h) {
            Type::Vector(t) | Type::List(t) | Type::Set(t) if t != Ty::UNKNOWN => Some(t),
            _ => None,
        });
        let mut values: Vec<Ex> = Vec::new();
        for i in items {
            let ex = self.expr_hint(i, element.or(hinted));
            let ex = match element {
                Some(ty) => match self.try_coerce(ex.clone(), ty) {
                    Some(fits) => fits,
                    None => {
                        self.cannot_coerce(&ex, i, ty, i.span);
                        ex
                    }
                },
                None => ex,
            };
            values.push(ex);
        }
        let mut ty = element.or(values.first().map(|v| v.ty)).unwrap_or(Ty::UNKNOWN);
        if element.is_none() {
            // All elements take the type of the first element to whose type all others can be converted.
            for candidate in values.iter().map(|v| v.ty).collect::<Vec<_>>() {
                let fits: Option<Vec<Ex>> =
                    values.iter().map(|v| self.try_coerce(v.clone(), candidate)).collect();
                if let Some(fits) = fits {
                    values = fits;
                    ty = candidate;
                    break;
                }
            }
            let hint_takes_all =
                hinted.filter(|h| values.iter().all(|v| self.try_coerce(v.clone(), *h).is_some()));
            if let Some(h) = hint_takes_all {
                values = values.into_iter().filter_map(|v| self.try_coerce(v, h)).collect();
                ty = h;
            } else if values.iter().any(|v| v.ty != ty && v.ty != Ty::UNKNOWN) {
                self.error(span, "all elements must have the same type");
            }
        }
        let ty = self.program.types.of(Type::List(ty));
        make(Kind::Vector(values), ty, span)
    }

    pub(crate) fn map_value(
        &mut self,
        types: Option<&(TypeExpr, TypeExpr)>,
        pairs: &[(Expr, Expr)],
        span: Span,
        hint: Option<Ty>,
    ) -> Ex {
        let declared = types.map(|(k, v)| (self.ty(k), self.ty(v)));
        let hinted = hint.and_then(|h| match *self.program.types.get(h) {
            Type::Map(k, v) => Some((k, v)),
            _ => None,
        });
        let mut out: Vec<(Ex, Ex)> = Vec::new();
        for (k, v) in pairs {
            let wanted = declared.or(hinted);
            let (mut key, mut value) =
                (self.expr_hint(k, wanted.map(|w| w.0)), self.expr_hint(v, wanted.map(|w| w.1)));
            if let Some((kt, vt)) = wanted {
                match (self.try_coerce(key.clone(), kt), self.try_coerce(value.clone(), vt)) {
                    (Some(a), Some(b)) => (key, value) = (a, b),
                    (None, _) if declared.is_some() => self.cannot_coerce(&key, k, kt, k.span),
                    (_, None) if declared.is_some() => self.cannot_coerce(&value, v, vt, v.span),
                    _ => {}
                }
            }
            out.push((key, value));
        }
        let (k, v) =
            declared.unwrap_or_else(|| out.first().map_or((Ty::UNKNOWN, Ty::UNKNOWN), |p| (p.0.ty, p.1.ty)));
        let ty = self.program.types.of(Type::Map(k, v));
        make(Kind::Map(out), ty, span)
    }

    pub(crate) fn pack(&mut self, args: &[Expr], span: Span) -> Ex {
        let order = self.enum_named("ByteOrder");
        let Some((value, rest)) = args.split_first() else {
            self.error(span, "pack() takes a value and a byte order");
            return self.bad(span);
        };
        let value = self.expr(value);
        let value = self.deref(value);
        let (op, kinds) = match self.program.types.get(value.ty) {
            Type::Int { .. } => (Op::PackInt, vec![order]),
            Type::Addr => (Op::PackAddr, vec![order]),
            Type::Real => (Op::PackReal, vec![self.enum_named("RealType"), order]),
            _ => {
                let name = self.type_name(value.ty);
                self.error(span, format!("type '{name}' cannot be packed"));
                return self.bad(span);
            }
        };
        let Some(rest) = self.fixed_args(rest, &kinds, span) else { return self.bad(span) };
        let mut args = vec![value];
        if op == Op::PackInt {
            let width = make(Kind::Const(Const::Type(args[0].ty)), Ty::TYPE, span);
            args.push(width);
        }
        args.extend(rest);
        make(Kind::Native { op, args }, Ty::BYTES, span)
    }

    pub(crate) fn unpack(&mut self, t: &TypeExpr, args: &[Expr], span: Span) -> Ex {
        let ty = self.ty(t);
        let order = self.enum_named("ByteOrder");
        let (op, kinds) = match self.program.types.get(ty) {
            Type::Int { .. } => (Op::UnpackInt, vec![Ty::BYTES, order]),
            Type::Addr => (Op::UnpackAddr, vec![Ty::BYTES, self.enum_named("AddressFamily"), order]),
            Type::Real => (Op::UnpackReal, vec![Ty::BYTES, self.enum_named("RealType"), order]),
            _ => {
                let name = self.type_name(ty);
                self.error(span, format!("type '{name}' cannot be unpacked"));
                return self.bad(span);
            }
        };
        let Some(rest) = self.fixed_args(args, &kinds, span) else { return self.bad(span) };
        let mut all = vec![make(Kind::Const(Const::Type(ty)), Ty::TYPE, span)];
        all.extend(rest);
        let tuple = self.program.types.tuple(&[ty, Ty::BYTES]);
        make(Kind::Native { op, args: all }, tuple, span)
    }

    fn fixed_args(&mut self, args: &[Expr], kinds: &[Ty], span: Span) -> Option<Vec<Ex>> {
        if args.len() != kinds.len() {
            self.error(span, format!("{} more arguments were expected", kinds.len()));
            return None;
        }
        Some(args.iter().zip(kinds).map(|(a, k)| self.expr_to(a, *k, span)).collect())
    }

    /// Checks the arguments for a unit's parameters.
    pub(crate) fn unit_args(&mut self, unit: u32, args: &[Expr], span: Span) -> Vec<Ex> {
        let params = self.program.units[unit as usize].params.clone();
        if args.len() > params.len() {
            self.error(span, format!("too many arguments: {} were expected", params.len()));
        }
        let mut out = Vec::new();
        for (i, p) in params.iter().enumerate() {
            match (args.get(i), &p.default) {
                (Some(arg), _) => {
                    let ex = self.expr_hint(arg, Some(p.ty));
                    match self.try_coerce(ex.clone(), p.ty) {
                        Some(fits) => out.push(fits),
                        None => {
                            let (from, to) = (self.type_name(ex.ty), self.type_name(p.ty));
                            let message = format!(
                                "cannot coerce argument {} ('{}') from type '{from}' to type '{to}'",
                                i + 1,
                                p.name
                            );
                            self.error(span, message);
                        }
                    }
                }
                (None, Some(d)) => out.push(d.clone()),
                (None, None) => self.error(span, format!("type parameter {} is missing ({})", i + 1, p.name)),
            }
        }
        out
    }
}
