//! Instructions that move between inputs and positions: units begin and end, filters start, `&parse-from` redirects.
use super::input::Input;
use super::{Flow, Machine};
use crate::bytecode::{Inst, NONE, Reg};
use crate::error::{Error, Outcome};
use crate::filter;
use crate::stream::Stream;
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
use std::rc::Rc;

impl Machine {
    /// Begin and end of units, and their inputs.
    #[inline(never)]
    pub(crate) fn step_place(&mut self, world: &mut World<'_>, base: usize, inst: &Inst) -> Outcome<Flow> {
        match inst {
            Inst::BeginUnit { u, saved, track } => {
                let begin = self.input.begin;
                self.put(base, *saved, Value::Uint(begin));
                self.input.begin = self.input.cursor;
                if !*track && !world.ranges {
                    return Ok(Flow::Next);
                }
                let unit = self.unit(base, *u)?;
                let mut s = unit.state();
                s.stream = Some(Rc::clone(&self.input.stream));
                s.begin = self.input.cursor;
                (s.offset, s.position) = (0, self.input.cursor);
            }
            Inst::EndUnit { u, saved } => {
                let unit = self.own(base, *u)?;
                unit.let_go();
                if world.ranges {
                    let mut s = unit.state();
                    s.whole = Some((s.begin, self.input.cursor));
                }
                if *saved != NONE
                    && let Value::Uint(begin) = self.get(base, *saved)
                {
                    self.input.begin = *begin;
                }
            }
            Inst::CloseUnit { u, abort } => {
                let unit = self.unit(base, *u)?;
                filter::close(world, &unit, *abort)?;
            }
            Inst::StartFilters { u, saved } => {
                let unit = self.unit(base, *u)?;
                let outer = self.input.clone();
                if let Some(stream) = filter::start(world, &unit, &outer)? {
                    self.put(base, *saved, Value::Input(Box::new(outer)));
                    self.input = Input::of(&stream);
                    let mut s = unit.state();
                    s.stream = Some(stream);
                    (s.begin, s.position) = (0, 0);
                } else {
                    self.put(base, *saved, Value::Null);
                }
            }
            Inst::EndFilters { u, saved } => {
                if let Value::Input(outer) = self.get(base, *saved) {
                    let mut outer = (**outer).clone();
                    let unit = self.unit(base, *u)?;
                    if let Some(at) = filter::consumed(&unit) {
                        outer.cursor = at;
                    }
                    self.input = outer;
                    self.advance(self.input.cursor);
                    self.put(base, *saved, Value::Null);
                }
            }
            Inst::SetPosition { u } => {
                if let Value::Unit(unit) = self.get(base, *u) {
                    let mut s = unit.state();
                    s.offset = self.input.cursor.saturating_sub(self.input.begin);
                    s.position = self.input.cursor;
                }
            }
            Inst::SavePosition { u, d } => {
                let unit = self.unit(base, *u)?;
                let (offset, position) = unit.known_state().map_or((0, 0), |s| (s.offset, s.position));
                let v = Value::list(vec![Value::Uint(offset), Value::Uint(position)]);
                self.put(base, *d, v);
            }
            Inst::RestorePosition { u, s } => {
                let unit = self.unit(base, *u)?;
                if let Value::List(l) = self.get(base, *s)
                    && let [Value::Uint(offset), Value::Uint(position)] = l.borrow()[..]
                {
                    let mut s = unit.state();
                    (s.offset, s.position) = (offset, position);
                }
            }
            Inst::ApplyInput { u } => {
                if let Value::Unit(unit) = self.get(base, *u) {
                    let to = if unit.known_state().is_some() { unit.state().pending.take() } else { None };
                    if let Some(to) = to {
                        self.advance(to);
                    }
                }
            }
            Inst::Store { u, i, s, from } => {
                let v = self.get(base, *s).share();
                self.own(base, *u)?.set_field(*i, v);
                if world.ranges {
                    self.range(base, *u, *i as usize, *from)?;
                }
            }
            Inst::SaveInput { d } => {
                let v = Value::Input(Box::new(self.input.clone()));
                self.put(base, *d, v);
            }
            Inst::RestoreInput { s } => {
                if let Value::Input(i) = self.get(base, *s) {
                    self.input = (**i).clone();
                    self.scan = None;
                    self.searched = 0;
                    self.put(base, *s, Value::Null);
                }
            }
            Inst::RedirectFrom { s } => {
                if let Value::Bytes(b) = self.get(base, *s) {
                    let stream = Stream::of(b, true);
                    self.input = Input::of(&stream);
                }
            }
            Inst::RedirectAt { s } => {
                if let Value::StreamIter(stream, at) = self.get(base, *s) {
                    let (stream, at) = (Rc::clone(stream), *at);
                    let limit =
                        if Rc::ptr_eq(&stream, &self.input.stream) { self.input.limit } else { u64::MAX };
                    self.input = Input { begin: at, cursor: at, limit, ..Input::of(&stream) };
                }
            }
            Inst::Cursor { d } => {
                let at = self.input.cursor;
                self.put(base, *d, Value::Uint(at));
            }
            Inst::CheckMoved { start } => {
                if self.uint(base, *start)? == self.input.cursor {
                    return Err(Error::parse(
                        "loop body did not change input position, possible infinite loop",
                    ));
                }
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }

    /// The unit in a register.
    pub(crate) fn own(&self, base: usize, u: Reg) -> Outcome<&Rc<Unit>> {
        match self.get(base, u) {
            Value::Unit(unit) => Ok(unit),
            _ => Err(Error::internal("a unit was expected")),
        }
    }

    /// Records where in the input a member was.
    fn range(&self, base: usize, u: Reg, i: usize, from: Reg) -> Outcome<()> {
        let (unit, from) = (self.own(base, u)?, self.uint(base, from)?);
        let mut s = unit.state();
        if s.ranges.len() <= i {
            s.ranges.resize(i + 1, None);
        }
        s.ranges[i] = Some((from, self.input.cursor));
        Ok(())
    }
}
