//! What values and built-in functions ask of the machine that runs them.
use crate::error::{ErrorKind, Result, RuntimeError};
use crate::func::Func;
use crate::loc::Loc;
use crate::record::{Pending, Record};
use crate::table::Table;
use crate::types::{Name, RecordType, ThunkId, Type};
use crate::value::Value;
use std::any::Any;
use std::rc::Rc;

/// Event handlers that are turned off and on together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group<'a> {
    /// Those with `&group=NAME`.
    Attribute(&'a str),
    /// Those that stand in a module.
    Module(&'a str),
}

/// The machine, as seen from values and built-in functions.
pub trait Context {
    /// The network's time, in seconds; 0 before the first packet.
    fn now(&self) -> f64;

    /// The time that the event at hand is for; `None` outside of events.
    fn event_time(&self) -> Option<f64> {
        None
    }

    /// The source of the current event, as given when it was queued; 0 for scripts, and outside of events.
    fn event_source(&self) -> u64 {
        0
    }

    /// From now on `new_event` is raised for events without a handler, too.
    fn tell_all_events(&mut self) {}

    /// Sets the network's time.
    fn set_now(&mut self, _now: f64) {}

    /// Computes what an attribute names.
    fn thunk(&mut self, id: ThunkId) -> Result<Value>;

    /// Calls a function or hook, or runs an event's handlers at once. `None` for no result.
    fn call(&mut self, f: &Rc<Func>, args: &[Value]) -> Result<Option<Value>>;

    /// A record with its defaults.
    fn record(&mut self, ty: &Rc<RecordType>) -> Result<Record> {
        let r = Record::new(ty.clone());
        for (field, what) in r.pending() {
            let v = self.pending(what)?;
            r.set(*field, v);
        }
        Ok(r)
    }

    /// Computes what a field of a new record waits for.
    fn pending(&mut self, what: &Pending) -> Result<Value> {
        match what {
            Pending::Thunk(id) => self.thunk(*id),
            Pending::Record(ty) => Ok(Value::Record(self.record(ty)?)),
        }
    }

    /// Queues an event by its global's number; it is handled after what runs now.
    fn raise(&mut self, event: u32, args: Vec<Value>);

    /// The number of a global, by full name.
    fn global_id(&self, name: &str) -> Option<u32>;

    /// The value of a global; `None` where it has none.
    fn global(&self, id: u32) -> Option<Value>;

    /// Assigns a global.
    fn set_global(&mut self, id: u32, v: Value);

    /// Type, and name, of a global.
    fn global_type(&self, id: u32) -> Option<(Name, Type)>;

    /// A declared type, by full name.
    fn named_type(&self, name: &str) -> Option<Type>;

    /// Whether anything handles an event (or is a body of a hook or function).
    fn has_bodies(&self, id: u32) -> bool;

    /// Says that something is wrong without ending anything: where, as `warning in …`, `error in …` and so on.
    fn report(&mut self, level: Level, message: &str, loc: Option<Loc>);

    /// Where the call that runs now stands.
    fn call_site(&self) -> Loc;

    /// An error that ended something other than the handler that runs: it is reported as one that ends a handler is.
    fn report_error(&mut self, e: &RuntimeError);

    /// The call that runs now as it reads, for messages: `to_count(s)`. `None` where a script did not write it.
    fn call_text(&self) -> Option<String> {
        None
    }

    /// The functions that are running, innermost first, each with the place of the call that it is making.
    fn call_stack(&self) -> Vec<(Name, Loc)>;

    /// A table got its first entry that will expire.
    fn watch_expiry(&mut self, t: &Table);

    /// A global that a `when` may wait for has changed inside (an entry of a table, an element, a field).
    fn changed(&mut self) {}

    /// For a built-in whose answer comes later: a ticket under which the host gives it, where a `when` condition is
    /// being tried (the built-in then ends with [`ErrorKind::Delayed`]). `None` where waiting is impossible.
    fn delay(&mut self) -> Option<u64> {
        None
    }

    /// Turns an event group, or a module as a group, on or off: handlers of what is off do not run.
    fn set_group(&mut self, _group: Group<'_>, _on: bool) {}

    /// Calls a built-in function when the network's time reaches `at`, or when the run ends. Without timers never.
    fn call_at(&mut self, _at: f64, _f: BuiltinFn, _args: Vec<Value>) {}

    /// Events that were handled, by name, with how often each was, in the order of names.
    fn handled(&self) -> Vec<(Name, u64)> {
        Vec::new()
    }

    /// How much work there was and is.
    fn work(&self) -> Work {
        Work::default()
    }

    /// What the host keeps for its built-in functions.
    fn host(&mut self) -> &mut dyn Any;
}

/// How much work a machine has had, and has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Events that were handled.
    pub dispatched: u64,
    /// Events that wait.
    pub queued: u64,
    /// Timers that wait.
    pub timers: u64,
    /// Most timers at a time.
    pub timers_max: u64,
    /// All timers that there ever were.
    pub timers_made: u64,
}

/// How bad something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// For information.
    Info,
    /// `warning in …`
    Warning,
    /// `expression warning in …`
    ExpressionWarning,
    /// `error in …`
    Error,
    /// `fatal error in …`: the caller ends the run.
    Fatal,
    /// `expression error in …`, `runtime error in …`: a handler was ended.
    Runtime(ErrorKind),
}

/// A function that the host supplies: arguments in order, defaults filled in; `None` for no result.
pub type BuiltinFn = fn(&mut dyn Context, &[Value]) -> Result<Option<Value>>;

/// A built-in function under its full name.
#[derive(Clone, Copy)]
pub struct Builtin {
    /// Full name: `fmt`, `Log::__write`.
    pub name: &'static str,
    /// What it does.
    pub run: BuiltinFn,
}
