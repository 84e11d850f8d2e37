//! Events and time: the queue, timers, table expiry.
use super::Machine;
use super::run::End;
use script_sema::tree::{BodyId, GlobalId};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;
use value::{
    Bits, BuiltinFn, Code as FuncCode, Context, ErrorKind, Expiry, Func, FuncType, Result, RuntimeError,
    Table, Type, Value, Vector, Work,
};

/// An event that waits for its turn.
pub(super) struct Queued {
    event: u32,
    /// The time that it is for: when it was raised, or was to be raised.
    at: f64,
    /// How many of the queue's arguments are this event's.
    args: u32,
    /// The node that raised it; 0 for scripts.
    source: u64,
}

/// What happens at a point in time. Of the same point, what was asked for first comes first.
struct Timer {
    at: f64,
    seq: u64,
    what: Due,
}

/// Generations of events that one call of [`Machine::drain`] runs.
const ROUNDS: u32 = 2;

enum Due {
    Event(u32, Vec<Value>),
    Call(BuiltinFn, Vec<Value>),
    Expire(Table),
    /// A `when` that has waited long enough.
    When(u64),
}

impl PartialEq for Timer {
    fn eq(&self, o: &Self) -> bool {
        self.cmp(o) == Ordering::Equal
    }
}
impl Eq for Timer {}
impl PartialOrd for Timer {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Timer {
    /// The earliest is the greatest, as the heap gives out the greatest.
    fn cmp(&self, o: &Self) -> Ordering {
        o.at.total_cmp(&self.at).then(o.seq.cmp(&self.seq))
    }
}

/// All timers.
#[derive(Default)]
pub(super) struct Timers {
    heap: BinaryHeap<Timer>,
    seq: u64,
    /// Most at a time.
    most: usize,
    /// Nothing is scheduled any more: the run ends.
    closed: bool,
    /// `table_expire_interval`, `table_expire_delay` (seconds), `table_incremental_step`.
    expiry: Option<(f64, f64, usize)>,
}

impl Timers {
    fn add(&mut self, at: f64, what: Due) {
        self.seq += 1;
        self.heap.push(Timer { at, seq: self.seq, what });
        self.most = self.most.max(self.heap.len());
    }
}

impl Machine {
    /// Queues an event with the arguments in `args`, which is empty then and may be filled again. Handlers are told
    /// `source` as who raised it ([`Context::event_source`]).
    pub fn queue(&mut self, event: u32, args: &mut Vec<Value>, source: u64) {
        self.queue_event_with(event, self.now, args.drain(..));
        if let Some(q) = self.queue.last_mut() {
            q.source = source;
        }
    }

    pub(super) fn queue_event(&mut self, event: u32, args: Vec<Value>) {
        self.queue_event_with(event, self.now, args.into_iter());
    }

    #[inline]
    pub(super) fn queue_event_with(
        &mut self,
        event: u32,
        at: f64,
        args: impl ExactSizeIterator<Item = Value>,
    ) {
        // A variable of an event's type stands for the event that it was given.
        let event = match &self.globals[event] {
            Some(Value::Func(f)) => match f.code {
                FuncCode::Global(g) => g,
                FuncCode::Closure(..) => event,
            },
            _ => event,
        };
        self.queue.push(Queued { event, at, args: args.len() as u32, source: 0 });
        self.queue_args.extend(args);
    }

    /// Runs what is queued, in order, then what that has queued; what this queues in turn waits for the next call, so
    /// that events which raise each other hold nothing up. Then conditions that wait are tried. Ends early where a
    /// script asked the program to end.
    pub fn drain(&mut self) {
        if self.queue.is_empty() && !self.whens.any() {
            return;
        }
        for _ in 0..ROUNDS {
            if self.queue.is_empty() {
                break;
            }
            if !self.drain_generation() {
                return;
            }
        }
        self.event_time = None;
        self.event_source = 0;
        self.try_whens();
    }

    /// Runs what is queued now, and nothing that this queues; false where a script asked the program to end.
    fn drain_generation(&mut self) -> bool {
        let mut events = std::mem::replace(&mut self.queue, std::mem::take(&mut self.spent.0));
        let mut args = std::mem::replace(&mut self.queue_args, std::mem::take(&mut self.spent.1));
        let mut first = 0;
        for (n, q) in events.iter().enumerate() {
            let behind = first + q.args as usize;
            let Some(given) = args.get_mut(first..behind) else { break };
            first = behind;
            self.behind_it = events.len() - n - 1;
            self.dispatched += 1;
            self.count(q.event);
            self.event_time = Some(q.at);
            self.event_source = q.source;
            self.handle(q.event, given);
            // Other holders of these containers keep theirs.
            for a in given {
                drop(Bits::from(std::mem::replace(a, Value::Bool(false))));
            }
            if self.ending.is_some() {
                events.drain(..=n);
                args.drain(..first);
                events.append(&mut self.queue);
                args.append(&mut self.queue_args);
                (self.queue, self.queue_args, self.behind_it) = (events, args, 0);
                return false;
            }
        }
        events.clear();
        args.clear();
        self.spent = (events, args);
        true
    }

