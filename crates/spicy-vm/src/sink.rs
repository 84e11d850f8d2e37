//! Sinks: they put data in order and hand it to the units that are connected.
use crate::error::{Error, ErrorKind, Outcome};
use crate::filter::FilterRun;
use crate::machine::{Input, Resting, Status};
use crate::stream::{Stream, StreamRef};
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A unit that reads from a sink.
struct Reader {
    unit: Rc<Unit>,
    stream: StreamRef,
    machine: Option<Resting>,
}

#[derive(Default)]
struct State {
    readers: Vec<Rc<RefCell<Reader>>>,
    filters: Vec<Rc<FilterRun>>,
    /// What is written, before filters.
    raw: Option<StreamRef>,
    /// What of the filters' output was delivered.
    delivered: u64,
    size: u64,
    initial: u64,
    /// The next sequence number, relative to the first.
    next: u64,
    trimmed: u64,
    keep: bool,
    active: bool,
    /// Data by relative sequence number: bytes, and how many numbers they stand for. None for gaps.
    pending: BTreeMap<u64, (Option<Vec<u8>>, u64)>,
    held: u64,
}

/// A sink.
#[derive(Default)]
pub struct Sink {
    state: RefCell<State>,
}

impl Sink {
    pub(crate) fn size(&self) -> u64 {
        self.state.borrow().size
    }

    pub(crate) fn sequence_number(&self) -> u64 {
        let s = self.state.borrow();
        s.initial.wrapping_add(s.next)
    }

    pub(crate) fn set_auto_trim(&self, on: bool) {
        self.state.borrow_mut().keep = !on;
    }

    pub(crate) fn set_initial(&self, seq: u64) -> Outcome<()> {
        let mut s = self.state.borrow_mut();
        if s.active {
            return Err(Error::new(
                ErrorKind::Sink,
                "sink cannot update initial sequence number after activity has already been seen",
            ));
        }
        s.initial = seq;
        Ok(())
    }

    pub(crate) fn connect(&self, world: &mut World<'_>, unit: &Rc<Unit>) -> Outcome<()> {
        if unit.connected.replace(true) {
            return Err(Error::new(ErrorKind::UnitAlreadyConnected, "unit already connected to a sink"));
        }
        let stream = Stream::shared();
        let machine = Resting::new(world, unit, Input::of(&stream));
        let reader = Reader { unit: Rc::clone(unit), stream, machine: Some(machine) };
        let reader = Rc::new(RefCell::new(reader));
        self.state.borrow_mut().readers.push(Rc::clone(&reader));
        // What comes before the first byte happens now.
        run(world, &reader)
    }

    pub(crate) fn connect_mime(&self, world: &mut World<'_>, mime: &str, from: Option<u32>) -> Outcome<()> {
        let _ = from;
        let program = std::sync::Arc::clone(&world.program);
        let matches = |pattern: &str| {
            let part = |a: &str, b: &str| a == "*" || b == "*" || a.eq_ignore_ascii_case(b);
            match (pattern.split_once('/'), mime.split_once('/')) {
                (Some((a, b)), Some((x, y))) => part(a, x) && part(b, y),
                _ => false,
            }
        };
        for (i, u) in program.hir.units.iter().enumerate() {
            if u.mime_types.iter().any(|m| matches(m)) && u.params.iter().all(|p| p.default.is_some()) {
                let unit = crate::machine::new_unit(world, i as u32, Vec::new())?;
                self.connect(world, &unit)?;
            }
        }
        Ok(())
    }

    pub(crate) fn connect_filter(&self, world: &mut World<'_>, filter: &Rc<Unit>) -> Outcome<()> {
        let mut s = self.state.borrow_mut();
        if s.active {
            return Err(Error::new(
                ErrorKind::Sink,
                "cannot connect filter after data has already been written into sink",
            ));
        }
        if filter.connected.replace(true) {
            return Err(Error::new(ErrorKind::UnitAlreadyConnected, "filter is already connected"));
        }
        let input = match s.filters.last() {
            Some(last) => last.output(),
            None => Rc::clone(s.raw.get_or_insert_with(Stream::shared)),
        };
        let run = FilterRun::new(world, filter, &Input::of(&input));
        s.filters.push(run);
        Ok(())
    }

    /// Appends data, or places it in the sequence space.
    pub(crate) fn write(
        &self,
        world: &mut World<'_>,
        data: &[u8],
        seq: Option<u64>,
        len: Option<u64>,
    ) -> Outcome<()> {
        let (at, next) = {
            let mut s = self.state.borrow_mut();
            s.active = true;
            (seq.map_or(s.next, |n| n.wrapping_sub(s.initial)), s.next)
        };
        if seq.is_none() && at == next && self.state.borrow().pending.is_empty() {
            let keep = self.state.borrow().keep;
            if !keep {
                self.state.borrow_mut().next += len.unwrap_or(data.len() as u64);
                return self.deliver(world, data);
            }
        }
        self.add(world, Some(data.to_vec()), at, len.unwrap_or(data.len() as u64))?;
        self.flush(world)
    }

