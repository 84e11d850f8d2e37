//! The state of one connection, and reading from its socket.
use super::Protocol;
use crate::sys::socket;
use namecache::Peer;
use namecache::cache::{Millis, Value};
use namecache::engine::StoreId;
use namecache::store::Items;
use namecache_wire::Database;
use namecache_wire::nscd::RequestType;
use std::io;
use std::os::unix::net::UnixStream;

/// The number of times that a new connection is read before the poller waits for its request. A client sends its
/// request within a few microseconds of connecting, so reading again is cheaper than waiting.
const FIRST_READS: u8 = 12;
/// The number of bytes to reserve for each read.
const CHUNK: usize = 4096;

/// The outcome that a connection waits for.
pub(super) enum Waiting {
    /// The outcome of a request in nscd's protocol.
    Nscd(RequestType),
    /// The image of a database that is being filled, and the key of the request.
    Image(Database, Vec<u8>),
    /// The outcome of [`Request::Read`](namecache_wire::frame::Request::Read).
    Read,
    /// The outcome of [`Request::List`](namecache_wire::frame::Request::List).
    List,
    /// The outcome of [`Request::View`](namecache_wire::frame::Request::View).
    View,
}

/// The buffers of a connection.
#[derive(Default)]
pub(super) struct Buffers {
    inbox: Vec<u8>,
    outbox: Vec<u8>,
}

/// A client and its request in progress.
pub(super) struct Connection {
    pub(super) stream: UnixStream,
    pub(super) peer: Peer,
    pub(super) serial: u64,
    pub(super) outbox: Vec<u8>,
    pub(super) deadline: Millis,
    pub(super) waiting: Option<Waiting>,
    /// Whether the connection ends as soon as the outbox is empty.
    pub(super) last: bool,
    pub(super) sessions: Sessions,
    pub(super) protocol: Protocol,
    pub(super) inbox: Vec<u8>,
    /// The number of bytes in the inbox that are also still in the socket. Taking them out would wake the client too
    /// early, so this happens after the answer has been sent.
    peeked_bytes: usize,
    /// Whether the first bytes have been read, with a peek.
    peeked: bool,
    /// The number of reads to try before the poller waits for the first bytes.
    pub(super) reads_left: u8,
}

/// The result of passing the bytes in the inbox to a protocol.
pub(super) enum Step {
    /// A request of this many bytes was answered or parked.
    Took(usize),
    /// More bytes are needed.
    More,
    /// The bytes violate the protocol: the connection ends.
    Refused,
}

/// The sessions that a connection has open.
#[derive(Default)]
pub(super) struct Sessions {
    /// The list that the client is writing: cache, items, number of bytes.
    pub(super) writing: Option<(StoreId, Vec<Value>, usize)>,
    /// The list that the client is reading, and the number of the next item.
    pub(super) reading: Option<(Items, usize)>,
}

impl Connection {
    pub(super) fn new(
        stream: UnixStream,
        protocol: Protocol,
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
            sessions: Sessions::default(),
            protocol,
            inbox,
            peeked_bytes: 0,
            peeked: false,
            reads_left: FIRST_READS,
        }
    }

    /// Returns the buffers for reuse, emptied and shrunk.
    pub(super) fn buffers(mut self) -> Buffers {
        for b in [&mut self.inbox, &mut self.outbox] {
            b.clear();
            b.shrink_to(2 * CHUNK);
        }
        Buffers { inbox: self.inbox, outbox: self.outbox }
    }

    /// Reads more bytes into the inbox. Returns their number; 0 at the end of the stream.
    pub(super) fn fill_inbox(&mut self) -> io::Result<usize> {
        if self.peeked {
            let more = self.take_out()?;
            return if more > 0 { Ok(more) } else { socket::receive(&self.stream, &mut self.inbox, CHUNK) };
        }
        let n = socket::peek(&self.stream, &mut self.inbox, CHUNK)?;
        self.peeked = true;
        self.peeked_bytes = n;
        Ok(n)
    }

    /// Takes the peeked bytes out of the socket. Returns the number of bytes that followed them, which go into the
    /// inbox.
    pub(super) fn take_out(&mut self) -> io::Result<usize> {
        let mut more = 0;
        while self.peeked_bytes > 0 {
            let at = self.inbox.len();
            let n = socket::receive(&self.stream, &mut self.inbox, CHUNK)?;
            if n == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let known = self.peeked_bytes.min(n);
            self.inbox.drain(at..at + known);
            self.peeked_bytes -= known;
            more += n - known;
        }
        Ok(more)
    }
}
