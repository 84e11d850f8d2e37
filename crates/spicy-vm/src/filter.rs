//! Filters: units that turn raw input into another unit's input.
use crate::error::{Error, ErrorKind, Outcome};
use crate::machine::{Input, Resting, Status};
use crate::stream::{Stream, StreamRef};
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
use std::cell::RefCell;
use std::rc::Rc;

/// A filter that is running.
pub(crate) struct FilterRun {
    machine: RefCell<Option<Resting>>,
    output: StreamRef,
    error: RefCell<Option<Error>>,
    /// Its position in its input.
    at: std::cell::Cell<u64>,
}

impl FilterRun {
    /// Starts a filter unit on an input. Returns it with the stream that it fills.
    pub(crate) fn new(world: &World<'_>, unit: &Rc<Unit>, input: &Input) -> Rc<FilterRun> {
        let output = Stream::shared();
        unit.state().output = Some(Rc::clone(&output));
        unit.connected.set(true);
        let from = Input { token: 0, begin: input.cursor, ..input.clone() };
        let machine = Resting::new(world, unit, from);
        let run = Rc::new(FilterRun {
            machine: RefCell::new(Some(machine)),
            output: Rc::clone(&output),
            error: RefCell::new(None),
            at: std::cell::Cell::new(input.cursor),
        });
        output.borrow_mut().source = Some(Rc::clone(&run));
        run
    }

    /// Runs it on the input that has arrived.
    pub(crate) fn run(&self, world: &mut World<'_>) -> Outcome<()> {
        if let Some(e) = &*self.error.borrow() {
            return Err(e.clone());
        }
        // A filter that waits for itself gets nothing.
        let Some(resting) = self.machine.borrow_mut().take() else { return Ok(()) };
        world.enter()?;
        let mut machine = resting.wake(world);
        let out = machine.run(world);
        world.nesting -= 1;
        self.at.set(machine.input.cursor);
        match out {
            Ok(Status::NeedInput) => *self.machine.borrow_mut() = Some(machine.rest(world)),
            Ok(Status::Done) => {
                machine.retire(world);
                self.output.borrow_mut().freeze();
            }
            Err(e) => {
                machine.retire(world);
                self.output.borrow_mut().freeze();
                *self.error.borrow_mut() = Some(e.clone());
                return Err(e);
            }
        }
        Ok(())
    }

    pub(crate) fn output(&self) -> StreamRef {
        Rc::clone(&self.output)
    }
}

/// Starts the filters that a unit connected. Returns the output stream of the last one.
pub(crate) fn start(world: &mut World<'_>, unit: &Rc<Unit>, input: &Input) -> Outcome<Option<StreamRef>> {
    let filters = std::mem::take(&mut unit.state().filters);
    let mut input = input.clone();
    let mut out = None;
    for f in filters {
        let run = FilterRun::new(world, &f, &input);
        let stream = run.output();
        unit.state().runs.push(run);
        input = Input::of(&stream);
        out = Some(stream);
    }
    Ok(out)
}

/// How much of the raw input the first filter has consumed.
pub(crate) fn consumed(unit: &Unit) -> Option<u64> {
    unit.known_state()?.runs.first().map(|r| r.at.get())
}

/// Ends the input of everything a unit is connected to: its sinks, and the filters before it.
pub(crate) fn close(world: &mut World<'_>, unit: &Rc<Unit>, abort: bool) -> Outcome<()> {
    let sinks: Vec<_> = unit
        .fields
        .borrow()
        .iter()
        .filter_map(|v| match v {
            Value::Sink(s) => Some(Rc::clone(s)),
            _ => None,
        })
        .collect();
    for s in sinks {
        if abort { s.abort() } else { s.close(world)? }
    }
    if unit.known_state().is_some_and(|s| s.output.is_some())
        && let Some(output) = unit.state().output.take()
    {
        output.borrow_mut().freeze();
    }
    Ok(())
}

/// `connect_filter` of a unit.
pub(crate) fn connect(unit: &Unit, filter: &Rc<Unit>) -> Outcome<()> {
    if filter.connected.replace(true) {
        return Err(Error::new(ErrorKind::UnitAlreadyConnected, "filter is already connected to a unit"));
    }
    unit.state().filters.push(Rc::clone(filter));
    Ok(())
}
