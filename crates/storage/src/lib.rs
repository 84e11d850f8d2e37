//! Keys and values that outlive a run: the backends that scripts have opened, and their implementation with SQLite.
//!
//! Backends are synchronous: a call returns when the operation is done. Results that a `when` waits for are kept in
//! [`Storage::ready`] until the run delivers them.
mod sqlite;

pub use sqlite::{Entry, Options, Sqlite};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use value::{Type, Value};

/// The result code of an operation, in the numbers of `Storage::ReturnCode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// It succeeded.
    Success = 0,
    /// The value is not of the backend's type.
    ValueType = 1,
    /// The key is not of the backend's type.
    KeyType = 2,
    /// The backend is closed.
    NotConnected = 3,
    /// It failed for another reason.
    Failed = 6,
    /// The key is not stored.
    KeyNotFound = 7,
    /// The key is stored already.
    KeyExists = 8,
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
    /// The reason as text, if the code alone does not say enough.
    pub text: Option<String>,
}

impl From<Code> for Failure {
    fn from(code: Code) -> Self {
        Failure { code, text: None }
    }
}

/// The result of an operation.
pub type Outcome<T> = Result<T, Failure>;

/// An open backend.
pub struct Backend {
    /// Where the entries are.
    pub store: Sqlite,
    /// The type of keys.
    pub key: Type,
    /// The type of values.
    pub value: Type,
    /// Its name in metrics.
    pub config: String,
}

/// The state that all handles of a backend share: `None` once it is closed.
pub type Shared = Rc<RefCell<Option<Backend>>>;

/// The backends of a run, and results to be delivered.
#[derive(Default)]
pub struct Storage {
    open: Vec<Weak<RefCell<Option<Backend>>>>,
    /// Results of operations that a `when` waits for, by ticket.
    pub ready: Vec<(u64, Value)>,
    /// When to remove expired entries next; 0 before the first time.
    next: f64,
}

impl Storage {
    /// Whether no backend is open and no result waits to be delivered.
    #[inline]
    pub fn is_unused(&self) -> bool {
        self.open.is_empty() && self.ready.is_empty()
    }

    /// Registers an open backend.
    pub fn add(&mut self, backend: &Shared) {
        self.open.retain(|b| b.strong_count() > 0);
        self.open.push(Rc::downgrade(backend));
    }

    /// All backends with a handle, open or closed.
    pub fn all(&self) -> Vec<Shared> {
        self.open.iter().filter_map(Weak::upgrade).collect()
    }

    /// The backends whose expired entries are due for removal: all of them, every `interval` seconds.
    pub fn due(&mut self, now: f64, interval: f64) -> Vec<Shared> {
        if self.open.is_empty() || now < self.next {
            return Vec::new();
        }
        let first = self.next == 0.0;
        self.next = now + interval;
        if first { Vec::new() } else { self.all() }
    }
}
