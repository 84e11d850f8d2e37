//! Keys and values that outlive a run: the backends that scripts have opened, in SQLite or on a Redis server.
//!
//! SQLite answers at once. A Redis server answers later; the caller waits or collects answers. Results that a `when` waits
//! for are kept in [`Storage::ready`] until the run delivers them.
#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests wait for a server"))]
pub mod redis;
mod sqlite;
mod store;

pub use redis::Redis;
pub use sqlite::{Entry, Options, Sqlite};
pub use store::{Step, Store};

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use value::{Type, Value};

/// The result code of an operation, with the numbers of `Storage::ReturnCode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The operation succeeded.
    Success = 0,
    /// The value does not have the backend's type.
    ValueType = 1,
    /// The key does not have the backend's type.
    KeyType = 2,
    /// The backend is closed.
    NotConnected = 3,
    /// The server did not answer in time.
    Timeout = 4,
    /// The connection to the server is lost.
    ConnectionLost = 5,
    /// It failed for another reason.
    Failed = 6,
    /// The key does not exist.
    KeyNotFound = 7,
    /// The key already exists.
    KeyExists = 8,
    /// The server cannot be reached or refuses the password.
    ConnectionFailed = 9,
    /// Closing the backend failed.
    DisconnectionFailed = 10,
    /// Opening the backend failed.
    InitializationFailed = 11,
}

/// Why an operation failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The code that scripts see.
    pub code: Code,
    /// The reason as text, if the code alone is not enough.
    pub text: Option<String>,
}

impl From<Code> for Failure {
    fn from(code: Code) -> Self {
        Failure { code, text: None }
    }
}

/// The result of an operation.
pub type Outcome<T> = Result<T, Failure>;

/// What an operation has yielded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is done: opened, stored or erased.
    Done,
    /// The value of a key.
    Value(Vec<u8>),
    /// So many expired entries were removed.
    Removed(usize),
}

/// The time of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// The scripts' time, by which entries expire; seconds since the epoch.
    pub scripts: f64,
    /// The wall clock, by which operations take too long; seconds since the epoch.
    pub wall: f64,
}

/// An operation that a `when` waits for.
pub struct Asked {
    /// The ticket of the `when`.
    pub ticket: u64,
    /// `put`, `get`, `erase` or `open`.
    pub operation: &'static str,
    /// When it began, by the wall clock.
    pub started: f64,
}

/// An open backend.
pub struct Backend {
    /// Where the entries are.
    pub store: Store,
    /// The script's tag of its kind.
    pub tag: Value,
    /// The options that it was opened with, a `Storage::BackendOptions`.
    pub options: Value,
    /// Operations without an answer, by their numbers.
    pub asked: HashMap<u64, Asked>,
    /// The type of keys.
    pub key: Type,
    /// The type of values.
    pub value: Type,
    /// The label of the backend in metrics.
    pub config: String,
}

/// The state that all handles of a backend share; `None` once it is closed.
pub type Shared = Rc<RefCell<Option<Backend>>>;

/// The backends of a run, and the results to deliver.
#[derive(Default)]
pub struct Storage {
    open: Vec<Weak<RefCell<Option<Backend>>>>,
    /// Connections to servers, which stay open even if no script holds them: scripts are told when a server is gone.
    servers: Vec<Shared>,
    /// Results of operations that a `when` waits for, by ticket.
    pub ready: Vec<(u64, Value)>,
    /// The next time to remove expired entries; 0 before the first call of [`Storage::due`].
    next: f64,
}

impl Storage {
    /// Whether no backend is open and no results are waiting.
    #[inline]
    pub fn is_unused(&self) -> bool {
        self.open.is_empty() && self.ready.is_empty()
    }

    /// Registers an open backend.
    pub fn add(&mut self, backend: &Shared) {
        self.open.retain(|b| b.strong_count() > 0);
        self.open.push(Rc::downgrade(backend));
        if matches!(&*backend.borrow(), Some(Backend { store: Store::Redis(_), .. })) {
            self.servers.push(Rc::clone(backend));
        }
    }

    /// Connections to servers, open or closed.
    #[inline]
    pub fn servers(&self) -> &[Shared] {
        &self.servers
    }

    /// Lets go of connections that are closed.
    pub fn release(&mut self) {
        self.servers.retain(|b| b.borrow().is_some());
    }

    /// Returns all backends that have a handle, open or closed.
    pub fn all(&self) -> Vec<Shared> {
        self.open.iter().filter_map(Weak::upgrade).collect()
    }

    /// Returns the backends whose expired entries are due for removal: all of them, every `interval` seconds. The first
    /// call returns none.
    pub fn due(&mut self, now: f64, interval: f64) -> Vec<Shared> {
        if self.open.is_empty() || now < self.next {
            return Vec::new();
        }
        let first = self.next == 0.0;
        self.next = now + interval;
        if first { Vec::new() } else { self.all() }
    }
}
