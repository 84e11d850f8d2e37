//! What a source of work is, and what it may do in its turn.
use crate::event_loop::Orders;
use crate::pace::Pace;
use crate::poller::{Event, Interest, Poller, Token};
use crate::time::Time;
use std::io;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::time::Duration;

/// How a source stands to the others. The loop goes round: due timeouts, then ready sources of
/// [`Other`](Priority::Other), then packets, then the poller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A source of packets: has the time between two polls, the larger part. Several share it evenly. It is asked
    /// before the poller is, since a ring knows better than its descriptor whether there is something in it.
    Packets,
    /// Anything else: one turn a ready descriptor and round, whatever the packets do.
    Other,
}

/// How a source left its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// There is more at hand: the source has another turn without the poller being asked about it.
    More,
    /// Nothing at hand: the next turn comes with a ready descriptor or the timeout.
    Idle,
    /// It is over; the loop unregisters the source and drops it.
    Done,
}

/// Names a source of a loop. Ids of sources that are gone name nothing.
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

/// A source of work. `C` is what all sources of a loop share: the loop passes it to each turn, so that nothing needs
/// a lock or a reference count.
pub trait IoSource<C> {
    /// What messages call it.
    fn name(&self) -> &str;

    /// Its standing.
    fn priority(&self) -> Priority {
        Priority::Other
    }

    /// Whether the loop goes on for its sake. It ends when no such source is left.
    fn keeps_loop_alive(&self) -> bool {
        true
    }

    /// Registers the descriptors that it begins with; more can come and go in its turns. Called once.
    ///
    /// # Errors
    /// What makes the source useless; [`Loop::add`](crate::Loop::add) returns it.
    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        let _ = fds;
        Ok(())
    }

    /// Time from `now`, the loop's time, to its next work that no descriptor announces; `None` where there is none,
    /// and then the source never wakes the loop. Asked when the source was added and after each of its turns.
    fn next_timeout(&mut self, now: Time) -> Option<Duration> {
        let _ = now;
        None
    }

    /// Does the work at hand without blocking. It counts each item with [`Turn::spent`] and returns when that is
    /// true. A turn may come with nothing to do.
    ///
    /// # Errors
    /// What ends the whole loop. An error of one connection is for the source to report and live with.
    fn turn(&mut self, shared: &mut C, turn: &mut Turn<'_, C>) -> io::Result<Next>;

    /// The loop ends or the source is done: the last thing it hears, once.
    ///
    /// # Errors
    /// What could not be finished.
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
    /// Begins to watch a descriptor.
    ///
    /// # Errors
    /// `AlreadyExists` where it is watched, by any source; else what the poller says.
    pub fn add(&mut self, fd: &impl AsFd, interest: Interest) -> io::Result<()> {
        self.poller.add(fd.as_fd(), self.token, interest)?;
        self.owned.push(fd.as_fd().as_raw_fd());
        Ok(())
    }

    /// Changes what is asked of a descriptor.
    ///
    /// # Errors
    /// `NotFound` where this source has no such descriptor; else what the poller says.
    pub fn modify(&mut self, fd: &impl AsFd, interest: Interest) -> io::Result<()> {
        self.own(fd.as_fd().as_raw_fd())?;
        self.poller.modify(fd.as_fd(), interest)
    }

    /// Ends watching. To be called before the descriptor is closed.
    ///
    /// # Errors
    /// `NotFound` where this source has no such descriptor.
    pub fn remove(&mut self, fd: &impl AsFd) -> io::Result<()> {
        let fd = fd.as_fd().as_raw_fd();
        let at = self.own(fd)?;
        self.owned.swap_remove(at);
        self.poller.remove(fd)
    }

    fn own(&self, fd: RawFd) -> io::Result<usize> {
        self.owned.iter().position(|&o| o == fd).ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, format!("descriptor {fd} is not one of this source"))
        })
    }
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
    /// Counts one item (a packet, a request). True where the turn is over: the source keeps its place and returns
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

    /// The monotonic clock, read anew.
    #[must_use]
    pub fn clock(&self) -> Time {
        self.pace.now()
    }

    /// The wall clock: nanoseconds since the Unix epoch.
    #[must_use]
    pub fn wall(&self) -> Time {
        self.pace.wall()
    }

    /// The ready descriptor that the turn is for; `None` for a timeout, and for packets.
    #[must_use]
    pub fn event(&self) -> Option<Event> {
        self.event
    }

    /// Whether the turn is for the timeout that the source named.
    #[must_use]
    pub fn timed_out(&self) -> bool {
        self.timed_out
    }

    /// The source whose turn it is.
    #[must_use]
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The source's descriptors.
    pub fn fds(&mut self) -> &mut Fds<'a> {
        &mut self.fds
    }

    /// Adds a source when this turn is over. One that cannot register ends the loop with its error.
    pub fn add(&mut self, source: Box<dyn IoSource<C>>) {
        self.orders.add.push(source);
    }

    /// Ends another source (or this one) when this turn is over.
    pub fn end(&mut self, id: SourceId) {
        self.orders.end.push(id);
    }

    /// Gives another source a turn in the next round, because of something that it shares with this one.
    pub fn poke(&mut self, id: SourceId) {
        self.orders.poke.push(id);
    }

    /// Ends the loop when this turn is over. Every source hears [`finish`](IoSource::finish).
    pub fn stop(&mut self) {
        self.orders.stop = true;
    }
}
