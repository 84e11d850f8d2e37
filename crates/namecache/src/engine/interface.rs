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
    /// Whether it runs in another network namespace. The answers of `hosts` are not valid there.
    pub foreign: bool,
}

impl Peer {
    /// A client in the daemon's network namespace.
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
    /// This cache does not serve the question: ask another source.
    Unserved,
    /// The lookup failed or timed out: ask another source.
    Busy,
}

/// The immediate result of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The answer is known.
    Now(Outcome),
    /// A lookup has begun or joined; an [`Effect::Reply`] will follow.
    Parked,
}

/// What the daemon must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Have a worker look a key up.
    Lookup {
        /// Identifies the answer.
        id: u64,
        /// The uid and gid that the worker runs as; `None` for the daemon's own.
        run_as: Option<(u32, u32)>,
        /// The database.
        db: Database,
        /// The key.
        key: Box<[u8]>,
    },
    /// Have a worker enumerate a database.
    List {
        /// Identifies the answer.
        id: u64,
        /// The database.
        db: Database,
    },
    /// A lookup has timed out: its worker is stuck.
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
    /// Make clients stop reading that cache's mapped memory.
    Pause(StoreId),
    /// Publish that cache: bring its mapped memory up to date.
    Publish(StoreId),
    /// Invalidate the mapped views of that cache: one user's, or those of all users.
    Forget(StoreId, Option<View>),
}

/// Identifies a view: the user's effective uid and gid.
pub type View = (u32, u32);
