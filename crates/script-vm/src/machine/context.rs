//! The machine's implementation of [`Context`], which values and built-in functions call.
use super::Machine;
use super::run::End;
use crate::code::{Class, Site, Var};
use crate::compile;
use crate::word;
use script_sema::tree::{ExprKind, GlobalId, GlobalKind, VarRef};
use std::any::Any;
use std::rc::Rc;
use value::{
    Bits, BuiltinFn, Code as FuncCode, Context, ErrorKind, Flavor, Func, Group, Level, Loc, Name, RecordType,
    Result, RuntimeError, StoredChange, Table, TableWatcher, ThunkId, Type, Value, Work,
};

impl Machine {
    /// Returns the call site that messages show. For a built-in function whose name begins with `__` it is the call of
    /// the library function around it.
    fn shown_site(&self) -> Option<&Site> {
        let mut calls = self.calls().map(|(_, site)| site);
        let inner = calls.next()??;
        match inner {
            Site::Expr(e) if is_hidden(&e.to_string()) => calls.next().flatten().or(Some(inner)),
            _ => Some(inner),
        }
    }
}

/// Whether the text of a call begins with the name of a function that only libraries call, such as `Log::__write(…)`.
fn is_hidden(call: &str) -> bool {
    let name = call.split('(').next().unwrap_or_default();
    name.rsplit("::").next().is_some_and(|last| last.starts_with("__"))
}

impl Context for Machine {
    fn now(&self) -> f64 {
        self.now
    }

    fn event_time(&self) -> Option<f64> {
        self.event_time
    }

    fn event_source(&self) -> u64 {
        self.event_source
    }

    fn tell_all_events(&mut self) {
        self.tells_all = true;
    }

    fn handled(&self) -> Vec<(Name, u64)> {
        self.counts_of_events()
    }

    fn set_now(&mut self, now: f64) {
        self.now = now;
    }

    fn thunk_loc(&self, id: ThunkId) -> Loc {
        self.program.thunks.get(id.0 as usize).map_or(Loc::NONE, |t| t.expr.loc)
    }

    fn thunk(&mut self, id: ThunkId) -> Result<Value> {
        let i = id.0 as usize;
        // Most non-constant defaults name an option.
        if let Some(ExprKind::Var(VarRef::Global(g), _)) = self.program.thunks.get(i).map(|t| &t.expr.kind)
            && let Some(v) = &self.globals[g.0]
        {
            return Ok(v.clone());
        }
        let code = match self.thunks.find(id.0) {
            Some(Some(c)) => c.clone(),
            _ => {
                let program = self.program.clone();
                let code = compile::expression(&program, &program.thunk(id).expr)
                    .map_err(super::compiled::too_large)?;
                crate::verify::verify(&code).map_err(RuntimeError::new)?;
                let code = Rc::new(code);
                self.thunks.grow(i + 1);
                self.thunks[id.0] = Some(code.clone());
                code
            }
        };
        self.value_of(code)
    }

    fn call(&mut self, f: &Rc<Func>, args: &[Value]) -> Result<Option<Value>> {
        match &f.code {
            FuncCode::Global(g) => {
                let c = &self.callables[*g];
                if let Some(b) = c.builtin {
                    return b(self, args);
                }
                match c.flavor {
                    Flavor::Function => {
                        let Some(&b) = c.bodies.first() else { return Err(self.no_body(*g)) };
                        let end = self.run_body(b, args, None)?;
                        Ok(self.tagged(end, &f.ty))
                    }
                    Flavor::Event => {
                        self.run_handlers(*g, super::events::Args::Lent(args))?;
                        Ok(None)
                    }
                    Flavor::Hook => self.run_hook(*g, args).map(|b| Some(Value::Bool(b))),
                }
            }
            FuncCode::Closure(b, _) => {
                let b = script_sema::tree::BodyId(*b);
                self.code_of(b, &f.ty)?;
                let end = self.run_body_as(b, &f.ty, args, Some(f.clone()))?;
                if f.ty.flavor == Flavor::Hook {
                    return Ok(Some(Value::Bool(!matches!(end, End::Break))));
                }
                Ok(self.tagged(end, &f.ty))
            }
        }
    }

    fn raise(&mut self, event: u32, args: Vec<Value>) {
        self.queue_event(event, args);
    }

    fn copy_event(&mut self, event: u32, on: bool) {
        let copies = self.copies.get_or_insert_default();
        if on {
            copies.events.insert(event);
        } else {
            copies.events.remove(&event);
        }
    }

    fn global_id(&self, name: &str) -> Option<u32> {
        self.program.lookup(name).map(|g| g.0)
    }

    fn global(&self, id: u32) -> Option<Value> {
        self.globals.find(id)?.clone()
    }

    fn set_global(&mut self, id: u32, v: Value) {
        if let Some(g) = self.globals.find_mut(id) {
            let old = g.replace(v);
            drop(old);
        }
        self.whens.mark_global(id);
    }

