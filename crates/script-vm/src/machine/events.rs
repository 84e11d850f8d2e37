//! Events: the queue, and how handlers run.
use super::Machine;
use super::run::End;
use script_sema::tree::{BodyId, GlobalId};
use std::rc::Rc;
use value::{
    Bits, Code as FuncCode, Context, ErrorKind, Func, FuncType, Result, RuntimeError, Type, Value, Vector,
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

/// Generations of events that one call of [`Machine::drain`] runs.
const ROUNDS: u32 = 2;

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

    /// Whether events are waiting.
    pub fn has_work(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether [`drain`](Self::drain) has nothing to do, and the run goes on.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && !self.whens.any() && self.ending.is_none()
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
