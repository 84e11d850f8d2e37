//! Instructions that limit how far a field may read, and check what it left.
use super::input::Have;
use super::{Flow, Machine};
use crate::bytecode::Inst;
use crate::error::{Error, Outcome};
use crate::value::Value;
use crate::world::World;

impl Machine {
    /// `&size`, `&max-size` and the end of data.
    #[inline(never)]
    pub(crate) fn step_limit(&mut self, world: &mut World<'_>, base: usize, inst: &Inst) -> Outcome<Flow> {
        match inst {
            Inst::Limit { old, n, extra } => {
                let n = self.uint(base, *n)?;
                let before = self.input.limit;
                self.put(base, *old, Value::Uint(before));
                let limit = self.input.cursor.saturating_add(n).saturating_add(u64::from(*extra));
                self.input.limit = before.min(limit);
            }
            Inst::EndSize { start, n, old, eod } => {
                let (start, n, old) =
                    (self.uint(base, *start)?, self.uint(base, *n)?, self.uint(base, *old)?);
                let got = self.input.cursor.saturating_sub(start);
                if got != n && !eod {
                    return Err(Error::parse(format!(
                        "&size amount not consumed: expected {n} bytes, but got {got} bytes"
                    )));
                }
                if got < n {
                    // The rest is skipped as it arrives.
                    match self.have(world, n - got)? {
                        Have::Wait => return Ok(Flow::Wait),
                        Have::Enough => self.advance(start + n),
                        Have::Only(m) => self.advance(self.input.cursor + m),
                    }
                }
                self.input.limit = old;
            }
            Inst::EndMax { start, n, old } => {
                let (start, n, old) =
                    (self.uint(base, *start)?, self.uint(base, *n)?, self.uint(base, *old)?);
                if self.input.cursor.saturating_sub(start) > n {
                    return Err(Error::parse("parsing not done within &max-size bytes"));
                }
                self.input.limit = old;
            }
            Inst::AtEnd { d } => {
                let v = match self.have(world, 1)? {
                    Have::Wait => return Ok(Flow::Wait),
                    Have::Enough => false,
                    Have::Only(_) => true,
                };
                self.put(base, *d, Value::Bool(v));
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }
}
