//! Instructions that take input.
use super::input::{Have, Input, NO_TOKEN};
use super::{Flow, Machine};
use crate::bytecode::{Function, Inst, NONE, Reg};
use crate::bytes::Bytes;
use crate::error::{Error, ErrorKind, Outcome};
use crate::filter;
use crate::stream::Stream;
use crate::value::Value;
use crate::world::World;
use std::net::IpAddr;
use std::rc::Rc;

impl Machine {
    fn is_little(&self, base: usize, order: Reg) -> bool {
        // Little and Host; this machine runs where the two are the same or tests say otherwise.
        order != NONE && matches!(self.get(base, order), Value::Enum(0))
            || (order != NONE
                && matches!(self.get(base, order), Value::Enum(3))
                && cfg!(target_endian = "little"))
    }

    /// Bytes from the cursor on, which moves behind them.
    pub(crate) fn take(&mut self, n: u64) -> Outcome<Bytes> {
        let from = self.input.cursor;
        let b = self.input.stream.borrow().slice(from, from + n)?;
        self.advance(from + n);
        Ok(b)
    }

    pub(crate) fn advance(&mut self, to: u64) {
        self.input.cursor = to;
        self.input.token = NO_TOKEN;
        self.scan = None;
        self.searched = 0;
    }

    /// The raw bytes of a number, most significant first.
    fn raw<const N: usize>(
        &mut self,
        world: &mut World<'_>,
        n: usize,
        little: bool,
    ) -> Outcome<Option<[u8; N]>> {
        match self.have(world, n as u64)? {
            Have::Wait => return Ok(None),
            Have::Only(m) => {
                return Err(Error::parse(format!(
                    "expecting {n} bytes for unpacking value ({m} bytes available)"
                )));
            }
            Have::Enough => {}
        }
        let mut out = [0; N];
        if !self.input.stream.borrow().read(self.input.cursor, n, &mut out) {
            return Err(Error::new(ErrorKind::MissingData, "data is missing"));
        }
        if little {
            out[..n].reverse();
        }
        self.advance(self.input.cursor + n as u64);
        Ok(Some(out))
    }

    pub(crate) fn step_parse(
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
                    // The rest is passed over, as soon as it is there.
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
            Inst::UnpackInt { d, signed, bits, order } => {
                let little = self.is_little(base, *order);
                let n = usize::from(*bits / 8);
                let Some(raw) = self.raw::<8>(world, n, little)? else { return Ok(Flow::Wait) };
                let value = raw[..n].iter().fold(0_u64, |v, b| v << 8 | u64::from(*b));
                self.put(base, *d, super::arith::wrap(value, *signed, *bits));
            }
            Inst::UnpackReal { d, kind, order } => {
                let little = self.is_little(base, *order);
                let single = matches!(self.get(base, *kind), Value::Enum(0));
                let n = if single { 4 } else { 8 };
                let Some(raw) = self.raw::<8>(world, n, little)? else { return Ok(Flow::Wait) };
                let bits = raw[..n].iter().fold(0_u64, |v, b| v << 8 | u64::from(*b));
                let r = if single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
                self.put(base, *d, Value::Real(r));
            }
            Inst::UnpackAddr { d, v6, order } => {
                let little = self.is_little(base, *order);
                let n = if *v6 { 16 } else { 4 };
                let Some(raw) = self.raw::<16>(world, n, little)? else { return Ok(Flow::Wait) };
                let addr =
                    if *v6 { IpAddr::from(raw) } else { IpAddr::from([raw[0], raw[1], raw[2], raw[3]]) };
                self.put(base, *d, Value::Addr(Rc::new(addr)));
            }
            Inst::TakeSize { d, n, eod } => {
                let n = self.uint(base, *n)?;
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
            Inst::TakeUntil { d, delimiter, including, eod, u, i } => {
                return self.take_until(world, base, [*d, *delimiter, *u], *i, *including, *eod);
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
                        // What is there need not be kept.
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
                    // What was missed is told where the size is checked.
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
            Inst::Bits { d, s, from, to } => {
                let n = self.uint(base, *s)?;
                self.put(base, *d, Value::Uint(super::arith::bits(n, *from, *to)));
            }
            Inst::ExpectBits { s, value, name } => {
                if self.uint(base, *s)? != *value {
                    let name = world.program.texts.get(*name as usize).cloned().unwrap_or_default();
                    return Err(Error::parse(format!("unexpected value for bitfield element '{name}'")));
                }
            }
            Inst::AtEnd { d } => {
                let v = match self.have(world, 1)? {
                    Have::Wait => return Ok(Flow::Wait),
                    Have::Enough => false,
                    Have::Only(_) => true,
                };
                self.put(base, *d, Value::Bool(v));
            }
            Inst::CheckMoved { start } => {
                if self.uint(base, *start)? == self.input.cursor {
                    return Err(Error::parse(
                        "loop body did not change input position, possible infinite loop",
                    ));
                }
            }
            other => return self.step_token(world, f, base, other),
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
            // Where the needle may have begun is looked at again.
            self.searched = at - from;
            if self.is_complete() {
                if eod {
                    let n = self.available();
                    let b = self.take(n)?;
                    self.put(base, d, Value::Bytes(b));
                    return Ok(Flow::Next);
                }
                // The field shows what came before the end.
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
                // Everything before what may be the delimiter is a piece.
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
