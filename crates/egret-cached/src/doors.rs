//! Both doors: the listening sockets and their connections, as one source of an event thread's loop.
//!
//! A connection that brings its whole question and gets its answer at once never enters the poller, and takes none of
//! its user's places.
use crate::core::{SERIAL, Shared, now};
use crate::sys::socket;
use namecache::cache::Millis;
use runloop::{Fds, Interest, IoSource, Next, Time, Turn, WakeReceiver};
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

mod connection;
mod nscd_door;
mod own_door;

use connection::{Connection, Then};

/// Milliseconds for a question to arrive whole, between two of them, and within a session.
const QUESTION: Millis = 1_000;
const IDLE: Millis = 10_000;
const SESSION: Millis = 60_000;

/// What the loop of an event thread shares.
pub(crate) struct Thread {
    /// Its number: part of its tickets.
    pub(crate) index: usize,
    /// What it shares with the others.
    pub(crate) shared: Arc<Shared>,
}

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    Nscd,
    Own,
}

/// The listening sockets and connections of one event thread.
pub(crate) struct Doors {
    listeners: Vec<(Door, Arc<UnixListener>)>,
    mail: WakeReceiver,
    connections: Vec<Option<Connection>>,
    waiting: HashMap<u64, RawFd>,
    deadlines: BTreeSet<(Millis, RawFd)>,
    serial: u64,
    /// Whether everything was ready when this thread looked last.
    was_ready: bool,
    /// The buffers of a connection that has ended, for the next one.
    spare: connection::Buffers,
}

impl Doors {
    pub(crate) fn new(listeners: Vec<(Door, Arc<UnixListener>)>, mail: WakeReceiver) -> Doors {
        Doors {
            listeners,
            mail,
            connections: Vec::new(),
            waiting: HashMap::new(),
            deadlines: BTreeSet::new(),
            serial: 0,
            was_ready: false,
            spare: connection::Buffers::default(),
        }
    }

    fn accept(
        &mut self,
        door: Door,
        at: usize,
        t: &mut Thread,
        turn: &mut Turn<'_, Thread>,
    ) -> io::Result<Next> {
        // An error of accept (no descriptors left) is one of the moment: whoever waits is served in a later turn.
        while let Ok(Some(stream)) = socket::accept(&self.listeners[at].1) {
            let Some(mut peer) = socket::peer(&stream) else { continue };
            let shared = &t.shared;
            peer.foreign = !shared.serves_hosts
                || shared.home.is_none()
                || socket::network(stream.as_raw_fd()) != shared.home;
            shared.counted.accepted.fetch_add(1, Ordering::Relaxed);
            self.serial = (self.serial + 1) & SERIAL;
            let deadline = turn.now().nanos() / 1_000_000 + QUESTION;
            let buffers = std::mem::take(&mut self.spare);
            let c = Connection::new(stream, door, peer, self.serial, deadline, buffers);
            self.go_on(c, None, t, turn.fds())?;
            if turn.spent() {
                return Ok(Next::Idle);
            }
        }
        Ok(Next::Idle)
    }

    /// Lets a connection do what it can, and puts it where it belongs afterwards. `watched` is what the poller watches
    /// it for.
    fn go_on(
        &mut self,
        mut c: Connection,
        watched: Option<Interest>,
        t: &mut Thread,
        fds: &mut Fds<'_>,
    ) -> io::Result<()> {
        let then = c.drive(t);
        let fd = c.stream.as_raw_fd();
        if watched.is_none() && !matches!(then, Then::End) && !t.shared.enter(c.peer.uid) {
            c.refuse();
            return Ok(());
        }
        let interest = match then {
            Then::End => {
                if watched.is_some() {
                    fds.remove(&c.stream)?;
                    t.shared.leave(c.peer.uid);
                }
                self.spare = c.buffers();
                return Ok(());
            }
            Then::Read => Interest::Read,
            Then::Write => Interest::Write,
            // Only its end is of interest, and that makes it readable.
            Then::Wait => {
                self.waiting.insert(c.serial, fd);
                Interest::Read
            }
        };
        match watched {
            None => fds.add(&c.stream, interest)?,
            Some(w) if w != interest => fds.modify(&c.stream, interest)?,
            Some(_) => {}
        }
        self.deadlines.insert((c.deadline, fd));
        let slot = usize::try_from(fd).map_err(io::Error::other)?;
        if self.connections.len() <= slot {
            self.connections.resize_with(slot + 1, || None);
        }
        self.connections[slot] = Some(c);
        Ok(())
    }

