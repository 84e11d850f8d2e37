//! Units in bulk: vectors of those that consist of numbers and nothing else.
use super::input::NO_TOKEN;
use super::numbers::room;
use super::{Flow, Machine};
use crate::bytecode::{Choice, NONE, Reg, Rows};
use crate::compile::Program;
use crate::error::{Error, Outcome};
use crate::value::Value;
use crate::world::World;
use std::sync::Arc;

/// How many elements begin the data, and how many bytes they take; `most` elements are wanted.
fn measure(program: &Program, rows: Rows, data: &[u8], most: usize) -> Option<(usize, usize)> {
    let width = match rows {
        Rows::Numbers(how) => u64::from(how.bytes),
        Rows::Units(layout) => program.layouts.get(layout as usize)?.bytes,
        Rows::Chosen(choice) => {
            return Some(measure_chosen(program.choices.get(choice as usize)?, data, most));
        }
    };
    let width = (width as usize).max(1);
    let n = (data.len() / width).min(most);
    Some((n, n * width))
}

fn measure_chosen(choice: &Choice, data: &[u8], most: usize) -> (usize, usize) {
    let (mut n, mut at) = (0, 0);
    while n < most
        && let Some(layout) = data.get(at).and_then(|b| choice.layout(*b))
        && at + layout.bytes as usize <= data.len()
    {
        at += layout.bytes as usize;
        n += 1;
    }
    (n, at)
}

/// What an element costs of the budget for instructions.
fn cost(program: &Program, rows: Rows) -> u64 {
    match rows {
        Rows::Numbers(_) => 1,
        Rows::Units(layout) => 1 + program.layouts.get(layout as usize).map_or(0, |l| l.members.len()) as u64,
        Rows::Chosen(choice) => {
            let layouts = program.choices.get(choice as usize).map_or(&[][..], |c| &c.layouts);
            2 + layouts.iter().map(|l| l.members.len()).max().unwrap_or_default() as u64
        }
    }
}

impl Machine {
    /// Adds units to a list as long as they are at hand and wanted. The next one is left to the code for single
    /// elements.
    pub(crate) fn units_in_bulk(
        &mut self,
        world: &mut World<'_>,
        base: usize,
        [list, left]: [Reg; 2],
        rows: Rows,
    ) -> Outcome<Flow> {
        if world.ranges || self.input.token != NO_TOKEN || self.frames.len() >= world.budget.frames {
            return Ok(Flow::Next);
        }
        let program = Arc::clone(&world.program);
        let list = self.kept_list(base, list)?;
        let room = room(world, list);
        let wanted = if left == NONE { u64::MAX } else { self.uint(base, left)? };
        let cost = cost(&program, rows);
        let most = usize::try_from(wanted.min(world.fuel / cost)).unwrap_or(usize::MAX).min(room);
        let stream = self.input.stream.borrow();
        let at_hand = stream.piece(self.input.cursor, self.input.limit).unwrap_or_default();
        let Some((taken, bytes)) = measure(&program, rows, at_hand, most) else {
            return Err(Error::internal("layout"));
        };
        if let (Some(list), Some(raw)) = (list, at_hand.get(..bytes).filter(|r| !r.is_empty())) {
            list.push_rows(world, rows, taken, raw);
        }
        drop(stream);
        let taken = taken as u64;
        if taken > 0 {
            self.advance(self.input.cursor + bytes as u64);
            world.fuel = world.fuel.saturating_sub(taken * cost);
            if left != NONE {
                self.put(base, left, Value::Uint(wanted - taken));
            }
        }
        Ok(Flow::Next)
    }
}