    pub(crate) fn gap(&self, world: &mut World<'_>, seq: u64, len: u64) -> Outcome<()> {
        let at = {
            let mut s = self.state.borrow_mut();
            s.active = true;
            seq.wrapping_sub(s.initial)
        };
        self.add(world, None, at, len)?;
        self.flush(world)
    }

    /// Puts new data where nothing is yet; what came first stays.
    fn add(&self, world: &mut World<'_>, data: Option<Vec<u8>>, at: u64, len: u64) -> Outcome<()> {
        let (mut from, end) = (at, at.saturating_add(len));
        let mut data = data;
        let (floor, held) = {
            let s = self.state.borrow();
            (if s.keep { s.trimmed } else { s.next.max(s.trimmed) }, s.held)
        };
        if held.saturating_add(len) > world.budget.retained {
            return Err(Error::new(
                ErrorKind::RetainedBudget,
                format!("a sink had to hold more than {} bytes", world.budget.retained),
            ));
        }
        let cut = |d: &mut Option<Vec<u8>>, n: u64| {
            if let Some(d) = d {
                d.drain(..(n as usize).min(d.len()));
            }
        };
        if from < floor {
            cut(&mut data, floor - from);
            from = floor;
        }
        while from < end {
            let overlap = {
                let s = self.state.borrow();
                let before = s
                    .pending
                    .range(..=from)
                    .next_back()
                    .map(|(k, v)| (*k, v.clone()))
                    .filter(|(k, v)| k + v.1 > from);
                before.or_else(|| s.pending.range(from..end).next().map(|(k, v)| (*k, v.clone())))
            };
            match overlap {
                Some((k, (old, n))) if k <= from => {
                    let until = (k + n).min(end);
                    let part = (until - from) as usize;
                    if let (Some(old), Some(new)) = (&old, &data) {
                        let skip = (from - k) as usize;
                        let (a, b) = (
                            old.get(skip..(skip + part).min(old.len())).unwrap_or_default(),
                            new.get(..part.min(new.len())).unwrap_or_default(),
                        );
                        if a != b {
                            let args = [Value::Uint(from), Value::bytes(a), Value::bytes(b)];
                            self.hooks(world, "overlap", &args)?;
                        }
                    }
                    cut(&mut data, until - from);
                    from = until;
                }
                Some((k, _)) => {
                    let n = k - from;
                    let piece = data.as_mut().map(|d| d.drain(..(n as usize).min(d.len())).collect());
                    self.hold(from, piece, n);
                    from = k;
                }
                None => {
                    self.hold(from, data.take(), end - from);
                    from = end;
                }
            }
        }
        Ok(())
    }

    fn hold(&self, at: u64, data: Option<Vec<u8>>, len: u64) {
        let mut s = self.state.borrow_mut();
        s.held += data.as_ref().map_or(0, |d| d.len() as u64);
        s.pending.insert(at, (data, len));
    }

    /// Delivers what is in order now.
    fn flush(&self, world: &mut World<'_>) -> Outcome<()> {
        loop {
            let ready = {
                let mut s = self.state.borrow_mut();
                let next = s.next;
                match s
                    .pending
                    .range(next..)
                    .next()
                    .filter(|(k, _)| **k == next)
                    .map(|(k, v)| (*k, v.clone()))
                {
                    Some((k, (Some(data), len))) => {
                        if !s.keep {
                            s.pending.remove(&k);
                            s.held = s.held.saturating_sub(data.len() as u64);
                        }
                        s.next += len;
                        Some(data)
                    }
                    // A gap is told once; the stream stays in front of it until it is skipped.
                    Some((k, (None, len))) => {
                        s.pending.remove(&k);
                        let initial = s.initial;
                        drop(s);
                        self.hooks(world, "gap", &[Value::Uint(initial.wrapping_add(k)), Value::Uint(len)])?;
                        return Ok(());
                    }
                    None => None,
                }
            };
            match ready {
                Some(data) => self.deliver(world, &data)?,
                None => return Ok(()),
            }
        }
    }

    pub(crate) fn skip(&self, world: &mut World<'_>, seq: u64) -> Outcome<()> {
        let to = seq.wrapping_sub(self.state.borrow().initial);
        if to > self.state.borrow().next {
            self.drop_before(world, to)?;
            self.state.borrow_mut().next = to;
            self.hooks(world, "skipped", &[Value::Uint(seq)])?;
        }
        self.flush(world)
    }

