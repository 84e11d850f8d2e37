//! `when`: conditions that wait.
//!
//! The machine tries a condition when its statement runs, and again after a change of anything that it may depend on: a
//! global that it names, or the content of such a global. Tracking content precisely is expensive, so any change of
//! content marks all waiting conditions; they are tried once the queue is empty.
//!
//! The answer to a call in a condition may come later: from a built-in function that asks the network, or from a
//! function that ends in `return when`. The try is then abandoned ([`ErrorKind::Delayed`]). The answer is stored under
//! the call's place, and the next try uses it instead of calling again.
use super::Machine;
use super::run::End;
use crate::code::{Code, WhenSpec};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use value::{Code as FuncCode, ErrorKind, Flavor, Func, FuncType, RuntimeError, Type, Value};

/// All waiting conditions.
#[derive(Default)]
pub(super) struct Whens {
    waiting: Vec<Waiting>,
    next_id: u64,
    /// Whether something changed since the conditions were last tried.
    marked: bool,
    /// For each global, the number of conditions that name it.
    watched: HashMap<u32, u32>,
    /// The condition that is being tried, and the answers that it has so far.
    trying: Option<(u64, Rc<RefCell<Answers>>)>,
    /// The answers that the host still owes.
    tickets: HashMap<u64, Ticket>,
    /// The number of answers that each condition waits for. The condition is not tried before they arrive, since a try
    /// would ask again.
    owed: HashMap<u64, u32>,
}

/// Answers to delayed calls, by the place of the call.
type Answers = HashMap<Place, Option<Value>>;

/// A call in the code of a condition, or in code that it calls.
type Place = (usize, usize);

/// A caller that waits for an answer.
#[derive(Clone, Copy)]
struct Ticket {
    id: u64,
    place: Place,
}

struct Waiting {
    id: u64,
    code: Rc<Code>,
    /// The function value that holds the captured variables.
    closure: Rc<Func>,
    answers: Rc<RefCell<Answers>>,
    /// The globals that its condition names.
    globals: Rc<[u32]>,
    /// For `return when`: the call that the body answers.
    caller: Option<Ticket>,
}

/// The result of a try.
enum Tried {
    Waits,
    /// The body ran, with this result.
    Over(Option<Value>),
    /// The body ended with an error: its caller keeps waiting.
    Failed,
}

impl Whens {
    pub(super) fn any(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Records that the content of some value changed.
    #[inline]
    pub(super) fn mark(&mut self) {
        self.marked = true;
    }

    /// Records that a global was assigned.
    #[inline]
    pub(super) fn mark_global(&mut self, g: u32) {
        if !self.watched.is_empty() && self.watched.contains_key(&g) {
            self.marked = true;
        }
    }

    fn add(&mut self, w: Waiting) {
        for &g in &*w.globals {
            *self.watched.entry(g).or_default() += 1;
        }
        self.waiting.push(w);
    }

    fn remove(&mut self, id: u64) -> Option<Waiting> {
        let at = self.waiting.iter().position(|w| w.id == id)?;
        let w = self.waiting.remove(at);
        for g in &*w.globals {
            if let Some(n) = self.watched.get_mut(g) {
                *n -= 1;
                if *n == 0 {
                    self.watched.remove(g);
                }
            }
        }
        Some(w)
    }

    /// Marks that the condition holds, so calls in the body are not delayed.
    pub(super) fn hold(&mut self) {
        self.trying = None;
    }

    /// Whether a condition that already has answers is being tried.
    #[inline]
    pub(super) fn is_trying(&self) -> bool {
        self.trying.is_some()
    }

    /// Returns the answer to the call at `pc` if an earlier try waited for it.
    #[cold]
    pub(super) fn answer_for(&self, code: &Rc<Code>, pc: usize) -> Option<Option<Value>> {
        let (_, answers) = self.trying.as_ref()?;
        answers.borrow().get(&(Rc::as_ptr(code) as usize, pc)).cloned()
    }
}

impl Machine {
    /// Runs a `when` statement. For `return when`, returns the function's result, or the error that tells the caller to
    /// wait for it.
    pub(super) fn begin_when(
        &mut self,
        spec: &WhenSpec,
        captures: Vec<Option<Value>>,
        timeout: Option<f64>,
    ) -> value::Result<Option<Value>> {
        let code = self.code(spec.body)?;
        let caller = if spec.is_return { Some(self.waiting_caller()?) } else { None };
        self.whens.next_id += 1;
        let id = self.whens.next_id;
        let ty = FuncType {
            name: None,
            flavor: Flavor::Function,
            params: Vec::new(),
            result: Type::Any,
            varargs: false,
            prototypes: RefCell::default(),
        };
        let held = FuncCode::Closure(spec.body.0, RefCell::new(captures));
        let closure = Rc::new(Func { name: "when".into(), ty: Rc::new(ty), code: held, bodies: None });
        let globals = Rc::clone(&spec.globals);
        let w = Waiting { id, code, closure, answers: Rc::default(), globals, caller };
        match self.try_when(&w) {
            Tried::Over(v) => return Ok(v),
            Tried::Failed => {}
            Tried::Waits => {
                self.whens.add(w);
                if let Some(t) = timeout {
                    self.schedule_when(self.now + t, id);
                }
            }
        }
        if let Some(t) = caller {
            *self.whens.owed.entry(t.id).or_default() += 1;
            return Err(RuntimeError::of(ErrorKind::Delayed, "the answer comes later"));
        }
        Ok(None)
    }

