//! Numbers in bulk: rows of them, and units that consist of nothing else.
use super::arith::{holds, wrap};
use super::input::NO_TOKEN;
use super::{Flow, Machine};
use crate::bytecode::{Function, NONE, Number, Reg};
use crate::error::{Error, Outcome};
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
use std::rc::Rc;

/// Reads a number. The slice has its width.
#[inline]
fn read(raw: &[u8], how: Number) -> Value {
    if let ([b], false) = (raw, how.signed) {
        return Value::Uint(u64::from(*b));
    }
    let add = |v: u64, b: &u8| v << 8 | u64::from(*b);
    let n = if how.little { raw.iter().rev().fold(0, add) } else { raw.iter().fold(0, add) };
    wrap(n, how.signed, how.bytes * 8)
}

impl Machine {
    /// Adds numbers to a list as long as they are at hand and wanted. The next one is left to the code for single
    /// elements.
    pub(crate) fn unpack_many(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        base: usize,
        [list, left]: [Reg; 2],
        numbers: u32,
    ) -> Outcome<Flow> {
        let Some(numbers) = f.numbers.get(numbers as usize) else { return Err(Error::internal("numbers")) };
        let Value::List(list) = self.get(base, list) else {
            return Err(Error::internal("a vector was expected"));
        };
        let mut list = list.borrow_mut();
        let room = world.budget.elements.saturating_sub(list.len());
        let wanted = if left == NONE { u64::MAX } else { self.uint(base, left)? };
        let most = usize::try_from(wanted.min(world.fuel)).unwrap_or(usize::MAX).min(room);
        let stream = self.input.stream.borrow();
        let width = usize::from(numbers.each.bytes).max(1);
        let at_hand = stream.piece(self.input.cursor, self.input.limit).unwrap_or_default();
        let there = at_hand.chunks_exact(width).take(most);
        let taken = match numbers.test {
            Some((op, constant, when)) => there
                .clone()
                .take_while(|raw| {
                    let n = match read(raw, numbers.each) {
                        Value::Uint(n) => i128::from(n),
                        Value::Int(n) => i128::from(n),
                        _ => 0,
                    };
                    holds(op, n.cmp(&constant)) == when
                })
                .count(),
            None => there.len(),
        };
        list.extend(there.take(taken).map(|raw| read(raw, numbers.each)));
        drop((list, stream));
        if taken > 0 {
            self.advance(self.input.cursor + (taken * width) as u64);
            world.fuel = world.fuel.saturating_sub(taken as u64);
            if left != NONE {
                self.put(base, left, Value::Uint(wanted - taken as u64));
            }
        }
        Ok(Flow::Next)
    }

    /// Parses a unit of numbers if its input lies in one piece. `false` leaves it to the unit's own code.
    pub(crate) fn fixed_unit(
        &mut self,
        world: &mut World<'_>,
        base: usize,
        d: Reg,
        layout: u32,
    ) -> Outcome<bool> {
        let Some(layout) = world.program.layouts.get(layout as usize) else {
            return Err(Error::internal("layout"));
        };
        if world.ranges || self.input.token != NO_TOKEN || self.frames.len() >= world.budget.frames {
            return Ok(false);
        }
        let stream = self.input.stream.borrow();
        let end = self.input.cursor.saturating_add(layout.bytes);
        let raw = stream.piece(self.input.cursor, end.min(self.input.limit)).unwrap_or_default();
        if raw.len() as u64 != layout.bytes {
            return Ok(false);
        }
        let mut members = world.templates.get(layout.unit as usize).cloned().unwrap_or_default();
        for (member, at, how) in &layout.members {
            if let (Some(slot), Some(raw)) =
                (members.get_mut(*member as usize), raw.get(*at..at + usize::from(how.bytes)))
            {
                *slot = read(raw, *how);
            }
        }
        drop(stream);
        let unit = Rc::new(Unit::new(layout.unit, Vec::new(), members));
        self.put(base, d, Value::Unit(unit));
        self.advance(end);
        Ok(true)
    }
}
