//! Instructions that move between inputs and positions: units begin and end, filters start, `&parse-from` redirects.
use super::input::Input;
use super::{Flow, Machine};
use crate::bytecode::{Function, Inst};
use crate::error::{Error, Outcome};
use crate::filter;
use crate::stream::Stream;
use crate::value::Value;
use crate::world::World;
use std::rc::Rc;

impl Machine {
    /// Begin and end of units, and their inputs.
    pub(crate) fn step_place(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        base: usize,
        inst: &Inst,
    ) -> Outcome<Flow> {
        match inst {
            Inst::BeginUnit { u, saved } => {
                let unit = self.unit(base, *u)?;
                let begin = self.input.begin;
                self.put(base, *saved, Value::Uint(begin));
                self.input.begin = self.input.cursor;
                let mut s = unit.state.borrow_mut();
                s.stream = Some(Rc::clone(&self.input.stream));
                s.begin = self.input.cursor;
                (s.offset, s.position) = (0, self.input.cursor);
            }
            Inst::EndUnit { u, saved } => {
                let unit = self.unit(base, *u)?;
                unit.let_go();
                let mut s = unit.state.borrow_mut();
                s.whole = Some((s.begin, self.input.cursor));
                if let Value::Uint(begin) = self.get(base, *saved) {
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
                    let mut s = unit.state.borrow_mut();
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
                    let mut s = unit.state.borrow_mut();
                    s.offset = self.input.cursor.saturating_sub(self.input.begin);
                    s.position = self.input.cursor;
                }
            }
            Inst::SavePosition { u, d } => {
                let unit = self.unit(base, *u)?;
                let s = unit.state.borrow();
                let v = Value::list(vec![Value::Uint(s.offset), Value::Uint(s.position)]);
                drop(s);
                self.put(base, *d, v);
            }
            Inst::RestorePosition { u, s } => {
                let unit = self.unit(base, *u)?;
                if let Value::List(l) = self.get(base, *s)
                    && let [Value::Uint(offset), Value::Uint(position)] = l.borrow()[..]
                {
                    let mut s = unit.state.borrow_mut();
                    (s.offset, s.position) = (offset, position);
                }
            }
            Inst::ApplyInput { u } => {
                if let Value::Unit(unit) = self.get(base, *u) {
                    let to = unit.state.borrow_mut().pending.take();
                    if let Some(to) = to {
                        self.advance(to);
                    }
                }
            }
            Inst::Range { .. } if !world.ranges => {}
            Inst::Range { u, i, from } => {
                let (unit, from) = (self.unit(base, *u)?, self.uint(base, *from)?);
                let mut s = unit.state.borrow_mut();
                let i = *i as usize;
                if s.ranges.len() <= i {
                    s.ranges.resize(i + 1, None);
                }
                s.ranges[i] = Some((from, self.input.cursor));
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
            other => return self.step_collect(world, f, base, other),
        }
        Ok(Flow::Next)
    }
}
