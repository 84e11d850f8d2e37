//! Frames: how the machine enters code, and how errors get their place.
//!
//! The submodules index registers and pools without a range test of their own. The index is in range: code is verified
//! before it runs ([`crate::verify`]), so register numbers are less than the frame's size and pool numbers less than
//! the pool's, and the stacks get room for a frame before it is entered ([`Stacks::room`]). If this ever failed, Rust's
//! bounds check would end the process, or a word of another frame would be used: every number of a word lies in the stack.
//! Nothing outside of the stacks would be read.
#![expect(
    clippy::indexing_slicing,
    reason = "verified code, in frames that have room: see the module's head"
)]
mod calls;
mod dispatch;
mod elements;
mod fields;
mod generic;
mod keys;
mod registers;
mod tables;

pub(super) use registers::Stacks;

use super::Machine;
use crate::code::{Class, Code, Site};
use crate::word::untag;
use std::rc::Rc;
use value::{Bits, ErrorKind, Func, Level, Result, RuntimeError, Value};

/// How a body ended.
pub(super) enum End {
    Word(u64),
    Value(Bits),
    Nothing,
    /// A hook's `break`.
    Break,
}

/// Code that calls a built-in function, and the position after the call.
pub(super) type Caller = (Rc<Code>, usize);

/// A caller, while its callee runs.
pub(super) struct Frame {
    pub(super) code: Rc<Code>,
    pub(super) pc: usize,
    words: usize,
    values: usize,
    iters: usize,
    closure: Option<Rc<Func>>,
}

#[cold]
fn unset() -> RuntimeError {
    RuntimeError::new("value used but not set")
}

impl Machine {
    /// Runs code in a new frame; `fill` puts the arguments into its first registers.
    pub(super) fn enter(
        &mut self,
        code: Rc<Code>,
        closure: Option<Rc<Func>>,
        fill: impl FnOnce(&mut [u64], &mut [Option<Value>]),
    ) -> Result<End> {
        self.enter_at(code, 0, closure, fill)
    }

    /// Like [`Machine::enter`], but starts at a given instruction.
    pub(super) fn enter_at(
        &mut self,
        code: Rc<Code>,
        start: usize,
        closure: Option<Rc<Func>>,
        fill: impl FnOnce(&mut [u64], &mut [Option<Value>]),
    ) -> Result<End> {
        let mut st = self.stacks(&code)?;
        fill(&mut st.words, &mut st.values);
        let result = self.run_nested(&mut st, code, start, closure);
        self.give_back(st);
        result
    }

    /// Returns stacks with room for a frame of this code.
    pub(super) fn stacks(&mut self, code: &Code) -> Result<Box<Stacks>> {
        if self.nested >= self.limits.nested {
            return Err(self.too_deep());
        }
        let mut st = self.pool.pop().unwrap_or_default();
        st.room(0, 0, code);
        Ok(st)
    }

    /// Keeps stacks for the next run.
    pub(super) fn give_back(&mut self, st: Box<Stacks>) {
        if self.pool.len() < 16 {
            self.pool.push(st);
        }
    }

    /// Runs code on stacks that hold its arguments.
    #[inline]
    fn run_nested(
        &mut self,
        st: &mut Stacks,
        code: Rc<Code>,
        start: usize,
        closure: Option<Rc<Func>>,
    ) -> Result<End> {
        if self.caller.is_some() {
            return self.run_for_builtin(st, code, start, closure);
        }
        self.nested += 1;
        let (depth, frames) = (self.depth, self.frames.len());
        let result = self.run(st, code, start, closure);
        if result.is_err() {
            self.depth = depth;
            self.frames.truncate(frames);
        }
        self.nested -= 1;
        result
    }

    /// Runs code that a built-in function calls: its caller joins the frames meanwhile.
    #[inline(never)]
    fn run_for_builtin(
        &mut self,
        st: &mut Stacks,
        code: Rc<Code>,
        start: usize,
        closure: Option<Rc<Func>>,
    ) -> Result<End> {
        let caller = self.caller.take();
        let kept = self.frames.len();
        if let Some((code, pc)) = &caller {
            let code = code.clone();
            self.frames.push(Frame { code, pc: *pc, words: 0, values: 0, iters: 0, closure: None });
        }
        let result = self.run_nested(st, code, start, closure);
        self.frames.truncate(kept);
        self.caller = caller;
        result
    }

