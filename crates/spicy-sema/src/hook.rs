//! Hooks: their names, their parameters, and the names visible in their bodies.
use crate::check::{Captures, Checker, Cx, Decl, Dollar, MemberSource};
use crate::hir::{self, Body, Const, Kind, Param};
use crate::names::Named;
use crate::types::{Ty, Type};
use crate::unit::is_void;
use spicy_syntax::Span;
use spicy_syntax::ast::{self, FieldWhat, Item, UnitItem};
use std::rc::Rc;

/// The hooks of units: names, parameters as text for messages, and the parameters' types.
const UNIT_HOOKS: &[(&str, &str, &[Ty])] = &[
    ("init", "%init()", &[]),
    ("done", "%done()", &[]),
    ("finally", "%finally()", &[]),
    ("print", "%print()", &[]),
    ("synced", "%synced()", &[]),
    ("confirmed", "%confirmed()", &[]),
    ("rejected", "%rejected()", &[]),
    ("error", "%error(msg: string)", &[Ty::STR]),
    ("sync_advance", "%sync_advance(offset: uint64)", &[Ty::UINT64]),
    ("gap", "%gap(seq: uint64, len: uint64)", &[Ty::UINT64, Ty::UINT64]),
    ("overlap", "%overlap(seq: uint64, old: bytes, new_: bytes)", &[Ty::UINT64, Ty::BYTES, Ty::BYTES]),
    ("skipped", "%skipped(seq: uint64)", &[Ty::UINT64]),
    ("undelivered", "%undelivered(seq: uint64, data: bytes)", &[Ty::UINT64, Ty::BYTES]),
];

