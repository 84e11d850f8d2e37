//! Statements.
use super::constructors::Rhs;
use super::frame::Frame;
use super::symbol::Meaning;
use super::{Pass, Subject, is_error, loc};
use crate::tree::{
    self, BodyKind, Expr, ExprKind, ExprRef, For, ForKind, LocalId, Stmt, StmtKind, VarRef, When,
};
use script_syntax::tree::{self as syntax, Ident, Init as Class, List, StmtKind as Syntax};
use script_syntax::{Diagnostic, Site, Span, StmtId, Tok};
use std::rc::Rc;
use value::Type;

impl Pass<'_> {
    /// The statements of a function.
    pub(super) fn body(&mut self, list: List<StmtId>, at: Span) -> Stmt {
        let all = self.stmts(list);
        Stmt { kind: StmtKind::Block(all), loc: loc(at) }
    }

    pub(super) fn stmts(&mut self, list: List<StmtId>) -> Vec<Stmt> {
        let t = self.t;
        t[list].iter().map(|&s| self.stmt(s)).collect()
    }

    /// A statement outside of functions.
    pub(super) fn top_statement(&mut self, id: StmtId) {
        let (frame, mut all) =
            self.c.top.take().unwrap_or_else(|| (Frame::new(BodyKind::TopLevel), Vec::new()));
        self.c.frames.push(frame);
        let s = self.stmt(id);
        if let Some(frame) = self.c.frames.pop() {
            all.push(s);
            self.c.top = Some((frame, all));
        }
    }

    fn stmt(&mut self, id: StmtId) -> Stmt {
        let syntax::Stmt { kind, span: at } = self.t[id];
        let kind = self.stmt_kind(kind, at);
        Stmt { kind, loc: loc(at) }
    }

    fn boxed(&mut self, id: StmtId) -> Box<Stmt> {
        Box::new(self.stmt(id))
    }

    fn stmt_kind(&mut self, kind: Syntax, at: Span) -> StmtKind {
        match kind {
            Syntax::Error | Syntax::Null => StmtKind::Null,
            Syntax::Block(list) => {
                if let Some(f) = self.frame() {
                    f.open_block();
                }
                let all = self.stmts(list);
                if let Some(f) = self.frame() {
                    f.close_block();
                }
                StmtKind::Block(all)
            }
            Syntax::Assert(cond, message) => {
                let cond = self.expr(cond);
                let message = message.map(|m| self.expr(m));
                if !matches!(cond.ty, Type::Bool | Type::Error) {
                    self.error_of("conditional must be boolean", &cond);
                }
                if let Some(m) = message.as_ref().filter(|m| !matches!(m.ty, Type::String | Type::Error)) {
                    self.error_of("message must be string", m);
                }
                let text = tree::print::quoted(&cond).into();
                StmtKind::Assert { cond, message, text }
            }
            Syntax::Print(list) => self.print(list, at),
            Syntax::Event(e) => match self.event(&e, at) {
                Some(e) => StmtKind::Event(e),
                None => StmtKind::Null,
            },
            Syntax::If(cond, yes, no) => {
                let cond = self.condition_of(cond, "conditional in test must be boolean");
                let then = self.boxed(yes);
                let otherwise = no.map(|n| self.boxed(n));
                StmtKind::If { cond, then, otherwise }
            }
            Syntax::While(cond, body) => {
                let cond = self.condition_of(cond, "while conditional must be boolean");
                let body = self.looped(body);
                StmtKind::While { cond, body: Box::new(body) }
            }
            Syntax::For(id) => self.for_loop(self.t[id]),
            Syntax::Switch(value, cases) => self.switch(value, cases, at),
            Syntax::Next => {
                if self.frame().is_none_or(|f| f.loops == 0) {
                    self.misplaced("next statement used outside of for or while statement.", "next ", at);
                }
                StmtKind::Next
            }
            Syntax::Break => {
                let (inside, hook) = self
                    .frame()
                    .map_or((false, false), |f| (f.loops + f.switches > 0, f.kind == BodyKind::Hook));
                if !inside && !hook {
                    let m = "break statement used outside of for, while or switch statement and not within a hook.";
                    self.misplaced(m, "break ", at);
                }
                if hook && !inside { StmtKind::HookBreak } else { StmtKind::Break }
            }
            Syntax::Fallthrough => StmtKind::Fallthrough,
            Syntax::Return(value) => self.return_stmt(value, at),
            Syntax::Local(id) => self.local(&self.t[id].clone(), at),
            Syntax::When(id) => self.when(self.t[id], at),
            Syntax::Expr(e) => {
                let e = self.expr(e);
                if !is_error(&e.ty) && !matches!(e.kind, ExprKind::Call(..)) && is_pure(&e) {
                    let s = Subject::from(&e);
                    self.c.report(Diagnostic::warning(s.site, "expression value ignored").about(s.text));
                }
                StmtKind::Expr(e)
            }
            Syntax::SliceAssign(to, value) => {
                let to = self.expr(to);
                let value = self.rhs(value);
                StmtKind::Expr(self.assign(to, value, None, at))
            }
        }
    }

    /// Reported when all is read, if there was no other error.
    fn misplaced(&mut self, message: &str, text: &str, at: Span) {
        self.c.late.push(Diagnostic::error(at, message).about(text.to_string()));
    }

    fn condition_of(&mut self, id: script_syntax::ExprId, message: &str) -> ExprRef {
        let e = self.expr(id);
        if !matches!(e.ty, Type::Bool | Type::Error) {
            self.error_of(message, &e);
        }
        e
    }

    fn looped(&mut self, body: StmtId) -> Stmt {
        if let Some(f) = self.frame() {
            f.loops += 1;
        }
        let s = self.stmt(body);
        if let Some(f) = self.frame() {
            f.loops -= 1;
        }
        s
    }

    fn print(&mut self, list: List<script_syntax::ExprId>, at: Span) -> StmtKind {
        let mut args: Vec<ExprRef> = Vec::with_capacity(list.len());
        let items = self.elems(list);
        let void = items
            .iter()
            .any(|i| matches!(i, super::constructors::Elem::Value(e) if matches!(e.ty, Type::Void)));
        if void {
            let text = format!("print {}", super::constructors::shown_elems(&items));
            self.error_of("value of type void illegal", Subject { site: at.into(), text });
        }
        for item in items {
            match item {
                super::constructors::Elem::Value(e) => {
                    args.push(e);
                }
                other => {
                    let s = self.elem_subject(&other);
                    self.error_of("only a record's constructor has fields", s);
                }
            }
        }
        let to = match args.first() {
            Some(f) if matches!(f.ty, Type::File(_)) => Some(args.remove(0)),
            _ => None,
        };
        StmtKind::Print { to, args }
    }

    fn return_stmt(&mut self, value: Option<script_syntax::ExprId>, at: Span) -> StmtKind {
        let value = value.map(|v| self.expr(v));
        let text = || match &value {
            Some(v) => format!("return ({v})"),
            None => "return ".into(),
        };
        let Some(f) = self.c.frames.last_mut().filter(|f| f.kind != BodyKind::TopLevel) else {
            let s = Subject { site: at.into(), text: text() };
            self.error_of("return statement outside of function/event", s);
            return StmtKind::Null;
        };
        if f.infer_result {
            if let Some(v) = &value {
                f.result = Some(v.ty.clone());
                f.infer_result = false;
            }
            return StmtKind::Return(value);
        }
        match (f.result.clone(), &value) {
            (None, Some(_)) => {
                let s = Subject { site: at.into(), text: text() };
                self.error_of("return statement cannot have an expression", s);
                StmtKind::Return(None)
            }
            (None, None) => StmtKind::Return(None),
            (Some(_), None) => {
                if !f.bare_return {
                    let s = Subject { site: at.into(), text: text() };
                    self.error_of("return statement needs expression", s);
                }
                StmtKind::Return(None)
            }
            (Some(t), Some(v)) => {
                let v = self.promote(v, &t).unwrap_or_else(|| Rc::clone(v));
                StmtKind::Return(Some(v))
            }
        }
    }

    /// `local` or `const` in a function.
    fn local(&mut self, l: &syntax::Local, at: Span) -> StmtKind {
        let name = l.ident.name;
        let found = self.find_local(name).filter(|_| !self.is_blank(name));
        if found.is_none() {
            self.not_global(l.ident);
            self.add_local(name, None, l.ident.span);
        } else if found.as_ref().is_some_and(|f| f.constant) {
            let text = self.local_text(name).to_string();
            let site = found.as_ref().map_or(Site::Nowhere, |f| f.span.into());
            self.error_of("already a const identifier", Subject { site, text });
        }
        if !l.constant
            && let Some(f) = self.frame()
        {
            f.declared_here(name);
        }
        let ty = l.ty.map(|t| self.ty(t));
        self.c.in_init += 1;
        let init = l.init.map(|e| self.rhs(e));
        self.c.in_init -= 1;
        if let Some(declared) = found.filter(|f| f.ty.is_some()) {
            if let (Some(Type::Func(old)), Some(Type::Func(new)), None) = (&declared.ty, &ty, &init)
                && old.flavor == value::Flavor::Function
                && new.flavor == old.flavor
            {
                let new = self.of_type(&Type::Func(Rc::clone(new)));
                let old = self.of_type(&Type::Func(Rc::clone(old)));
                self.error_of_two("redeclaration of function", new, old);
                return StmtKind::Null;
            }
            let text = self.local_text(name).to_string();
            let other = init.as_ref().map_or(Site::Nowhere, |i| i.span().into());
            self.error_beside("already defined", Subject { site: declared.span.into(), text }, other);
            return StmtKind::Null;
        }
        if let (Class::None, Some(i)) = (l.class, &init) {
            let s = Subject { site: i.span().into(), text: i.to_string() };
            self.error_of("Initialization not preceded by =/+=/-= is not allowed.", s);
        }
        let subject = Subject { site: l.ident.span.into(), text: self.local_text(name).to_string() };
        let ty = match (ty, &init) {
            (Some(t), _) => t,
            (None, None) => {
                self.error_of("no type given", subject);
                self.set_local_type(name, Type::Error);
                return StmtKind::Null;
            }
            (None, Some(Rhs::Value(e))) if is_error(&e.ty) => Type::Error,
            (None, Some(Rhs::Value(e))) => self.untyped(&Rc::clone(e)).unwrap_or(Type::Error),
            (None, Some(Rhs::Braces(items, s))) => {
                let (items, s) = (items.clone(), *s);
                let items = self.expand(items, None);
                items.and_then(|i| self.init_type(&i, s)).unwrap_or(Type::Error)
            }
        };
        self.set_local_type(name, ty.clone());
        let attrs = self.attrs(l.attrs, &ty, super::attrs::Holder::Other);
        if l.constant {
            if init.is_none() && !attrs.has(Tok::AttrRedef) {
                self.error_of("const variable must be initialized", subject);
            }
            if let Some(v) = self.frame().and_then(|f| f.var_mut(name)) {
                v.constant = true;
            }
        }
        let Some(found) = self.find_local(name) else { return StmtKind::Null };
        let VarRef::Local(local) = found.var else { return StmtKind::Null };
        if attrs.has(Tok::AttrIsUsed)
            && let Some(slot) = self.frame().and_then(|f| f.locals.get_mut(local.0 as usize))
        {
            slot.is_used = true;
        }
        let table = if matches!(ty, Type::Table(_)) { self.table_attrs(&attrs) } else { None };
        let Some(init) = init else {
            if is_error(&ty) {
                return StmtKind::Null;
            }
            // A table with attributes is made where the function is entered, like all that start empty.
            if let (Some(attrs), Type::Table(t)) = (table, &ty) {
                let made = match t.yields {
                    Some(_) => ExprKind::Table(Vec::new(), Some(attrs)),
                    None => ExprKind::Set(Vec::new(), Some(attrs)),
                };
                let to = self.var_expr(name, &found, l.ident.span);
                let made = Expr::new(made, ty.clone(), loc(at));
                return StmtKind::Expr(Expr::new(ExprKind::Assign(to, made), ty, loc(at)));
            }
            if let Some(f) = self.frame() {
                f.inits.push(local);
            }
            return StmtKind::Null;
        };
        if l.class != Class::Full && l.class != Class::None {
            let text = self.local_text(name).to_string();
            let s = Subject { site: l.ident.span.into(), text };
            self.error_of("can't use += / -= for initializations of local variables", s);
        }
        if is_error(&ty) {
            return StmtKind::Null;
        }
        let place = init.span();
        let to = self.var_expr(name, &found, place);
        let init = match init {
            Rhs::Braces(items, s) => match self.expand(items, Some(&ty)) {
                Some(items) => Rhs::Braces(items, s),
                None => return StmtKind::Null,
            },
            v => v,
        };
        StmtKind::Expr(self.assign_checked(to, init, table, place))
    }

    /// Reports a local that has the name of a global.
    fn not_global(&mut self, ident: Ident) {
        if self.is_blank(ident.name) {
            return;
        }
        if let Some(id) = self.lookup(ident.name, ident.span) {
            let subject = self.symbol_subject(id);
            self.error_of("already a global identifier", subject);
            if self.c.symbols[id].constant {
                let subject = self.symbol_subject(id);
                self.error_of("already a const identifier", subject);
            }
        }
    }

    /// A loop's variable: one that exists, or a new one.
    fn loop_var(&mut self, ident: Ident, ty: &Type, over: &ExprRef, integral: bool) -> Option<LocalId> {
        if self.is_blank(ident.name) {
            return None;
        }
        if let Some(found) = self.find_local(ident.name).filter(|f| f.own) {
            if found.constant {
                let text = self.local_text(ident.name).to_string();
                self.error_of("constant used in 'for' loop", Subject { site: found.span.into(), text });
                self.unusable_loop_var(over);
                return None;
            }
            if let Some(old) = &found.ty {
                let fits = if integral { old.is_integral() } else { old.same(ty) };
                if !fits && !is_error(old) {
                    let message = match over.ty {
                        Type::Vector(_) if integral => "vector index in \"for\" loop must be integral",
                        Type::String => "string index in \"for\" loop must be string",
                        _ => {
                            let old = self.of_type(&old.clone());
                            self.error_of_two("type clash in iteration", over, old);
                            return None;
                        }
                    };
                    self.error_of(message, over);
                    return None;
                }
            } else {
                self.set_local_type(ident.name, ty.clone());
            }
            return match found.var {
                VarRef::Local(l) => Some(l),
                _ => None,
            };
        }
        if let Some(id) = self.lookup(ident.name, ident.span)
            && matches!(
                self.c.symbols[id].meaning,
                Meaning::Global(_) | Meaning::Type | Meaning::Enumerator(..)
            )
        {
            let subject = self.symbol_subject(id);
            self.error_of("global variable used in 'for' loop", subject);
            self.unusable_loop_var(over);
        }
        Some(self.add_local(ident.name, Some(ty.clone()), ident.span))
    }

    /// What follows from a loop's variable that is none.
    fn unusable_loop_var(&mut self, over: &ExprRef) {
        let old = Subject { site: Site::Type("error"), text: "error".into() };
        self.error_of_two("type clash in iteration", over, old);
    }

    fn for_loop(&mut self, f: syntax::For) -> StmtKind {
        let t = self.t;
        let keys: Vec<Ident> = t[f.keys].to_vec();
        let over = self.expr(f.over);
        let kind = self.for_kind(&keys, f.value, &over);
        // Variables exist in the body even where the head is wrong: one mistake, one message.
        if kind.is_none() {
            for ident in keys.iter().chain(&f.value) {
                if self.find_local(ident.name).is_none() && !self.is_blank(ident.name) {
                    self.add_local(ident.name, Some(Type::Error), ident.span);
                }
            }
        }
        let body = self.looped(f.body);
        match kind {
            Some(kind) => StmtKind::For(Box::new(For { over, kind, body })),
            None => StmtKind::Null,
        }
    }

    fn for_kind(&mut self, keys: &[Ident], value: Option<Ident>, over: &ExprRef) -> Option<ForKind> {
        match &over.ty {
            Type::Error => None,
            Type::Table(table) => {
                let blank = matches!(keys, [one] if self.is_blank(one.name));
                if table.index.len() != keys.len() && !blank {
                    self.error_of("wrong index size", over);
                    return None;
                }
                let index = table.index.clone();
                let mut vars: Vec<Option<LocalId>> = vec![None; index.len().max(1)];
                if !blank {
                    for ((k, t), var) in keys.iter().zip(&index).zip(&mut vars) {
                        *var = self.loop_var(*k, t, over, false);
                    }
                }
                let value = match (value, &table.yields) {
                    (None, _) => None,
                    (Some(v), Some(y)) => self.loop_var(v, &y.clone(), over, false),
                    (Some(_), None) => {
                        let m = "key value for loops only support iteration over tables or vectors";
                        self.error_of(m, over);
                        return None;
                    }
                };
                Some(ForKind::Table { keys: vars, value })
            }
            Type::Vector(v) => {
                let [key] = keys else {
                    self.error_of("iterating over a vector requires only a single index type", over);
                    return None;
                };
                let index = self.loop_var(*key, &Type::Count, over, true);
                let value = value.and_then(|n| self.loop_var(n, &v.elem.clone(), over, false));
                Some(ForKind::Vector { index, value })
            }
            Type::String => {
                let [key] = keys else {
                    self.error_of("iterating over a string requires only a single index type", over);
                    return None;
                };
                let char = self.loop_var(*key, &Type::String, over, false);
                if value.is_some() {
                    let m = "key value for loops only support iteration over tables or vectors";
                    self.error_of(m, over);
                    return None;
                }
                Some(ForKind::String { char })
            }
            _ => {
                self.error_of("target to iterate over must be a table, set, vector, or string", over);
                None
            }
        }
    }

    fn when(&mut self, w: syntax::When, at: Span) -> StmtKind {
        let captures = w.captures.map(|c| self.captures(c)).unwrap_or_default();
        let mut frame = Frame::new(BodyKind::When);
        frame.has_captures = true;
        frame.captures = captures;
        frame.result = Some(Type::Any);
        frame.bare_return = !w.is_return;
        self.c.frames.push(frame);
        let outer = self.c.when_globals.replace(Vec::new());
        let cond = self.expr(w.condition);
        let globals = std::mem::replace(&mut self.c.when_globals, outer).unwrap_or_default();
        if !matches!(cond.ty, Type::Bool | Type::Error) {
            self.error_of("conditional in test must be boolean", &cond);
        }
        let body = self.stmt(w.body);
        let timeout_body = w.timeout.map(|(_, list)| self.body(list, at));
        let Some(frame) = self.c.frames.pop() else { return StmtKind::Null };
        let timeout = w.timeout.map(|(t, _)| self.expr(t));
        // From the end of the condition on; with a timeout, from the end of the body on.
        let first = match w.timeout {
            Some(_) => self.t[w.body].span.end.saturating_sub(1),
            None => self.t[w.condition].span.end,
        };
        let place = Span::new(first.max(at.start), at.end);
        let whole = |p: &mut Self| Subject {
            site: place.into(),
            text: p.when_text(&frame, &cond, &body, timeout.as_ref(), timeout_body.as_ref()),
        };
        self.check_captures(&frame, "\"when\" statement", &whole);
        if let Some(t) =
            timeout.as_ref().filter(|t| !matches!(t.ty, Type::Time | Type::Interval | Type::Error))
        {
            self.error_of("when timeout requires a time or time interval", t);
        }
        let captures = frame.captures.iter().map(|c| c.from).collect();
        let cond_loc = cond.loc;
        let null = Stmt { kind: StmtKind::Null, loc: loc(at) };
        let block = Stmt {
            kind: StmtKind::Block(vec![
                Stmt { kind: StmtKind::Expr(cond), loc: cond_loc },
                body,
                timeout_body.unwrap_or(null),
            ]),
            loc: loc(at),
        };
        let module = self.c.module;
        let body = self.finish_when(frame, block, module, at);
        StmtKind::When(Box::new(When { body, captures, timeout, is_return: w.is_return, globals }))
    }

    /// A `when`'s body: its three parts keep their places, so what starts empty is put before the second and third.
    fn finish_when(
        &mut self,
        mut frame: Frame,
        mut block: Stmt,
        module: script_syntax::Name,
        at: Span,
    ) -> tree::BodyId {
        let inits = std::mem::take(&mut frame.inits);
        if let (StmtKind::Block(parts), false) = (&mut block.kind, inits.is_empty()) {
            for part in parts.iter_mut().skip(1) {
                let at = part.loc;
                let inner = std::mem::replace(part, Stmt { kind: StmtKind::Null, loc: at });
                let first = Stmt { kind: StmtKind::InitLocals(inits.clone()), loc: at };
                *part = Stmt { kind: StmtKind::Block(vec![first, inner]), loc: at };
            }
        }
        self.finish_body(frame, block, "when".into(), Vec::new(), Type::Any, 0, Vec::new(), module, at)
    }

    fn when_text(
        &mut self,
        f: &Frame,
        cond: &ExprRef,
        body: &Stmt,
        timeout: Option<&ExprRef>,
        timeout_body: Option<&Stmt>,
    ) -> String {
        let mut s = String::from("when ");
        if !f.captures.is_empty() {
            let mut names = Vec::with_capacity(f.captures.len());
            for c in &f.captures {
                let name = self.local_text(c.name);
                names.push(if c.from.copy { format!("copy {name}") } else { name.to_string() });
            }
            s.push_str(&format!("[{}]", names.join(", ")));
        }
        s.push_str(&format!("({cond}) {}", tree::print::statement(body)));
        if let (Some(t), Some(b)) = (timeout, timeout_body) {
            s.push_str(&format!(" timeout {t} {}", tree::print::statement(b)));
        }
        s
    }
}