    #[inline]
    fn count(&mut self, event: u32) {
        if self.handled.len() <= event as usize {
            self.handled.grow(event as usize + 1);
        }
        self.handled[event] += 1;
    }

    /// Events that were handled, by name, with how often each was.
    pub(super) fn counts_of_events(&self) -> Vec<(value::Name, u64)> {
        let counted = self.handled.iter().enumerate().filter(|(_, n)| **n > 0);
        let named = counted.filter_map(|(at, n)| Some((self.program.globals.get(at)?.name.clone(), *n)));
        let mut named: Vec<_> = named.collect();
        named.sort_unstable();
        named
    }

    /// Runs the handlers of an event at once, past the queue. Errors are reported.
    #[inline]
    pub fn handle(&mut self, event: u32, args: &[Value]) {
        let told = self.new_event.map_or(Ok(()), |teller| self.tell_new_event(teller, event, args));
        if let Err(e) = told.and_then(|()| self.run_handlers(event, args)) {
            self.report_error(&e);
        }
    }

    /// `new_event`: raised at once before the handlers of any other event.
    #[cold]
    fn tell_new_event(&mut self, teller: u32, event: u32, args: &[Value]) -> Result<()> {
        if event == teller || !(self.tells_all || self.has_bodies(event)) {
            return Ok(());
        }
        let program = self.program.clone();
        let global = program.global(GlobalId(event));
        let named = |name: &str| program.types.get(name).cloned();
        let (Type::Func(f), Some(Type::Record(argument)), Some(Type::Vector(list))) =
            (&global.ty, named("call_argument"), named("call_argument_vector"))
        else {
            return Ok(());
        };
        let mut params = Vec::with_capacity(args.len());
        for (p, value) in f.params.iter().zip(args) {
            let r = self.record(&argument)?;
            r.set_named("name", Value::string(p.name.as_bytes()));
            r.set_named("type_name", Value::string(p.ty.to_string()));
            r.set_named("value", value.clone());
            params.push(Value::Record(r));
        }
        let params = Value::Vector(Vector::from_values(list, params));
        self.run_handlers(teller, &[Value::string(global.name.as_bytes()), params])
    }

    /// How much there was and is to do.
    pub(super) fn work_counts(&self) -> Work {
        Work {
            dispatched: self.dispatched,
            queued: (self.behind_it + self.queue.len()) as u64,
            timers: self.timers.heap.len() as u64,
            timers_max: self.timers.most as u64,
            timers_made: self.timers.seq,
        }
    }

    /// Whether events are waiting.
    pub fn has_work(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether [`drain`](Self::drain) has nothing to do, and the run goes on.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && !self.whens.any() && self.ending.is_none()
    }

    /// Sets the time, which never goes back, and does what is due: at most `most` timers (0: all).
    pub fn advance(&mut self, now: f64, most: usize) {
        self.now = self.now.max(now);
        let mut done = 0;
        while self.timers.heap.peek().is_some_and(|t| t.at <= self.now) {
            let Some(t) = self.timers.heap.pop() else { break };
            self.due(t.at, t.what);
            done += 1;
            if done == most {
                break;
            }
        }
    }

    /// When the next timer is due, in seconds since the epoch.
    pub fn next_timer(&self) -> Option<f64> {
        self.timers.heap.peek().map(|t| t.at)
    }

    /// Whether a `when` or a scheduled event is still waiting: a reason not to end yet.
    pub fn is_waiting(&self) -> bool {
        !self.timers.heap.is_empty() || self.whens.any()
    }

    /// Does all scheduled events now, as at the end of a run; tables are left alone. What is scheduled from now on does
    /// not happen.
    pub fn expire_all(&mut self) {
        self.timers.closed = true;
        let all = std::mem::take(&mut self.timers.heap).into_sorted_vec();
        for t in all.into_iter().rev() {
            if !matches!(t.what, Due::Expire(_)) {
                // They do not come at their time, but now.
                self.due(self.now, t.what);
            }
        }
    }

