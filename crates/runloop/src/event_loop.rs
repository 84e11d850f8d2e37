//! The loop itself.
use crate::pace::{Cadence, Pace};
use crate::poller::{Event, Poller, PollerKind};
use crate::report::{LoopError, LoopStats};
use crate::source::{Fds, IoSource, Next, Orders, Priority, SourceId, Turn};
use crate::time::Time;
use crate::timers::{TimerKey, Timers};
use std::io;
use std::os::fd::RawFd;
use std::time::Duration;

/// One source and its state in the loop.
struct Slot<C> {
    generation: u32,
    source: Option<Box<dyn IoSource<C>>>,
    priority: Priority,
    counts: bool,
    fds: Vec<RawFd>,
    /// The source's entry in the loop's timers.
    timeout: Option<(TimerKey, Time)>,
    /// Whether the source has more work; if so, its id is in `hot`.
    hot: bool,
    /// Descriptors that the poller reported and may not report again until rearmed.
    silent: Vec<RawFd>,
}

/// Runs sources in one thread, by the rules in [the crate's documentation](crate).
pub struct Loop<C> {
    poller: Box<dyn Poller>,
    pace: Pace,
    slots: Vec<Slot<C>>,
    free: Vec<u32>,
    timeouts: Timers<SourceId>,
    hot: Vec<SourceId>,
    events: Vec<Event>,
    /// The sources of the current round.
    round: Vec<SourceId>,
    orders: Orders<C>,
    /// The number of sources that keep the loop alive.
    counted: usize,
    stats: LoopStats,
}

impl<C> Loop<C> {
    /// Creates a loop without sources.
    ///
    /// # Errors
    /// An error of opening the poller.
    pub fn new(kind: PollerKind, cadence: Cadence) -> io::Result<Self> {
        Ok(Self::with_poller(kind.open()?, cadence))
    }

    /// Creates a loop with a custom poller.
    #[must_use]
    pub fn with_poller(poller: Box<dyn Poller>, cadence: Cadence) -> Self {
        let pace = Pace::new(cadence, poller.hint());
        let now = pace.now();
        Loop {
            poller,
            pace,
            slots: Vec::new(),
            free: Vec::new(),
            timeouts: Timers::new(now),
            hot: Vec::new(),
            events: Vec::new(),
            round: Vec::new(),
            orders: Orders { add: Vec::new(), end: Vec::new(), poke: Vec::new(), stop: false },
            counted: 0,
            stats: LoopStats::default(),
        }
    }

