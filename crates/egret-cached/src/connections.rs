//! The listening sockets of both protocols and their connections, as one source of an event thread's loop.
//!
//! A connection whose request arrives at once and can be answered at once is never added to the poller, and does not
//! count against its user's limit.
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
mod drive;
mod nscd;
mod own;

use connection::Connection;
use drive::Then;

/// The time within which the first request must arrive completely, in milliseconds.
const FIRST_REQUEST: Millis = 1_000;
/// The maximum time between two requests, in milliseconds.
const IDLE: Millis = 10_000;
/// The maximum time between two requests of a session, in milliseconds.
const SESSION: Millis = 60_000;

/// The state of an event thread, which all sources of its loop share.
pub(crate) struct Thread {
    /// The thread's number, which is part of its tickets.
    pub(crate) index: usize,
    /// The state of all threads.
    pub(crate) shared: Arc<Shared>,
}

/// The protocol of a socket.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// nscd's protocol, for the clients in glibc and musl.
    Nscd,
    /// Egret's own protocol, for `libnss_egret.so.2`.
    Own,
}

/// The listening sockets and connections of one event thread.
pub(crate) struct Connections {
    listeners: Vec<(Protocol, Arc<UnixListener>)>,
    /// Readable when this thread's mailbox contains outcomes.
    mail: WakeReceiver,
    /// The connections, indexed by descriptor.
    connections: Vec<Option<Connection>>,
    /// Connections that wait for a lookup, by serial number.
    waiting: HashMap<u64, RawFd>,
    deadlines: BTreeSet<(Millis, RawFd)>,
    serial: u64,
    /// Whether the daemon was ready when this thread last checked.
    was_ready: bool,
    /// The buffers of a closed connection, for the next one.
    spare: connection::Buffers,
}

impl Connections {
    pub(crate) fn new(listeners: Vec<(Protocol, Arc<UnixListener>)>, mail: WakeReceiver) -> Connections {
        Connections {
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
        protocol: Protocol,
        at: usize,
        t: &mut Thread,
        turn: &mut Turn<'_, Thread>,
    ) -> io::Result<Next> {
        // Accepting fails if the process is out of descriptors. Clients in the queue are accepted in a later turn.
        while let Ok(Some(stream)) = socket::accept(&self.listeners[at].1) {
            let Some(mut peer) = socket::peer(&stream) else { continue };
            let shared = &t.shared;
            peer.foreign = !shared.serves_hosts
                || shared.home.is_none()
                || socket::network(stream.as_raw_fd()) != shared.home;
            shared.counted.accepted.fetch_add(1, Ordering::Relaxed);
            self.serial = (self.serial + 1) & SERIAL;
            let deadline = turn.now().nanos() / 1_000_000 + FIRST_REQUEST;
            let buffers = std::mem::take(&mut self.spare);
            let c = Connection::new(stream, protocol, peer, self.serial, deadline, buffers);
            self.go_on(c, None, t, turn.fds())?;
            if turn.spent() {
                return Ok(Next::Idle);
            }
        }
        Ok(Next::Idle)
    }

    /// Drives a connection as far as possible, then updates the poller and the tables. `watched` is the interest that
    /// the poller currently has in it.
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
            // A client that hangs up makes the socket readable.
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
            // A waiting client sends nothing, so it has hung up or violates the protocol.
            fds.remove(&c.stream)?;
            t.shared.leave(c.peer.uid);
            return Ok(());
        }
        self.go_on(c, Some(watched), t, fds)
    }

    fn deliver_outcomes(&mut self, t: &mut Thread, fds: &mut Fds<'_>) -> io::Result<()> {
        self.mail.clear();
        for (serial, outcome) in t.shared.mail[t.index].take() {
            // The client may have hung up in the meantime.
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

    fn close_late(&mut self, t: &mut Thread, fds: &mut Fds<'_>) -> io::Result<()> {
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

impl IoSource<Thread> for Connections {
    fn name(&self) -> &'static str {
        "connections"
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
                self.deliver_outcomes(t, turn.fds())?;
            } else {
                self.ready(event.fd, t, turn.fds())?;
            }
        }
        if turn.timed_out() {
            self.close_late(t, turn.fds())?;
        }
        Ok(Next::Idle)
    }
}
