//! Events: the queue, and how the machine runs handlers.
use super::Machine;
use super::run::End;
use crate::code::{Code, Signature};
use crate::compile::{arguments_read, fields_read};
use script_sema::tree::{BodyId, GlobalId};
use std::collections::BTreeSet;
use std::rc::Rc;
use value::{
    Bits, Code as FuncCode, Context, ErrorKind, Func, FuncType, Result, RuntimeError, Type, Value, Vector,
};

/// A queued event.
pub(super) struct Queued {
    event: u32,
    /// The time for which it was raised or scheduled.
    at: f64,
    /// The number of its arguments in the queue's list.
    args: u32,
    /// The node that raised it; 0 for scripts.
    source: u64,
}

/// The events whose copies the host wants ([`Context::copy_event`]).
#[derive(Default)]
pub(super) struct Copies {
    pub(super) events: BTreeSet<u32>,
    taken: Vec<Copied>,
}

/// A copy of an event that a script raised and whose handlers ran.
pub struct Copied {
    /// The number of the event's global.
    pub event: u32,
    /// Its arguments.
    pub args: Vec<Value>,
    /// Its time.
    pub at: f64,
}

/// The compiled handlers of an event.
#[derive(Default)]
pub(super) struct Handlers {
    sig: Signature,
    /// One code object for all handlers, or one for each.
    pub(super) codes: Vec<Rc<Code>>,
}