    /// Runs the handlers of an event on stacks that hold its arguments. Reports an error of a handler, and goes on with
    /// the next one.
    pub(super) fn run_joined(&mut self, st: &mut Stacks, code: &Rc<Code>) -> Result<()> {
        // The arguments outlive the handlers that fail.
        st.kept = code.value_params;
        let mut start = self.first_instruction(code);
        let result = loop {
            let Err(e) = self.run_nested(st, code.clone(), start, None) else {
                // The end of the code has dropped them.
                st.kept = 0;
                return Ok(());
            };
            if let ErrorKind::Exit(_) = e.kind() {
                break Err(e);
            }
            self.report_error(&e);
            match code.next_handler(self.failed_at) {
                Some(next) => start = next,
                None => break Ok(()),
            }
        };
        st.kept = 0;
        st.clear(0, code.value_params);
        result
    }

    /// Returns where the handlers of an event begin. If the first one is on, that is behind the instruction that begins
    /// it, which would only reset the count of steps.
    #[inline]
    fn first_instruction(&mut self, code: &Code) -> usize {
        match code.handlers.first() {
            Some((body, at)) if self.body_is_on(*body) => {
                self.steps = 0;
                *at as usize + 1
            }
            _ => 0,
        }
    }

    /// Reports a warning about the instruction before `pc`.
    #[cold]
    fn warn(&mut self, c: &Code, pc: usize, message: &str) {
        let (loc, text) = match c.site(pc - 1) {
            Some(Site::Expr(e)) => (Some(e.loc), format!("{message} ({e})")),
            Some(Site::Loc(l)) => (Some(*l), message.to_owned()),
            None => (None, message.to_owned()),
        };
        self.host.report(Level::ExpressionWarning, &text, loc);
    }

    /// Warns about a body that ends without a value although its function has a result.
    #[inline]
    fn ends_without_value(&mut self, c: &Code) {
        if c.owes_value && c.whens.is_empty() {
            self.warn_of_missing_value(&c.name);
        }
    }

    #[cold]
    fn warn_of_missing_value(&mut self, name: &str) {
        // Tools match this text.
        let text = format!("non-void function returning without a value: {name}");
        self.host.report(Level::Warning, &text, None);
    }

    /// Runs a built-in function or a hook for the instruction before `pc`. It may read the list of callers.
    #[inline(always)]
    fn called_from<T>(&mut self, code: &Rc<Code>, pc: usize, run: impl FnOnce(&mut Self) -> T) -> T {
        self.caller = Some((code.clone(), pc));
        let done = run(self);
        self.caller = None;
        done
    }

    /// The functions that run, from the innermost outwards, each with the call that it is making.
    pub(super) fn calls(&self) -> impl Iterator<Item = (&str, Option<&Site>)> {
        self.callers().flat_map(|(code, pc)| pc.checked_sub(1).into_iter().flat_map(|pc| code.calls(pc)))
    }

    /// The code that makes calls, from the innermost outwards, each with the position after its call.
    pub(super) fn callers(&self) -> impl Iterator<Item = (&Rc<Code>, usize)> {
        let frames = self.frames.iter().rev().map(|f| (&f.code, f.pc));
        self.caller.iter().map(|(code, pc)| (code, *pc)).chain(frames)
    }
}

/// Returns the result of a `return when` that did not have to wait.
fn answer(c: &Code, x: Option<Value>) -> End {
    match (&c.result, x) {
        (Class::Word(_), Some(x)) => End::Word(untag(&x).unwrap_or(0)),
        (Class::Nothing, _) => End::Nothing,
        (_, x) => End::Value(Bits::made(x)),
    }
}

/// Adds the failing expression to an error and empties the registers.
#[cold]
fn unwind(st: &mut Stacks, code: &Code, pc: usize, e: RuntimeError) -> RuntimeError {
    let e = match code.site(pc.saturating_sub(1)) {
        Some(site) => e.at(site.loc(), || match site {
            Site::Expr(e) => Some(e.to_string()),
            Site::Loc(_) => None,
        }),
        None => e,
    };
    for i in st.iters.drain(..) {
        i.finish();
    }
    st.values.iter_mut().skip(st.kept.into()).for_each(|v| *v = None);
    st.args.clear();
    e
}
