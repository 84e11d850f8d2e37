//! Functions, event handlers and hooks: their bodies, and which declaration a body belongs to.
use super::attrs::Attr;
use super::frame::Frame;
use super::symbol::Meaning;
use super::{Pass, Subject, SymbolId, is_error};
use crate::tree::{BodyKind, ExprKind, ExprRef, GlobalKind, Param, UnOp, VarRef};
use script_syntax::tree::{self as syntax, GlobalKind as Word};
use script_syntax::{Diagnostic, Site, Span, Tok};
use std::rc::Rc;
use value::{Field, Flavor, FuncType, Prototype, Type, Value};

/// How a body's parameters lie in those of the declaration: for each of these the body's, if it has it.
type Mapping = Vec<Option<usize>>;

impl Pass<'_> {
    /// A function with its body.
    pub(super) fn function(&mut self, f: &syntax::Function, at: Span) {
        let Some(id) = self.function_symbol(f) else { return };
        self.owned(id, |p| p.function_of(id, f, at));
    }

    fn function_symbol(&mut self, f: &syntax::Function) -> Option<SymbolId> {
        if f.flavor != syntax::Flavor::Event {
            return self.declared(f.ident, true);
        }
        // A handler may be for an event of another module, or for one that nothing declared yet.
        if let Some(id) = self.lookup(f.ident.name, f.ident.span) {
            if self.c.symbols[id].attrs.deprecated().is_some() {
                self.deprecated_symbol(id, f.ident.span);
            }
            return Some(id);
        }
        let global = self.c.symbols.global;
        let id = self.install(f.ident.name, global, f.ident.span);
        self.c.used.script_event(id);
        Some(id)
    }

    fn function_of(&mut self, id: SymbolId, f: &syntax::Function, at: Span) {
        let ret = f.ret.map(|r| self.ty(r));
        if f.flavor == syntax::Flavor::Event && ret.as_ref().is_some_and(|r| !matches!(r, Type::Void)) {
            let subject = self.symbol_subject(id);
            self.error_beside("event cannot yield a value", subject, f.params_span.into());
        }
        let ty = self.func_type(f.flavor, f.params, ret, f.params_span);
        let Type::Func(written) = &ty else { return };
        let attrs = self.attr_values(f.attrs);
        let known = self.c.symbols[id].ty.clone();
        let mut mapping: Option<Mapping> = None;
        let mut ty = ty.clone();
        match &known {
            Some(Type::Func(decl)) => {
                let (m, merged) = self.prototype(id, decl, written, &ty);
                mapping = m;
                if let Some(m) = merged {
                    ty = m;
                }
            }
            Some(_) => {
                let message = "Function clash with previous definition with incompatible type";
                let subject = self.symbol_subject(id);
                self.error_beside(message, subject, f.params_span.into());
                let name = self.text(self.c.symbols[id].name).to_string();
                let d = Diagnostic::fatal(
                    f.open,
                    format!("invalid definition of '{name}' (see previous errors)"),
                );
                self.c.report(d);
                return;
            }
            None if f.redef => {
                let subject = self.symbol_subject(id);
                self.error_of("redef of not-previously-declared value", subject);
            }
            None => {}
        }
        if !self.takes_body(id, f, written, &ty) {
            return;
        }
        let Some(Type::Func(canonical)) = self.c.symbols[id].ty.clone() else { return };
        let global = self.global_of(id, Word::Global, &Type::Func(Rc::clone(&canonical)));
        self.function_attrs(id, &attrs);
        let (priority, groups) = self.body_attrs(&attrs);
        let kind = match f.flavor {
            syntax::Flavor::Function => BodyKind::Function,
            syntax::Flavor::Event => BodyKind::Event,
            syntax::Flavor::Hook => BodyKind::Hook,
        };
        let mut frame = Frame::new(kind);
        frame.result = match kind {
            BodyKind::Hook => Some(Type::Bool),
            BodyKind::Event => None,
            _ => (!matches!(canonical.result, Type::Void)).then(|| canonical.result.clone()),
        };
        frame.bare_return = kind == BodyKind::Hook;
        self.c.frames.push(frame);
        let params = self.parameters(f, &written.params, &canonical, mapping.as_deref());
        let outer = std::mem::take(&mut self.c.in_init);
        let export = std::mem::take(&mut self.c.export);
        let block = self.body(f.body, at.to(f.end));
        self.c.in_init = outer;
        self.c.export = export;
        let Some(frame) = self.c.frames.pop() else { return };
        let name = self.c.symbols[id].name;
        let name = self.rc(name);
        let module = self.c.module;
        let result = canonical.result.clone();
        let body =
            self.finish_body(frame, block, name, params, result, priority, groups, module, at.to(f.end));
        let g = self.c.program.global_mut(global);
        if f.redef || kind == BodyKind::Function {
            g.bodies.clear();
        }
        if kind == BodyKind::Function {
            g.kind = GlobalKind::Func;
        }
        self.c.program.attach_body(global, body);
        let s = &mut self.c.symbols[id];
        if !s.has_value {
            s.constant = true;
        }
        s.has_value = true;
    }

    /// Whether the symbol can have this body.
    fn takes_body(&mut self, id: SymbolId, f: &syntax::Function, written: &Rc<FuncType>, ty: &Type) -> bool {
        if self.c.symbols[id].has_value {
            let known = self.c.symbols[id].ty.as_ref().and_then(Type::as_func).map(|k| k.flavor);
            if known.is_some_and(|k| k != written.flavor) {
                let subject = self.symbol_subject(id);
                self.error_beside("inconsistent function flavor", subject, f.params_span.into());
                self.c.symbols[id].ty = Some(Type::Error);
            } else if written.flavor == Flavor::Function && !self.c.symbols[id].attrs.has(Tok::AttrRedef) {
                self.symbol_error(id, "already defined", f.params_span.into());
            }
        } else {
            self.c.symbols[id].ty = Some(ty.clone());
        }
        if self.c.symbols[id].ty.as_ref().is_none_or(is_error) {
            let name = self.text(self.c.symbols[id].name).to_string();
            let message = format!("invalid definition of '{name}' (see previous errors)");
            self.c.report(Diagnostic::fatal(f.open, message));
            return false;
        }
        true
    }

    /// Which parameters of the declaration the body names; for a function also its type with the declared defaults.
    fn prototype(
        &mut self,
        id: SymbolId,
        decl: &Rc<FuncType>,
        written: &Rc<FuncType>,
        ty: &Type,
    ) -> (Option<Mapping>, Option<Type>) {
        let whole = Type::Func(Rc::clone(decl));
        if decl.flavor != written.flavor {
            let (a, b) = (self.of_type(ty), self.of_type(&whole));
            self.error_of_two("incompatible function flavor", a, b);
            return (self.by_position(id, decl, written, ty), None);
        }
        if decl.flavor == Flavor::Function {
            if !whole.same(ty) {
                let (a, b) = (self.of_type(ty), self.of_type(&whole));
                self.error_of_two("incompatible function types", a, b);
                return (self.by_position(id, decl, written, ty), None);
            }
            let mut params = written.params.clone();
            let mut changed = false;
            for (p, d) in params.iter_mut().zip(&decl.params) {
                if p.attrs.default.is_none() && d.attrs.default.is_some() {
                    p.attrs.default = d.attrs.default;
                    p.attrs.optional = true;
                    p.attrs.text.clone_from(&d.attrs.text);
                    changed = true;
                }
            }
            let merged = changed.then(|| {
                Type::Func(Rc::new(FuncType {
                    name: written.name.clone(),
                    flavor: written.flavor,
                    params,
                    result: written.result.clone(),
                    varargs: written.varargs,
                    prototypes: written.prototypes.clone(),
                }))
            });
            if let Some(m) = &merged
                && let Some(s) = self.type_site(ty).span()
            {
                self.place_type(m, s);
            }
            return (Some((0..written.params.len()).map(Some).collect()), merged);
        }
        let found = find_prototype(decl, &written.params);
        let Some(found) = found else {
            let same = decl.params.len() == written.params.len()
                && decl.params.iter().zip(&written.params).all(|(d, p)| d.ty.same(&p.ty));
            if same {
                return (Some((0..decl.params.len()).map(Some).collect()), None);
            }
            let subject = self.of_type(ty);
            let other = self.symbol_subject(id);
            self.error_of_two("use of undeclared alternate prototype", subject, other);
            return (None, None);
        };
        let alternate = match found {
            Found::Canonical => None,
            Found::Alternate(i) => decl.prototypes.borrow().get(i).cloned(),
        };
        let params = alternate.as_ref().map_or(&decl.params, |a| &a.params).clone();
        for p in &params {
            if let Some(text) = &p.attrs.deprecated {
                let text =
                    text.as_ref().filter(|t| !t.is_empty()).map_or(String::new(), |t| format!(": {t}"));
                let subject = self.of_type(ty);
                let other = self.type_site(&whole);
                let message = format!("use of deprecated parameter '{}'{text} ({})", p.name, subject.text);
                self.c.deprecation(subject.site, other, message);
            }
        }
        for p in &written.params {
            if p.attrs.default.is_some() {
                let site = self.type_site(ty);
                let message = format!(
                    "&default on parameter '{}' has no effect (not a {} declaration)",
                    p.name,
                    decl.flavor.name()
                );
                self.c.report(Diagnostic::warning(site, message));
            }
        }
        let Some(a) = alternate else { return (Some((0..decl.params.len()).map(Some).collect()), None) };
        if let Some(text) = &a.deprecated {
            let text = text.as_ref().filter(|t| !t.is_empty()).map_or(String::new(), |t| format!(": {t}"));
            let name = self.text(self.c.symbols[id].name).to_string();
            let subject = self.of_type(ty);
            let other = self.c.prototype_spans.get(&(Rc::as_ptr(decl) as usize, proto_key(&a))).copied();
            let message = format!("use of deprecated '{name}' prototype{text} ({})", subject.text);
            self.c.deprecation(subject.site, other.map_or(Site::Nowhere, Site::from), message);
        }
        let mut mapping = vec![None; decl.params.len()];
        for (i, &o) in a.offsets.iter().enumerate() {
            if let Some(m) = mapping.get_mut(o as usize) {
                *m = Some(i);
            }
        }
        (Some(mapping), None)
    }

    /// Where no prototype fits: arguments by their places, if their types agree.
    fn by_position(
        &mut self,
        id: SymbolId,
        decl: &Rc<FuncType>,
        written: &Rc<FuncType>,
        ty: &Type,
    ) -> Option<Mapping> {
        let same = decl.params.len() == written.params.len()
            && decl.params.iter().zip(&written.params).all(|(d, p)| d.ty.same(&p.ty));
        if same {
            return Some((0..decl.params.len()).map(Some).collect());
        }
        let subject = self.of_type(ty);
        let other = self.symbol_subject(id);
        self.error_of_two("use of undeclared alternate prototype", subject, other);
        None
    }

    /// Makes the parameters known in the body.
    fn parameters(
        &mut self,
        f: &syntax::Function,
        types: &[Field],
        decl: &Rc<FuncType>,
        mapping: Option<&[Option<usize>]>,
    ) -> Vec<Param> {
        let t = self.t;
        let written = &t[f.params];
        let mut out = Vec::with_capacity(written.len());
        for (i, canonical) in decl.params.iter().enumerate() {
            let from = match mapping {
                Some(m) => m.get(i).copied().flatten(),
                None => Some(i),
            };
            let Some(p) = from.and_then(|at| written.get(at)) else {
                if mapping.is_none() {
                    break;
                }
                continue;
            };
            if let Some(found) = self.find_local(p.name) {
                let text = self.local_text(p.name).to_string();
                self.error_of("argument name used twice", Subject { site: found.span.into(), text });
                continue;
            }
            // The body's own word for the type: what is declared as `any` may be a record here.
            let ty = types.get(from.unwrap_or(i)).map_or_else(|| canonical.ty.clone(), |t| t.ty.clone());
            let local = self.add_local(p.name, Some(ty), p.name_span);
            out.push(Param { local, arg: i as u32 });
        }
        out
    }

    /// `&deprecated` and `&is_used` of a body hold for the name.
    fn function_attrs(&mut self, id: SymbolId, attrs: &[Attr]) {
        for a in attrs {
            if matches!(a.tag, Tok::AttrDeprecated | Tok::AttrIsUsed) && !self.c.symbols[id].attrs.has(a.tag)
            {
                self.c.symbols[id].attrs.push(a.clone());
            }
        }
        if let (Meaning::Global(g), false) = (&self.c.symbols[id].meaning, attrs.is_empty()) {
            let g = *g;
            let ty = self.c.symbols[id].ty.clone().unwrap_or(Type::Error);
            self.global_attrs(id, g, &ty);
        }
    }

    /// `&priority` and `&group` of a body.
    fn body_attrs(&mut self, attrs: &[Attr]) -> (i64, Vec<value::Name>) {
        let (mut priority, mut groups) = (0, Vec::new());
        for a in attrs {
            match a.tag {
                Tok::AttrDeprecated | Tok::AttrIsUsed | Tok::AttrNoCppOpt | Tok::AttrNoZamOpt => {}
                Tok::AttrGroup => match a.value.as_ref().map(|v| (&v.kind, &v.ty)) {
                    Some((ExprKind::Const(Value::String(s)), _)) => {
                        groups.push(s.to_text().as_ref().into());
                    }
                    Some((_, Type::Error)) => {}
                    Some((ExprKind::Const(_), _)) => self.error_of("expression is not of string type", a),
                    _ => self.error_of("cannot evaluate attribute expression", a),
                },
                Tok::AttrPriority => match a.value.as_ref().and_then(|v| self.known_value(v)) {
                    Some(Value::Int(n)) => priority = n,
                    Some(Value::Count(n)) => priority = i64::try_from(n).unwrap_or(i64::MAX),
                    Some(_) => self.error_of("expression is not of integral type", a),
                    None if a.value.as_ref().is_some_and(|v| is_error(&v.ty)) => {}
                    None => self.error_of("cannot evaluate attribute expression", a),
                },
                _ => self.error_of("illegal attribute for function body", a),
            }
        }
        (priority, groups)
    }

    /// The value of an expression of constants.
    pub(super) fn known_value(&self, e: &ExprRef) -> Option<Value> {
        match &e.kind {
            ExprKind::Const(v) => Some(v.clone()),
            ExprKind::Var(VarRef::Global(_), name) => {
                let name = self.names.find(name)?;
                let s = self.c.symbols.at(name).map(|id| &self.c.symbols[id])?;
                if !s.constant {
                    return None;
                }
                let known = s.known.clone()?;
                self.known_value(&known)
            }
            ExprKind::Unary(UnOp::Negate, a) => match self.known_value(a)? {
                Value::Int(n) => Some(Value::Int(n.wrapping_neg())),
                Value::Count(n) => Some(Value::Int((n as i64).wrapping_neg())),
                Value::Double(d) => Some(Value::Double(-d)),
                Value::Interval(d) => Some(Value::Interval(-d)),
                _ => None,
            },
            ExprKind::Unary(UnOp::Plus, a) => match self.known_value(a)? {
                Value::Count(n) => Some(Value::Int(n as i64)),
                v => Some(v),
            },
            ExprKind::Coerce(crate::tree::Coercion::Arith, a) => match (self.known_value(a)?, &e.ty) {
                (Value::Count(n), Type::Int) => Some(Value::Int(n as i64)),
                (Value::Count(n), Type::Double) => Some(Value::Double(n as f64)),
                (Value::Int(n), Type::Double) => Some(Value::Double(n as f64)),
                _ => None,
            },
            ExprKind::Binary(op, a, b) => {
                use crate::tree::BinOp::{Add, Mul, Sub};
                match (op, self.known_value(a)?, self.known_value(b)?) {
                    (Add, Value::Count(a), Value::Count(b)) => Some(Value::Count(a.wrapping_add(b))),
                    (Sub, Value::Count(a), Value::Count(b)) => Some(Value::Count(a.wrapping_sub(b))),
                    (Mul, Value::Count(a), Value::Count(b)) => Some(Value::Count(a.wrapping_mul(b))),
                    (Add, Value::Int(a), Value::Int(b)) => Some(Value::Int(a.wrapping_add(b))),
                    (Sub, Value::Int(a), Value::Int(b)) => Some(Value::Int(a.wrapping_sub(b))),
                    (Mul, Value::Int(a), Value::Int(b)) => Some(Value::Int(a.wrapping_mul(b))),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A second declaration of an event or hook: another signature.
    pub(super) fn add_prototype(&mut self, id: SymbolId, ty: &Type, attrs: &[Attr]) {
        let Some(Type::Func(decl)) = self.c.symbols[id].ty.clone() else { return };
        let whole = Type::Func(Rc::clone(&decl));
        let Type::Func(alt) = ty else {
            let subject = self.of_type(ty);
            let other = self.symbol_subject(id);
            return self.error_of_two("type incompatible with previous definition", subject, other);
        };
        let (a, b) = (self.of_type(ty), self.of_type(&whole));
        if decl.flavor != alt.flavor {
            return self.error_of_two("incompatible function flavor", a, b);
        }
        if decl.flavor == Flavor::Function {
            return self.error_of_two("redeclaration of function", a, b);
        }
        if let Some(found) = find_prototype(&decl, &alt.params) {
            let other = match found {
                Found::Canonical => b.site,
                Found::Alternate(i) => {
                    let key = decl.prototypes.borrow().get(i).map(proto_key).unwrap_or_default();
                    self.c
                        .prototype_spans
                        .get(&(Rc::as_ptr(&decl) as usize, key))
                        .map_or(b.site, |&s| s.into())
                }
            };
            return self.error_beside("alternate function prototype already exists", a, other);
        }
        let mut offsets = Vec::with_capacity(alt.params.len());
        for p in &alt.params {
            if p.attrs.text.is_some() {
                let message = format!(
                    "alternate function prototype arguments may not have attributes: arg '{}'",
                    p.name
                );
                return self.error_of_two(message, a, b);
            }
            let Some(o) = decl.params.iter().position(|d| d.name == p.name) else {
                let message =
                    format!("alternate function prototype arg '{}' not found in canonical prototype", p.name);
                return self.error_of_two(message, a, b);
            };
            offsets.push(o as u32);
        }
        let deprecated = attrs.iter().find(|a| a.tag == Tok::AttrDeprecated).map(|a| {
            a.value.as_ref().and_then(|v| match &v.kind {
                ExprKind::Const(Value::String(s)) => Some(s.to_text().as_ref().into()),
                _ => None,
            })
        });
        let p = Prototype { params: alt.params.clone(), offsets, deprecated };
        if let Some(s) = a.site.span() {
            self.c.prototype_spans.insert((Rc::as_ptr(&decl) as usize, proto_key(&p)), s);
        }
        decl.prototypes.borrow_mut().push(p);
    }
}

enum Found {
    Canonical,
    Alternate(usize),
}

/// The signature with these names and types.
fn find_prototype(decl: &FuncType, params: &[Field]) -> Option<Found> {
    let same = |other: &[Field]| {
        other.len() == params.len()
            && other.iter().zip(params).all(|(o, p)| o.name == p.name && o.ty.same(&p.ty))
    };
    if same(&decl.params) {
        return Some(Found::Canonical);
    }
    decl.prototypes.borrow().iter().position(|a| same(&a.params)).map(Found::Alternate)
}

/// Names of a prototype's parameters: no two of a function have the same.
fn proto_key(p: &Prototype) -> String {
    p.params.iter().map(|f| format!("{}:{},", f.name, f.ty)).collect()
}
