//! Sources of work, and the requests that they can make in a turn.
use crate::pace::Pace;
use crate::poller::{Event, Interest, Poller, Token};
use crate::time::Time;
use std::io;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::time::Duration;

/// The priority of a source. A round serves expired timeouts, then ready sources of [`Other`](Priority::Other), then
/// packets, then the poller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A source of packets: uses the time between two polls, shared evenly with others of its kind. It gets a turn
    /// before the poller is called, since a ring knows better than its descriptor whether it has packets.
    Packets,
    /// Any other source: one turn per ready descriptor and round, however many packets there are.
    Other,
}

/// The result of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// More work is available: the source gets another turn without a report from the poller.
    More,
    /// No work is left: the next turn comes with a ready descriptor or the timeout.
    Idle,
    /// The source has ended; the loop unregisters and drops it.
    Done,
}

/// Identifies a source of a loop. Ids of dropped sources are never valid again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl SourceId {
    pub(crate) fn token(self) -> Token {
        Token(u64::from(self.generation) << 32 | u64::from(self.index))
    }

    pub(crate) fn from_token(Token(t): Token) -> Self {
        SourceId { index: t as u32, generation: (t >> 32) as u32 }
    }
}

/// A source of work. `C` is state that all sources of a loop share. The loop passes it to each turn, so it needs no
/// lock or reference count.
pub trait IoSource<C> {
    /// The source's name in messages.
    fn name(&self) -> &str;

    /// The source's priority.
    fn priority(&self) -> Priority {
        Priority::Other
    }

    /// Whether the loop keeps running for this source. It ends when no such source is left.
    fn keeps_loop_alive(&self) -> bool {
        true
    }

    /// Registers the initial descriptors; more can be added and removed during turns. Called once.
    ///
    /// # Errors
    /// An error that makes the source useless; [`Loop::add`](crate::Loop::add) returns it.
    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        let _ = fds;
        Ok(())
    }

    /// Returns the time from `now`, the loop's time, to the source's next work that no descriptor announces; `None` if
    /// it needs no timeout. Called when the source is added and after each of its turns.
    fn next_timeout(&mut self, now: Time) -> Option<Duration> {
        let _ = now;
        None
    }

    /// Does available work without blocking. Calls [`Turn::spent`] once per item and returns when that is true. There
    /// may be nothing to do.
    ///
    /// # Errors
    /// An error that ends the whole loop. The source must handle errors of single connections itself.
    fn turn(&mut self, shared: &mut C, turn: &mut Turn<'_, C>) -> io::Result<Next>;

    /// Finishes the source, because the loop ends or the source is done. Called once, as the last call.
    ///
    /// # Errors
    /// An error while finishing.
    fn finish(&mut self, shared: &mut C) -> io::Result<()> {
        let _ = shared;
        Ok(())
    }
}

/// The descriptors of one source.
pub struct Fds<'a> {
    pub(crate) poller: &'a mut dyn Poller,
    pub(crate) owned: &'a mut Vec<RawFd>,
    pub(crate) token: Token,
}

impl Fds<'_> {
    /// Starts watching a descriptor.
    ///
    /// # Errors
    /// `AlreadyExists` if any source watches it; otherwise the poller's error.
    pub fn add(&mut self, fd: &impl AsFd, interest: Interest) -> io::Result<()> {
        self.poller.add(fd.as_fd(), self.token, interest)?;
        self.owned.push(fd.as_fd().as_raw_fd());
        Ok(())
    }

    /// Changes the interest in a descriptor.
    ///
    /// # Errors
    /// `NotFound` if this source does not watch it; otherwise the poller's error.
    pub fn modify(&mut self, fd: &impl AsFd, interest: Interest) -> io::Result<()> {
        self.own(fd.as_fd().as_raw_fd())?;
        self.poller.modify(fd.as_fd(), interest)
    }

    /// Stops watching a descriptor. Call this before closing it.
    ///
    /// # Errors
    /// `NotFound` if this source does not watch it.
    pub fn remove(&mut self, fd: &impl AsFd) -> io::Result<()> {
        let fd = fd.as_fd().as_raw_fd();
        let at = self.own(fd)?;
        self.owned.swap_remove(at);
        self.poller.remove(fd)
    }

    fn own(&self, fd: RawFd) -> io::Result<usize> {
        self.owned.iter().position(|&o| o == fd).ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, format!("descriptor {fd} does not belong to this source"))
        })
    }
}

/// The requests that a source makes during its turn; the loop fulfils them afterwards.
pub(crate) struct Orders<C> {
    pub(crate) add: Vec<Box<dyn IoSource<C>>>,
    pub(crate) end: Vec<SourceId>,
    pub(crate) poke: Vec<SourceId>,
    pub(crate) stop: bool,
}

/// One turn of one source.
pub struct Turn<'a, C> {
    pub(crate) pace: &'a mut Pace,
    pub(crate) fds: Fds<'a>,
    pub(crate) orders: &'a mut Orders<C>,
    pub(crate) id: SourceId,
    pub(crate) now: Time,
    pub(crate) event: Option<Event>,
    pub(crate) timed_out: bool,
}

impl<'a, C> Turn<'a, C> {
    /// Counts one item (a packet, a request). Returns whether the turn is over; the source should then return
    /// [`Next::More`].
    #[inline]
    pub fn spent(&mut self) -> bool {
        self.pace.spent()
    }

    /// The loop's time when this round began, on the monotonic clock.
    #[must_use]
    pub fn now(&self) -> Time {
        self.now
    }

    /// The current time of the monotonic clock.
    #[must_use]
    pub fn clock(&self) -> Time {
        self.pace.now()
    }

    /// The wall clock: nanoseconds since the Unix epoch.
    #[must_use]
    pub fn wall(&self) -> Time {
        self.pace.wall()
    }

    /// The ready descriptor that caused the turn; `None` for a timeout and for packets.
    #[must_use]
    pub fn event(&self) -> Option<Event> {
        self.event
    }

    /// Whether the source's timeout caused the turn.
    #[must_use]
    pub fn timed_out(&self) -> bool {
        self.timed_out
    }

    /// The id of the source.
    #[must_use]
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The source's descriptors.
    pub fn fds(&mut self) -> &mut Fds<'a> {
        &mut self.fds
    }

    /// Adds a source after this turn. If it cannot register, its error ends the loop.
    pub fn add(&mut self, source: Box<dyn IoSource<C>>) {
        self.orders.add.push(source);
    }

    /// Ends another source (or this one) after this turn.
    pub fn end(&mut self, id: SourceId) {
        self.orders.end.push(id);
    }

    /// Gives another source a turn in the next round, for example because of shared state.
    pub fn poke(&mut self, id: SourceId) {
        self.orders.poke.push(id);
    }

    /// Ends the loop after this turn. Every source's [`finish`](IoSource::finish) is called.
    pub fn stop(&mut self) {
        self.orders.stop = true;
    }
}
