//! The machine: globals, functions, events, time.
//!
//! [`Machine`] is one struct, and the submodules are its methods by topic. It holds types of `events`, `run`, `timers`
//! and `when`, so they and this module use each other.
mod compiled;
mod constants;
mod context;
mod early;
mod event_trace;
mod events;
pub use event_trace::Sink as EventSink;
pub use events::Copied;
mod layout;
mod numbered;
mod run;
mod shed;
mod start;
mod timers;
mod when;

use crate::code::{Code, Signature};
use crate::compile;
use events::Queued;
use numbered::Numbered;
use run::Stacks;
use script_sema::tree::{BodyId, GlobalId, GlobalKind, Program};
use shed::Shedding;
use std::any::Any;
use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::rc::Rc;
use timers::Timers;
use value::{
    Bits, BuiltinFn, Code as FuncCode, Context, ErrorKind, Flavor, Func, Group, Level, Loc, Name, Result,
    RuntimeError, TableWatcher, Type, Value,
};

/// The services that the machine needs from its host.
pub trait Host: Any {
    /// Returns the built-in function with this full name, or `None` if there is none (a call of it is then an error).
    fn builtin(&self, name: &str) -> Option<BuiltinFn>;

    /// Reports a message about a script.
    fn report(&mut self, level: Level, message: &str, loc: Option<Loc>);

    /// Whether the program should end at once; if so, the machine aborts the current handler.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// Returns the function that implements `print`. It gets the printed values unconverted; a file, if given, comes
    /// first.
    fn printer(&self) -> PrintFn;
}

/// A function that implements `print`.
pub type PrintFn = fn(&mut dyn Context, &[Value]) -> Result<()>;

/// The limits that end a handler.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The greatest nesting of calls.
    pub depth: usize,
    /// The greatest number of calls plus loop iterations of one handler.
    pub steps: u64,
    /// The greatest nesting of runs of the dispatch loop (hooks, handlers, functions that built-ins call), which use
    /// the native stack.
    pub nested: usize,
}

impl Default for Limits {
    /// Returns 100,000 nested calls, 10^12 steps and 500 nested runs.
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
    /// A cache of the arguments that its bodies name ([`compile::arguments_read`]).
    reads: Cell<Option<u64>>,
    /// A cache of the fields that its bodies read of each argument ([`compile::fields_read`]).
    fields: OnceCell<Box<[u64]>>,
    builtin: Option<BuiltinFn>,
}

/// The machine.
pub struct Machine {
    program: Rc<Program>,
    /// The compiled code of each body.
    codes: Numbered<Option<Rc<Code>>>,
    /// The global that each body belongs to.
    owners: Numbered<Option<u32>>,
    thunks: Numbered<Option<Rc<Code>>>,
    globals: Numbered<Option<Value>>,
    callables: Numbered<Callable>,
    /// The compiled code of each function that has a single body, once it was called.
    direct: Numbered<Option<Rc<Code>>>,
    /// The compiled handlers of each event.
    handlers: Numbered<Option<Rc<events::Handlers>>>,
    queue: Vec<Queued>,
    timers: Timers,
    shedding: Shedding,
    now: f64,
    limits: Limits,
    depth: usize,
    nested: usize,
    steps: u64,
    /// The position, in the outermost frame of a run of the dispatch loop, after the instruction that failed last.
    failed_at: usize,
    #[expect(clippy::vec_box, reason = "one goes in and out for each handler")]
    pool: Vec<Box<Stacks>>,
    /// The arguments of all queued events, in the order of the events.
    queue_args: Vec<Bits>,
    /// Emptied vectors of both kinds, kept to reuse their memory.
    spent: (Vec<Queued>, Vec<Bits>),
    /// The number of events of the current generation that follow the current one.
    behind_it: usize,
    /// The time of the current event.
    event_time: Option<f64>,
    /// The source of the current event ([`Machine::queue`]).
    event_source: u64,
    /// The script events whose copies the host wants, and the copies.
    copies: Option<Box<events::Copies>>,
    /// The callers in all runs of the dispatch loop, outermost first.
    frames: Vec<run::Frame>,
    /// The caller of the built-in function that runs, which follows `frames`.
    caller: Option<run::Caller>,
    /// Gets the changes of tables that are bound to stores.
    stored: Option<TableWatcher>,
    groups_off: HashSet<Name>,
    modules_off: HashSet<Name>,
    whens: when::Whens,
    print: PrintFn,
    host: Box<dyn Host>,
    ending: Option<u8>,
    /// The number of handled events.
    dispatched: u64,
    /// For each event's global, how often it was handled; grown on demand.
    handled: Numbered<u64>,
    /// `new_event`, if a script handles it: its handlers run before those of every other event.
    new_event: Option<u32>,
    /// Whether `new_event` is raised for events without a handler, too.
    tells_all: bool,
    early: early::Early,
    /// Where events that traffic raises are written.
    trace: Option<Box<event_trace::EventTrace>>,
}

impl Machine {
    /// Creates a machine for a program. Nothing runs before [`Machine::start`].
    pub fn new(program: Rc<Program>, host: Box<dyn Host>) -> Self {
        let globals = program.globals.len();
        let mut m = Machine {
            codes: Numbered::new(program.bodies.len()),
            owners: Numbered::new(program.bodies.len()),
            thunks: Numbered::new(program.thunks.len()),
            globals: Numbered::new(globals),
            callables: Numbered::new(globals),
            direct: Numbered::new(globals),
            handlers: Numbered::new(globals),
            early: early::Early::default(),
            trace: None,
            queue: Vec::new(),
            timers: Timers::default(),
            shedding: Shedding::default(),
            now: 0.0,
            limits: Limits::default(),
            depth: 0,
            nested: 0,
            steps: 0,
            failed_at: 0,
            pool: Vec::new(),
            queue_args: Vec::new(),
            behind_it: 0,
            spent: (Vec::new(), Vec::new()),
            event_time: None,
            event_source: 0,
            copies: None,
            frames: Vec::new(),
            caller: None,
            stored: None,
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

    /// Sets up a global: the bodies or built-in function that a call runs, and the initial value of functions.
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
        self.callables[g] = Callable {
            flavor,
            sig,
            bodies: global.bodies.clone(),
            reads: Cell::new(None),
            fields: OnceCell::new(),
            builtin,
        };
        self.direct[g] = None;
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

    /// Returns the exit status if a script asked the program to end.
    pub fn ending(&self) -> Option<u8> {
        self.ending
    }

    /// Calls a function, event or hook by the number of its global.
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

    #[inline]
    fn body_is_on(&self, b: BodyId) -> bool {
        if self.groups_off.is_empty() && self.modules_off.is_empty() {
            return true;
        }
        let body = self.program.bodies.head(b);
        body.groups.iter().all(|g| !self.groups_off.contains(g)) && !self.modules_off.contains(&body.module)
    }
}

fn func_value(program: &Rc<Program>, name: Name, ty: &Rc<value::FuncType>, global: u32) -> Value {
    let bodies: Rc<dyn value::Bodies> = program.clone();
    Value::Func(Rc::new(Func { name, ty: ty.clone(), code: FuncCode::Global(global), bodies: Some(bodies) }))
}

#[cfg(test)]
pub(crate) mod tests;