    fn due(&mut self, at: f64, what: Due) {
        match what {
            Due::Event(g, args) => self.queue_event_with(g, at, args.into_iter()),
            Due::Call(f, args) => {
                self.steps = 0;
                if let Err(e) = f(self, &args) {
                    self.report_error(&e);
                }
            }
            Due::When(id) => self.when_timed_out(id),
            Due::Expire(t) => {
                // Nobody else holds the table: it needs no care any more.
                if t.is_last_handle() {
                    return;
                }
                self.steps = 0;
                let (interval, delay, step) = self.expiry_options();
                let now = self.now;
                let next = match t.expire(self, now, step) {
                    Ok(Expiry::Done) => interval,
                    Ok(Expiry::More) => delay,
                    Err(e) => {
                        self.report_error(&e);
                        interval
                    }
                };
                self.timers.add(now + next, Due::Expire(t));
            }
        }
    }

    pub(super) fn schedule_event(&mut self, at: f64, event: u32, args: Vec<Value>) {
        if !self.timers.closed {
            self.timers.add(at, Due::Event(event, args));
        }
    }

    pub(super) fn schedule_call(&mut self, at: f64, f: BuiltinFn, args: Vec<Value>) {
        self.timers.add(at, Due::Call(f, args));
    }

    pub(super) fn schedule_when(&mut self, at: f64, id: u64) {
        self.timers.add(at, Due::When(id));
    }

    pub(super) fn watch_table(&mut self, t: &Table) {
        let (interval, ..) = self.expiry_options();
        self.timers.add(self.now + interval, Due::Expire(t.clone()));
    }

    fn expiry_options(&mut self) -> (f64, f64, usize) {
        if let Some(o) = self.timers.expiry {
            return o;
        }
        let number =
            |m: &Self, name: &str| m.global_id(name).and_then(|g| m.global(g)).and_then(|v| v.as_number());
        let o = (
            number(self, "table_expire_interval").unwrap_or(10.0),
            number(self, "table_expire_delay").unwrap_or(0.01),
            number(self, "table_incremental_step").map_or(5000, |n| n as usize),
        );
        self.timers.expiry = Some(o);
        o
    }

    /// Runs all handlers of an event. An error ends one handler and is reported; the others run.
    pub(super) fn run_handlers(&mut self, event: u32, args: &[Value]) -> Result<()> {
        let Some(sig) = self.callables[event].sig.clone() else { return Ok(()) };
        for i in 0.. {
            let Some(&b) = self.callables[event].bodies.get(i) else { break };
            if !self.body_is_on(b) {
                continue;
            }
            self.steps = 0;
            let code = self.code(b);
            let place = |w: &mut [u64], v: &mut [Option<Value>]| Machine::place_args(&sig, args, w, v);
            if let Err(e) = code.and_then(|code| self.enter(code, None, place)) {
                if let ErrorKind::Exit(_) = e.kind() {
                    return Err(e);
                }
                self.report_error(&e);
            }
        }
        Ok(())
    }

    /// Runs the bodies of a hook until one breaks out; whether none did.
    pub(super) fn run_hook(&mut self, hook: u32, args: &[Value]) -> Result<bool> {
        for i in 0.. {
            let Some(&b) = self.callables[hook].bodies.get(i) else { break };
            if !self.body_is_on(b) {
                continue;
            }
            if let End::Break = self.run_body(b, args, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs a body of a global.
    pub(super) fn run_body(&mut self, b: BodyId, args: &[Value], closure: Option<Rc<Func>>) -> Result<End> {
        let code = self.code(b)?;
        let sig = self.owners[b.0].and_then(|g| self.callables[g].sig.clone());
        let Some(sig) = sig else { return self.enter(code, closure, |_, _| ()) };
        self.enter(code, closure, |w, v| Machine::place_args(&sig, args, w, v))
    }

    /// Runs a body whose signature is not a global's.
    pub(super) fn run_body_as(
        &mut self,
        b: BodyId,
        ty: &FuncType,
        args: &[Value],
        closure: Option<Rc<Func>>,
    ) -> Result<End> {
        let code = self.code_of(b, ty)?;
        let sig = crate::compile::signature(ty);
        self.enter(code, closure, |w, v| Machine::place_args(&sig, args, w, v))
    }

    /// Whether the code at hand may go on: its calls are not nested too deep, it has not gone on for too long, and
    /// nobody waits for the program to end.
    #[cold]
    pub(super) fn may_go_on(&mut self) -> Result<()> {
        if self.depth > self.limits.depth {
            return Err(self.too_deep());
        }
        if self.steps > self.limits.steps {
            return Err(RuntimeError::of(ErrorKind::Runtime, "the handler took too many steps"));
        }
        if self.host.is_interrupted() {
            return Err(RuntimeError::of(ErrorKind::Runtime, "a signal ended the handler"));
        }
        Ok(())
    }

    /// The error of too many calls inside calls.
    pub(super) fn too_deep(&self) -> RuntimeError {
        RuntimeError::of(ErrorKind::Runtime, "calls are nested too deep")
    }
}
