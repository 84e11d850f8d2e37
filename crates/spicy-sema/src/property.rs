//! Properties of modules and units.
use crate::check::{Checker, Cx};
use crate::grammar::TokenKind;
use crate::hir::{Const, Kind, Side};
use crate::types::Ty;
use spicy_syntax::SPICY_VERSION;
use spicy_syntax::ast::{Item, Module, Property, UnitItem};
use std::rc::Rc;

impl Checker<'_> {
    /// Checks a unit's properties, after those of its module, which they override.
    pub(crate) fn unit_properties(&mut self, unit: u32) {
        let (module, ast) = (self.units[unit as usize].module, Rc::clone(&self.units[unit as usize].ast));
        let module_ast = Rc::clone(&self.modules[module as usize].ast);
        for item in &module_ast.items {
            let Item::Property(p) = item else { continue };
            if matches!(
                p.name,
                "skip"
                    | "skip-pre"
                    | "skip-post"
                    | "sync-advance-block-size"
                    | "synchronize-at"
                    | "synchronize-after"
            ) {
                // The module's errors were already reported.
                let cx = Cx::in_unit(module, unit);
                self.within(cx, |c| c.attempt(|c| c.unit_property(unit, p)));
            }
        }
        let (mut contexts, mut orders, mut at, mut after) = (0, 0, false, false);
        for item in &ast.items {
            let UnitItem::Property(p) = item else { continue };
            contexts += usize::from(p.name == "context");
            orders += usize::from(p.name == "byte-order");
            at |= p.name == "synchronize-at";
            after |= p.name == "synchronize-after";
            let cx = Cx::in_unit(module, unit);
            self.within(cx, |c| c.unit_property(unit, p));
        }
        let span = self.program.units[unit as usize].span;
        if contexts > 1 {
            self.error(span, "unit cannot have more than one %context");
        }
        let by_attribute = self.units[unit as usize].attrs.iter().any(|a| a.name == "byte-order");
        if orders + usize::from(by_attribute) > 1 {
            self.error(span, "unit cannot specify its byte order more than once");
        }
        if at && after {
            self.error(span, "unit cannot specify both %synchronize-at and %synchronize-after");
        }
    }

    /// Returns the value and type of a property that must be a constant.
    fn property_constant(&mut self, p: &Property) -> Option<(Const, Ty)> {
        let Some(e) = &p.value else {
            self.error(p.span, format!("%{} requires an argument", p.name));
            return None;
        };
        let ex = self.expr(e);
        match *ex.kind {
            Kind::Const(c) => Some((c, ex.ty)),
            _ => Some((Const::Null, Ty::UNKNOWN)),
        }
    }

    fn unit_property(&mut self, unit: u32, p: &Property) {
        let u = unit as usize;
        match p.name {
            "random-access" | "filter" => {
                if p.name == "random-access" {
                    self.warning(p.span, "%random-access is no longer needed and deprecated");
                } else {
                    self.program.units[u].is_filter = true;
                }
                if p.value.is_some() {
                    self.error(p.span, format!("%{} does not accept an argument", p.name));
                }
            }
            "context" => match self.property_constant(p) {
                Some((Const::Type(ty), Ty::TYPE)) => {
                    if !self.program.units[u].public {
                        self.error(p.span, "only public units can have %context");
                    }
                    self.program.units[u].context = Some(ty);
                    let full = self.type_name(ty);
                    self.program.units[u].context_name = match p.value.as_ref().map(|e| &*e.kind) {
                        Some(spicy_syntax::ast::ExprKind::Name(n)) if !n.contains("::") => {
                            format!("{}::{n}", self.program.modules[self.cx.module as usize])
                        }
                        _ => full,
                    };
                }
                Some(_) => self.error(p.span, "%context requires a type"),
                None => {}
            },
            "port" => match self.property_constant(p) {
                Some((Const::Port(n, proto), _)) => {
                    let side = match p.attrs.first().map(|a| a.name) {
                        Some("originator") => Side::Originator,
                        Some("responder") => Side::Responder,
                        _ => Side::Both,
                    };
                    self.program.units[u].ports.push((n, proto, side));
                }
                Some(_) => self.error(p.span, "%port requires a port as its argument"),
                None => {}
            },
            "description" => match self.property_constant(p) {
                Some((Const::Str(s), _)) => self.program.units[u].description = s,
                Some(_) => self.error(p.span, "%description requires a string argument"),
                None => {}
            },
            "mime-type" => match self.property_constant(p) {
                Some((Const::Str(s), _)) => {
                    if s.split('/').count() != 2 || s.split('/').any(str::is_empty) {
                        self.error(p.span, "%mime-type argument must follow \"main/sub\" form");
                    }
                    self.program.units[u].mime_types.push(s);
                }
                Some(_) => self.error(p.span, "%mime-type requires a string argument"),
                None => {}
            },
            "skip" | "skip-pre" | "skip-post" => {
                let value = match self.property_constant(p) {
                    Some((Const::Regexp(r), _)) => Some(r),
                    Some((Const::Null, Ty::NULL)) => None,
                    Some(_) => {
                        return self.error(p.span, format!("%{} requires a regexp as its argument", p.name));
                    }
                    None => return,
                };
                let unit = &mut self.program.units[u];
                match p.name {
                    "skip" => unit.skip = value,
                    "skip-pre" => unit.skip_pre = value,
                    _ => unit.skip_post = value,
                }
            }
            "synchronize-at" | "synchronize-after" => {
                if let Some(token) = self.sync_token(p) {
                    let unit = &mut self.program.units[u];
                    if p.name == "synchronize-at" {
                        unit.sync_at = Some(vec![token]);
                    } else {
                        unit.sync_after = Some(vec![token]);
                    }
                }
            }
            "sync-advance-block-size" => match self.property_constant(p) {
                Some((Const::Uint(n), _)) if n > 0 => self.program.units[u].sync_block = n,
                Some(_) => self.error(p.span, "%sync-advance-block-size requires an argument of type uint64"),
                None => {}
            },
            "byte-order" => self.byte_order_property(p),
            "skip-implementation" | "cxx-include" => {}
            other => self.error(p.span, format!("unknown property '%{other}' in unit")),
        }
    }

    fn sync_token(&mut self, p: &Property) -> Option<u32> {
        let (value, ty) = self.property_constant(p)?;
        let kind = match (&value, self.program.types.get(ty)) {
            (Const::Bytes(b), _) => TokenKind::Bytes(b.clone()),
            (Const::Regexp(r), _) => TokenKind::Regexp(*r),
            (Const::Uint(n), crate::types::Type::Int { bits, .. }) => {
                TokenKind::Int { bits: *bits, value: *n, little: false }
            }
            (Const::Null | Const::Type(_), _) => {
                self.error(p.span, format!("%{} requires a constant as its argument", p.name));
                return None;
            }
            _ => {
                self.error(
                    p.span,
                    format!("%{} requires a constant of a parseable type as its argument", p.name),
                );
                return None;
            }
        };
        let span = p.value.as_ref().map_or(p.span, |v| v.span);
        Some(self.token(kind, span))
    }

    /// Checks the byte order that a module or a unit sets for its fields.
    fn byte_order_property(&mut self, p: &Property) {
        let Some(e) = &p.value else {
            return self.error(p.span, "%byte-order requires an argument");
        };
        let ex = self.expr(e);
        if ex.ty != self.enum_named("ByteOrder") && ex.ty != Ty::UNKNOWN {
            let name = self.type_name(ex.ty);
            self.error(
                p.span,
                format!("%byte-order expression must be of spicy::ByteOrder, but is of type {name}"),
            );
        }
    }

    /// Checks module-level properties.
    pub(crate) fn check_module_properties(&mut self, module: u32, ast: &Rc<Module>) {
        for item in &ast.items {
            let Item::Property(p) = item else { continue };
            self.within(Cx::new(module), |c| c.module_property(ast, p));
        }
    }

    fn module_property(&mut self, ast: &Module, p: &Property) {
        match p.name {
            "byte-order" => self.byte_order_property(p),
            "spicy-version" => self.check_version(ast, p),
            "skip" | "skip-pre" | "skip-post" => match self.property_constant(p) {
                Some((Const::Regexp(_), _) | (Const::Null, Ty::NULL)) | None => {}
                Some(_) => self.error(p.span, format!("%{} requires a regexp as its argument", p.name)),
            },
            "synchronize-at" | "synchronize-after" => {
                self.sync_token(p);
            }
            "sync-advance-block-size" => match self.property_constant(p) {
                Some((Const::Uint(n), _)) if n > 0 => {}
                Some(_) => self.error(p.span, "%sync-advance-block-size requires an argument of type uint64"),
                None => {}
            },
            "cxx-include" | "skip-implementation" | "doc-id" | "doc-description" => {}
            other => self.error(p.span, format!("unknown property '%{other}' in module")),
        }
    }

    fn check_version(&mut self, ast: &Module, p: &Property) {
        let span = ast.span;
        let text = match self.property_constant(p) {
            Some((Const::Str(s), _)) => s,
            Some(_) => {
                return self.error(
                    span,
                    "%spicy-version requires argument of the form x.y[.z] (a string was expected)",
                );
            }
            None => return,
        };
        let parts: Vec<Option<u64>> = text.split('.').map(|n| n.parse().ok()).collect();
        match parts[..] {
            [Some(major), Some(minor)] | [Some(major), Some(minor), Some(_)] => {
                let patch = parts.get(2).copied().flatten().unwrap_or(0);
                let wanted = major
                    .saturating_mul(10_000)
                    .saturating_add(minor.saturating_mul(100))
                    .saturating_add(patch);
                if wanted > SPICY_VERSION {
                    self.error(
                        span,
                        format!(
                            "module {} requires at least Spicy version {text} (have {SPICY_VERSION})",
                            ast.name.text
                        ),
                    );
                }
            }
            _ => self
                .error(span, format!("%spicy-version requires argument of the form x.y[.z] (have {text})")),
        }
    }
}
