//! The position in the input, and waiting for more.
use super::Machine;
use crate::error::Outcome;
use crate::stream::StreamRef;
use crate::value::Value;
use crate::world::World;
use std::rc::Rc;

/// No look-ahead was done yet.
pub(crate) const NO_TOKEN: u32 = 0;

/// A position in an input stream.
#[derive(Clone)]
pub struct Input {
    pub(crate) stream: StreamRef,
    /// The offset at which the current unit began.
    pub(crate) begin: u64,
    pub(crate) cursor: u64,
    /// Parsing cannot look past this offset.
    pub(crate) limit: u64,
    /// The look-ahead token, counted from one.
    pub(crate) token: u32,
    pub(crate) token_end: u64,
}

impl Input {
    pub(crate) fn of(stream: &StreamRef) -> Self {
        let at = stream.borrow().start();
        Input {
            stream: Rc::clone(stream),
            begin: at,
            cursor: at,
            limit: u64::MAX,
            token: NO_TOKEN,
            token_end: 0,
        }
    }
}

/// How much of the wanted input has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Have {
    Enough,
    /// This much, and the input has ended.
    Only(u64),
    Wait,
}

impl Machine {
    /// How many bytes can be read now.
    pub(crate) fn available(&self) -> u64 {
        self.visible_end().saturating_sub(self.input.cursor)
    }

    /// The end of the bytes that can be read now.
    pub(crate) fn visible_end(&self) -> u64 {
        self.input.stream.borrow().end().min(self.input.limit)
    }

    /// Whether no more can come before the limit.
    pub(crate) fn is_complete(&self) -> bool {
        let s = self.input.stream.borrow();
        s.is_frozen() || s.end() >= self.input.limit
    }

    /// Asks for that many bytes; a filter is run if they come out of one.
    pub(crate) fn have(&mut self, world: &mut World<'_>, n: u64) -> Outcome<Have> {
        loop {
            if self.available() >= n {
                return Ok(Have::Enough);
            }
            if self.is_complete() {
                return Ok(Have::Only(self.available()));
            }
            if !self.pull(world)? {
                return Ok(Have::Wait);
            }
        }
    }

    /// Gets more out of the filter before this stream; false if nothing came.
    pub(crate) fn pull(&mut self, world: &mut World<'_>) -> Outcome<bool> {
        let source = self.input.stream.borrow().source.clone();
        match source {
            Some(run) => {
                let (before, frozen) =
                    (self.input.stream.borrow().end(), self.input.stream.borrow().is_frozen());
                run.run(world)?;
                let s = self.input.stream.borrow();
                Ok(s.end() != before || s.is_frozen() != frozen)
            }
            None => Ok(false),
        }
    }

    /// Drops input that no part of the program can come back to.
    pub(crate) fn trim(&mut self, world: &World<'_>) {
        let mut to = self.input.cursor;
        for r in self.registers.get(..self.top).unwrap_or_default() {
            match r {
                Value::Input(i) if Rc::ptr_eq(&i.stream, &self.input.stream) => to = to.min(i.cursor),
                Value::Unit(u) if world.program.hir.units[u.id as usize].keeps_input => {
                    if let Some(state) = u.known_state()
                        && state.stream.as_ref().is_some_and(|s| Rc::ptr_eq(s, &self.input.stream))
                    {
                        to = to.min(state.begin);
                    }
                }
                _ => {}
            }
        }
        self.input.stream.borrow_mut().trim(to);
    }
}
