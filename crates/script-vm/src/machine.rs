//! The machine: globals, functions, events, time.
mod constants;
mod context;
mod early;
mod events;
mod numbered;
mod run;
mod when;

use crate::code::{Code, Signature};
use crate::compile;
use crate::ops;
use events::{Queued, Timers};
use numbered::Numbered;
use run::{End, Stacks};
use script_sema::tree::{AddKind, BodyId, ExprKind, GlobalId, GlobalKind, InitOp, Program, RemoveKind};
use std::any::Any;
use std::collections::HashSet;
use std::rc::Rc;
use value::{
    BuiltinFn, Code as FuncCode, Context, ErrorKind, FieldInit, Flavor, Func, Group, Layout, Level, Loc,
    Name, Pending, RecordType, Result, RuntimeError, TableMeta, ThunkId, Type, Value,
};

/// What the machine asks of its surroundings.
pub trait Host: Any {
    /// The function behind a built-in's full name; `None` where it does not exist (calling it is an error).
    fn builtin(&self, name: &str) -> Option<BuiltinFn>;

    /// A message about the script: how bad, what, where.
    fn report(&mut self, level: Level, message: &str, loc: Option<Loc>);

    /// Whether the program is to end as soon as the code at hand lets it: what runs is given up.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// The function behind `print`. It gets the values unconverted, after the file if one is given.
    fn printer(&self) -> PrintFn;

    /// For built-in functions to find their own state.
    fn as_any(&mut self) -> &mut dyn Any;
}

/// A function that prints.
pub type PrintFn = fn(&mut dyn Context, &[Value]) -> Result<()>;

/// The limits that end a handler.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls inside calls.
    pub depth: usize,
    /// Calls and rounds of loops of one handler.
    pub steps: u64,
    /// Starts of the machine inside the machine (hooks, handlers, functions called by built-ins), which take stack.
    pub nested: usize,
}

impl Default for Limits {
    /// 100,000 calls deep, a thousand billion steps, 500 nested starts.
    fn default() -> Self {
        Limits { depth: 100_000, steps: 1_000_000_000_000, nested: 500 }
    }
}

/// A function, event or hook as the machine calls it.
#[derive(Default)]
struct Callable {
    flavor: Flavor,
    sig: Option<Rc<Signature>>,
    bodies: Vec<BodyId>,
    /// The only body of a function, once compiled.
    direct: Option<Rc<Code>>,
    builtin: Option<BuiltinFn>,
}

/// The machine.
pub struct Machine {
    program: Rc<Program>,
    /// By body.
    codes: Numbered<Option<Rc<Code>>>,
    /// The global that a body belongs to.
    owners: Numbered<Option<u32>>,
    thunks: Numbered<Option<Rc<Code>>>,
    globals: Numbered<Option<Value>>,
    callables: Numbered<Callable>,
    queue: Vec<Queued>,
    timers: Timers,
    now: f64,
    limits: Limits,
    depth: usize,
    nested: usize,
    steps: u64,
    #[expect(clippy::vec_box, reason = "one goes in and out for each handler")]
    pool: Vec<Box<Stacks>>,
    /// Arguments of the events that wait, one event's behind the other's.
    queue_args: Vec<Value>,
    /// Empty ones of both, kept for their memory.
    spent: (Vec<Queued>, Vec<Value>),
    /// How many of the events that were taken from the queue together come after the one at hand.
    behind_it: usize,
    /// The time of the event that is being handled.
    event_time: Option<f64>,
    /// The source of that event ([`Machine::queue`]).
    event_source: u64,
    /// The callers in all runs of the loop, outermost first.
    frames: Vec<run::Frame>,
    groups_off: HashSet<Name>,
    modules_off: HashSet<Name>,
    whens: when::Whens,
    print: PrintFn,
    host: Box<dyn Host>,
    ending: Option<u8>,
    /// How many events were handled.
    dispatched: u64,
    /// How often each event was, by its global; as long as the last of them needs.
    handled: Numbered<u64>,
    /// `new_event`, if a script handles it: it is raised before every other event.
    new_event: Option<u32>,
    /// Whether it is raised for events without a handler, too.
    tells_all: bool,
    early: early::Early,
}