    fn global_type(&self, id: u32) -> Option<(Name, Type)> {
        self.program.globals.get(id as usize).map(|g| (g.name.clone(), g.ty.clone()))
    }

    fn named_type(&self, name: &str) -> Option<Type> {
        self.program.types.get(name).cloned()
    }

    fn changes_records(&self, ty: &Rc<RecordType>) -> bool {
        // A record may get to code that knows it by another type with the same fields.
        let ty = Type::Record(ty.clone());
        let changed = self.program.changed_records.borrow();
        changed.values().any(|changed| Type::Record(changed.clone()).same_shape(&ty))
    }

    fn has_bodies(&self, id: u32) -> bool {
        self.callables.find(id).is_some_and(|c| !c.bodies.is_empty())
            || self.program.globals.get(id as usize).is_some_and(|g| g.kind == GlobalKind::Builtin)
    }

    fn report(&mut self, level: Level, message: &str, loc: Option<Loc>) {
        self.host.report(level, message, loc);
    }

    fn report_error(&mut self, e: &RuntimeError) {
        Machine::report_error(self, e);
    }

    fn call_site(&self) -> Loc {
        self.shown_site().map_or(Loc::NONE, Site::loc)
    }

    fn call_text(&self) -> Option<String> {
        match self.shown_site()? {
            Site::Expr(e) => Some(e.to_string()),
            Site::Loc(_) => None,
        }
    }

    fn call_stack(&self) -> Vec<(Name, Loc)> {
        self.calls().map(|(name, site)| (name.into(), site.map_or(Loc::NONE, Site::loc))).collect()
    }

    fn watch_expiry(&mut self, t: &Table) {
        self.watch_table(t);
    }

    fn watch_stored(&mut self, f: TableWatcher) {
        self.stored = Some(f);
    }

    fn stored(&mut self, binding: u32, table: &Table, change: StoredChange<'_>) {
        if let Some(f) = self.stored {
            f(self, binding, table, change);
        }
    }

    fn changed(&mut self) {
        self.whens.mark();
    }

    fn delay(&mut self) -> Option<u64> {
        self.delayed_call()
    }

    fn groups_are_off(&self) -> bool {
        !self.groups_off.is_empty() || !self.modules_off.is_empty()
    }

    fn set_group(&mut self, group: Group<'_>, on: bool) {
        Machine::set_group(self, group, on);
    }

    fn call_at(&mut self, at: f64, f: BuiltinFn, args: Vec<Value>) {
        self.schedule_call(at, f, args);
    }

    fn work(&self) -> Work {
        self.work_counts()
    }

    #[inline]
    fn host(&mut self) -> &mut dyn Any {
        &mut *self.host
    }
}

impl Machine {
    pub(super) fn no_body(&self, g: u32) -> RuntimeError {
        let global = self.program.global(GlobalId(g));
        match global.kind {
            GlobalKind::Builtin => RuntimeError::of(
                ErrorKind::Runtime,
                format!("built-in function {} is not available", global.name),
            ),
            // Tools match this text; the name stands behind it, wherever the call is.
            _ => RuntimeError::new("value used but not set").at(Loc::NONE, || Some(global.name.to_string())),
        }
    }

    /// Returns the result of a body as a value.
    pub(super) fn tagged(&self, end: End, ty: &value::FuncType) -> Option<Value> {
        match (end, crate::code::class(&ty.result)) {
            (End::Word(w), Class::Word(k)) => Some(word::tag(&k, w)),
            (End::Word(w), _) => Some(Value::Count(w)),
            (End::Value(v), _) => v.into_value(),
            _ => None,
        }
    }

    /// Moves arguments into the registers of a signature.
    #[inline]
    pub(super) fn move_args(
        sig: &crate::code::Signature,
        args: &mut [Bits],
        w: &mut [u64],
        v: &mut [Option<Value>],
    ) {
        for (i, at) in sig.args.iter().enumerate() {
            let Some(a) = args.get_mut(i) else { break };
            match at {
                Var::Word(r) => {
                    let word = a.value().and_then(word::untag);
                    if let (Some(to), Some(word)) = (w.get_mut(usize::from(*r)), word) {
                        *to = word;
                    }
                }
                Var::Value(r) => {
                    if let Some(to) = v.get_mut(usize::from(*r)) {
                        std::mem::replace(a, Bits::NONE).put(to);
                    }
                }
                Var::None => {}
            }
        }
    }

    /// Puts copies of arguments into the registers of a signature.
    pub(super) fn place_args(
        sig: &crate::code::Signature,
        args: &[Value],
        w: &mut [u64],
        v: &mut [Option<Value>],
    ) {
        for (at, a) in sig.args.iter().zip(args) {
            match at {
                Var::Word(r) => {
                    if let (Some(to), Some(word)) = (w.get_mut(usize::from(*r)), word::untag(a)) {
                        *to = word;
                    }
                }
                Var::Value(r) => {
                    if let Some(to) = v.get_mut(usize::from(*r)) {
                        Bits::of(a).put(to);
                    }
                }
                Var::None => {}
            }
        }
    }
}
