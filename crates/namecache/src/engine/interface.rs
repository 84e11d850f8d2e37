//! The questions, answers and effects that an [`Engine`](super::Engine) exchanges with the daemon.
use crate::cache::Value;
use namecache_wire::Database;

/// A client, as the kernel identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Its effective uid when it connected.
    pub uid: u32,
    /// Its effective gid when it connected.
    pub gid: u32,
    /// Its process id.
    pub pid: i32,
    /// Whether it runs in another network namespace, where the answers of `hosts` are not valid.
    pub foreign: bool,
}

impl Peer {
    /// Creates a client in the daemon's network namespace.
    #[must_use]
    pub fn new(uid: u32, gid: u32, pid: i32) -> Peer {
        Peer { uid, gid, pid, foreign: false }
    }
}

/// The index of a cache in its engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoreId(pub usize);

/// Identifies a waiting client. The caller chooses the number.
pub type Ticket = u64;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The record.
    Found(Value),
    /// The entry does not exist.
    Absent,
    /// This cache does not serve the question; the client should ask another source.
    Unserved,
    /// The lookup failed or timed out; the client should ask another source.
    Busy,
}

/// The immediate result of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The answer is known.
    Now(Outcome),
    /// A lookup was started or joined; an [`Effect::Reply`] will follow.
    Parked,
}

/// An action that the daemon must take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Make a worker look up a key.
    Lookup {
        /// Identifies the answer.
        id: u64,
        /// The uid and gid with which the worker runs; `None` for the daemon's own.
        run_as: Option<(u32, u32)>,
        /// The database.
        db: Database,
        /// The key.
        key: Box<[u8]>,
    },
    /// Make a worker enumerate a database.
    List {
        /// Identifies the answer.
        id: u64,
        /// The database.
        db: Database,
    },
    /// Give up a lookup that has timed out; its worker is stuck.
    Abandon {
        /// The lookup.
        id: u64,
    },
    /// Answer a waiting client.
    Reply {
        /// The client.
        ticket: Ticket,
        /// The answer.
        outcome: Outcome,
    },
    /// Make clients stop reading a cache's mapped memory.
    Pause(StoreId),
    /// Publish a cache: bring its mapped memory up to date.
    Publish(StoreId),
    /// Invalidate the mapped views of a cache: one user's, or those of all users.
    Forget(StoreId, Option<View>),
}

/// Identifies a view: the user's effective uid and gid.
pub type View = (u32, u32);