impl Machine {
    /// A machine for a program; nothing has run yet ([`Machine::start`]).
    pub fn new(program: Rc<Program>, host: Box<dyn Host>) -> Self {
        let globals = program.globals.len();
        let mut m = Machine {
            codes: Numbered::new(program.bodies.len()),
            owners: Numbered::new(program.bodies.len()),
            thunks: Numbered::new(program.thunks.len()),
            globals: Numbered::new(globals),
            callables: Numbered::new(globals),
            early: early::Early::default(),
            queue: Vec::new(),
            timers: Timers::default(),
            now: 0.0,
            limits: Limits::default(),
            depth: 0,
            nested: 0,
            steps: 0,
            pool: Vec::new(),
            queue_args: Vec::new(),
            behind_it: 0,
            spent: (Vec::new(), Vec::new()),
            event_time: None,
            event_source: 0,
            frames: Vec::new(),
            groups_off: HashSet::new(),
            modules_off: HashSet::new(),
            whens: when::Whens::default(),
            print: host.printer(),
            host,
            ending: None,
            dispatched: 0,
            handled: Numbered::new(0),
            new_event: None,
            tells_all: false,
            program,
        };
        (0..globals as u32).for_each(|g| m.take_in(g));
        m
    }

    /// Takes in a global of the program: what a call of it runs, and the value that a function has from the start.
    fn take_in(&mut self, g: u32) {
        let program = Rc::clone(&self.program);
        let global = program.global(GlobalId(g));
        let builtin = (global.kind == GlobalKind::Builtin).then(|| self.host.builtin(&global.name)).flatten();
        let (flavor, sig) = match &global.ty {
            Type::Func(f) => (f.flavor, Some(Rc::new(compile::signature(f)))),
            _ => (Flavor::Function, None),
        };
        for b in &global.bodies {
            self.owners[b.0] = Some(g);
        }
        self.callables[g] = Callable { flavor, sig, bodies: global.bodies.clone(), direct: None, builtin };
        self.globals[g] = match (&global.ty, global.kind) {
            (Type::Func(t), GlobalKind::Func | GlobalKind::Builtin) => {
                Some(func_value(&program, global.name.clone(), t, g))
            }
            (Type::Func(t), _) if !global.bodies.is_empty() || t.flavor != Flavor::Function => {
                Some(func_value(&program, global.name.clone(), t, g))
            }
            _ => None,
        };
    }

    /// Sets the limits that end a handler.
    pub fn set_limits(&mut self, l: Limits) {
        self.limits = l;
    }

    /// The program that runs.
    pub fn program(&self) -> &Rc<Program> {
        &self.program
    }

    /// The host.
    pub fn host_mut(&mut self) -> &mut dyn Host {
        &mut *self.host
    }

    /// The status that a script asked the program to end with.
    pub fn ending(&self) -> Option<u8> {
        self.ending
    }

    /// Gives globals their first values and runs statements outside of functions. Errors are reported; false if there
    /// were any.
    pub fn start(&mut self) -> bool {
        let ok = self.initialize();
        self.run_top_level() && ok
    }

    /// Gives globals their first values. Errors are reported; false if there were any.
    pub fn initialize(&mut self) -> bool {
        let program = self.program.clone();
        self.lay_out_records();
        let mut ok = true;
        for step in &program.init {
            self.steps = 0;
            let done = self.initialize_one(step.global, &step.op);
            let sound = self.settle(done.map_err(|e| e.at(step.loc, || None)));
            if !sound {
                let text = format!("initialization failed ({})", program.global(step.global).name);
                self.host.report(Level::Error, &text, Some(step.loc));
            }
            ok &= sound;
        }
        self.new_event = self.global_id("new_event").filter(|g| self.has_bodies(*g));
        ok
    }

    /// Runs statements outside of functions. False if one of them failed; that is reported.
    pub fn run_top_level(&mut self) -> bool {
        let Some(b) = self.program.top_level else { return true };
        self.steps = 0;
        let done = self.run_body(b, &[], None).map(|_| ());
        self.settle(done)
    }

    /// Reports an error; true if there was none.
    fn settle(&mut self, r: Result<()>) -> bool {
        match r {
            Ok(()) => true,
            Err(e) => {
                self.report_error(&e);
                matches!(e.kind(), ErrorKind::Exit(_))
            }
        }
    }

