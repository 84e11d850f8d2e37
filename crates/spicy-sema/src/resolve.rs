//! Resolves type expressions to interned types.
use crate::check::{Checker, Decl, TypeDecl};
use crate::hir;
use crate::names::Named;
use crate::types::{Ty, Type, Types};
use spicy_syntax::ast::{self, Item, TypeExpr, TypeKind};
use std::collections::HashSet;
use std::rc::Rc;

impl Checker<'_> {
    /// Returns the type of a declaration, resolving it on first use.
    pub(crate) fn declared_type(&mut self, decl: u32) -> Ty {
        let d = &mut self.type_decls[decl as usize];
        if let Some(ty) = d.ty {
            return ty;
        }
        if std::mem::replace(&mut d.resolving, true) {
            let (ast, item) = (Rc::clone(&d.ast), d.item);
            let Item::Type(t) = &ast.items[item] else { return Ty::UNKNOWN };
            self.error(t.span, format!("type '{}' is defined by itself", t.name.text));
            return Ty::UNKNOWN;
        }
        let (ast, item, module) = (Rc::clone(&d.ast), d.item, d.module);
        let Item::Type(t) = &ast.items[item] else { return Ty::UNKNOWN };
        let full = format!("{}::{}", self.program.modules[module as usize], t.name.text);
        let cx = crate::check::Cx::new(module);
        let (ty, _) = self.within(cx, |c| c.named_type(&t.ty, &full, decl, &t.attrs));
        let d: &mut TypeDecl = &mut self.type_decls[decl as usize];
        d.ty = Some(ty);
        d.resolving = false;
        ty
    }

    /// Resolves the type of a declaration. Compound types get its name.
    fn named_type(&mut self, t: &TypeExpr, name: &str, decl: u32, attrs: &[ast::Attr]) -> Ty {
        match &t.kind {
            TypeKind::Struct(fields) => {
                let id = self.program.structs.len() as u32;
                self.program.structs.push(hir::Struct { name: name.to_owned(), fields: Vec::new() });
                let ty = self.program.types.of(Type::Struct(id));
                self.type_decls[decl as usize].ty = Some(ty);
                let fields = fields.iter().map(|f| self.struct_field(f)).collect();
                self.program.structs[id as usize].fields = fields;
                ty
            }
            TypeKind::Enum(labels) => self.enum_type(labels, name, decl),
            TypeKind::Bitfield(b) => self.bitfield_type(b, attrs, Some(name.to_owned()), t.span),
            TypeKind::Unit(u) => self.declare_unit(u, name, decl, attrs, t.span),
            _ => self.ty(t),
        }
    }

    fn struct_field(&mut self, f: &ast::StructField) -> hir::StructField {
        let ty = self.ty(&f.ty);
        let mut field = hir::StructField { name: f.name.text.clone(), ty, optional: false, default: None };
        for a in &f.attrs {
            match a.name {
                "optional" => field.optional = true,
                "default" => match &a.value {
                    Some(e) => field.default = Some(self.thunk_to(e, ty, a.span)),
                    None => self.error(a.span, "&default requires an argument"),
                },
                "anonymous" | "internal" | "on-heap" => {}
                other => self.error(a.span, format!("invalid attribute '&{other}' in struct field")),
            }
        }
        field
    }

    fn enum_type(&mut self, labels: &[(ast::Id, Option<ast::Expr>)], name: &str, decl: u32) -> Ty {
        let mut out: Vec<(String, i64)> = Vec::new();
        let (mut names, mut numbers) = (HashSet::new(), HashSet::new());
        let mut next = 0;
        for (id, value) in labels {
            let number = match value {
                Some(e) => match self.constant_int(e) {
                    Some(n) => n,
                    None => {
                        self.error(e.span, "an enum label's value must be a constant integer");
                        next
                    }
                },
                None => next,
            };
            if !names.insert(id.text.as_str()) {
                self.error(id.span, format!("enum label '{}' is defined twice", id.text));
            } else if !numbers.insert(number) && id.text != "Undef" {
                self.error(id.span, format!("enum value {number} is used twice"));
            }
            out.push((id.text.clone(), number));
            next = number.saturating_add(1);
        }
        let id = self.program.enums.len() as u32;
        let public = self.type_decls[decl as usize].public;
        self.program.enums.push(hir::Enum { name: name.to_owned(), labels: out, public });
        self.program.types.of(Type::Enum(id))
    }

    pub(crate) fn bitfield_type(
        &mut self,
        b: &ast::Bitfield,
        attrs: &[ast::Attr],
        name: Option<String>,
        span: spicy_syntax::Span,
    ) -> Ty {
        let _ = span;
        let base = Types::int(false, b.bits as u8);
        let mut msb0 = false;
        for a in attrs.iter().filter(|a| a.name == "bit-order") {
            match &a.value {
                Some(e) => {
                    let order = self.enum_named("BitOrder");
                    let e = self.expr_to(e, order, a.span);
                    msb0 = matches!(&*e.kind, hir::Kind::Const(hir::Const::Enum(1)));
                }
                None => self.error(a.span, "&bit-order must provide an expression"),
            }
        }
        let mut ranges = Vec::new();
        for r in &b.ranges {
            if r.to >= b.bits {
                self.error(r.span, "upper limit is beyond the width of the bitfield");
            } else if r.from > r.to {
                self.error(r.span, "lower limit needs to be lower than upper limit");
            }
            let mut range = hir::BitRange {
                name: r.name.text.clone(),
                from: r.from.min(63) as u8,
                to: r.to.min(63) as u8,
                ty: base,
                convert: None,
                expected: None,
                requires: Vec::new(),
            };
            for a in &r.attrs {
                match (a.name, &a.value) {
                    ("convert", Some(e)) => {
                        let module = self.cx.module;
                        let mut cx = crate::check::Cx::new(module);
                        cx.unit = self.cx.unit;
                        cx.dollar = crate::check::Dollar::Is(base);
                        let (ex, cx) = self.within(cx, |c| c.expr(e));
                        range.ty = ex.ty;
                        range.convert = Some(hir::Thunk { locals: cx.locals, ex });
                    }
                    ("requires", Some(_)) => {
                        let module = self.cx.module;
                        let mut cx = crate::check::Cx::new(module);
                        cx.unit = self.cx.unit;
                        cx.dollar = crate::check::Dollar::Is(range.ty);
                        let (r, _) = self.within(cx, |c| c.requires(a));
                        range.requires.extend(r);
                    }
                    ("bit-order", _) => {
                        let message = format!(
                            "&bit-order on bitfield item '{}' has no effect and is deprecated",
                            r.name.text
                        );
                        self.warning(r.span, message);
                    }
                    (other, _) => {
                        self.error(a.span, format!("invalid attribute '&{other}' in bitfield item"));
                    }
                }
            }
            if let Some(e) = &r.expected {
                range.expected = self.expected_bits(e, base, &range, r);
            }
            ranges.push(range);
        }
        // Anonymous bitfields with the same content have the same type.
        let same = |o: &hir::Bitfield| {
            let plain =
                |r: &hir::BitRange| r.convert.is_none() && r.expected.is_none() && r.requires.is_empty();
            o.name.is_none()
                && name.is_none()
                && (u64::from(o.bits), o.msb0, o.ranges.len()) == (b.bits, msb0, ranges.len())
                && o.ranges
                    .iter()
                    .zip(&ranges)
                    .all(|(x, y)| (&x.name, x.from, x.to) == (&y.name, y.from, y.to) && plain(x) && plain(y))
        };
        if let Some(known) = self.program.bitfields.iter().position(same) {
            return self.program.types.of(Type::Bitfield(known as u32));
        }
        let id = self.program.bitfields.len() as u32;
        self.program.bitfields.push(hir::Bitfield { name, bits: b.bits as u8, msb0, ranges });
        self.program.types.of(Type::Bitfield(id))
    }

    /// Returns the expected value of a bit range.
    fn expected_bits(
        &mut self,
        e: &ast::Expr,
        base: Ty,
        range: &hir::BitRange,
        r: &ast::BitRange,
    ) -> Option<u64> {
        let ex = self.expr(e);
        // With `&convert`, the expected value is compared before the conversion.
        match (&*ex.kind, self.try_coerce(ex.clone(), base)) {
            (_, Some(fits)) => match *fits.kind {
                hir::Kind::Const(hir::Const::Uint(n)) => {
                    let width = u32::from(range.to.saturating_sub(range.from)) + 1;
                    if width < 64 && n >> width != 0 {
                        self.error(r.span, "value is outside of bitfield element's range");
                    }
                    Some(n)
                }
                _ => {
                    self.error(r.span, "a constant was expected as the bitfield element's value");
                    None
                }
            },
            (hir::Kind::Const(hir::Const::Enum(n)), None) => Some(*n as u64),
            (_, None) => {
                self.cannot_coerce(&ex, e, base, r.span);
                None
            }
        }
    }

    /// Resolves a type expression.
    pub(crate) fn ty(&mut self, t: &TypeExpr) -> Ty {
        let wrap = match &t.kind {
            TypeKind::Name(name) => return self.type_by_name(name, t),
            TypeKind::Simple(name) => return simple(name),
            TypeKind::Int { signed, bits } => return Types::int(*signed, *bits),
            TypeKind::View => return Ty::VIEW,
            TypeKind::Iterator(t) => Type::Iter(self.ty(t)),
            TypeKind::Optional(t) => Type::Optional(self.ty(t)),
            TypeKind::Result(t) => Type::Result(self.ty(t)),
            TypeKind::Vector(t) => Type::Vector(self.inner(t)),
            TypeKind::List(t) => Type::List(self.inner(t)),
            TypeKind::Set(inner) => {
                let element = self.inner(inner);
                self.check_key(element, t, "set");
                Type::Set(element)
            }
            TypeKind::Map(None) => Type::Map(Ty::UNKNOWN, Ty::UNKNOWN),
            TypeKind::Map(Some(kv)) => {
                let (k, v) = (self.ty(&kv.0), self.ty(&kv.1));
                self.check_key(k, t, "map");
                Type::Map(k, v)
            }
            TypeKind::Tuple(ts) => Type::Tuple(
                ts.iter().map(|(n, t)| (n.as_ref().map(|n| n.text.clone()), self.ty(t))).collect(),
            ),
            TypeKind::Ref(inner) => Type::Ref(self.ty(inner)),
            TypeKind::Bitfield(b) => return self.bitfield_type(b, &[], None, t.span),
            TypeKind::Struct(_) => return self.unnamed(t, "struct types must be named in declarations"),
            TypeKind::Enum(_) => return self.unnamed(t, "enum types must be named in declarations"),
            TypeKind::Unit(_) => return self.unnamed(t, "unit types must be named"),
        };
        self.program.types.of(wrap)
    }

    fn unnamed(&mut self, t: &TypeExpr, message: &str) -> Ty {
        self.error(t.span, message);
        Ty::UNKNOWN
    }

    fn inner(&mut self, t: &Option<Box<TypeExpr>>) -> Ty {
        t.as_ref().map_or(Ty::UNKNOWN, |t| self.ty(t))
    }

    fn check_key(&mut self, ty: Ty, t: &TypeExpr, what: &str) {
        if !self.program.types.is_key(ty) {
            let name = self.type_name(ty);
            let message = format!(
                "type cannot be used as key type for {what}s (because type '{name}' is not sortable)"
            );
            self.error(t.span, message);
        }
    }

    fn type_by_name(&mut self, name: &str, t: &TypeExpr) -> Ty {
        if let Some(library) = library_type(name) {
            let imported = self.modules[self.cx.module as usize].imports.contains_key("spicy");
            if imported || self.modules[self.cx.module as usize].library {
                return library;
            }
        }
        match self.lookup(name) {
            Some(Named::Decl(Decl::Type(d))) => self.declared_type(d),
            Some(_) => {
                self.error(t.span, format!("ID '{name}' is not a type"));
                Ty::UNKNOWN
            }
            None => {
                self.unknown_name(t.span, name);
                Ty::UNKNOWN
            }
        }
    }
}

/// Returns a library type that is not declared in grammar text.
pub(crate) fn library_type(name: &str) -> Option<Ty> {
    match name.strip_prefix("spicy::").unwrap_or(name) {
        "ZlibStream" => Some(Ty::ZLIB),
        "Base64Stream" => Some(Ty::BASE64),
        "MatchState" => Some(Ty::MATCH_STATE),
        "Error" => Some(Ty::ERROR),
        _ => None,
    }
}

pub(crate) fn simple(name: &str) -> Ty {
    match name {
        "addr" => Ty::ADDR,
        "any" => Ty::ANY,
        "bool" => Ty::BOOL,
        "bytes" => Ty::BYTES,
        "error" => Ty::ERROR,
        "interval" => Ty::INTERVAL,
        "network" => Ty::NETWORK,
        "port" => Ty::PORT,
        "real" => Ty::REAL,
        "regexp" => Ty::REGEXP,
        "sink" => Ty::SINK,
        "stream" => Ty::STREAM,
        "string" => Ty::STR,
        "time" => Ty::TIME,
        "type" => Ty::TYPE,
        "void" => Ty::VOID,
        _ => Ty::UNKNOWN,
    }
}
