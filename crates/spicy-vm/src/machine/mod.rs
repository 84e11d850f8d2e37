//! The machine: frames, registers, and the loop that runs instructions.
mod arith;
mod collect;
mod failure;
mod input;
mod limit;
pub(crate) mod live;
mod lookahead;
mod numbers;
mod object;
mod place;
mod quick;
mod rest;
mod rows;
mod step;
mod take;
mod unpack;

use crate::bytecode::{Catch, Inst, Reg};
use crate::compile::Program;
use crate::error::{Error, ErrorKind, Outcome};
use crate::stream::StreamRef;
use crate::value::Value;
use crate::world::World;
use quick::Quick;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use arith::wrap;
pub(crate) use input::Input;
pub(crate) use numbers::{fill, read};
pub(crate) use object::{default_value, new_unit};
pub(crate) use rest::Resting;

/// Why the machine returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    NeedInput,
    Done,
}

/// How to continue after an instruction.
pub(crate) enum Flow {
    Next,
    Jump(u32),
    /// Run the same instruction again when more input has arrived.
    Wait,
}

pub(crate) struct Frame {
    function: u32,
    pc: u32,
    base: usize,
    size: usize,
    /// The caller's register for the result.
    result: Reg,
}

pub(crate) struct Handler {
    frames: usize,
    to: u32,
    register: Reg,
    catch: Catch,
    input: Input,
}

/// The frames and registers of a parser that runs.
pub(crate) struct Machine {
    pub(crate) frames: Vec<Frame>,
    /// Registers of all frames. Those from `top` on belong to none, and hold nothing.
    pub(crate) registers: Vec<Value>,
    pub(crate) top: usize,
    handlers: Vec<Handler>,
    pub(crate) input: Input,
    /// The error that trial mode was entered for.
    pub(crate) trial: Option<Error>,
    /// Where synchronization last found a token.
    pub(crate) found: Option<u64>,
    /// The block that `%sync_advance` was last called in.
    pub(crate) block: Option<u64>,
    pub(crate) scan: Option<(u64, u32, pattern::Scan)>,
    pub(crate) searched: u64,
    pub(crate) returned: Value,
}

impl Machine {
    pub(crate) fn new(nowhere: &StreamRef) -> Self {
        Machine {
            frames: Vec::new(),
            registers: Vec::new(),
            top: 0,
            handlers: Vec::new(),
            input: Input::of(nowhere),
            trial: None,
            found: None,
            block: None,
            scan: None,
            searched: 0,
            returned: Value::Unset,
        }
    }

    /// Runs a function that never waits for input.
    pub(crate) fn call(&mut self, world: &mut World<'_>, function: u32, args: &[Value]) -> Outcome<Value> {
        self.push_frame(&world.program, function, 0);
        for (r, a) in self.registers.iter_mut().zip(args) {
            *r = a.clone();
        }
        match self.run(world)? {
            Status::Done => Ok(std::mem::take(&mut self.returned)),
            Status::NeedInput => Err(Error::internal("a function waits for input")),
        }
    }

    pub(crate) fn unconfirmed(&self) -> Option<Error> {
        self.trial.clone()
    }

    pub(crate) fn push_frame(&mut self, program: &Program, function: u32, result: Reg) {
        let base = self.top;
        let size = program.functions.get(function as usize).map_or(0, |f| f.kinds.len());
        self.top = base + size;
        if self.registers.len() < self.top {
            self.registers.resize_with(self.top, Value::default);
        }
        self.frames.push(Frame { function, pc: 0, base, size, result });
    }

    /// Runs until it needs more input, finishes, or fails.
    pub(crate) fn run(&mut self, world: &mut World<'_>) -> Outcome<Status> {
        let program = Arc::clone(&world.program);
        loop {
            match self.run_frames(world, &program) {
                Ok(status) => {
                    if status == Status::NeedInput {
                        self.trim(world);
                    }
                    return Ok(status);
                }
                Err(e) => {
                    let e = match self.frames.last() {
                        Some(f) => {
                            let spans = &program.functions[f.function as usize].spans;
                            match spans.get(f.pc as usize) {
                                Some(span) => e.at(*span),
                                None => e,
                            }
                        }
                        None => e,
                    };
                    self.unwind(&program, e)?;
                }
            }
        }
    }

