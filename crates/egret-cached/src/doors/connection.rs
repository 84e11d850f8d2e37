//! One connection: its question is read, answered, and the answer written.
use super::{Door, IDLE, Thread, nscd_door, own_door};
use crate::core::now;
use crate::sys::socket;
use namecache::Peer;
use namecache::cache::Millis;
use namecache::engine::Outcome;
use namecache_wire::Database;
use namecache_wire::nscd::{self, RequestType};
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::Ordering;

/// A client that has just connected sends its question within a few microseconds: cheaper to look again than to wait.
const PATIENCE: u8 = 12;
/// Bytes that are read at a time.
const ROOM: usize = 4096;

/// What a connection waits for.
pub(super) enum Waiting {
    Nscd(RequestType),
    /// For the image of a database that is being filled, with what its client asked.
    Image(Database, Vec<u8>),
    Read,
    List,
    View,
}

/// What a connection reads into and writes from.
#[derive(Default)]
pub(super) struct Buffers {
    inbox: Vec<u8>,
    outbox: Vec<u8>,
}

pub(super) struct Connection {
    pub(super) stream: UnixStream,
    pub(super) peer: Peer,
    pub(super) serial: u64,
    pub(super) outbox: Vec<u8>,
    pub(super) deadline: Millis,
    pub(super) waiting: Option<Waiting>,
    /// Nothing more will be read: it ends when the outbox is empty.
    pub(super) last: bool,
    pub(super) sessions: own_door::Sessions,
    door: Door,
    inbox: Vec<u8>,
    /// Bytes that were read and are still in the socket. To take them out wakes the client, which waits for its answer and
    /// not for room: that is done when the answer is on its way.
    looked_at: usize,
    /// Whether anything was read so far.
    heard: bool,
    /// Times that its first bytes are looked for before the poller is asked to wait for them.
    patience: u8,
}

/// How a connection goes on.
pub(super) enum Then {
    Read,
    Write,
    Wait,
    End,
}

/// What became of the bytes at hand.
pub(super) enum Step {
    /// A question was answered or parked; it took that many bytes.
    Took(usize),
    /// More are needed.
    More,
    /// They are none of ours: the connection ends.
    Refused,
}

impl Connection {
    pub(super) fn new(
        stream: UnixStream,
        door: Door,
        peer: Peer,
        serial: u64,
        deadline: Millis,
        buffers: Buffers,
    ) -> Connection {
        let Buffers { inbox, outbox } = buffers;
        Connection {
            stream,
            peer,
            serial,
            outbox,
            deadline,
            waiting: None,
            last: false,
            sessions: own_door::Sessions::default(),
            door,
            inbox,
            looked_at: 0,
            heard: false,
            patience: PATIENCE,
        }
    }

    /// Its buffers, emptied; large ones are not kept.
    pub(super) fn buffers(mut self) -> Buffers {
        for b in [&mut self.inbox, &mut self.outbox] {
            b.clear();
            b.shrink_to(2 * ROOM);
        }
        Buffers { inbox: self.inbox, outbox: self.outbox }
    }

    /// Reads, answers and writes until the connection has to wait for something.
    pub(super) fn drive(&mut self, t: &mut Thread) -> Then {
        loop {
            if !self.outbox.is_empty() {
                match self.stream.write(&self.outbox) {
                    Ok(n) if n == self.outbox.len() => self.outbox.clear(),
                    Ok(n) => {
                        self.outbox.drain(..n);
                        continue;
                    }
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Then::Write,
                    Err(_) => return Then::End,
                }
            }
            if self.last || self.waiting.is_some() {
                // A socket that is closed with something left in it resets its client.
                if self.take_out().is_err() {
                    return Then::End;
                }
                return if self.last { Then::End } else { Then::Wait };
            }
            let inbox = std::mem::take(&mut self.inbox);
            let step = match self.door {
                Door::Nscd => nscd_door::step(self, &inbox, t),
                Door::Own => own_door::step(self, &inbox, t),
            };
            self.inbox = inbox;
            match step {
                Step::Took(n) => {
                    self.inbox.drain(..n);
                }
                Step::Refused => {
                    t.shared.counted.malformed.fetch_add(1, Ordering::Relaxed);
                    self.last = true;
                }
                Step::More => match self.hear() {
                    Ok(0) => return Then::End,
                    Ok(_) => self.patience = 0,
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => match self.patience.checked_sub(1) {
                        Some(less) => self.patience = less,
                        None => return Then::Read,
                    },
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return Then::End,
                },
            }
        }
    }

    /// More bytes for the inbox: how many; 0 at the end of the stream.
    fn hear(&mut self) -> io::Result<usize> {
        if self.heard {
            let more = self.take_out()?;
            return if more > 0 { Ok(more) } else { socket::receive(&self.stream, &mut self.inbox, ROOM) };
        }
        let n = socket::look(&self.stream, &mut self.inbox, ROOM)?;
        self.heard = true;
        self.looked_at = n;
        Ok(n)
    }

    /// Takes what was looked at out of the socket. What came after it goes into the inbox: how many bytes.
    fn take_out(&mut self) -> io::Result<usize> {
        let mut more = 0;
        while self.looked_at > 0 {
            let at = self.inbox.len();
            let n = socket::receive(&self.stream, &mut self.inbox, ROOM)?;
            if n == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let known = self.looked_at.min(n);
            self.inbox.drain(at..at + known);
            self.looked_at -= known;
            more += n - known;
        }
        Ok(more)
    }

    /// Tells the client that there is no place for it.
    pub(super) fn refuse(&self) {
        if self.door == Door::Nscd {
            let mut out = Vec::new();
            nscd::unserved(RequestType::PasswdByName, &mut out);
            // Whether it arrives is up to the client.
            let _ = (&self.stream).write(&out);
        }
    }

    /// Writes the outcome that the connection has waited for.
    pub(super) fn deliver(&mut self, outcome: &Outcome) {
        match self.waiting.take() {
            Some(Waiting::Nscd(kind)) => {
                nscd_door::answer(kind, outcome, &mut self.outbox);
                self.last = true;
            }
            Some(Waiting::Read) => own_door::answer_read(outcome, &mut self.outbox),
            // What was missed is in no view yet.
            Some(Waiting::View) => own_door::answer_view(outcome, 0, &mut self.outbox),
            Some(Waiting::List) => own_door::answer_list(outcome, &mut self.outbox),
            Some(Waiting::Image(..)) | None => {}
        }
        self.deadline = now() + IDLE;
    }

    /// Hands the image over that the connection has waited for, if it has.
    pub(super) fn hand_over(&mut self, t: &mut Thread) {
        if let Some(Waiting::Image(db, key)) = self.waiting.take_if(|w| matches!(w, Waiting::Image(..))) {
            nscd_door::hand_over(self, db, &key, t);
            self.last = true;
        }
    }
}