    /// Returns the call that a `return when` will answer.
    fn waiting_caller(&self) -> value::Result<Ticket> {
        let id = self.whens.trying.as_ref().map(|t| t.0);
        match (id, self.callers().next()) {
            (Some(id), Some((code, pc))) => Ok(Ticket { id, place: (Rc::as_ptr(code) as usize, pc) }),
            _ => Err(RuntimeError::of(
                ErrorKind::Error,
                "return trigger in context which does not allow delaying result",
            )),
        }
    }

    /// Issues a ticket for the call of the current built-in function.
    pub(super) fn delayed_call(&mut self) -> Option<u64> {
        let ticket = self.waiting_caller().ok()?;
        self.whens.next_id += 1;
        self.whens.tickets.insert(self.whens.next_id, ticket);
        *self.whens.owed.entry(ticket.id).or_default() += 1;
        Some(self.whens.next_id)
    }

    /// Delivers the answer of a delayed built-in function ([`value::Context::delay`]).
    pub fn answer(&mut self, ticket: u64, v: Option<Value>) {
        if let Some(t) = self.whens.tickets.remove(&ticket) {
            self.give_answer(t, v);
        }
    }

    fn give_answer(&mut self, t: Ticket, v: Option<Value>) {
        if let Some(owed) = self.whens.owed.get_mut(&t.id) {
            *owed -= 1;
            if *owed == 0 {
                self.whens.owed.remove(&t.id);
            }
        }
        if let Some(w) = self.whens.waiting.iter().find(|w| w.id == t.id) {
            w.answers.borrow_mut().insert(t.place, v);
            self.whens.marked = true;
        }
    }

    /// Tries all conditions if something changed. Returns whether any of them held.
    pub(super) fn try_whens(&mut self) -> bool {
        if self.whens.waiting.is_empty() || !std::mem::take(&mut self.whens.marked) {
            return false;
        }
        let ids: Vec<u64> = self.whens.waiting.iter().map(|w| w.id).collect();
        let mut some = false;
        for id in ids {
            // The condition stays on the list during the try, since answers may arrive.
            let Some(w) = self.whens.waiting.iter().find(|w| w.id == id) else { continue };
            if self.whens.owed.contains_key(&id) {
                continue;
            }
            let w = Waiting {
                id,
                code: w.code.clone(),
                closure: w.closure.clone(),
                answers: w.answers.clone(),
                globals: w.globals.clone(),
                caller: w.caller,
            };
            let tried = self.try_when(&w);
            if matches!(tried, Tried::Waits) {
                continue;
            }
            some = true;
            self.whens.remove(id);
            if let (Some(t), Tried::Over(v)) = (w.caller, tried) {
                self.give_answer(t, v);
            }
        }
        some
    }

    /// Tries a condition, and runs the body if it holds.
    fn try_when(&mut self, w: &Waiting) -> Tried {
        self.steps = 0;
        let outer = self.whens.trying.replace((w.id, w.answers.clone()));
        let end = self.when_part(w, 0);
        let held = self.whens.trying.is_none();
        self.whens.trying = outer;
        match end {
            // The condition does not hold: if it did, the body would have run.
            Ok(End::Word(_)) => Tried::Waits,
            Ok(End::Value(v)) => Tried::Over(v.into_value()),
            Ok(End::Nothing | End::Break) => Tried::Over(None),
            Err(e) if e.kind() == ErrorKind::Delayed => Tried::Waits,
            Err(e) => {
                // The error may go away later, such as a missing table entry.
                self.report_error(&e);
                if held { Tried::Failed } else { Tried::Waits }
            }
        }
    }

    pub(super) fn when_timed_out(&mut self, id: u64) {
        let Some(w) = self.whens.remove(id) else { return };
        self.whens.owed.remove(&id);
        self.steps = 0;
        let v = match self.when_part(&w, 2) {
            Ok(End::Value(v)) => v.into_value(),
            Ok(_) => None,
            Err(e) => return self.report_error(&e),
        };
        if let Some(t) = w.caller {
            self.give_answer(t, v);
        }
    }

    fn when_part(&mut self, w: &Waiting, part: usize) -> value::Result<End> {
        let start = w.code.entries.get(part).copied().unwrap_or_default();
        self.enter_at(w.code.clone(), start as usize, Some(w.closure.clone()), |_, _| ())
    }
}
