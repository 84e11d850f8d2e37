//! What values and built-in functions need from the machine.
use crate::error::{ErrorKind, Result, RuntimeError};
use crate::func::Func;
use crate::loc::Loc;
use crate::record::{Pending, Record};
use crate::table::{StoredChange, Table};
use crate::types::{Name, RecordType, ThunkId, Type};
use crate::value::Value;
use std::any::Any;
use std::rc::Rc;

/// A group of event handlers that scripts turn on and off together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group<'a> {
    /// Handlers with `&group=NAME`.
    Attribute(&'a str),
    /// Handlers in a module.
    Module(&'a str),
}

/// The machine, as seen from values and built-in functions.
pub trait Context {
    /// Network time, in seconds since the epoch; 0 before the first packet.
    fn now(&self) -> f64;

    /// The time of the current event; `None` outside of events.
    fn event_time(&self) -> Option<f64> {
        None
    }

    /// The source of the current event, as given when it was queued; 0 for events from scripts, and outside of events.
    fn event_source(&self) -> u64 {
        0
    }

    /// Makes `new_event` be raised for events without a handler, too, from now on.
    fn tell_all_events(&mut self) {}

    /// Starts or stops copying an event that scripts raise, for the host.
    fn copy_event(&mut self, _event: u32, _on: bool) {}

    /// Sets network time.
    fn set_now(&mut self, _now: f64) {}

    /// The place of an attribute's expression in the scripts.
    fn thunk_loc(&self, _id: ThunkId) -> Loc {
        Loc::NONE
    }

    /// Computes the expression of an attribute.
    fn thunk(&mut self, id: ThunkId) -> Result<Value>;

    /// Calls a function or hook, or runs an event's handlers at once. Returns `None` if there is no result.
    fn call(&mut self, f: &Rc<Func>, args: &[Value]) -> Result<Option<Value>>;

    /// Makes a record with its defaults.
    fn record(&mut self, ty: &Rc<RecordType>) -> Result<Record> {
        let r = Record::new(ty.clone());
        for (field, what) in r.pending() {
            let v = self.pending(what)?;
            r.set(*field, v);
        }
        Ok(r)
    }

    /// Computes the initial value of a record's field.
    fn pending(&mut self, what: &Pending) -> Result<Value> {
        match what {
            Pending::Thunk(id) => self.thunk(*id),
            Pending::Record(ty) => Ok(Value::Record(self.record(ty)?)),
        }
    }

    /// Queues the event with this global number. Its handlers run after the current code.
    fn raise(&mut self, event: u32, args: Vec<Value>);

    /// Returns the number of a global, by full name.
    fn global_id(&self, name: &str) -> Option<u32>;

    /// Returns the value of a global; `None` if it has none.
    fn global(&self, id: u32) -> Option<Value>;

    /// Assigns a global.
    fn set_global(&mut self, id: u32, v: Value);

    /// Returns the name and type of a global.
    fn global_type(&self, id: u32) -> Option<(Name, Type)>;

    /// Returns a declared type, by full name.
    fn named_type(&self, name: &str) -> Option<Type>;

    /// Whether a script may assign or delete a field of a record of this type.
    fn changes_records(&self, _ty: &Rc<RecordType>) -> bool {
        true
    }

    /// Whether an event, hook or function has a body.
    fn has_bodies(&self, id: u32) -> bool;

    /// Reports a message without ending the handler: `warning in …`, `error in …` and so on.
    fn report(&mut self, level: Level, message: &str, loc: Option<Loc>);

    /// The place of the current call.
    fn call_site(&self) -> Loc;

    /// Reports an error as if it ended a handler, but lets the current handler continue.
    fn report_error(&mut self, e: &RuntimeError);

    /// The source text of the current call, for messages: `to_count(s)`. `None` if no script wrote the call.
    fn call_text(&self) -> Option<String> {
        None
    }

    /// The running functions, innermost first, each with the place of the call it is making.
    fn call_stack(&self) -> Vec<(Name, Loc)>;

    /// Called when a table gets its first entry that can expire.
    fn watch_expiry(&mut self, t: &Table);

    /// From now on, calls a function with each change of a table that is bound to a store.
    fn watch_stored(&mut self, _f: TableWatcher) {}

    /// Called when a table with this binding ([`StoreAttr::binding`](crate::StoreAttr)) has changed.
    fn stored(&mut self, _binding: u32, _table: &Table, _change: StoredChange<'_>) {}

    /// Called when the content of a global has changed (an entry, an element, a field): a `when` may wait for it.
    fn changed(&mut self) {}

    /// Issues a ticket for a built-in function whose answer comes later; the host delivers the answer under this
    /// ticket. The function then ends with [`ErrorKind::Delayed`]. `None` outside of `when` conditions, where waiting
    /// is impossible.
    fn delay(&mut self) -> Option<u64> {
        None
    }

    /// Turns a group of handlers on or off. Handlers of a group that is off do not run.
    fn set_group(&mut self, _group: Group<'_>, _on: bool) {}

    /// Whether any group of event handlers is off.
    fn groups_are_off(&self) -> bool {
        false
    }

    /// Calls a built-in function when network time reaches `at`, or when the run ends. A context without timers ignores
    /// the call.
    fn call_at(&mut self, _at: f64, _f: BuiltinFn, _args: Vec<Value>) {}

    /// How often each event was handled, sorted by name.
    fn handled(&self) -> Vec<(Name, u64)> {
        Vec::new()
    }

    /// Counts of events and timers.
    fn work(&self) -> Work {
        Work::default()
    }

    /// The host's state for its built-in functions.
    fn host(&mut self) -> &mut dyn Any;
}

/// Counts of a machine's events and timers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Handled events.
    pub dispatched: u64,
    /// Events in the queue.
    pub queued: u64,
    /// Pending timers.
    pub timers: u64,
    /// The greatest number of timers that were pending at once.
    pub timers_max: u64,
    /// Timers ever made.
    pub timers_made: u64,
}

/// The severity of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Information.
    Info,
    /// `warning in …`
    Warning,
    /// `expression warning in …`
    ExpressionWarning,
    /// `error in …`
    Error,
    /// `fatal error in …`: the caller ends the run.
    Fatal,
    /// `expression error in …`, `runtime error in …`: the error ended a handler.
    Runtime(ErrorKind),
}

/// A function that the host supplies. It gets its arguments in order, with defaults filled in, and returns `None` for
/// no result.
pub type BuiltinFn = fn(&mut dyn Context, &[Value]) -> Result<Option<Value>>;

/// What the host does about a change of a table that is bound to a store: gets the binding, the table, and the change.
pub type TableWatcher = fn(&mut dyn Context, u32, &Table, StoredChange<'_>);

/// A built-in function under its full name.
#[derive(Clone, Copy)]
pub struct Builtin {
    /// Full name: `fmt`, `Log::__write`.
    pub name: &'static str,
    /// The function.
    pub run: BuiltinFn,
}