    fn initialize_one(&mut self, g: GlobalId, op: &InitOp) -> Result<()> {
        let program = self.program.clone();
        let global = program.global(g);
        let i = g.0;
        match op {
            InitOp::Empty => {
                let meta = match (&global.ty, &global.attrs.table) {
                    (Type::Table(t), Some(a)) => Some(Rc::new(TableMeta::new(t.clone(), Some(a.clone())))),
                    _ => None,
                };
                let v = ops::initial(self, &global.ty, meta.as_ref())?;
                if v.is_some() {
                    self.globals[i] = v;
                }
            }
            InitOp::Set(e) => {
                let v = self.evaluate(e)?;
                if let (true, Some(f)) = (global.attrs.raw_output, v.as_file()) {
                    f.raw.set(true);
                }
                self.globals[i] = Some(v);
            }
            InitOp::Add(kind, e) => {
                let more = self.evaluate(e)?;
                let now = self.globals[i].clone();
                let Some(now) = now else {
                    self.globals[i] = Some(more);
                    return Ok(());
                };
                match kind {
                    AddKind::Plus => {
                        let op = script_sema::tree::BinOp::Add;
                        self.globals[i] = Some(ops::binary(op, &now, &more, &global.ty)?.0);
                    }
                    AddKind::Append => {
                        if let Some(v) = now.as_vector() {
                            v.push(more);
                        }
                    }
                    AddKind::Extend => ops::extend(&now, &more)?,
                    AddKind::Merge => ops::merge(self, &now, &more)?,
                    AddKind::PatternOr => self.globals[i] = Some(ops::pattern_or(&now, &more)?),
                }
            }
            InitOp::Remove(kind, e) => {
                let less = self.evaluate(e)?;
                let Some(now) = self.globals[i].clone() else { return Ok(()) };
                match kind {
                    RemoveKind::Minus => {
                        let op = script_sema::tree::BinOp::Sub;
                        self.globals[i] = Some(ops::binary(op, &now, &less, &global.ty)?.0);
                    }
                    RemoveKind::Subtract => ops::subtract(self, &now, &less)?,
                }
            }
            InitOp::Rows { add, rows } => {
                let table = Value::Table(self.table_of_rows(rows)?);
                match &self.globals[i].clone() {
                    Some(now) if *add => ops::merge(self, now, &table)?,
                    _ => self.globals[i] = Some(table),
                }
            }
        }
        Ok(())
    }

    /// Computes an expression outside of any function.
    pub fn evaluate(&mut self, e: &script_sema::tree::ExprRef) -> Result<Value> {
        if let Some(v) = self.written_out(e)? {
            return Ok(v);
        }
        let code = compile::expression(&self.program, e).map_err(too_large)?;
        crate::verify::verify(&code).map_err(RuntimeError::new)?;
        self.value_of(Rc::new(code))
    }

    fn value_of(&mut self, code: Rc<Code>) -> Result<Value> {
        let value = match self.enter(code, None, |_, _| ())? {
            End::Value(v) => v.into_value(),
            _ => None,
        };
        value.ok_or_else(|| RuntimeError::new("value used but not set"))
    }

    /// Says how values of each record type start. Types grow while scripts load, so this comes after.
    fn lay_out_records(&mut self) {
        let program = self.program.clone();
        let mut seen = HashSet::new();
        let mut todo: Vec<Type> = program.types.values().cloned().collect();
        todo.extend(program.globals.iter().map(|g| g.ty.clone()));
        for b in &program.bodies {
            todo.extend(b.locals.iter().map(|l| l.ty.clone()));
        }
        while let Some(t) = todo.pop() {
            match &t {
                Type::Record(r) if seen.insert(Rc::as_ptr(r)) => {
                    todo.extend(r.fields().iter().map(|f| f.ty.clone()));
                    self.lay_out(r);
                }
                Type::Table(t) => todo.extend(t.index.iter().chain(&t.yields).cloned()),
                Type::Vector(v) => todo.push(v.elem.clone()),
                Type::Func(f) => {
                    todo.extend(f.params.iter().map(|p| p.ty.clone()));
                    todo.push(f.result.clone());
                }
                _ => {}
            }
        }
    }

    fn lay_out(&mut self, r: &Rc<RecordType>) {
        if r.layout().is_some() {
            return;
        }
        let fields = r.fields();
        let init = fields
            .iter()
            .map(|f| {
                if let Some(t) = f.attrs.default {
                    return self.start_of(t);
                }
                if f.attrs.optional {
                    return FieldInit::Unset;
                }
                match &f.ty {
                    Type::Table(t) => {
                        FieldInit::Table(Rc::new(TableMeta::new(t.clone(), f.attrs.table.clone())))
                    }
                    Type::Vector(t) => FieldInit::Vector(t.clone()),
                    Type::Record(t) => match self.is_plain(t, 0) {
                        Some(true) => FieldInit::Record(t.clone()),
                        Some(false) => FieldInit::Pending(Pending::Record(t.clone())),
                        None => FieldInit::Unset,
                    },
                    _ => FieldInit::Unset,
                }
            })
            .collect();
        r.set_layout(Layout::new(init));
    }