impl Checker<'_> {
    /// Checks all hooks: attached to fields, inside units, and at module level.
    pub(crate) fn check_hooks(&mut self) {
        for u in 0..self.program.units.len() as u32 {
            let (module, ast) = (self.units[u as usize].module, Rc::clone(&self.units[u as usize].ast));
            self.attached(u, module, &ast.items);
            self.inner_hooks(u, module, &ast.items);
        }
        for m in 0..self.modules.len() as u32 {
            let ast = Rc::clone(&self.modules[m as usize].ast);
            for item in &ast.items {
                if let Item::Hook(h) = item {
                    self.within(Cx::new(m), |c| c.external(m, h));
                }
            }
        }
        for u in &mut self.program.units {
            let by_priority = |h: &mut hir::Hooks| h.list.sort_by_key(|h| std::cmp::Reverse(h.priority));
            for m in &mut u.members {
                by_priority(&mut m.hooks);
                by_priority(&mut m.each);
                by_priority(&mut m.errors);
            }
            u.hooks.iter_mut().for_each(|(_, h)| by_priority(h));
        }
    }

    /// Checks hooks among a unit's items, including those inside switches and conditions. All belong to the unit.
    fn inner_hooks(&mut self, unit: u32, module: u32, items: &[UnitItem]) {
        for item in items {
            match item {
                UnitItem::Hook(h) if h.target.text.contains("::") => {
                    self.error(h.span, "hook ID cannot be scoped");
                }
                UnitItem::Hook(h) => self.hook(unit, module, &h.target.text, h),
                UnitItem::Switch(s) => {
                    s.cases.iter().for_each(|c| self.inner_hooks(unit, module, &c.items));
                }
                UnitItem::If(i) => {
                    self.inner_hooks(unit, module, &i.then);
                    self.inner_hooks(unit, module, &i.otherwise);
                }
                _ => {}
            }
        }
    }

    /// Checks hooks attached to fields.
    fn attached(&mut self, unit: u32, module: u32, items: &[UnitItem]) {
        for item in items {
            match item {
                UnitItem::Field(f) => {
                    for h in &f.hooks {
                        let member = match &f.name {
                            Some(n) => self.member_index(unit, &n.text),
                            None => self.units[unit as usize]
                                .members
                                .iter()
                                .position(|m| matches!(&m.source, MemberSource::Field(g) if g.span == f.span))
                                .map(|i| i as u32),
                        };
                        if let Some(m) = member {
                            self.field_hook(unit, module, m, h, Some(f));
                        }
                    }
                }
                UnitItem::Switch(s) => s.cases.iter().for_each(|c| self.attached(unit, module, &c.items)),
                UnitItem::If(i) => {
                    self.attached(unit, module, &i.then);
                    self.attached(unit, module, &i.otherwise);
                }
                _ => {}
            }
        }
    }

    pub(crate) fn external(&mut self, module: u32, h: &ast::Hook) {
        let target = &h.target.text;
        let (path, last) = match target.rsplit_once("::") {
            Some((path, last)) => (path, last),
            None => (target.as_str(), ""),
        };
        // `on Unit { … }` is the unit's %done hook.
        if let Some(Named::Decl(Decl::Type(t))) = self.lookup(target) {
            let ty = self.declared_type(t);
            if let Type::Unit(u) = *self.program.types.get(ty) {
                return self.hook(u, module, "%done", h);
            }
        }
        match self.lookup(path) {
            Some(Named::Decl(Decl::Type(t))) => {
                let ty = self.declared_type(t);
                match *self.program.types.get(ty) {
                    Type::Unit(u) => self.hook(u, module, last, h),
                    _ => self.error(h.span, format!("hook namespace '{path}' does not refer to a unit type")),
                }
            }
            _ => {
                let is_field = path
                    .rsplit_once("::")
                    .is_some_and(|(p, _)| matches!(self.lookup(p), Some(Named::Decl(Decl::Type(_)))));
                if is_field {
                    self.error(h.span, format!("cannot use hook '{last}' with a unit field"));
                } else {
                    self.error(h.span, format!("hook namespace '{path}' does not refer to a type"));
                }
            }
        }
    }

    fn hook(&mut self, unit: u32, module: u32, name: &str, h: &ast::Hook) {
        if name.contains('.') {
            return self.error(h.span, "cannot use paths in hooks; trigger on the top-level field instead");
        }
        match name.strip_prefix('%') {
            Some(hook) => self.unit_hook(unit, module, hook, h),
            None => match self.member_index(unit, name) {
                Some(m) => self.field_hook(unit, module, m, h, None),
                None => {
                    let names = self.program.units[unit as usize].members.iter().map(|m| m.name.as_str());
                    let near = spicy_syntax::suggest(name, names).map(str::to_owned);
                    let mut d =
                        spicy_syntax::Diagnostic::error(h.span, format!("no field '{name}' in unit type"));
                    if let Some(near) = near {
                        d = d.with_help(format!("did you mean '{near}'?"));
                    }
                    self.errors.push(d);
                }
            },
        }
    }

    fn unit_hook(&mut self, unit: u32, module: u32, name: &str, h: &ast::Hook) {
        let Some((name, shown, types)) = UNIT_HOOKS.iter().find(|k| k.0 == name) else {
            return self.error(h.span, format!("unknown hook '%{name}'"));
        };
        let params: Vec<Param> =
            self.within(Cx::new(module), |c| h.params.iter().map(|p| c.param(p)).collect()).0;
        let given: Vec<Ty> = params.iter().map(|p| p.ty).collect();
        let fits = given == **types || (*name == "error" && given.is_empty());
        if !fits {
            if types.is_empty() {
                self.error(h.span, format!("hook '%{name}' does not take any parameters"));
            } else {
                self.error(h.span, format!("signature for hook must be: {shown}"));
            }
        }
        let for_sinks = matches!(*name, "gap" | "overlap" | "skipped" | "undelivered");
        if for_sinks && !self.program.units[unit as usize].public {
            let message = format!(
                "cannot use hook '%{name}', unit type does not support sinks because it is not public"
            );
            self.error(h.span, message);
        }
        let ret = if *name == "print" { self.program.types.of(Type::Optional(Ty::STR)) } else { Ty::VOID };
        let message = !params.is_empty();
        let cx = self.hook_cx(unit, module);
        let hook = self.body(unit, h, cx, params, ret, &format!("%{name}"));
        let hook = hir::Hook { message, ..hook };
        let hooks = &mut self.program.units[unit as usize].hooks;
        match hooks.iter_mut().find(|(n, _)| n == name) {
            Some((_, list)) => list.list.push(hook),
            None => hooks.push((name, hir::Hooks { list: vec![hook] })),
        }
    }

    fn hook_cx(&mut self, unit: u32, module: u32) -> Cx {
        let mut cx = Cx::in_unit(module, unit);
        cx.is_hook = true;
        let ty = self.program.units[unit as usize].ty;
        cx.locals.push(ty);
        cx.self_local = Some(0);
        cx
    }

    fn field_hook(&mut self, unit: u32, module: u32, member: u32, h: &ast::Hook, at: Option<&ast::Field>) {
        if h.foreach > 0 && h.error > 0 {
            self.error(h.span, "hook cannot have both 'foreach' and '%error'");
        }
        if h.foreach > 1 || h.error > 1 {
            let word = if h.foreach > 1 { "foreach" } else { "%error" };
            self.error(h.span, format!("hook can only have one '{word}'"));
        }
        let ty = self.member_type(unit, member);
        let source = self.units[unit as usize].members[member as usize].source.clone();
        let field = match &source {
            MemberSource::Field(f) => at.or(Some(f)).cloned(),
            _ => None,
        };
        let params: Vec<Param> =
            self.within(Cx::new(module), |c| h.params.iter().map(|p| c.param(p)).collect()).0;
        let wanted: &[Ty] = if h.error > 0 { &[Ty::STR] } else { &[] };
        if !params.is_empty() && params.iter().map(|p| p.ty).ne(wanted.iter().copied()) {
            let message = if h.error > 0 {
                "%error hook must only take a string parameter"
            } else {
                "hooks for fields do not take parameters"
            };
            self.error(h.span, message);
        }
        let mut cx = self.hook_cx(unit, module);
        let message = !params.is_empty();
        if h.error > 0 {
            let hook = self.body(unit, h, cx, params, Ty::VOID, "%error");
            self.program.units[unit as usize].members[member as usize]
                .errors
                .list
                .push(hir::Hook { message, ..hook });
            return;
        }
        let element = self.container_element(field.as_ref(), ty);
        if h.foreach > 0 && element.is_none() && ty != Ty::UNKNOWN {
            self.error(h.span, "'foreach' can only be used with containers");
        }
        let anonymous = self.program.units[unit as usize].members[member as usize].anonymous;
        let hidden = field.as_ref().is_some_and(|f| f.skip || is_void(f));
        let dollar = if h.foreach > 0 { element } else { Some(ty) };
        let has_dollar = !hidden && dollar.is_some() && (h.foreach > 0 || !(anonymous && element.is_some()));
        if has_dollar {
            let ty = dollar.unwrap_or(Ty::UNKNOWN);
            cx.locals.push(ty);
            cx.dollar = Dollar::Local(1, ty);
        } else if !hidden && h.foreach == 0 {
            cx.dollar = Dollar::Transient;
        }
        let regexp = h.foreach == 0 && field.as_ref().is_some_and(|f| self.is_regexp(f, module));
        if regexp {
            cx.locals.push(Ty::VEC_BYTES);
            cx.captures = Captures::Local(cx.locals.len() as u32 - 1);
        }
        cx.in_foreach = h.foreach > 0;
        let ret = if h.foreach > 0 { Ty::BOOL } else { Ty::VOID };
        let hook = self.body(unit, h, cx, Vec::new(), ret, "field");
        if has_dollar
            && h.foreach == 0
            && let Some(body) = &mut self.program.functions[hook.function as usize].body
        {
            body.dollar_is = Some(member);
        }
        let hook = hir::Hook { dollar: has_dollar, captures: regexp, only: at.map(|f| f.span), ..hook };
        let m = &mut self.program.units[unit as usize].members[member as usize];
        if h.foreach > 0 { m.each.list.push(hook) } else { m.hooks.list.push(hook) }
    }

    /// Returns the element type of the field's container.
    fn container_element(&mut self, field: Option<&ast::Field>, ty: Ty) -> Option<Ty> {
        match *self.program.types.get(ty) {
            Type::Vector(t) | Type::List(t) => {
                // Hooks see elements before `&convert` changes the container.
                let converted = field.filter(|f| f.attrs.iter().any(|a| a.name == "convert")).cloned();
                match converted {
                    Some(f) => self.parsed_element(&f).or(Some(t)),
                    None => Some(t),
                }
            }
            _ => field.cloned().and_then(|f| self.parsed_element(&f)),
        }
    }

    fn parsed_element(&mut self, f: &ast::Field) -> Option<Ty> {
        f.repeat.as_ref()?;
        let (parsed, _) = self.attempt(|c| c.field_types(f)).0;
        match *self.program.types.get(parsed) {
            Type::Vector(t) => Some(t),
            _ => None,
        }
    }

    fn is_regexp(&mut self, f: &ast::Field, module: u32) -> bool {
        if f.repeat.is_some() {
            return false;
        }
        match &f.what {
            FieldWhat::Literal(e) => matches!(&*e.kind, ast::ExprKind::Regexp(_)),
            FieldWhat::Name(n) => {
                let cx = Cx::new(module);
                let (value, _) = self.within(cx, |c| match c.lookup(&n.text) {
                    Some(Named::Decl(Decl::Global(g))) => c.global_decls[g as usize].value.clone(),
                    _ => None,
                });
                matches!(value, Some(Const::Regexp(_)))
            }
            _ => false,
        }
    }

    /// Checks a body and adds it to the program as a function.
    fn body(
        &mut self,
        unit: u32,
        h: &ast::Hook,
        mut cx: Cx,
        params: Vec<Param>,
        ret: Ty,
        what: &str,
    ) -> hir::Hook {
        let priority = match &h.priority {
            Some(e) => {
                let (ex, _) = self.within(Cx::new(cx.module), |c| c.expr(e));
                match *ex.kind {
                    Kind::Const(Const::Uint(n)) => n as i64,
                    Kind::Const(Const::Int(n)) => n,
                    _ => {
                        self.error(h.span, "a hook's priority must be a constant integer");
                        0
                    }
                }
            }
            None => 0,
        };
        let fixed = cx.locals.len();
        let mut all: Vec<Param> = (0..fixed).map(|i| hidden_param(cx.locals[i])).collect();
        for p in &params {
            cx.local(&p.name, p.ty, false);
        }
        all.extend(params);
        cx.ret = Some(ret);
        let span: Span = h.span;
        let name = format!("{}::{what}", self.program.units[unit as usize].name);
        let function = self.add_function(name, all, ret, span);
        let (stmts, cx) = self.within(cx, |c| c.statements(&h.body));
        self.program.functions[function as usize].body =
            Some(Body { locals: cx.locals, stmts, dollar_is: None });
        hir::Hook {
            priority,
            function,
            dollar: false,
            captures: false,
            message: false,
            debug: h.debug,
            only: None,
        }
    }
}

/// Returns a parameter for `self`, `$$` or captures. The caller sees the values that a hook assigns to `$$`.
fn hidden_param(ty: Ty) -> Param {
    Param { name: String::new(), ty, inout: true, default: None }
}
