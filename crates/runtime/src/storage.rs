//! Keys and values that outlast a run: the backends that scripts have opened.
mod sqlite;

pub(crate) use sqlite::{Options, Sqlite};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use value::{Type, Value};

/// How an operation went: numbers of `Storage::ReturnCode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    Success = 0,
    ValueType = 1,
    KeyType = 2,
    NotConnected = 3,
    Failed = 6,
    KeyNotFound = 7,
    KeyExists = 8,
    DisconnectionFailed = 10,
    InitializationFailed = 11,
}

/// An operation that did not succeed, with words about it where there are any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) text: Option<String>,
}

impl From<Code> for Failure {
    fn from(code: Code) -> Self {
        Failure { code, text: None }
    }
}

/// What became of an operation.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// An open backend.
pub(crate) struct Backend {
    pub(crate) store: Sqlite,
    pub(crate) key: Type,
    pub(crate) value: Type,
    /// What tells it from others in metrics.
    pub(crate) config: String,
}

/// What the handles of a backend share: nothing once it is closed.
pub(crate) type Shared = Rc<RefCell<Option<Backend>>>;

/// The backends of a run, and results that wait to be given.
#[derive(Default)]
pub(crate) struct Storage {
    open: Vec<Weak<RefCell<Option<Backend>>>>,
    /// Results of operations that a `when` waits for, by ticket.
    pub(crate) ready: Vec<(u64, Value)>,
    /// When expired entries are to be removed next; 0 where that is not known yet.
    next: f64,
}

impl Storage {
    /// Whether there is nothing to do.
    #[inline]
    pub(crate) fn is_unused(&self) -> bool {
        self.open.is_empty() && self.ready.is_empty()
    }

    pub(crate) fn add(&mut self, backend: &Shared) {
        self.open.retain(|b| b.strong_count() > 0);
        self.open.push(Rc::downgrade(backend));
    }

    /// All that are open, or were.
    pub(crate) fn all(&self) -> Vec<Shared> {
        self.open.iter().filter_map(Weak::upgrade).collect()
    }

    /// The backends whose expired entries are to be removed now: all of them, every `interval` seconds.
    pub(crate) fn due(&mut self, now: f64, interval: f64) -> Vec<Shared> {
        if self.open.is_empty() || now < self.next {
            return Vec::new();
        }
        let first = self.next == 0.0;
        self.next = now + interval;
        if first { Vec::new() } else { self.all() }
    }
}
