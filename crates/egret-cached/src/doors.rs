//! Both doors: the listening sockets and their connections, as one source of an event thread's loop.
//!
//! A connection that brings its whole question and gets its answer at once never enters the poller.
use crate::core::{SERIAL, Shared, now};
use crate::sys::socket;
use namecache::Peer;
use namecache::cache::Millis;
use namecache::engine::Outcome;
use namecache_wire::nscd::{self, RequestType};
use runloop::{Fds, Interest, IoSource, Next, Time, Turn, WakeReceiver};
use std::collections::{BTreeSet, HashMap};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

mod nscd_door;
mod own_door;

/// Milliseconds for a question to arrive whole, between two of them, and within a session.
const QUESTION: Millis = 1_000;
/// A client that has just connected sends its question within a few microseconds: cheaper to look again than to wait.
const PATIENCE: u8 = 12;
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

/// What a connection waits for.
enum Waiting {
    Nscd(RequestType),
    Read,
    List,
}

struct Connection {
    stream: UnixStream,
    door: Door,
    peer: Peer,
    serial: u64,
    inbox: Vec<u8>,
    outbox: Vec<u8>,
    deadline: Millis,
    waiting: Option<Waiting>,
    /// Nothing more will be read: it ends when the outbox is empty.
    last: bool,
    /// Times that its first bytes are looked for before the poller is asked to wait for them.
    patience: u8,
    sessions: own_door::Sessions,
}

/// How a connection goes on.
enum Then {
    Read,
    Write,
    Wait,
    End,
}

/// The listening sockets and connections of one event thread.
pub(crate) struct Doors {
    listeners: Vec<(Door, Arc<UnixListener>)>,
    mail: WakeReceiver,
    connections: Vec<Option<Connection>>,
    waiting: HashMap<u64, RawFd>,
    deadlines: BTreeSet<(Millis, RawFd)>,
    serial: u64,
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
            let shared = Arc::clone(&t.shared);
            let Some(mut peer) = socket::peer(&stream) else { continue };
            peer.foreign = !shared.serves_hosts
                || shared.home.is_none()
                || socket::network(stream.as_raw_fd()) != shared.home;
            if !shared.enter(peer.uid) {
                refuse(door, &stream);
                continue;
            }
            shared.counted.accepted.fetch_add(1, Ordering::Relaxed);
            self.serial = (self.serial + 1) & SERIAL;
            let c = Connection {
                stream,
                door,
                peer,
                serial: self.serial,
                inbox: Vec::with_capacity(256),
                outbox: Vec::new(),
                deadline: now() + QUESTION,
                waiting: None,
                last: false,
                patience: PATIENCE,
                sessions: own_door::Sessions::default(),
            };
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
        let then = drive(&mut c, t);
        let fd = c.stream.as_raw_fd();
        let interest = match then {
            Then::End => {
                if watched.is_some() {
                    fds.remove(&c.stream)?;
                }
                t.shared.leave(c.peer.uid);
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
            deliver(&mut c, &outcome);
            self.go_on(c, Some(Interest::Read), t, fds)?;
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

/// Tells a client that there is no place for it, without waiting for its question.
fn refuse(door: Door, stream: &UnixStream) {
    if door == Door::Nscd {
        let mut out = Vec::new();
        nscd::unserved(RequestType::PasswdByName, &mut out);
        let mut stream = stream;
        // Whether it arrives is up to the client.
        let _ = stream.write(&out);
    }
}

/// Reads, answers and writes until the connection has to wait for something.
fn drive(c: &mut Connection, t: &mut Thread) -> Then {
    loop {
        if !c.outbox.is_empty() {
            match c.stream.write(&c.outbox) {
                Ok(n) if n == c.outbox.len() => c.outbox.clear(),
                Ok(n) => {
                    c.outbox.drain(..n);
                    continue;
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Then::Write,
                Err(_) => return Then::End,
            }
        }
        if c.last {
            return Then::End;
        }
        if c.waiting.is_some() {
            return Then::Wait;
        }
        let inbox = std::mem::take(&mut c.inbox);
        let step = match c.door {
            Door::Nscd => nscd_door::step(c, &inbox, t),
            Door::Own => own_door::step(c, &inbox, t),
        };
        c.inbox = inbox;
        match step {
            Step::Took(n) => {
                c.inbox.drain(..n);
            }
            Step::Refused => {
                t.shared.counted.malformed.fetch_add(1, Ordering::Relaxed);
                c.last = true;
            }
            Step::More => {
                let mut room = [0u8; 4096];
                match (&c.stream).read(&mut room) {
                    Ok(0) => return Then::End,
                    Ok(n) => {
                        c.patience = 0;
                        c.inbox.extend_from_slice(&room[..n]);
                    }
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => match c.patience.checked_sub(1) {
                        Some(less) => c.patience = less,
                        None => return Then::Read,
                    },
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return Then::End,
                }
            }
        }
    }
}

/// What became of the bytes at hand.
enum Step {
    /// A question was answered or parked; it took that many bytes.
    Took(usize),
    /// More are needed.
    More,
    /// They are none of ours: the connection ends.
    Refused,
}

/// Writes the outcome that a connection has waited for.
fn deliver(c: &mut Connection, outcome: &Outcome) {
    match c.waiting.take() {
        Some(Waiting::Nscd(kind)) => {
            nscd_door::answer(kind, outcome, &mut c.outbox);
            c.last = true;
        }
        Some(Waiting::Read) => own_door::answer_read(outcome, &mut c.outbox),
        Some(Waiting::List) => own_door::answer_list(outcome, &mut c.outbox),
        None => {}
    }
    c.deadline = now() + IDLE;
}
