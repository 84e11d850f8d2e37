//! Instructions that take bytes or skip them: by size, up to a delimiter, to the end, whole or in chunks.
use super::input::{Have, NO_TOKEN};
use super::{Flow, Machine};
use crate::bytecode::{Inst, NONE, Reg};
use crate::bytes::Bytes;
use crate::error::{Error, Outcome};
use crate::value::Value;
use crate::world::World;

impl Machine {
    /// Takes bytes at the cursor and moves it past them.
    pub(crate) fn take(&mut self, n: u64) -> Outcome<Bytes> {
        let from = self.input.cursor;
        let b = self.input.stream.borrow().slice(from, from + n)?;
        self.advance(from + n);
        Ok(b)
    }

    /// Takes bytes if all of them are at hand.
    fn take_at_hand(&mut self, n: u64) -> Outcome<Option<Bytes>> {
        let from = self.input.cursor;
        let stream = self.input.stream.borrow();
        let Some(to) = from.checked_add(n).filter(|to| *to <= stream.end().min(self.input.limit)) else {
            return Ok(None);
        };
        let b = stream.slice(from, to)?;
        drop(stream);
        self.advance(to);
        Ok(Some(b))
    }

    pub(crate) fn advance(&mut self, to: u64) {
        self.input.cursor = to;
        self.input.token = NO_TOKEN;
        self.scan = None;
        self.searched = 0;
    }