    fn take(&mut self, fd: RawFd) -> Option<Connection> {
        let c = self.connections.get_mut(usize::try_from(fd).ok()?)?.take()?;
        self.deadlines.remove(&(c.deadline, fd));
        self.waiting.remove(&c.serial);
        Some(c)
    }

    fn ready(&mut self, fd: RawFd, t: &mut Thread, fds: &mut Fds<'_>) -> io::Result<()> {
        let Some(c) = self.take(fd) else { return Ok(()) };
        let watched = if c.outbox.is_empty() { Interest::Read } else { Interest::Write };
        if c.waiting.is_some() {
            // It has nothing to say while it waits: it has hung up, or does not keep to the protocol.
            fds.remove(&c.stream)?;
            t.shared.leave(c.peer.uid);
            return Ok(());
        }
        self.go_on(c, Some(watched), t, fds)
    }

    fn letters(&mut self, t: &mut Thread, fds: &mut Fds<'_>) -> io::Result<()> {
        self.mail.clear();
        for (serial, outcome) in t.shared.mail[t.index].take() {
            // Who has hung up meanwhile gets no letter.
            let Some(&fd) = self.waiting.get(&serial) else { continue };
            let Some(mut c) = self.take(fd) else { continue };
            c.deliver(&outcome);
            self.go_on(c, Some(Interest::Read), t, fds)?;
        }
        if !self.was_ready && t.shared.is_ready() {
            self.was_ready = true;
            let waiting: Vec<RawFd> = self.waiting.values().copied().collect();
            for fd in waiting {
                let Some(mut c) = self.take(fd) else { continue };
                c.hand_over(t);
                self.go_on(c, Some(Interest::Read), t, fds)?;
            }
        }
        Ok(())
    }

    fn late(&mut self, t: &mut Thread, fds: &mut Fds<'_>) -> io::Result<()> {
        let now = now();
        while let Some(&(deadline, fd)) = self.deadlines.first() {
            if deadline > now {
                break;
            }
            t.shared.counted.late.fetch_add(1, Ordering::Relaxed);
            match self.take(fd) {
                Some(c) => {
                    fds.remove(&c.stream)?;
                    t.shared.leave(c.peer.uid);
                }
                None => {
                    self.deadlines.remove(&(deadline, fd));
                }
            }
        }
        Ok(())
    }
}

impl IoSource<Thread> for Doors {
    fn name(&self) -> &'static str {
        "doors"
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        for (_, l) in &self.listeners {
            fds.add(&**l, Interest::Accept)?;
        }
        fds.add(&self.mail, Interest::Read)
    }

    fn next_timeout(&mut self, _now: Time) -> Option<Duration> {
        let &(deadline, _) = self.deadlines.first()?;
        Some(Duration::from_millis(deadline.saturating_sub(now())))
    }

    fn turn(&mut self, t: &mut Thread, turn: &mut Turn<'_, Thread>) -> io::Result<Next> {
        if let Some(event) = turn.event() {
            if let Some(at) = self.listeners.iter().position(|(_, l)| l.as_raw_fd() == event.fd) {
                return self.accept(self.listeners[at].0, at, t, turn);
            }
            if event.fd == std::os::fd::AsFd::as_fd(&self.mail).as_raw_fd() {
                self.letters(t, turn.fds())?;
            } else {
                self.ready(event.fd, t, turn.fds())?;
            }
        }
        if turn.timed_out() {
            self.late(t, turn.fds())?;
        }
        Ok(Next::Idle)
    }
}