    fn run_frames(&mut self, world: &mut World<'_>, program: &Program) -> Outcome<Status> {
        while let Some(frame) = self.frames.last() {
            let (function, base, mut pc) = (frame.function, frame.base, frame.pc);
            let f = &program.functions[function as usize];
            // Instructions since here are charged at the next jump, call or return.
            let mut run = pc;
            if world.fuel == 0 {
                return Err(world.out_of_fuel());
            }
            loop {
                let Some(inst) = f.code.get(pc as usize) else { return Err(Error::internal("end of code")) };
                let to = match self.quick(world, f, base, inst) {
                    Quick::Next => {
                        pc += 1;
                        continue;
                    }
                    Quick::Jump(to) => to,
                    Quick::Call => {
                        // The callee is on top; the caller continues after the call.
                        world.burn(pc - run + 1);
                        let n = self.frames.len();
                        if let Some(caller) = n.checked_sub(2).and_then(|i| self.frames.get_mut(i)) {
                            caller.pc = pc;
                        }
                        break;
                    }
                    Quick::Return => {
                        world.burn(pc - run + 1);
                        self.pop_frame(program);
                        break;
                    }
                    Quick::Other => match self.step(world, f, base, inst) {
                        Ok(Flow::Next) => {
                            pc += 1;
                            continue;
                        }
                        Ok(Flow::Jump(to)) => to,
                        Ok(Flow::Wait) => {
                            self.set_pc(pc);
                            return Ok(Status::NeedInput);
                        }
                        Err(e) => {
                            world.burn(pc - run + 1);
                            self.set_pc(pc);
                            return Err(e);
                        }
                    },
                };
                world.burn(pc - run + 1);
                (pc, run) = (to, to);
                if world.fuel == 0 {
                    self.set_pc(pc);
                    return Err(world.out_of_fuel());
                }
            }
        }
        Ok(Status::Done)
    }

    /// Takes the registers from `base` on away from their frames.
    fn release(&mut self, base: usize) {
        for v in self.registers.get_mut(base..self.top).unwrap_or_default() {
            v.set(Value::Unset);
        }
        self.top = base.min(self.top);
    }

    fn set_pc(&mut self, pc: u32) {
        if let Some(f) = self.frames.last_mut() {
            f.pc = pc;
        }
    }

    /// Copies the result and the values of `inout` parameters to the caller.
    fn pop_frame(&mut self, program: &Program) {
        let Some(done) = self.frames.pop() else { return };
        if let Some(caller) = self.frames.last_mut() {
            let f = &program.functions[caller.function as usize];
            let inout = &program.functions[done.function as usize].inout;
            if !inout.is_empty()
                && let Some(Inst::Call { args, .. }) = f.code.get(caller.pc as usize)
            {
                let list = f.args.get(*args as usize).map_or(&[][..], |a| a);
                for &i in inout {
                    if let (Some(to), Some(value)) =
                        (list.get(usize::from(i)), self.registers.get(done.base + usize::from(i)).cloned())
                        && let Some(slot) = self.registers.get_mut(caller.base + usize::from(*to))
                    {
                        *slot = value;
                    }
                }
            }
            if let Some(slot) = self.registers.get_mut(caller.base + usize::from(done.result)) {
                slot.set(std::mem::take(&mut self.returned));
            }
            caller.pc += 1;
        }
        self.release(done.base);
    }

    /// Finds the handler of an error, here or in a caller.
    fn unwind(&mut self, program: &Program, e: Error) -> Outcome<()> {
        while let Some(h) = self.handlers.pop() {
            let takes = match h.catch {
                Catch::All => !e.is_fatal(),
                Catch::Backtrack => e.kind() == ErrorKind::Backtrack,
                Catch::Recoverable => e.is_recoverable(),
                Catch::Failures => !e.is_fatal() && e.kind() != ErrorKind::Backtrack,
            };
            if !takes {
                continue;
            }
            self.drop_frames(program, h.frames);
            let Some(frame) = self.frames.last_mut() else { break };
            frame.pc = h.to;
            let (at, end) = (frame.base + usize::from(h.register), frame.base + frame.size);
            self.release(end);
            if let Some(slot) = self.registers.get_mut(at) {
                *slot = Value::Caught(e);
            }
            // Parsing continues at the failed position, with the limits of the handler.
            let cursor = if Rc::ptr_eq(&h.input.stream, &self.input.stream) {
                self.input.cursor.max(h.input.cursor)
            } else {
                h.input.cursor
            };
            self.input = Input { cursor: cursor.min(h.input.limit), token: 0, ..h.input };
            self.scan = None;
            self.searched = 0;
            return Ok(());
        }
        self.drop_frames(program, 0);
        // Other errors have ended all units on their way. What a function was called with is its caller's.
        if e.is_fatal() {
            self.drop_registers();
        }
        self.release(0);
        Err(e)
    }

    /// Drops frames that an error leaves. Units that have nothing else to do at an error end here.
    fn drop_frames(&mut self, program: &Program, keep: usize) {
        for f in self.frames.drain(keep.min(self.frames.len())..).rev() {
            if program.functions[f.function as usize].parses
                && let Some(Value::Unit(unit)) = self.registers.get(f.base)
            {
                unit.let_go();
            }
        }
    }

    /// Units that are not parsed to their end let go of others, too.
    fn drop_registers(&mut self) {
        for v in &mut self.registers {
            if let Value::Unit(u) = v {
                u.let_go();
            }
            v.set(Value::Unset);
        }
        self.top = 0;
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.drop_registers();
    }
}
