//! Numbers in bulk: rows of them, and units that consist of nothing else.
use super::arith::{holds, wrap};
use super::input::NO_TOKEN;
use super::{Flow, Machine};
use crate::bytecode::{Function, Layout, NONE, Number, Reg, Rows};
use crate::error::{Error, Outcome};
use crate::list::Elements;
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Cmp;
use std::rc::Rc;
use std::slice::ChunksExact;

/// Reads a number. The slice has its width.
#[inline]
pub(crate) fn read(raw: &[u8], how: Number) -> Value {
    if let ([b], false) = (raw, how.signed) {
        return Value::Uint(u64::from(*b));
    }
    let add = |v: u64, b: &u8| v << 8 | u64::from(*b);
    let n = if how.little { raw.iter().rev().fold(0, add) } else { raw.iter().fold(0, add) };
    wrap(n, how.signed, how.bytes * 8)
}

/// Reads members of a unit from the bytes of all of them.
pub(crate) fn fill(layout: &Layout, raw: &[u8], members: &mut [Value]) {
    for (member, at, how) in &layout.members {
        if let (Some(slot), Some(raw)) =
            (members.get_mut(*member as usize), raw.get(*at..at + usize::from(how.bytes)))
        {
            *slot = read(raw, *how);
        }
    }
}

/// How many numbers there are before the first for which the comparison does not give `when`.
fn passing(there: &[u8], each: Number, op: Cmp, constant: i128, when: bool) -> usize {
    /// One loop for each way to read and compare.
    fn count(there: ChunksExact<'_, u8>, test: impl Fn(&[u8]) -> bool) -> usize {
        there.take_while(|raw| test(raw)).count()
    }
    let there = there.chunks_exact(usize::from(each.bytes).max(1));
    if let (1, false, Ok(c)) = (each.bytes, each.signed, u8::try_from(constant)) {
        let byte = |raw: &[u8]| raw.first().copied().unwrap_or_default();
        return match op {
            Cmp::Eq => count(there, |raw| (byte(raw) == c) == when),
            Cmp::Ne => count(there, |raw| (byte(raw) != c) == when),
            _ => count(there, |raw| holds(op, byte(raw).cmp(&c)) == when),
        };
    }
    count(there, |raw| {
        let n = match read(raw, each) {
            Value::Uint(n) => i128::from(n),
            Value::Int(n) => i128::from(n),
            _ => 0,
        };
        holds(op, n.cmp(&constant)) == when
    })
}

/// How many more elements a list may have. Those that are not kept take no memory.
pub(super) fn room(world: &World<'_>, list: Option<&Elements>) -> usize {
    list.map_or(usize::MAX, |l| world.budget.elements.saturating_sub(l.len()))
}

impl Machine {
    /// The list in a register, if elements are kept.
    pub(super) fn kept_list(&self, base: usize, list: Reg) -> Outcome<Option<&Elements>> {
        match self.get(base, list) {
            Value::List(l) => Ok(Some(l)),
            _ if list == NONE => Ok(None),
            _ => Err(Error::internal("a vector was expected")),
        }
    }

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
        let list = self.kept_list(base, list)?;
        let room = room(world, list);
        let wanted = if left == NONE { u64::MAX } else { self.uint(base, left)? };
        let most = usize::try_from(wanted.min(world.fuel)).unwrap_or(usize::MAX).min(room);
        let stream = self.input.stream.borrow();
        let width = usize::from(numbers.each.bytes).max(1);
        let at_hand = stream.piece(self.input.cursor, self.input.limit).unwrap_or_default();
        let there = at_hand.get(..most.saturating_mul(width)).unwrap_or(at_hand);
        let taken = match numbers.test {
            Some((op, constant, when)) => passing(there, numbers.each, op, constant, when),
            None => there.len() / width,
        };
        let there = there.get(..taken * width).unwrap_or_default();
        if let (Some(list), false) = (list, there.is_empty()) {
            list.push_rows(world, Rows::Numbers(numbers.each), taken, there);
        }
        drop(stream);
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
        let read = |raw: &[u8]| {
            let mut members = world.members(layout.unit);
            fill(layout, raw, &mut members);
            members
        };
        let Some((members, end)) = self.in_one_piece(layout.bytes, read) else { return Ok(false) };
        let unit = Rc::new(Unit::new(layout.unit, Box::default(), members));
        self.put(base, d, Value::Unit(unit));
        self.advance(end);
        Ok(true)
    }

    /// Parses numbers in a row if their input lies in one piece, into members of a unit if there is a register for one.
    /// `false` leaves it to the code for single fields.
    pub(crate) fn fixed_run(&mut self, world: &World<'_>, base: usize, u: Reg, layout: u32) -> Outcome<bool> {
        let Some(layout) = world.program.layouts.get(layout as usize) else {
            return Err(Error::internal("layout"));
        };
        if world.ranges || self.input.token != NO_TOKEN {
            return Ok(false);
        }
        let unit = if u == NONE { None } else { Some(self.own(base, u)?) };
        let read = |raw: &[u8]| {
            if let Some(unit) = unit {
                fill(layout, raw, &mut unit.fields.borrow_mut());
            }
        };
        let Some(((), end)) = self.in_one_piece(layout.bytes, read) else { return Ok(false) };
        self.advance(end);
        Ok(true)
    }

    /// Reads the next bytes of input if they lie in one piece. Returns the result and the offset behind them.
    #[inline]
    pub(super) fn in_one_piece<R>(&self, bytes: u64, read: impl FnOnce(&[u8]) -> R) -> Option<(R, u64)> {
        let stream = self.input.stream.borrow();
        let end = self.input.cursor.saturating_add(bytes);
        let raw = stream.piece(self.input.cursor, end.min(self.input.limit)).unwrap_or_default();
        (raw.len() as u64 == bytes).then(|| (read(raw), end))
    }
}