/// The arguments of an event's handlers.
pub(super) enum Args<'a> {
    /// Stay with the caller.
    Lent(&'a [Value]),
    /// Values move into registers; the caller drops the rest.
    Given(&'a mut [Bits]),
}

/// The number of generations of events that one call of [`Machine::drain`] runs.
const ROUNDS: u32 = 2;

impl Machine {
    /// Queues an event. Drains `args`, so the caller may reuse it. Handlers see `source` as the event's origin
    /// ([`Context::event_source`]).
    pub fn queue(&mut self, event: u32, args: &mut Vec<Value>, source: u64) {
        if self.trace.is_some() {
            self.trace_event(event, self.now, args);
        }
        self.enqueue(event, self.now, (args.len(), source));
        Bits::append(args, 0, &mut self.queue_args);
    }

    /// Like [`Machine::queue`], for arguments that are bits already.
    pub fn queue_bits(&mut self, event: u32, args: &mut Vec<Bits>, source: u64) {
        if self.trace.is_some() {
            self.trace_event(event, self.now, &copied(args));
        }
        self.enqueue(event, self.now, (args.len(), source));
        self.queue_args.append(args);
    }

    /// Like [`Machine::queue`], for an event that was raised at another time.
    pub fn queue_at(&mut self, event: u32, at: f64, args: &mut Vec<Value>, source: u64) {
        if self.trace.is_some() {
            self.trace_event(event, at, args);
        }
        self.enqueue(event, at, (args.len(), source));
        Bits::append(args, 0, &mut self.queue_args);
    }

    /// Returns the copies taken since the last call.
    pub fn take_copies(&mut self) -> Vec<Copied> {
        self.copies.as_mut().map(|c| std::mem::take(&mut c.taken)).unwrap_or_default()
    }

    /// Returns the arguments of an event that any of its handlers may read, one bit each; bit 63 stands for the 64th
    /// and all further ones. A caller of [`Machine::queue`] may pass any value for other arguments.
    #[inline]
    pub fn arguments_read(&self, event: u32) -> u64 {
        if self.is_seen_elsewhere(event) {
            return u64::MAX;
        }
        let callable = &self.callables[event];
        callable.reads.get().unwrap_or_else(|| {
            let bodies = callable.bodies.iter().map(|&b| self.program.body(b));
            let reads = bodies.fold(0, |bits, body| bits | arguments_read(&self.program, body));
            callable.reads.set(Some(reads));
            reads
        })
    }

    /// Returns the fields of argument number `arg`, a record, that any handler of the event may read, one bit each; bit 63
    /// stands for the 64th and all further ones. A caller of [`Machine::queue`] may leave out other fields.
    #[inline]
    pub fn fields_read(&self, event: u32, arg: usize) -> u64 {
        if self.is_seen_elsewhere(event) {
            return u64::MAX;
        }
        let callable = &self.callables[event];
        let fields = callable.fields.get_or_init(|| {
            let arguments = callable.sig.as_ref().map_or(0, |sig| sig.args.len() as u32);
            let read = |arg| {
                let bodies = callable.bodies.iter().map(|&b| self.program.body(b));
                bodies.fold(0, |bits, body| bits | fields_read(&self.program, body, arg))
            };
            (0..arguments).map(read).collect()
        });
        fields.get(arg).copied().unwrap_or(u64::MAX)
    }

    /// Whether others than the event's own handlers may see its arguments: handlers of `new_event`, a trace, a copy, or,
    /// if a variable holds the event, handlers of another event.
    #[inline]
    fn is_seen_elsewhere(&self, event: u32) -> bool {
        let own = match &self.globals[event] {
            Some(Value::Func(f)) => matches!(f.code, FuncCode::Global(g) if g == event),
            _ => true,
        };
        let is_copied = self.copies.as_ref().is_some_and(|c| c.events.contains(&event));
        self.new_event.is_some() || self.trace.is_some() || is_copied || !own
    }

    /// Whether the host wants copies of events ([`Context::copy_event`]).
    #[inline]
    pub fn copies_events(&self) -> bool {
        self.copies.is_some()
    }

    /// The number of queued events.
    #[inline]
    pub fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Counts an event whose handlers the host ran, or replaced, outside of the queue.
    #[inline]
    pub fn count_event(&mut self, event: u32) {
        self.count(event);
    }

    pub(super) fn queue_event(&mut self, event: u32, mut args: Vec<Value>) {
        self.queue_event_with(event, self.now, &mut args, 0);
    }

    /// Queues an event with the arguments of a list from number `first` on, and takes them off the list.
    #[inline]
    pub(super) fn queue_event_with(&mut self, event: u32, at: f64, args: &mut Vec<Value>, first: usize) {
        self.enqueue(event, at, (args.len() - first, 0));
        Bits::append(args, first, &mut self.queue_args);
    }

    /// Queues an event whose arguments the caller adds to the queue.
    #[inline]
    fn enqueue(&mut self, event: u32, at: f64, (args, source): (usize, u64)) {
        // A variable of an event type stands for the event that it holds.
        let event = match &self.globals[event] {
            Some(Value::Func(f)) => match f.code {
                FuncCode::Global(g) => g,
                FuncCode::Closure(..) => event,
            },
            _ => event,
        };
        self.queue.push(Queued { event, at, args: args as u32, source });
    }

    /// Runs all queued events in order, then the events that those queued. Events queued by the latter wait for the
    /// next call, so that events that raise each other do not block the run. Finally tries the conditions of waiting
    /// `when`s. Ends early if a script asked the program to end.
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

    /// Runs the events in the queue, but not those that they queue. Returns false if a script asked the program to end.
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
            if let Some(copies) =
                self.copies.as_mut().filter(|c| q.source == 0 && c.events.contains(&q.event))
            {
                copies.taken.push(Copied { event: q.event, args: copied(given), at: q.at });
            }
            self.handle_given(q.event, given);
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

    /// Returns how often each event was handled, by name.
    pub(super) fn counts_of_events(&self) -> Vec<(value::Name, u64)> {
        let counted = self.handled.iter().enumerate().filter(|(_, n)| **n > 0);
        let named = counted.filter_map(|(at, n)| Some((self.program.globals.get(at)?.name.clone(), *n)));
        let mut named: Vec<_> = named.collect();
        named.sort_unstable();
        named
    }

    /// Runs the handlers of an event at once, bypassing the queue. Reports their errors.
    #[inline]
    pub fn handle(&mut self, event: u32, args: &[Value]) {
        let told = self.new_event.map_or(Ok(()), |teller| self.tell_new_event(teller, event, args));
        if let Err(e) = told.and_then(|()| self.run_handlers(event, Args::Lent(args))) {
            self.report_error(&e);
        }
    }

    /// Like [`Machine::handle`], but takes the arguments.
    #[inline]
    fn handle_given(&mut self, event: u32, args: &mut [Bits]) {
        let told = self.new_event.map_or(Ok(()), |teller| self.tell_new_event(teller, event, &copied(args)));
        if let Err(e) = told.and_then(|()| self.run_handlers(event, Args::Given(args))) {
            self.report_error(&e);
        }
    }

    /// Runs the handlers of `new_event`, which come before those of `event`.
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
        self.run_handlers(teller, Args::Lent(&[Value::string(global.name.as_bytes()), params]))
    }

    /// Whether the queue holds events.
    pub fn has_work(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether [`drain`](Self::drain) would do nothing and no script has asked the program to end.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && !self.whens.any() && self.ending.is_none()
    }

    /// Runs all handlers of an event. An error is reported and ends only the handler that failed.
    #[inline]
    pub(super) fn run_handlers(&mut self, event: u32, args: Args<'_>) -> Result<()> {
        let handlers = match &self.handlers[event] {
            Some(handlers) => handlers.clone(),
            None => self.join_handlers(event),
        };
        let Handlers { sig, codes } = &*handlers;
        match (args, &codes[..]) {
            (Args::Given(args), [code]) => self.run_code(code, |w, v| Machine::move_args(sig, args, w, v)),
            (Args::Given(args), codes) => {
                let held = copied(args);
                args.fill_with(|| Bits::NONE);
                self.run_codes(sig, codes, &held)
            }
            (Args::Lent(args), codes) => self.run_codes(sig, codes, args),
        }
    }

    fn run_codes(&mut self, sig: &Signature, codes: &[Rc<Code>], args: &[Value]) -> Result<()> {
        codes.iter().try_for_each(|code| self.run_code(code, |w, v| Machine::place_args(sig, args, w, v)))
    }

    /// Runs handlers; `fill` puts the arguments into registers.
    #[inline]
    fn run_code(
        &mut self,
        code: &Rc<Code>,
        fill: impl FnOnce(&mut [u64], &mut [Option<Value>]),
    ) -> Result<()> {
        let mut st = match self.stacks(code) {
            Ok(st) => st,
            Err(e) => {
                // The arguments are still dropped.
                fill(&mut [], &mut []);
                self.report_error(&e);
                return Ok(());
            }
        };
        st.fill(fill);
        let done = self.run_joined(&mut st, code);
        self.give_back(st);
        done
    }

    /// Compiles the handlers of an event: together, or each on its own if they are too large.
    #[cold]
    fn join_handlers(&mut self, event: u32) -> Rc<Handlers> {
        let program = self.program.clone();
        let bodies = self.callables[event].bodies.iter().map(|&b| (b, &**program.body(b)));
        let bodies: Vec<_> = bodies.collect();
        let mut handlers = Handlers::default();
        if let Some(ty) = program.global(GlobalId(event)).ty.as_func().filter(|_| !bodies.is_empty()) {
            handlers.sig = crate::compile::signature(ty);
            match self.joined(&bodies, ty) {
                Ok(code) => handlers.codes.push(code),
                Err(_) => {
                    for one in bodies.chunks(1) {
                        match self.joined(one, ty) {
                            Ok(code) => handlers.codes.push(code),
                            Err(e) => self.report_error(&e),
                        }
                    }
                }
            }
        }
        let handlers = Rc::new(handlers);
        self.handlers[event] = Some(handlers.clone());
        handlers
    }

    /// Runs the bodies of a hook until one executes `break`. Returns true if none did.
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

    /// Runs a body that has its own signature, such as a closure.
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

    /// Fails if calls are nested too deep, if the handler took too many steps, or if a signal asked the program to end.
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

    /// Returns the error for calls that are nested too deep.
    pub(super) fn too_deep(&self) -> RuntimeError {
        RuntimeError::of(ErrorKind::Runtime, "calls are nested too deep")
    }
}

/// Copies arguments that are in the queue.
fn copied(args: &[Bits]) -> Vec<Value> {
    args.iter().filter_map(|a| a.value().cloned()).collect()
}