    pub(crate) fn trim(&self, world: &mut World<'_>, seq: u64) -> Outcome<()> {
        let to = seq.wrapping_sub(self.state.borrow().initial);
        let next = self.state.borrow().next;
        if to > next {
            return self.skip(world, seq);
        }
        let mut s = self.state.borrow_mut();
        s.trimmed = s.trimmed.max(to);
        let gone: Vec<u64> =
            s.pending.range(..to).filter(|(k, v)| **k + v.1 <= to).map(|(k, _)| *k).collect();
        for k in gone {
            if let Some((Some(d), _)) = s.pending.remove(&k) {
                s.held = s.held.saturating_sub(d.len() as u64);
            }
        }
        Ok(())
    }

    /// What was held and never delivered is shown to the readers.
    fn drop_before(&self, world: &mut World<'_>, to: u64) -> Outcome<()> {
        let next = self.state.borrow().next;
        let gone: Vec<(u64, Option<Vec<u8>>)> = {
            let mut s = self.state.borrow_mut();
            let keys: Vec<u64> = s.pending.range(next..to).map(|(k, _)| *k).collect();
            keys.into_iter().filter_map(|k| s.pending.remove(&k).map(|v| (k, v.0))).collect()
        };
        let initial = self.state.borrow().initial;
        for (k, data) in gone {
            if let Some(d) = data {
                self.state.borrow_mut().held -= d.len() as u64;
                self.hooks(world, "undelivered", &[Value::Uint(initial.wrapping_add(k)), Value::bytes(d)])?;
            }
        }
        Ok(())
    }

    fn hooks(&self, world: &mut World<'_>, name: &str, args: &[Value]) -> Outcome<()> {
        let readers: Vec<Rc<Unit>> =
            self.state.borrow().readers.iter().map(|r| Rc::clone(&r.borrow().unit)).collect();
        let program = std::sync::Arc::clone(&world.program);
        for unit in readers {
            for h in program.hir.units[unit.id as usize].hook(name) {
                let mut all = vec![Value::Unit(Rc::clone(&unit))];
                all.extend_from_slice(args);
                world.call(h.function, &all)?;
            }
        }
        Ok(())
    }

    fn deliver(&self, world: &mut World<'_>, data: &[u8]) -> Outcome<()> {
        if data.is_empty() {
            return Ok(());
        }
        let (raw, filter) = {
            let s = self.state.borrow();
            (s.raw.clone(), s.filters.last().cloned())
        };
        let Some(filter) = filter else {
            self.state.borrow_mut().size += data.len() as u64;
            return self.feed(world, data);
        };
        if let Some(raw) = raw {
            raw.borrow_mut().append(data);
        }
        self.drain(world, &filter)
    }

    /// Runs the filters and hands on what comes out of the last.
    fn drain(&self, world: &mut World<'_>, filter: &Rc<FilterRun>) -> Outcome<()> {
        let first = self.state.borrow().filters.clone();
        for f in first {
            f.run(world)?;
        }
        let out = filter.output();
        let (from, to) = (self.state.borrow().delivered, out.borrow().end());
        if to > from {
            let data = out.borrow().slice(from, to)?;
            out.borrow_mut().trim(to);
            let mut s = self.state.borrow_mut();
            s.delivered = to;
            s.size += to - from;
            drop(s);
            self.feed(world, data.as_slice())?;
        }
        Ok(())
    }

    /// Forgets what is connected; nobody gets an end.
    pub(crate) fn abort(&self) {
        *self.state.borrow_mut() = State::default();
    }

    fn feed(&self, world: &mut World<'_>, data: &[u8]) -> Outcome<()> {
        let readers = self.state.borrow().readers.clone();
        for r in readers {
            r.borrow().stream.borrow_mut().append(data);
            run(world, &r)?;
        }
        Ok(())
    }

    /// Disconnects all units; each gets the end of its input.
    pub(crate) fn close(&self, world: &mut World<'_>) -> Outcome<()> {
        let (raw, filters) = {
            let s = self.state.borrow();
            (s.raw.clone(), s.filters.clone())
        };
        if let (Some(raw), Some(last)) = (raw, filters.last()) {
            raw.borrow_mut().freeze();
            let last = Rc::clone(last);
            self.drain(world, &last)?;
        }
        let readers = std::mem::take(&mut self.state.borrow_mut().readers);
        for r in readers {
            r.borrow().stream.borrow_mut().freeze();
            run(world, &r)?;
        }
        *self.state.borrow_mut() = State::default();
        Ok(())
    }
}

/// Lets a reader go on. Its errors end its own parsing alone; budgets end everything.
fn run(world: &mut World<'_>, reader: &Rc<RefCell<Reader>>) -> Outcome<()> {
    let Some(resting) = reader.borrow_mut().machine.take() else { return Ok(()) };
    world.enter()?;
    let mut machine = resting.wake(world);
    let out = machine.run(world);
    world.nesting -= 1;
    match out {
        Ok(Status::NeedInput) => {
            let resting = machine.rest(world);
            reader.borrow_mut().machine = Some(resting);
        }
        Ok(Status::Done) => machine.retire(world),
        Err(e) => {
            machine.retire(world);
            if e.is_fatal() {
                return Err(e);
            }
        }
    }
    Ok(())
}