    /// The poller's name.
    #[must_use]
    pub fn poller_name(&self) -> &'static str {
        self.poller.name()
    }

    /// The loop's counters.
    #[must_use]
    pub fn stats(&self) -> LoopStats {
        LoopStats { items: self.pace.items(), ..self.stats }
    }

    /// Adds a source: registers its descriptors and asks for its first timeout. A source of packets gets its first turn
    /// before the poller is called.
    ///
    /// # Errors
    /// The source's error while registering; the source is dropped then.
    pub fn add(&mut self, source: Box<dyn IoSource<C>>) -> io::Result<SourceId> {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                generation: 0,
                source: None,
                priority: Priority::Other,
                counts: false,
                fds: Vec::new(),
                timeout: None,
                hot: false,
                silent: Vec::new(),
            });
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        let id = SourceId { index, generation: slot.generation };
        slot.priority = source.priority();
        slot.counts = source.keeps_loop_alive();
        self.counted += usize::from(slot.counts);
        let source = slot.source.insert(source);
        let mut fds = Fds { poller: &mut *self.poller, owned: &mut slot.fds, token: id.token() };
        if let Err(error) = source.register(&mut fds) {
            self.drop_source(id);
            return Err(error);
        }
        self.ask_timeout(id);
        if self.slots[index as usize].priority == Priority::Packets {
            self.heat(id);
        }
        Ok(id)
    }

    /// Runs until a source stops the loop or no source that keeps it alive is left. However the loop ends, every
    /// remaining source's [`finish`](IoSource::finish) is called.
    ///
    /// # Errors
    /// The first error of a source or of the poller.
    pub fn run(&mut self, shared: &mut C) -> Result<(), LoopError> {
        let ran = self.rounds(shared);
        let finished = self.finish(shared);
        ran.and(finished)
    }

    fn rounds(&mut self, shared: &mut C) -> Result<(), LoopError> {
        while !self.orders.stop && self.counted > 0 {
            self.stats.rounds += 1;
            self.due(shared)?;
            self.ready(shared)?;
            self.packets(shared)?;
            if self.orders.stop || self.counted == 0 {
                break;
            }
            self.poll()?;
        }
        Ok(())
    }

    /// Rule 1: gives a turn to each source with an expired timeout.
    fn due(&mut self, shared: &mut C) -> Result<(), LoopError> {
        let now = self.pace.now();
        if now < self.timeouts.not_before() {
            return Ok(());
        }
        let mut round = std::mem::take(&mut self.round);
        while let Some((_, id)) = self.timeouts.pop(now) {
            self.slots[id.index as usize].timeout = None;
            round.push(id);
        }
        for id in round.drain(..) {
            self.pace.begin(1, now, Time::NEVER);
            self.turn(shared, id, now, None, true)?;
        }
        self.round = round;
        Ok(())
    }

    /// Rule 2: gives a turn for each ready descriptor, to each source that was poked, and to each source that had more
    /// work after the last round. Sources of packets become hot instead.
    fn ready(&mut self, shared: &mut C) -> Result<(), LoopError> {
        let more = self.hot.iter().any(|&id| self.slots[id.index as usize].priority == Priority::Other);
        if self.events.is_empty() && self.orders.poke.is_empty() && !more {
            return Ok(());
        }
        let now = self.pace.now();
        let mut round = std::mem::take(&mut self.round);
        round.append(&mut self.orders.poke);
        if more {
            let slots = &self.slots;
            round.extend(self.hot.iter().filter(|id| slots[id.index as usize].priority == Priority::Other));
        }
        let events = std::mem::take(&mut self.events);
        for event in &events {
            let id = SourceId::from_token(event.token);
            let Some(slot) = self.slot(id) else { continue };
            slot.silent.push(event.fd);
            if slot.priority == Priority::Packets {
                self.heat(id);
                continue;
            }
            self.pace.begin(1, now, self.timeouts.not_before());
            self.turn(shared, id, now, Some(*event), false)?;
        }
        self.events = events;
        self.events.clear();
        for id in round.drain(..) {
            if self.slot(id).is_some() {
                self.pace.begin(1, now, self.timeouts.not_before());
                self.turn(shared, id, now, None, false)?;
            }
        }
        self.round = round;
        Ok(())
    }

    /// Rule 3: lets hot sources of packets share the time until the poller is called.
    fn packets(&mut self, shared: &mut C) -> Result<(), LoopError> {
        let mut round = std::mem::take(&mut self.round);
        let slots = &self.slots;
        round.extend(self.hot.iter().filter(|id| slots[id.index as usize].priority == Priority::Packets));
        let share = round.len();
        for id in round.drain(..) {
            let now = self.pace.now();
            self.pace.begin(share, now, self.timeouts.not_before());
            // A source may return `More` before its time is up.
            while self.slot(id).is_some_and(|s| s.hot) && !self.orders.stop {
                self.turn(shared, id, now, None, false)?;
                if self.pace.over() || self.pace.look() {
                    break;
                }
            }
        }
        self.round = round;
        Ok(())
    }

    /// Rule 4: calls the poller, which may sleep if no source has more work.
    fn poll(&mut self) -> Result<(), LoopError> {
        let busy = !self.hot.is_empty() || !self.orders.poke.is_empty();
        let timeout = if busy {
            Some(Duration::ZERO)
        } else {
            let earliest = self.timeouts.earliest();
            earliest.map(|t| t.since(self.pace.now()))
        };
        self.stats.polls += 1;
        self.stats.sleeps += u64::from(timeout != Some(Duration::ZERO));
        self.pace.settle();
        self.pace.polled();
        let waited = self.poller.wait(timeout, &mut self.events);
        waited.map_err(|error| LoopError { name: "poller".to_owned(), error })
    }

    /// Gives a source a turn, then fulfils its requests.
    fn turn(
        &mut self,
        shared: &mut C,
        id: SourceId,
        now: Time,
        event: Option<Event>,
        timed_out: bool,
    ) -> Result<(), LoopError> {
        let Some(slot) = self.slots.get_mut(id.index as usize).filter(|s| s.generation == id.generation)
        else {
            return Ok(());
        };
        let Some(source) = slot.source.as_mut() else { return Ok(()) };
        self.stats.turns += 1;
        let fds = Fds { poller: &mut *self.poller, owned: &mut slot.fds, token: id.token() };
        let orders = &mut self.orders;
        let mut turn = Turn { pace: &mut self.pace, fds, orders, id, now, event, timed_out };
        let next = source.turn(shared, &mut turn).map_err(|error| named(&**source, error))?;
        match next {
            Next::More => self.heat(id),
            Next::Idle => self.cool(id),
            Next::Done => self.end(shared, id)?,
        }
        if next != Next::Done {
            self.ask_timeout(id);
        }
        while let Some(id) = self.orders.end.pop() {
            self.end(shared, id)?;
        }
        while let Some(source) = self.orders.add.pop() {
            let name = source.name().to_owned();
            self.add(source).map_err(|error| LoopError { name, error })?;
        }
        Ok(())
    }

    fn slot(&mut self, id: SourceId) -> Option<&mut Slot<C>> {
        self.slots.get_mut(id.index as usize).filter(|s| s.generation == id.generation && s.source.is_some())
    }

    /// Marks a source that has more work.
    fn heat(&mut self, id: SourceId) {
        let Some(slot) = self.slot(id) else { return };
        if !slot.hot {
            slot.hot = true;
            self.hot.push(id);
        }
    }

    /// Marks a source that has no more work, so that its descriptors are reported again.
    fn cool(&mut self, id: SourceId) {
        let Some(slot) = self.slots.get_mut(id.index as usize).filter(|s| s.generation == id.generation)
        else {
            return;
        };
        for fd in slot.silent.drain(..) {
            self.poller.rearm(fd);
        }
        if slot.hot {
            slot.hot = false;
            self.hot.retain(|&h| h != id);
        }
    }

    /// Asks a source for its next timeout. The only place where timeouts change.
    fn ask_timeout(&mut self, id: SourceId) {
        let now = self.pace.now();
        let Some(slot) = self.slots.get_mut(id.index as usize).filter(|s| s.generation == id.generation)
        else {
            return;
        };
        let Some(source) = slot.source.as_mut() else { return };
        let wanted = source.next_timeout(now).map(|d| now + d);
        if slot.timeout.map(|(_, when)| when) == wanted {
            return;
        }
        if let Some((key, _)) = slot.timeout.take() {
            self.timeouts.cancel(key);
        }
        slot.timeout = wanted.map(|when| (self.timeouts.set(when, id), when));
    }

    /// Finishes a source and drops it.
    fn end(&mut self, shared: &mut C, id: SourceId) -> Result<(), LoopError> {
        let Some(slot) = self.slot(id) else { return Ok(()) };
        let Some(mut source) = slot.source.take() else { return Ok(()) };
        let finished = source.finish(shared).map_err(|error| named(&*source, error));
        slot.source = Some(source);
        self.drop_source(id);
        finished
    }

    fn drop_source(&mut self, id: SourceId) {
        self.cool(id);
        let Some(slot) = self.slot(id) else { return };
        slot.generation = slot.generation.wrapping_add(1);
        let (source, counts) = (slot.source.take(), slot.counts);
        let (fds, timeout) = (std::mem::take(&mut slot.fds), slot.timeout.take());
        self.counted -= usize::from(counts);
        for fd in fds {
            // The source added this descriptor. Removal fails if it was closed, which is fine.
            let _ = self.poller.remove(fd);
        }
        if let Some((key, _)) = timeout {
            self.timeouts.cancel(key);
        }
        self.free.push(id.index);
        drop(source);
    }

    /// Finishes all remaining sources in the order in which they were added.
    fn finish(&mut self, shared: &mut C) -> Result<(), LoopError> {
        let mut result = Ok(());
        for index in 0..self.slots.len() {
            let generation = self.slots[index].generation;
            let ended = self.end(shared, SourceId { index: index as u32, generation });
            result = result.and(ended);
        }
        self.orders = Orders { add: Vec::new(), end: Vec::new(), poke: Vec::new(), stop: false };
        result
    }
}

fn named<C>(source: &dyn IoSource<C>, error: io::Error) -> LoopError {
    LoopError { name: source.name().to_owned(), error }
}
