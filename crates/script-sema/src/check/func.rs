//! Functions, event handlers and hooks: their bodies, and the declaration that each body belongs to.
use super::attr_list::Attr;
use super::later::Outline;
use super::prototypes::Mapping;
use super::scope::Frame;
use super::symbol::Meaning;
use super::{Pass, Subject, SymbolId, is_error, loc};
use crate::tree::{Body, BodyKind, ExprKind, ExprRef, GlobalKind, Head, Param, UnOp, VarRef};
use script_syntax::parsed::Rest;
use script_syntax::tree::GlobalKind as Word;
use script_syntax::{Diagnostic, Span, Tok, tree as syntax};
use std::rc::Rc;
use value::{Field, Flavor, FuncType, Type, Value};

impl Pass<'_> {
    /// Checks a function and its body.
    pub(super) fn function(&mut self, f: &syntax::Function, at: Span, rest: Option<Rest>) {
        let Some(id) = self.function_symbol(f) else { return };
        self.owned(id, |p| p.function_of(id, f, at, rest));
    }

    fn function_symbol(&mut self, f: &syntax::Function) -> Option<SymbolId> {
        if f.flavor != syntax::Flavor::Event {
            return self.declared(f.ident, true);
        }
        // The handler may be for an event of another module, or for one that is not declared yet.
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

    fn function_of(&mut self, id: SymbolId, f: &syntax::Function, at: Span, rest: Option<Rest>) {
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
        let name = self.c.symbols[id].name;
        let (name, module) = (self.rc(name), self.c.module);
        let at = at.to(f.end);
        let head = Head { name, kind, priority, groups, module: self.rc(module), loc: loc(at) };
        let written = Rc::clone(written);
        let outline = Outline { id, written, canonical, mapping, head, module, at };
        let Some(body) = self.body_of(f, outline, rest) else { return };
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

    /// Checks the body of a function.
    pub(super) fn function_body(&mut self, f: &syntax::Function, outline: Outline) -> Option<Body> {
        let Outline { written, canonical, mapping, head, at, .. } = outline;
        let mut frame = Frame::new(head.kind);
        frame.result = match head.kind {
            BodyKind::Hook => Some(Type::Bool),
            BodyKind::Event => None,
            _ => (!matches!(canonical.result, Type::Void)).then(|| canonical.result.clone()),
        };
        frame.bare_return = head.kind == BodyKind::Hook;
        self.c.frames.push(frame);
        let params = self.parameters(f, &written.params, &canonical, mapping.as_deref());
        let outer = std::mem::take(&mut self.c.in_init);
        let export = std::mem::take(&mut self.c.export);
        let block = self.body(f.body, at);
        self.c.in_init = outer;
        self.c.export = export;
        let frame = self.c.frames.pop()?;
        Some(self.made_body(frame, block, params, canonical.result.clone(), head))
    }

    /// Checks that the symbol can have this body, and sets its type if it has no value yet. Returns false after a fatal
    /// error.
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

    /// Declares the parameters of a body.
    pub(super) fn parameters(
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
            // The body's own type counts: a parameter that is declared as `any` may be a record here.
            let ty = types.get(from.unwrap_or(i)).map_or_else(|| canonical.ty.clone(), |t| t.ty.clone());
            let local = self.add_local(p.name, Some(ty), p.name_span);
            out.push(Param { local, arg: i as u32 });
        }
        out
    }

    /// Applies `&deprecated` and `&is_used` of a body to the function's name.
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

    /// Returns the `&priority` and `&group` of a body.
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

    /// Computes the value of an expression that consists of constants.
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
}
