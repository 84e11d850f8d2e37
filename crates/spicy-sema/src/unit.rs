//! Units: their members, and their items in order.
use crate::check::{Checker, Cx, Dollar, MemberSource, MemberState, UnitState};
use crate::hir::{self, Around, Item, Member, MemberKind, Unit};
use crate::types::{Ty, Type};
use spicy_syntax::Span;
use spicy_syntax::ast::{self, Field, FieldWhat, TypeKind, UnitDecl, UnitItem};
use std::rc::Rc;

impl Checker<'_> {
    /// Declares a unit and the names of its members. Their types are resolved later.
    pub(crate) fn declare_unit(
        &mut self,
        u: &UnitDecl,
        name: &str,
        decl: u32,
        attrs: &[ast::Attr],
        span: Span,
    ) -> Ty {
        let id = self.program.units.len() as u32;
        let ty = self.program.types.of(Type::Unit(id));
        let module = self.cx.module;
        self.type_decls[decl as usize].ty = Some(ty);
        self.program.units.push(Unit {
            name: name.to_owned(),
            module,
            public: self.type_decls[decl as usize].public,
            span,
            ty,
            params: Vec::new(),
            members: Vec::new(),
            items: Vec::new(),
            hooks: Vec::new(),
            requires: Vec::new(),
            convert: None,
            size: None,
            max_size: None,
            context: None,
            context_name: String::new(),
            is_filter: false,
            ports: Vec::new(),
            mime_types: Vec::new(),
            description: String::new(),
            skip_pre: None,
            skip: None,
            skip_post: None,
            sync_at: None,
            sync_after: None,
            sync_block: 4096,
            keeps_input: false,
            asks_place: false,
            moves: false,
            aliases: Vec::new(),
            uses_filter: false,
        });
        self.units.push(UnitState {
            module,
            ast: Rc::new(u.clone()),
            attrs: Rc::new(attrs.to_vec()),
            members: Vec::new(),
            resolving_convert: false,
            convert_ty: None,
        });
        self.collect(id, &u.items, false);
        ty
    }

    /// Collects the members in the order of the text. Fields with the same name in different cases are one member.
    fn collect(&mut self, unit: u32, items: &[UnitItem], inside: bool) {
        for item in items {
            match item {
                UnitItem::Field(f) => self.collect_field(unit, f, inside),
                UnitItem::Var(v) => {
                    if inside {
                        self.error(v.span, "unit variables must be declared at the top-level of a unit");
                        continue;
                    }
                    self.add_member(
                        unit,
                        &v.name.text,
                        MemberSource::Var(Rc::new(v.clone())),
                        MemberKind::Var,
                        v.name.span,
                    );
                }
                UnitItem::Sink(name, _) => {
                    self.add_member(unit, &name.text, MemberSource::Sink, MemberKind::Sink, name.span);
                }
                UnitItem::Switch(s) => {
                    for case in &s.cases {
                        self.collect(unit, &case.items, true);
                    }
                }
                UnitItem::If(i) => {
                    self.collect(unit, &i.then, true);
                    self.collect(unit, &i.otherwise, true);
                }
                UnitItem::Hook(_) | UnitItem::Property(_) => {}
            }
        }
    }

    fn collect_field(&mut self, unit: u32, f: &Field, inside: bool) {
        let field = Rc::new(f.clone());
        let name = f.name.as_ref().map_or("", |n| &n.text);
        if !name.is_empty() && inside && self.member_index(unit, name).is_some() {
            // Another case has the field, too: the types are compared once both are known.
            return;
        }
        if !name.is_empty() && self.program.units[unit as usize].name.rsplit("::").next() == Some(name) {
            let full = self.program.units[unit as usize].name.clone();
            let span = self.program.units[unit as usize].span;
            self.error(
                span,
                format!("field name '{name}' cannot have name identical to owning unit '{full}'"),
            );
        }
        if f.name.is_none()
            && let Some(bits) = self.plain_bitfield(f)
        {
            for (i, r) in bits.ranges.iter().enumerate() {
                if let Some(other) = self.member_index(unit, &r.name.text) {
                    let lifted = matches!(
                        self.units[unit as usize].members[other as usize].source,
                        MemberSource::Lifted(..)
                    );
                    let message = if lifted {
                        format!(
                            "bitfield item name '{}' appears in multiple anonymous bitfields",
                            r.name.text
                        )
                    } else {
                        format!("bitfield item '{}' shadows unit field", r.name.text)
                    };
                    self.error(f.span, message);
                }
                self.add_member(
                    unit,
                    &r.name.text,
                    MemberSource::Lifted(Rc::clone(&field), i),
                    MemberKind::Field,
                    r.name.span,
                );
            }
        }
        let span = f.name.as_ref().map_or(f.span, |n| n.span);
        self.add_member(unit, name, MemberSource::Field(field), MemberKind::Field, span);
    }

    /// Returns the bitfield that a field parses; `None` if it parses something else.
    pub(crate) fn plain_bitfield(&self, f: &Field) -> Option<Rc<ast::Bitfield>> {
        if f.repeat.is_some() || f.attrs.iter().any(|a| a.name == "convert") {
            return None;
        }
        match &f.what {
            FieldWhat::Type(t) => match &t.kind {
                TypeKind::Bitfield(b) => Some(Rc::new((**b).clone())),
                _ => None,
            },
            FieldWhat::Name(n) => {
                let crate::check::Decl::Type(d) = self.scopes[self.cx.module as usize].get(&n.text)? else {
                    return None;
                };
                let d = &self.type_decls[*d as usize];
                let ast::Item::Type(t) = &d.ast.items[d.item] else { return None };
                match &t.ty.kind {
                    TypeKind::Bitfield(b) => Some(Rc::new((**b).clone())),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn add_member(&mut self, unit: u32, name: &str, source: MemberSource, kind: MemberKind, span: Span) {
        if !name.is_empty()
            && self.member_index(unit, name).is_some()
            && !matches!(source, MemberSource::Lifted(..))
        {
            self.error(span, format!("redefinition of unit member '{name}'"));
        }
        let hidden = matches!(&source, MemberSource::Field(f) if f.skip || is_void(f));
        self.program.units[unit as usize].members.push(Member {
            name: name.to_owned(),
            ty: Ty::UNKNOWN,
            kind,
            optional: false,
            default: None,
            init: None,
            anonymous: name.is_empty(),
            hidden,
            hooks: hir::Hooks::default(),
            each: hir::Hooks::default(),
            errors: hir::Hooks::default(),
        });
        self.units[unit as usize].members.push(MemberState { source, ty: None, resolving: false });
    }

    pub(crate) fn member_index(&self, unit: u32, name: &str) -> Option<u32> {
        let members = &self.program.units[unit as usize].members;
        members.iter().position(|m| !m.anonymous && m.name == name).map(|i| i as u32)
    }

    pub(crate) fn is_hidden(&self, unit: u32, member: u32) -> bool {
        self.program.units[unit as usize].members[member as usize].hidden
    }

    /// Returns the type of a member's value, resolving it on first use.
    pub(crate) fn member_type(&mut self, unit: u32, member: u32) -> Ty {
        let state = &mut self.units[unit as usize].members[member as usize];
        if let Some(ty) = state.ty {
            return ty;
        }
        if std::mem::replace(&mut state.resolving, true) {
            let span = self.program.units[unit as usize].span;
            let name = self.program.units[unit as usize].members[member as usize].name.clone();
            self.error(span, format!("the type of field '{name}' depends on itself"));
            return Ty::UNKNOWN;
        }
        let source = state.source.clone();
        let module = self.units[unit as usize].module;
        let cx = Cx::in_unit(module, unit);
        self.quiet += 1;
        let (ty, _) = self.within(cx, |c| match &source {
            MemberSource::Field(f) => c.field_types(f).1,
            MemberSource::Var(v) => match (&v.ty, &v.init) {
                (Some(t), _) => c.ty(t),
                (None, Some(e)) => c.expr(e).ty,
                (None, None) => Ty::UNKNOWN,
            },
            MemberSource::Sink => Ty::SINK,
            MemberSource::Lifted(f, i) => {
                let ty = c.parsed_type_cached(f);
                match *c.program.types.get(ty) {
                    Type::Bitfield(b) => {
                        c.program.bitfields[b as usize].ranges.get(*i).map_or(Ty::UNKNOWN, |r| r.ty)
                    }
                    _ => Ty::UNKNOWN,
                }
            }
        });
        self.quiet -= 1;
        let state = &mut self.units[unit as usize].members[member as usize];
        state.ty = Some(ty);
        state.resolving = false;
        self.program.units[unit as usize].members[member as usize].ty = ty;
        ty
    }

    /// Checks all units: parameters first, since any unit may use any other.
    pub(crate) fn check_units(&mut self) {
        for u in 0..self.program.units.len() as u32 {
            self.unit_params(u);
        }
        for u in 0..self.program.units.len() as u32 {
            self.unit_properties(u);
        }
        for u in 0..self.program.units.len() as u32 {
            for m in 0..self.program.units[u as usize].members.len() as u32 {
                self.member_type(u, m);
            }
        }
        for u in 0..self.program.units.len() as u32 {
            let (module, ast) = (self.units[u as usize].module, Rc::clone(&self.units[u as usize].ast));
            self.within(Cx::in_unit(module, u), |c| {
                c.unit_attributes(u);
                c.check_vars(u);
                let items = c.check_items(u, &ast.items, false);
                c.program.units[u as usize].items = items;
            });
        }
    }

    fn unit_params(&mut self, unit: u32) {
        let (module, ast) = (self.units[unit as usize].module, Rc::clone(&self.units[unit as usize].ast));
        let (params, _) = self.within(Cx::new(module), |c| {
            let mut out = Vec::new();
            for p in &ast.params {
                let param = c.param(p);
                if param.inout && !matches!(c.program.types.get(param.ty), Type::Unit(_) | Type::Unknown) {
                    let message = format!(
                        "unsupported type for unit parameter '{}': type of inout unit parameters must itself be a unit; for other parameter types, use references instead of inout",
                        param.name
                    );
                    c.error(p.span, message);
                }
                out.push(param);
            }
            out
        });
        self.program.units[unit as usize].params = params;
    }

    /// Checks the initial values and attributes of variables.
    fn check_vars(&mut self, unit: u32) {
        for m in 0..self.units[unit as usize].members.len() {
            let MemberSource::Var(v) = self.units[unit as usize].members[m].source.clone() else { continue };
            let ty = match &v.ty {
                Some(t) => self.ty(t),
                None => self.member_type(unit, m as u32),
            };
            if matches!(self.program.types.get(ty), Type::Sink) {
                self.error(v.span, "sinks are declared with 'sink NAME;'");
            }
            let init = v.init.as_ref().map(|e| self.thunk_to(e, ty, v.span));
            let member = &mut self.program.units[unit as usize].members[m];
            member.ty = ty;
            member.init = init;
            for a in &v.attrs {
                match a.name {
                    "optional" => self.program.units[unit as usize].members[m].optional = true,
                    "internal" | "static" | "on-heap" => {}
                    other => self.error(a.span, format!("invalid attribute '&{other}' in unit variable")),
                }
            }
            if self.program.units[unit as usize].members[m].init.is_none()
                && !self.program.units[unit as usize].members[m].optional
                && let Some(ex) =
                    self.within(Cx::in_unit(self.cx.module, unit), |c| c.default_of(ty, &[], v.span)).0
            {
                self.program.units[unit as usize].members[m].init =
                    Some(hir::Thunk { locals: Vec::new(), ex });
            }
        }
    }

    pub(crate) fn check_items(&mut self, unit: u32, items: &[UnitItem], inside: bool) -> Vec<Item> {
        let mut out = Vec::new();
        for item in items {
            match item {
                UnitItem::Field(f) => out.push(Item::Field(Box::new(self.check_field(unit, f)))),
                UnitItem::Switch(s) => out.push(Item::Switch(Box::new(self.check_switch(unit, s)))),
                UnitItem::If(i) => {
                    let ex = self.expr(&i.condition);
                    if !matches!(self.program.types.get(ex.ty), Type::Unknown)
                        && self.try_coerce(ex, Ty::BOOL).is_none()
                    {
                        self.error(i.span, "block condition must be of type bool");
                    }
                    let condition = self.quietly_to_bool(&i.condition);
                    let (then, otherwise) =
                        (self.check_items(unit, &i.then, true), self.check_items(unit, &i.otherwise, true));
                    out.push(Item::If { condition, then, otherwise });
                }
                UnitItem::Property(p) if inside => {
                    self.error(p.span, "properties must be declared at the top-level of a unit");
                }
                _ => {}
            }
        }
        out
    }

    /// Checks a condition whose errors were already reported.
    fn quietly_to_bool(&mut self, e: &ast::Expr) -> hir::Thunk {
        self.attempt(|c| c.thunk_to(e, Ty::BOOL, e.span)).0
    }

    fn check_switch(&mut self, unit: u32, s: &ast::Switch) -> hir::Switch {
        let subject = s.value.as_ref().map(|v| self.thunk_to(v, Ty::UNKNOWN, v.span));
        let mut around = Around::default();
        for a in &s.attrs {
            if !matches!(a.name, "size" | "max-size" | "parse-at" | "parse-from") {
                self.error(a.span, format!("invalid attribute '&{}' in unit switch", a.name));
            }
        }
        self.check_around(&s.attrs, &mut around);
        let mut seen: Vec<String> = Vec::new();
        let mut cases = Vec::new();
        for case in &s.cases {
            let mut values = Vec::new();
            for v in &case.values {
                if seen.contains(&v.to_string()) {
                    self.error(s.span, "duplicate case");
                }
                seen.push(v.to_string());
                if let Some(subject) = &subject {
                    let test = self.case_test(subject, v);
                    values.push(test);
                }
            }
            for item in &case.items {
                if let UnitItem::Field(f) = item
                    && f.attrs.iter().any(|a| a.name == "synchronize")
                {
                    self.error(s.span, "unit switch branches cannot be &synchronize");
                }
            }
            let items = self.check_items(unit, &case.items, true);
            let is_default = case.is_default || (s.value.is_some() && case.values.is_empty());
            cases.push(hir::Case { values, is_default, items, span: case.span, first: Vec::new() });
        }
        if cases.iter().filter(|c| c.is_default).count() > 1 {
            self.error(s.span, "more than one default case");
        }
        let condition = s.condition.as_ref().map(|c| self.thunk_to(c, Ty::BOOL, c.span));
        hir::Switch { value: subject, cases, condition, around, span: s.span }
    }

    /// Compares the value of the switch, here `$$`, with that of a case.
    fn case_test(&mut self, subject: &hir::Thunk, v: &ast::Expr) -> hir::Thunk {
        let ty = match *self.program.types.get(subject.ex.ty) {
            Type::Ref(inner) => inner,
            _ => subject.ex.ty,
        };
        let mut cx = Cx::in_unit(self.cx.module, self.cx.unit.unwrap_or(0));
        cx.dollar = Dollar::Is(ty);
        let (ex, cx) = self.within(cx, |c| {
            let value = c.expr_hint(v, Some(ty));
            let subject = crate::expr::make(hir::Kind::Dollar, ty, v.span);
            c.binary_values("==", subject, value, v.span)
        });
        hir::Thunk { locals: cx.locals, ex }
    }
}

/// Whether a field is a `void`, which consumes no input.
pub(crate) fn is_void(f: &Field) -> bool {
    matches!(&f.what, FieldWhat::Type(t) if matches!(t.kind, TypeKind::Simple("void"))) && f.repeat.is_none()
}
