//! A unit that parses input as it comes.
use crate::error::{Error, ErrorKind, Outcome};
use crate::machine::{Input, Resting, Status};
use crate::stream::{Stream, StreamRef};
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
use std::rc::Rc;

/// The result of a piece of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More input is wanted.
    NeedsInput,
    /// The unit is complete; further input is ignored.
    Done,
}

/// Parses a unit from a stream of input.
pub struct Parser {
    /// The machine that waits for input; `None` if parsing has ended, or while it runs.
    machine: Option<Resting>,
    unit: Rc<Unit>,
    stream: StreamRef,
    position: u64,
    done: bool,
}

impl Parser {
    /// For a unit, by its number, with arguments for its parameters.
    pub fn new(world: &mut World<'_>, unit: u32, args: Vec<Value>, context: Option<Value>) -> Outcome<Self> {
        let u = world.program.hir.units.get(unit as usize).ok_or_else(|| Error::internal("unit"))?;
        let (name, needed, has_context) = (u.name.clone(), u.params.len(), u.context);
        let mut args = args;
        if args.len() < needed {
            let defaults: Option<Vec<_>> =
                u.params[args.len()..].iter().map(|p| p.default.as_ref().map(|_| ())).collect();
            if defaults.is_none() {
                let message = format!(
                    "unit type '{name}' cannot be used as external entry point because it requires arguments"
                );
                return Err(Error::new(ErrorKind::InvalidUnit, message));
            }
            // Defaults of parameters are constants.
            let more: Vec<Value> = u.params[args.len()..]
                .iter()
                .map(|p| match p.default.as_ref().map(|d| &*d.kind) {
                    Some(spicy_sema::hir::Kind::Const(c)) => crate::world::constant(c),
                    _ => Value::Null,
                })
                .collect();
            args.extend(more);
        }
        world.refuel(0);
        let instance = crate::machine::new_unit(world, unit, args)?;
        if has_context.is_some()
            && let Some(c) = context
        {
            instance.set_context(c);
        }
        let stream = Stream::shared();
        let machine = Some(Resting::new(world, &instance, Input::of(&stream)));
        Ok(Parser { machine, unit: instance, stream, position: 0, done: false })
    }

    /// The unit, as far as parsed.
    pub fn unit(&self) -> &Rc<Unit> {
        &self.unit
    }

    /// The unit, without the input it was parsed from: iterators into that have expired.
    pub fn into_unit(self) -> Rc<Unit> {
        self.stream.borrow_mut().expired = true;
        self.unit
    }

    /// Takes the next piece of input.
    pub fn feed(&mut self, world: &mut World<'_>, data: &[u8]) -> Outcome<Progress> {
        if self.done {
            return Ok(Progress::Done);
        }
        self.append(world, data);
        self.go_on(world, data.len() as u64)
    }

    /// Adds input, in a buffer that another parser may have used before.
    fn append(&self, world: &mut World<'_>, data: &[u8]) {
        let mut stream = self.stream.borrow_mut();
        stream.spare = world.buffer.take().or_else(|| stream.spare.take());
        stream.append(data);
    }

    /// Takes the whole input at once.
    pub fn parse(&mut self, world: &mut World<'_>, data: &[u8]) -> Outcome<Progress> {
        self.append(world, data);
        self.stream.borrow_mut().freeze();
        self.go_on(world, data.len() as u64)
    }

    /// Takes a gap: input that is known to be missing.
    pub fn gap(&mut self, world: &mut World<'_>, len: u64) -> Outcome<Progress> {
        if self.done {
            return Ok(Progress::Done);
        }
        self.stream.borrow_mut().gap(len);
        self.go_on(world, 0)
    }

    /// Ends the input.
    pub fn finish(&mut self, world: &mut World<'_>) -> Outcome<Progress> {
        if self.done {
            return Ok(Progress::Done);
        }
        self.stream.borrow_mut().freeze();
        self.go_on(world, 0)
    }

    /// How many bytes of the input were consumed.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Whether parsing has ended.
    pub fn is_done(&self) -> bool {
        self.done
    }

    fn go_on(&mut self, world: &mut World<'_>, bytes: u64) -> Outcome<Progress> {
        world.refuel(bytes);
        let Some(resting) = self.machine.take() else {
            return Err(Error::internal("a parser that has ended"));
        };
        let mut machine = resting.wake(world);
        let status = machine.run(world);
        self.position = machine.input.cursor;
        // A parser that waits holds no buffer besides its input.
        if let Some(buffer) = self.stream.borrow_mut().spare.take() {
            world.buffer = Some(buffer);
        }
        match status {
            Ok(Status::NeedInput) => {
                self.machine = Some(machine.rest(world));
                self.stream.borrow_mut().shrink();
                let kept = self.stream.borrow().kept();
                if kept > world.budget.retained {
                    self.done = true;
                    let message =
                        format!("{kept} bytes of input had to be kept, more than {}", world.budget.retained);
                    return Err(Error::new(ErrorKind::RetainedBudget, message));
                }
                Ok(Progress::NeedsInput)
            }
            Ok(Status::Done) => {
                self.done = true;
                let unconfirmed = machine.unconfirmed();
                machine.retire(world);
                match unconfirmed {
                    Some(e) => Err(e.prefixed("successful synchronization never confirmed: ")),
                    None => Ok(Progress::Done),
                }
            }
            Err(e) => {
                self.done = true;
                machine.retire(world);
                Err(e)
            }
        }
    }
}