    /// Takes or skips bytes.
    #[inline(never)]
    pub(crate) fn step_take(&mut self, world: &mut World<'_>, base: usize, inst: &Inst) -> Outcome<Flow> {
        match inst {
            Inst::TakeSize { d, n, eod } => {
                let n = self.uint(base, *n)?;
                if let Some(b) = self.take_at_hand(n)? {
                    self.put(base, *d, Value::Bytes(b));
                    return Ok(Flow::Next);
                }
                let n = match self.have(world, n)? {
                    Have::Wait => return Ok(Flow::Wait),
                    Have::Enough => n,
                    Have::Only(m) if *eod => m,
                    Have::Only(m) => return Err(Error::parse(format!("expected {n} bytes ({m} available)"))),
                };
                let b = self.take(n)?;
                self.put(base, *d, Value::Bytes(b));
            }
            Inst::TakeAll { d } => {
                if let Have::Only(n) = self.have(world, u64::MAX)? {
                    let b = self.take(n)?;
                    self.put(base, *d, Value::Bytes(b));
                } else {
                    return Ok(Flow::Wait);
                }
            }
            Inst::TakeUntil { d, delimiter, including, eod, u, i, max, to } => {
                let registers = [*d, *delimiter, *u];
                if *max == NONE {
                    return self.take_until(world, base, registers, *i, *including, *eod);
                }
                let (from, before, n) = (self.input.cursor, self.input.limit, self.uint(base, *max)?);
                // One byte more shows that there were too many.
                self.input.limit = before.min(from.saturating_add(n).saturating_add(1));
                let flow = self.take_until(world, base, registers, *i, *including, *eod);
                self.input.limit = before;
                let fits = self.input.cursor.saturating_sub(from) <= n;
                return flow.map(|f| if fits && matches!(f, Flow::Next) { Flow::Jump(*to) } else { f });
            }
            Inst::SkipSize { left, eod } => {
                let n = self.uint(base, *left)?;
                match self.have(world, n)? {
                    Have::Enough => {
                        self.advance(self.input.cursor + n);
                        self.put(base, *left, Value::Uint(0));
                    }
                    Have::Only(m) if *eod => self.advance(self.input.cursor + m),
                    Have::Only(m) => {
                        return Err(Error::parse(format!(
                            "not enough bytes for skipping ({m} bytes available)"
                        )));
                    }
                    Have::Wait => {
                        // Skipped input is not kept.
                        let m = self.available();
                        self.advance(self.input.cursor + m);
                        self.put(base, *left, Value::Uint(n - m));
                        return Ok(Flow::Wait);
                    }
                }
            }
            Inst::SkipAll => {
                let all = self.have(world, u64::MAX)?;
                let m = self.available();
                self.advance(self.input.cursor + m);
                if all == Have::Wait {
                    return Ok(Flow::Wait);
                }
            }
            Inst::ChunkSize { d, left, eod, to } => {
                let n = self.uint(base, *left)?;
                if n == 0 {
                    return Ok(Flow::Jump(*to));
                }
                let have = self.have(world, 1)?;
                match have {
                    Have::Wait => return Ok(Flow::Wait),
                    Have::Only(_) if *eod => return Ok(Flow::Jump(*to)),
                    // The check of the size reports what is missing.
                    Have::Only(_) => return Ok(Flow::Jump(*to)),
                    Have::Enough => {
                        let m = self.available().min(n);
                        let b = self.take(m)?;
                        self.put(base, *left, Value::Uint(n - m));
                        self.put(base, *d, Value::Bytes(b));
                    }
                }
            }
            Inst::ChunkAll { d, to } => match self.have(world, 1)? {
                Have::Wait => return Ok(Flow::Wait),
                Have::Only(_) => return Ok(Flow::Jump(*to)),
                Have::Enough => {
                    let b = self.take(self.available())?;
                    self.put(base, *d, Value::Bytes(b));
                }
            },
            Inst::ChunkUntil { d, delimiter, including, eod, done, to } => {
                return self.chunk_until(world, base, [*d, *delimiter, *done], *including, *eod, *to);
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }

    fn delimiter(&self, base: usize, r: Reg) -> Outcome<Bytes> {
        match self.get(base, r) {
            Value::Bytes(b) => Ok(b.clone()),
            _ => Err(Error::internal("a delimiter was expected")),
        }
    }

    fn take_until(
        &mut self,
        world: &mut World<'_>,
        base: usize,
        [d, delimiter, u]: [Reg; 3],
        i: u32,
        including: bool,
        eod: bool,
    ) -> Outcome<Flow> {
        let needle = self.delimiter(base, delimiter)?;
        loop {
            let from = self.input.cursor;
            let end = self.visible_end();
            let (found, at) = self.input.stream.borrow().find(
                needle.as_slice(),
                from + self.searched.min(end.saturating_sub(from)),
                end,
            )?;
            if found {
                let len = at - from;
                let b = self.take(if including { len + needle.len() as u64 } else { len })?;
                if !including {
                    self.advance(self.input.cursor + needle.len() as u64);
                }
                self.put(base, d, Value::Bytes(b));
                return Ok(Flow::Next);
            }
            // Search again from the place where the needle may begin.
            self.searched = at - from;
            if self.is_complete() {
                if eod {
                    let n = self.available();
                    let b = self.take(n)?;
                    self.put(base, d, Value::Bytes(b));
                    return Ok(Flow::Next);
                }
                // The field keeps the bytes before the end.
                if u != NONE
                    && let Value::Unit(unit) = self.get(base, u)
                    && let Ok(b) = self.input.stream.borrow().slice(from, end)
                    && let Some(slot) = unit.fields.borrow_mut().get_mut(i as usize)
                {
                    *slot = Value::Bytes(b);
                }
                return Err(self.no_delimiter(end - at, including));
            }
            if !self.pull(world)? {
                return Ok(Flow::Wait);
            }
        }
    }

    fn no_delimiter(&self, left: u64, including: bool) -> Error {
        let name = if including { "&until-including" } else { "&until" };
        Error::parse(format!("end-of-data reached before {name} expression found ({left} bytes available)"))
    }

    fn chunk_until(
        &mut self,
        world: &mut World<'_>,
        base: usize,
        [d, delimiter, done]: [Reg; 3],
        including: bool,
        eod: bool,
        to: u32,
    ) -> Outcome<Flow> {
        if self.flag(base, done)? {
            return Ok(Flow::Jump(to));
        }
        let needle = self.delimiter(base, delimiter)?;
        loop {
            let from = self.input.cursor;
            let end = self.visible_end();
            let (found, at) = self.input.stream.borrow().find(needle.as_slice(), from, end)?;
            if at > from {
                // Everything before a possible delimiter is a piece.
                let b = self.take(at - from)?;
                self.put(base, d, Value::Bytes(b));
                return Ok(Flow::Next);
            }
            if found {
                let b = self.take(needle.len() as u64)?;
                self.put(base, done, Value::Bool(true));
                if including {
                    self.put(base, d, Value::Bytes(b));
                    return Ok(Flow::Next);
                }
                return Ok(Flow::Jump(to));
            }
            if self.is_complete() {
                if eod {
                    let n = self.available();
                    self.put(base, done, Value::Bool(true));
                    if n == 0 {
                        return Ok(Flow::Jump(to));
                    }
                    let b = self.take(n)?;
                    self.put(base, d, Value::Bytes(b));
                    return Ok(Flow::Next);
                }
                return Err(self.no_delimiter(end - at, including));
            }
            if !self.pull(world)? {
                return Ok(Flow::Wait);
            }
        }
    }
}