/// Whether an expression does nothing but give a value.
pub(super) fn is_pure(e: &ExprRef) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(..) | ExprKind::TypeName(_) => true,
        ExprKind::Unary(_, a)
        | ExprKind::Field(a, ..)
        | ExprKind::HasField(a, ..)
        | ExprKind::Coerce(_, a)
        | ExprKind::Size(a)
        | ExprKind::Copy(a)
        | ExprKind::Cast(a)
        | ExprKind::Is(a, _) => is_pure(a),
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            is_pure(a) && is_pure(b)
        }
        ExprKind::Cond(a, b, c) => is_pure(a) && is_pure(b) && is_pure(c),
        ExprKind::Index(a, l) | ExprKind::In(l, a) | ExprKind::NotIn(l, a) => {
            is_pure(a) && l.iter().all(is_pure)
        }
        ExprKind::Slice(a, b, c) => {
            is_pure(a) && b.as_ref().is_none_or(is_pure) && c.as_ref().is_none_or(is_pure)
        }
        ExprKind::Record(fields) => fields.iter().all(|(_, v)| is_pure(v)),
        ExprKind::List(l) | ExprKind::Vector(l) => l.iter().all(is_pure),
        ExprKind::Set(l, _) => l.iter().flatten().all(is_pure),
        _ => false,
    }
}
