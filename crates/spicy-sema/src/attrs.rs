//! The attributes that fields and units may have, and how often.
use crate::check::{Checker, Cx, Dollar};
use crate::hir::Thunk;
use crate::types::Ty;
use spicy_syntax::ast::{Attr, Field, UnitItem};
use std::rc::Rc;

/// The attributes that every field may have.
const ALL_FIELDS: &[&str] = &[
    "convert",
    "default",
    "max-size",
    "parse-at",
    "parse-from",
    "requires",
    "size",
    "synchronize",
    "try",
    "transient",
    "optional",
];

impl Checker<'_> {
    /// Reports attributes that do not apply to `what`, the field's type. `more` lists attributes that are valid in
    /// addition to [`ALL_FIELDS`].
    pub(crate) fn allow(&mut self, f: &Field, what: &str, more: &[&str]) {
        for a in &f.attrs {
            if ALL_FIELDS.contains(&a.name) || more.contains(&a.name) {
                continue;
            }
            if a.name == "eod" {
                self.error(a.span, "&eod is only valid for bytes and vector fields");
            } else {
                self.error(a.span, format!("invalid attribute '&{}' for field with type '{what}'", a.name));
            }
        }
    }

    /// Reports repeated attributes and attributes that exclude each other.
    pub(crate) fn check_multiplicity(&mut self, f: &Field) {
        let has = |name: &str| f.attrs.iter().any(|a| a.name == name);
        let mut seen: Vec<&str> = Vec::new();
        for a in &f.attrs {
            if a.name != "requires" && seen.contains(&a.name) {
                self.error(f.span, format!("'&{}' can be used at most once", a.name));
                break;
            }
            seen.push(a.name);
        }
        for pair in [["size", "max-size"], ["parse-from", "parse-at"], ["until", "until-including"]] {
            if has(pair[0]) && has(pair[1]) {
                self.error(f.span, format!("attributes cannot be combined: &{}, &{}", pair[0], pair[1]));
            }
        }
    }

    /// Returns the byte order of a field: its own, else its unit's (by attribute or property), else its module's.
    pub(crate) fn byte_order(&mut self, unit: u32, f: &Field) -> Option<Thunk> {
        if let Some(a) = f.attrs.iter().find(|a| a.name == "byte-order") {
            return self.order_of(a);
        }
        let attrs = Rc::clone(&self.units[unit as usize].attrs);
        if let Some(a) = attrs.iter().find(|a| a.name == "byte-order") {
            return self.attempt(|c| c.order_of(a)).0;
        }
        let ty = self.enum_named("ByteOrder");
        let unit_ast = Rc::clone(&self.units[unit as usize].ast);
        let of_unit = unit_ast.items.iter().find_map(|i| match i {
            UnitItem::Property(p) if p.name == "byte-order" => p.value.as_ref(),
            _ => None,
        });
        if let Some(e) = of_unit {
            return Some(self.attempt(|c| c.thunk_to(e, ty, e.span)).0);
        }
        let module = self.units[unit as usize].module;
        let ast = Rc::clone(&self.modules[module as usize].ast);
        let e = ast.items.iter().find_map(|i| match i {
            spicy_syntax::ast::Item::Property(p) if p.name == "byte-order" => p.value.as_ref(),
            _ => None,
        })?;
        Some(self.attempt(|c| c.thunk_to(e, ty, e.span)).0)
    }

    fn order_of(&mut self, a: &Attr) -> Option<Thunk> {
        let ty = self.enum_named("ByteOrder");
        match &a.value {
            Some(e) => {
                let thunk = self.thunk_to(e, Ty::UNKNOWN, a.span);
                if thunk.ex.ty != ty && thunk.ex.ty != Ty::UNKNOWN {
                    let name = self.type_name(thunk.ex.ty);
                    self.error(
                        a.span,
                        format!("&byte-order expression must be of spicy::ByteOrder, but is of type {name}"),
                    );
                }
                Some(thunk)
            }
            None => {
                self.error(a.span, "&byte-order must provide an expression");
                None
            }
        }
    }

    /// Checks the attributes of a unit type.
    pub(crate) fn unit_attributes(&mut self, unit: u32) {
        let attrs = Rc::clone(&self.units[unit as usize].attrs);
        let span = self.program.units[unit as usize].span;
        let mut seen: Vec<&str> = Vec::new();
        for a in attrs.iter() {
            if seen.contains(&a.name) && a.name != "requires" {
                self.error(span, format!("'&{}' can be used at most once", a.name));
            }
            seen.push(a.name);
            self.unit_attribute(unit, a);
        }
        if seen.contains(&"size") && seen.contains(&"max-size") {
            self.error(span, "attributes cannot be combined: &size, &max-size");
        }
    }

    fn unit_attribute(&mut self, unit: u32, a: &Attr) {
        let ty = self.program.units[unit as usize].ty;
        let span = self.program.units[unit as usize].span;
        match (a.name, &a.value) {
            ("byte-order", _) => {
                self.order_of(&Attr { span, ..a.clone() });
            }
            ("convert", Some(e)) => {
                let mut cx = Cx::in_unit(self.cx.module, unit);
                cx.dollar = Dollar::Is(ty);
                let (ex, cx) = self.within(cx, |c| c.expr(e));
                self.program.units[unit as usize].convert = Some(Thunk { locals: cx.locals, ex });
            }
            ("requires", Some(_)) => {
                if let Some(r) = self.requires(a) {
                    self.program.units[unit as usize].requires.push(r);
                }
            }
            ("size" | "max-size", Some(e)) => {
                // `self` does not exist before the unit is parsed.
                let uses_self = self.mentions_self(e);
                if uses_self {
                    let message = format!(
                        "&{} expression cannot use 'self' since it is only available after parsing of unit has started",
                        a.name
                    );
                    self.error(span, message);
                    return;
                }
                let thunk = self.thunk_to(e, Ty::UINT64, a.span);
                let slot = &mut self.program.units[unit as usize];
                if a.name == "size" {
                    slot.size = Some((thunk, a.span));
                } else {
                    slot.max_size = Some((thunk, a.span));
                }
            }
            ("convert" | "requires" | "size" | "max-size", None) => {
                self.error(a.span, format!("&{} must provide an expression", a.name));
            }
            ("on-heap" | "debug", _) => {}
            (other, _) => self.error(a.span, format!("invalid attribute '&{other}' in unit type")),
        }
    }

    fn mentions_self(&mut self, e: &spicy_syntax::ast::Expr) -> bool {
        let before = self.cx.no_self.replace("self");
        let (_, clean) = self.attempt(|c| c.expr(e));
        self.cx.no_self = None;
        let (_, clean_with) = self.attempt(|c| c.expr(e));
        self.cx.no_self = before;
        !clean && clean_with
    }
}