    /// A default that is a constant, or an empty container, needs no computation.
    fn start_of(&self, t: ThunkId) -> FieldInit {
        let Some(thunk) = self.program.thunks.get(t.0 as usize) else {
            return FieldInit::Pending(Pending::Thunk(t));
        };
        match (&thunk.expr.kind, &thunk.expr.ty) {
            (ExprKind::Const(v), _) => FieldInit::Const(v.clone()),
            (ExprKind::Table(entries, attrs), Type::Table(ty)) if entries.is_empty() => {
                FieldInit::Table(Rc::new(TableMeta::new(ty.clone(), attrs.clone())))
            }
            (ExprKind::Set(entries, attrs), Type::Table(ty)) if entries.is_empty() => {
                FieldInit::Table(Rc::new(TableMeta::new(ty.clone(), attrs.clone())))
            }
            (ExprKind::Vector(items), Type::Vector(ty)) if items.is_empty() => FieldInit::Vector(ty.clone()),
            _ => FieldInit::Pending(Pending::Thunk(t)),
        }
    }

    /// Whether a record of nothing but defaults can be made without computing anything, however deep it goes. None
    /// where it has no end: it holds itself.
    fn is_plain(&self, r: &RecordType, depth: u32) -> Option<bool> {
        if depth == 32 {
            return None;
        }
        let mut plain = true;
        for f in r.fields() {
            plain &= match (f.attrs.default, &f.ty) {
                (Some(t), _) => !matches!(self.start_of(t), FieldInit::Pending(_)),
                (None, Type::Record(inner)) if !f.attrs.optional => self.is_plain(inner, depth + 1)?,
                _ => true,
            };
        }
        Some(plain)
    }

    /// The compiled code of a body.
    fn code(&mut self, b: BodyId) -> Result<Rc<Code>> {
        if let Some(c) = &self.codes[b.0] {
            return Ok(c.clone());
        }
        let program = self.program.clone();
        let body = program.body(b);
        let sig = self.owners[b.0].and_then(|g| program.global(GlobalId(g)).ty.as_func());
        self.compile_body(b, sig.map(|f| &**f), body)
    }

    /// The compiled code of a body whose signature is at hand.
    fn code_of(&mut self, b: BodyId, sig: &value::FuncType) -> Result<Rc<Code>> {
        if let Some(c) = &self.codes[b.0] {
            return Ok(c.clone());
        }
        let program = self.program.clone();
        self.compile_body(b, Some(sig), program.body(b))
    }

    fn compile_body(
        &mut self,
        b: BodyId,
        sig: Option<&value::FuncType>,
        body: &script_sema::tree::Body,
    ) -> Result<Rc<Code>> {
        let code = compile::body(&self.program, body, sig).map_err(too_large)?;
        crate::verify::verify(&code).map_err(|e| {
            RuntimeError::of(ErrorKind::Runtime, format!("bytecode of {} is broken: {e}", body.name))
        })?;
        let code = Rc::new(code);
        self.codes[b.0] = Some(code.clone());
        Ok(code)
    }

    /// Calls a function, event or hook by its global's number.
    pub fn call_global(&mut self, g: GlobalId, args: &[Value]) -> Result<Option<Value>> {
        match self.globals.find(g.0).cloned().flatten() {
            Some(Value::Func(f)) => self.call(&f, args),
            _ => Err(RuntimeError::new("not a function")),
        }
    }

    /// Reports an error that ended a handler.
    pub(crate) fn report_error(&mut self, e: &RuntimeError) {
        match e.kind() {
            ErrorKind::Silent | ErrorKind::Delayed => {}
            ErrorKind::Exit(status) => self.ending = Some(status),
            kind => {
                let loc = (!e.loc().is_none()).then_some(e.loc());
                self.host.report(Level::Runtime(kind), &e.to_string(), loc);
            }
        }
    }

    /// Turns an event group on or off; handlers of groups that are off do not run.
    pub fn set_group(&mut self, group: Group<'_>, on: bool) {
        let (off, name) = match group {
            Group::Attribute(name) => (&mut self.groups_off, name),
            Group::Module(name) => (&mut self.modules_off, name),
        };
        if on {
            off.remove(name);
        } else {
            off.insert(name.into());
        }
    }

    fn body_is_on(&self, b: BodyId) -> bool {
        if self.groups_off.is_empty() && self.modules_off.is_empty() {
            return true;
        }
        let body = self.program.body(b);
        body.groups.iter().all(|g| !self.groups_off.contains(g)) && !self.modules_off.contains(&body.module)
    }
}

fn too_large(e: compile::TooLarge) -> RuntimeError {
    RuntimeError::of(ErrorKind::Runtime, e.to_string())
}

fn func_value(program: &Rc<Program>, name: Name, ty: &Rc<value::FuncType>, global: u32) -> Value {
    let bodies: Rc<dyn value::Bodies> = program.clone();
    Value::Func(Rc::new(Func { name, ty: ty.clone(), code: FuncCode::Global(global), bodies: Some(bodies) }))
}

#[cfg(test)]
pub(crate) mod tests;
