//! Calls: functions, hooks, events, and types called like functions.
use super::elems::Elem;
use super::promote::{Subjects, shown};
use super::symbol::Meaning;
use super::{Pass, Subject, SymbolId, is_error, loc};
use crate::tree::{Callee, EventCall, Expr, ExprKind, ExprRef, GlobalId, GlobalKind, VarRef};
use script_syntax::tree::{EventCall as SyntaxEvent, ExprKind as Syntax, List};
use script_syntax::{Diagnostic, ExprId, Span};
use std::rc::Rc;
use value::{Flavor, FuncType, RecordType, Type, Value};

impl Pass<'_> {
    /// Checks `f(args)`.
    pub(super) fn call(&mut self, f: ExprId, args: List<ExprId>, at: Span) -> ExprRef {
        let callee = self.expr(f);
        if let ExprKind::TypeName(ty) = &callee.kind
            && matches!(self.t[f].kind, Syntax::Name(_))
        {
            return self.construct(&callee, &ty.clone(), args, at);
        }
        let items = self.elems(args);
        self.apply(callee, items, at)
    }

    /// Checks `T(…)`.
    fn construct(&mut self, callee: &ExprRef, ty: &Type, args: List<ExprId>, at: Span) -> ExprRef {
        match ty {
            Type::Record(r) => {
                let items = self.elems(args);
                if items.iter().any(|i| is_error(&self.elem_type(i))) {
                    return self.nothing(at);
                }
                self.record_as(&Rc::clone(r), &items, at)
            }
            Type::Table(t) if t.yields.is_some() => {
                let items = self.init_elems(args);
                self.table(items, Some(ty), None, at)
            }
            Type::Table(_) => {
                let items = self.elems(args);
                self.set(items, Some(ty), None, at)
            }
            Type::Vector(_) => {
                let items = self.elems(args);
                self.vector(items, Some(ty), at)
            }
            Type::Error => self.nothing(at),
            _ => {
                self.error_of("constructor type not implemented", callee);
                if self.c.options.first_only {
                    self.c.stopped = true;
                }
                self.nothing(at)
            }
        }
    }

    /// Checks a call of an expression other than a type.
    fn apply(&mut self, callee: ExprRef, items: Vec<Elem>, at: Span) -> ExprRef {
        let list = self.list_expr(items, at);
        let ExprKind::List(args) = &list.kind else { return self.nothing(at) };
        let whole = || Subject { site: at.into(), text: format!("{callee}({})", shown(args)) };
        let make = |args: Vec<ExprRef>, ty: Type| {
            let callee = match &callee.kind {
                ExprKind::Var(VarRef::Global(g), name) => Callee::Global(*g, Rc::clone(name)),
                _ => Callee::Value(Rc::clone(&callee)),
            };
            Expr::new(ExprKind::Call(callee, args), ty, loc(at))
        };
        let failed = |args: &[ExprRef]| make(args.to_vec(), Type::Error);
        if is_error(&callee.ty) || is_error(&list.ty) {
            return failed(args);
        }
        let Type::Func(f) = &callee.ty else {
            self.error_of("not a function", &callee);
            return failed(args);
        };
        let hook = self.c.in_hook > 0;
        if f.flavor == Flavor::Hook && !hook {
            self.error_of("hook cannot be called directly, use hook operator", &callee);
            return failed(args);
        }
        if f.params.iter().any(|p| is_error(&p.ty)) {
            return failed(args);
        }
        let Some(promoted) = self.arguments(f, args, at) else {
            self.error_of("argument type mismatch in function call", whole());
            return failed(args);
        };
        if f.flavor == Flavor::Event {
            self.error_of("event called in expression, use event statement instead", whole());
            return failed(args);
        }
        let e = make(promoted, f.result.clone());
        if self.format_fits(&e) { e } else { failed(args) }
    }

    /// Converts arguments to the types of the parameters and adds defaults for missing ones.
    fn arguments(&mut self, f: &Rc<FuncType>, args: &[ExprRef], at: Span) -> Option<Vec<ExprRef>> {
        if let [only] = f.params.as_slice()
            && matches!(only.ty, Type::Any)
        {
            return Some(args.to_vec());
        }
        let mut all = args.to_vec();
        for p in f.params.iter().skip(args.len()) {
            match p.attrs.default {
                Some(d) => all.push(Rc::clone(&self.c.program.thunk(d).expr)),
                None => {
                    let params = Type::Record(Rc::new(RecordType::new(None, f.params.clone())));
                    let wanted =
                        Subject { site: self.type_site(&Type::Func(Rc::clone(f))), text: params.to_string() };
                    // The rich style shows the call; the plain style begins with the function's declaration.
                    let both = format!("{} and {}", wanted.text, shown(args));
                    let help = {
                        let params =
                            f.params.iter().map(|p| format!("{}: {}", p.name, p.ty)).collect::<Vec<_>>();
                        format!(
                            "expected {} arguments, ({}), found {}",
                            params.len(),
                            params.join(", "),
                            args.len()
                        )
                    };
                    let d = Diagnostic::error(at, "parameter mismatch").about(both).help(help);
                    let mut d = d.plain_site(wanted.site);
                    d.other = Some(at.into());
                    self.c.report(d);
                    return None;
                }
            }
        }
        let types: Vec<Type> = f.params.iter().map(|p| p.ty.clone()).collect();
        let whole = Type::Func(Rc::clone(f));
        let site = |p: &Pass<'_>| p.type_site(&whole);
        self.promote_list(&all, &types, &Subjects { types: &site, at: at.into() })
    }

    /// Checks that `fmt` gets as many arguments as its format requires.
    fn format_fits(&mut self, e: &ExprRef) -> bool {
        let ExprKind::Call(Callee::Global(g, name), args) = &e.kind else { return true };
        if &**name != "fmt" || self.c.program.global(*g).kind != GlobalKind::Builtin {
            return true;
        }
        let Some(first) = args.first() else { return true };
        if matches!(first.ty, Type::Any) {
            return true;
        }
        if !matches!(first.ty, Type::String) {
            self.error_of("first argument to util::fmt() needs to be a format string", e);
            return false;
        }
        let ExprKind::Const(Value::String(s)) = &first.kind else { return true };
        let mut wanted = 0;
        let mut bytes = s.iter();
        while let Some(&b) = bytes.next() {
            if b != b'%' {
                continue;
            }
            match bytes.next() {
                None => {
                    self.error_of("format string ends with bare '%'", e);
                    return false;
                }
                Some(b'%') => {}
                Some(_) => wanted += 1,
            }
        }
        if args.len() != wanted + 1 {
            let s = Subject::from(e);
            let m = "mismatch between format string to util::fmt() and number of arguments passed";
            let help = format!("the format has {wanted} conversions, and {} values follow", args.len() - 1);
            self.c.report(Diagnostic::error(s.site, m).about(s.text).help(help));
            return false;
        }
        true
    }

    /// Checks `hook f(args)`.
    pub(super) fn hook_call(&mut self, id: ExprId, at: Span) -> ExprRef {
        self.c.in_hook += 1;
        let e = self.expr(id);
        self.c.in_hook = self.c.in_hook.saturating_sub(1);
        let ExprKind::Call(callee, args) = &e.kind else {
            if !is_error(&e.ty) || !matches!(&e.kind, ExprKind::List(l) if l.is_empty()) {
                self.error_of("not a valid hook call expression", &e);
            }
            return e;
        };
        let flavor = match callee {
            Callee::Global(g, _) => self.c.program.global(*g).ty.as_func().map(|f| f.flavor),
            Callee::Value(v) => v.ty.as_func().map(|f| f.flavor),
        };
        if flavor != Some(Flavor::Hook) && !is_error(&e.ty) {
            self.error_of("hook keyword should only be used to call hooks", &e);
        }
        if is_error(&e.ty) {
            return e;
        }
        // The place begins with the keyword.
        let callee = match callee {
            Callee::Global(g, n) => Callee::Global(*g, Rc::clone(n)),
            Callee::Value(v) => Callee::Value(Rc::clone(v)),
        };
        Expr::new(ExprKind::Call(callee, args.clone()), e.ty.clone(), loc(at))
    }

    /// Checks the event of `event e(…)` or `schedule … { e(…) }`; returns `None` after an error.
    pub(super) fn event(&mut self, e: &SyntaxEvent, at: Span) -> Option<EventCall> {
        let items = self.elems(e.args);
        if self.find_local(e.name).is_some() {
            let name = self.text(e.name);
            let message = format!("local identifier \"{name}\" cannot be used to reference an event");
            let plain = format!("{message}, at or near \")\"");
            self.c.report(Diagnostic::error(e.name_span, message).plain(plain));
            if self.c.options.first_only {
                self.c.stopped = true;
            }
            return None;
        }
        let found = self.lookup(e.name, e.name_span);
        let list = self.list_expr(items, at);
        let ExprKind::List(args) = &list.kind else { return None };
        let name = self.rc(e.name);
        let whole = || Subject { site: at.into(), text: format!("{name}({})", shown(args)) };
        if let Some(id) = found
            && self.c.symbols[id].attrs.deprecated().is_some()
        {
            self.deprecated_symbol(id, e.name_span);
        }
        if is_error(&list.ty) {
            return None;
        }
        let event = found.and_then(|id| self.as_event(id));
        let Some((id, global, f)) = event else {
            let is_func = found.is_some_and(|id| matches!(self.c.symbols[id].ty, Some(Type::Func(_))));
            if is_func {
                self.error_of("function invoked as an event", whole());
            } else {
                let mut d = Diagnostic::error(at, "not an event").about(whole().text);
                if found.is_none() {
                    let events = self
                        .c
                        .symbols
                        .iter()
                        .filter(|s| matches!(&s.ty, Some(Type::Func(f)) if f.flavor == Flavor::Event));
                    let names = events.map(|s| self.names.text(s.name));
                    if let Some(close) = script_syntax::suggest(self.names.text(e.name), names) {
                        d = d.help(format!("did you mean `{close}`?"));
                    }
                }
                self.c.report(d);
            }
            return None;
        };
        self.c.used.global(id);
        if f.params.iter().any(|p| is_error(&p.ty)) {
            return None;
        }
        let Some(args) = self.arguments(&f, args, at) else {
            self.error_of("argument type mismatch in event invocation", whole());
            return None;
        };
        let name = self.c.symbols[id].name;
        Some(EventCall { event: global, name: self.rc(name), args })
    }

    /// Returns the event that a symbol refers to.
    fn as_event(&self, id: SymbolId) -> Option<(SymbolId, GlobalId, Rc<FuncType>)> {
        let s = &self.c.symbols[id];
        match (&s.meaning, &s.ty) {
            (Meaning::Global(g), Some(Type::Func(f))) if f.flavor == Flavor::Event => {
                Some((id, *g, Rc::clone(f)))
            }
            _ => None,
        }
    }

    /// Checks `schedule after { event }`.
    pub(super) fn schedule(&mut self, after: ExprId, event: &SyntaxEvent, at: Span) -> ExprRef {
        let after = self.expr(after);
        let Some(event) = self.event(event, at) else { return self.nothing(at) };
        let fits = matches!(after.ty, Type::Time | Type::Interval);
        let failed = is_error(&after.ty);
        let made = Expr::new(ExprKind::Schedule(after, event), Type::Void, loc(at));
        if !fits && !failed {
            return self.fail("schedule expression requires a time or time interval", &made);
        }
        made
    }

    /// Records that a global is assigned somewhere. Calls of a function with this name can then not be bound at compile
    /// time.
    pub(super) fn assigned_global(&mut self, g: GlobalId) {
        let global = self.c.program.global(g);
        if global.kind == GlobalKind::Func && global.bodies.is_empty() {
            self.c.program.global_mut(g).kind = GlobalKind::Var;
        }
    }
}
