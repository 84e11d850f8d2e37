//! A connection to a peer, and the queue of messages for it.
use super::life::{Life, TTL_TENTHS};
use super::wire::Wire;
use crate::{Body, Format, NodeId};
use cluster_wire::zmtp::{Connection, Message, SocketType};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Instant;

/// A queued message. Clones share its bytes.
#[derive(Clone)]
pub(crate) enum Outgoing {
    /// An event or rows of a node.
    Parcel { topic: Arc<str>, from: NodeId, format: Format, body: Body },
    /// An event of a node with a number that is unique in its process, so that copies can be recognized.
    Numbered { topic: Arc<str>, from: NodeId, format: Format, body: Body, number: u64 },
    /// A message to forward.
    Forward(Arc<Message>),
    /// The parts of a message between the processes themselves.
    Parts(Vec<Box<[u8]>>),
    /// The beginning (`true`) or end of a subscription.
    Subscription(bool, Box<[u8]>),
}

impl Outgoing {
    /// The size that counts towards the queue's limit.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = match self {
            Outgoing::Parcel { topic, body, .. } | Outgoing::Numbered { topic, body, .. } => {
                topic.len() + body.len()
            }
            Outgoing::Parts(parts) => parts.iter().map(|part| part.len()).sum(),
            Outgoing::Forward(message) => message.parts().map(<[u8]>::len).sum(),
            Outgoing::Subscription(_, prefix) => prefix.len(),
        };
        bytes + crate::OVERHEAD
    }

    /// The topic of log rows; `None` of other messages.
    pub(crate) fn topic_of_rows(&self) -> Option<&Arc<str>> {
        match self {
            Outgoing::Parcel { topic, format: Format::ZeekBin, .. }
            | Outgoing::Numbered { topic, format: Format::ZeekBin, .. } => Some(topic),
            _ => None,
        }
    }

    /// The number of a numbered message; 0 of others.
    pub(crate) fn number(&self) -> u64 {
        if let Outgoing::Numbered { number, .. } = self { *number } else { 0 }
    }
}

/// The maximum size of the queue for a peer in bytes.
const QUEUE: usize = 256 << 20;

/// The number of bytes of unsent output above which further messages stay in the queue.
const OUTPUT: usize = 256 << 10;

/// The maximum number of reads per turn, so that a peer does not delay the others.
const READS: usize = 8;

pub(crate) struct Peer {
    pub(crate) socket: SocketType,
    /// The number of the dial that made this connection, or `None` if it was accepted.
    pub(crate) dial: Option<usize>,
    pub(crate) since: Instant,
    pub(crate) wire: Wire,
    pub(crate) connection: Connection,
    queue: VecDeque<Outgoing>,
    queued_bytes: usize,
    pub(crate) life: Life,
    /// Whether the poller watches for writability.
    pub(crate) waits_to_write: bool,
    /// The number of its subscriptions.
    pub(crate) subscriptions: usize,
}

impl Peer {
    pub(crate) fn new(
        socket: SocketType,
        dial: Option<usize>,
        wire: Wire,
        connection: Connection,
        now: Instant,
    ) -> Self {
        Peer {
            socket,
            dial,
            since: now,
            wire,
            connection,
            queue: VecDeque::new(),
            queued_bytes: 0,
            life: Life::new(now),
            waits_to_write: false,
            subscriptions: 0,
        }
    }

    /// Queues a message. Returns `false` if the queue has `mark` messages or too many bytes.
    pub(crate) fn queue(&mut self, message: Outgoing, mark: usize) -> bool {
        let bytes = message.bytes();
        let has_room = self.queue.len() < mark && self.queued_bytes + bytes <= QUEUE;
        if has_room {
            self.queued_bytes += bytes;
            self.queue.push_back(message);
        }
        has_room
    }

    /// Returns the number of queued messages.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Returns the number of batches of rows that were not even partly sent.
    pub(crate) fn waiting_rows(&self) -> usize {
        self.queue.iter().filter(|message| message.topic_of_rows().is_some()).count()
    }

    /// Returns the messages that were not even partly sent.
    pub(crate) fn into_queue(self) -> VecDeque<Outgoing> {
        self.queue
    }

    /// Sends a PING if one is due. Returns `false` if the peer has been silent for too long.
    pub(crate) fn keep_alive(&mut self, now: Instant) -> bool {
        if !self.connection.has_ping() {
            return true;
        }
        if self.life.is_time_to_ask(now) {
            // A PING after a backlog would itself be delayed.
            if self.connection.output().len() < OUTPUT {
                self.connection.ping(TTL_TENTHS, b"");
            }
        }
        !self.life.is_over(now)
    }

    /// Reads available bytes. Returns `false` at the end of the stream.
    pub(crate) fn read(&mut self, room: &mut [u8]) -> io::Result<bool> {
        let mut reads = 0;
        while reads < READS || self.wire.has_more() {
            reads += 1;
            match self.wire.read(room) {
                Ok(0) => return Ok(false),
                Ok(n) => {
                    self.life.heard();
                    self.connection.handle_bytes(&room[..n]).map_err(io::Error::other)?;
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(true)
    }

    /// Writes as much as the socket accepts.
    pub(crate) fn write(&mut self) -> io::Result<()> {
        loop {
            while self.connection.is_ready() && self.connection.output().len() < OUTPUT {
                let Some(next) = self.queue.pop_front() else { break };
                self.queued_bytes -= next.bytes();
                self.encode(&next);
            }
            if self.connection.output().is_empty() {
                return self.wire.flush();
            }
            match self.wire.write(self.connection.output()) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => {
                    // A full socket accepts more only after the peer has acknowledged data: a sign of life.
                    if self.waits_to_write {
                        self.life.heard();
                    }
                    self.connection.handle_sent(n);
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }

    fn encode(&mut self, message: &Outgoing) {
        match message {
            Outgoing::Parcel { topic, from, format, body } => {
                let parts = [topic.as_bytes(), from.as_str().as_bytes(), format.name().as_bytes(), body];
                self.connection.send(parts)
            }
            Outgoing::Numbered { topic, from, format, body, number } => {
                let (number, format) = (number.to_be_bytes(), format.name().as_bytes());
                self.connection.send([topic.as_bytes(), from.as_str().as_bytes(), format, body, &number])
            }
            Outgoing::Forward(message) => self.connection.send(message.parts()),
            Outgoing::Parts(parts) => self.connection.send(parts.iter().map(|part| &**part)),
            Outgoing::Subscription(true, prefix) => self.connection.subscribe(prefix),
            Outgoing::Subscription(false, prefix) => self.connection.cancel(prefix),
        };
    }

    /// Whether output waits for the socket.
    pub(crate) fn waits(&self) -> bool {
        !self.connection.output().is_empty() || self.wire.waits_to_write()
    }

    /// Whether all output is written.
    pub(crate) fn is_flushed(&self) -> bool {
        self.queue.is_empty() && !self.waits()
    }
}
