//! What remains of a machine while it waits for input.
//!
//! Most parsers wait most of the time. A parser that waits keeps its frames and those registers that are read later, each
//! in a block of its exact size. The memory that machines run in belongs to the thread.
use super::live::Live;
use super::{Frame, Handler, Input, Machine};
use crate::bytecode::Reg;
use crate::error::Error;
use crate::unit::Unit;
use crate::value::Value;
use crate::world::{Store, World};
use std::rc::Rc;
use std::sync::Arc;

/// A machine that waits, or has not begun yet.
pub(crate) struct Resting {
    frames: Box<[RestingFrame]>,
    /// The registers that are still needed, of all frames.
    registers: Box<[Value]>,
    pub(crate) input: Input,
    searched: u64,
    rare: Option<Box<Rare>>,
}

struct RestingFrame {
    function: u32,
    pc: u32,
    result: Reg,
}

/// What few machines have when they wait.
struct Rare {
    handlers: Box<[Handler]>,
    trial: Option<Error>,
    found: Option<u64>,
    block: Option<u64>,
    scan: Option<(u64, u32, pattern::Scan)>,
}

impl Resting {
    /// A machine that is to parse a unit from an input.
    pub(crate) fn new(world: &World<'_>, unit: &Rc<Unit>, input: Input) -> Self {
        let function = world.program.parsers.get(unit.id as usize).copied().unwrap_or(u32::MAX);
        let params = world.program.functions.get(function as usize).map_or(1, |f| usize::from(f.params));
        let arguments = (1..params).map(|i| unit.param(i - 1));
        Resting {
            frames: Box::new([RestingFrame { function, pc: 0, result: 0 }]),
            registers: std::iter::once(Value::Unit(Rc::clone(unit))).chain(arguments).collect(),
            input,
            searched: 0,
            rare: None,
        }
    }

    /// Whether the machine has not begun.
    fn is_new(&self) -> bool {
        matches!(&*self.frames, [RestingFrame { pc: 0, .. }])
    }

    /// Continues in a machine of the thread.
    pub(crate) fn wake(mut self, world: &mut World<'_>) -> Box<Machine> {
        let mut machine = world.machine();
        let program = Arc::clone(&world.program);
        let mut kept = std::mem::take(&mut self.registers).into_vec().into_iter();
        if self.is_new() {
            for f in &self.frames {
                machine.push_frame(&program, f.function, f.result);
            }
            for (slot, v) in machine.registers.iter_mut().zip(kept) {
                *slot = v;
            }
        } else {
            let frames = std::mem::take(&mut self.frames);
            for (i, f) in frames.iter().enumerate() {
                let base = machine.top;
                machine.push_frame(&program, f.function, f.result);
                let live = world.live(f.function);
                for r in live.at(next(f.pc, i + 1 == frames.len())) {
                    if let (Some(slot), Some(v)) = (machine.registers.get_mut(base + r), kept.next()) {
                        *slot = v;
                    }
                }
                if let Some(frame) = machine.frames.last_mut() {
                    frame.pc = f.pc;
                }
            }
        }
        machine.input = self.input.clone();
        machine.searched = self.searched;
        if let Some(rare) = self.rare.take() {
            machine.handlers.extend(rare.handlers);
            (machine.trial, machine.found, machine.block) = (rare.trial, rare.found, rare.block);
            machine.scan = rare.scan;
        }
        machine
    }
}

impl Drop for Resting {
    /// Units that are not parsed to their end let go of others, too.
    fn drop(&mut self) {
        for v in &self.registers {
            if let Value::Unit(u) = v {
                u.let_go();
            }
        }
    }
}

/// The instruction whose registers a frame needs: that at which it waits, or the one after its call.
fn next(pc: u32, top: bool) -> u32 {
    if top { pc } else { pc.saturating_add(1) }
}

impl Machine {
    /// Lets the machine wait: keeps what it needs to go on, and gives its memory back to the thread.
    pub(crate) fn rest(mut self: Box<Self>, world: &mut World<'_>) -> Resting {
        let mut registers = Vec::new();
        let top = self.frames.len();
        let lives: Vec<Rc<Live>> = self.frames.iter().map(|f| world.live(f.function)).collect();
        for count in [true, false] {
            let mut needed = 0;
            for (i, (f, live)) in self.frames.iter().zip(&lives).enumerate() {
                for r in live.at(next(f.pc, i + 1 == top)) {
                    needed += 1;
                    if !count && let Some(v) = self.registers.get_mut(f.base + r) {
                        registers.push(std::mem::take(v));
                    }
                }
            }
            registers.reserve_exact(needed);
        }
        let frames = self.frames.drain(..).map(|f: Frame| RestingFrame {
            function: f.function,
            pc: f.pc,
            result: f.result,
        });
        let rare = Rare {
            handlers: self.handlers.drain(..).collect(),
            trial: self.trial.take(),
            found: self.found.take(),
            block: self.block.take(),
            scan: self.scan.take(),
        };
        let needs_rare = !rare.handlers.is_empty()
            || rare.trial.is_some()
            || rare.found.is_some()
            || rare.block.is_some()
            || rare.scan.is_some();
        let resting = Resting {
            frames: frames.collect(),
            registers: registers.into_boxed_slice(),
            input: std::mem::replace(&mut self.input, Input::of(&world.nowhere)),
            searched: std::mem::take(&mut self.searched),
            rare: needs_rare.then(|| Box::new(rare)),
        };
        self.release(0);
        world.give_back(self);
        resting
    }

    /// Gives the memory of a machine that has ended back to the thread.
    pub(crate) fn retire(mut self: Box<Self>, world: &mut World<'_>) {
        self.drop_registers();
        self.frames.clear();
        self.handlers.clear();
        self.returned = Value::Unset;
        (self.trial, self.found, self.block, self.scan, self.searched) = (None, None, None, None, 0);
        self.input = Input::of(&world.nowhere);
        world.give_back(self);
    }
}

/// The most registers for which a thread keeps memory between runs.
const MOST_KEPT: usize = 4096;

impl Store {
    /// Keeps the memory of a machine that has nothing to do.
    pub(crate) fn give_back(&mut self, machine: Box<Machine>) {
        if machine.registers.len() <= MOST_KEPT {
            self.machines.push(machine);
        }
    }

    /// Which registers of a function are live, computed when a machine first waits in it.
    fn live(&mut self, function: u32) -> Rc<Live> {
        let at = function as usize;
        if let Some(Some(known)) = self.lives.get(at) {
            return Rc::clone(known);
        }
        let made = Rc::new(self.program.functions.get(at).map_or_else(Live::none, Live::of));
        if self.lives.len() <= at {
            self.lives.resize(at + 1, None);
        }
        if let Some(slot) = self.lives.get_mut(at) {
            *slot = Some(Rc::clone(&made));
        }
        made
    }
}
