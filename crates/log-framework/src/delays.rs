//! Records delayed by `Log::delay`: a queue in the order of arrival, and the delays of each record.
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use value::{Func, Opaque, OpaqueState, Record, Value};

/// The delayed records of a stream.
pub struct Delays {
    /// The queue, in the order of arrival.
    pub queue: RefCell<VecDeque<Rc<Delayed>>>,
    by_token: RefCell<HashMap<u64, Rc<Delayed>>>,
    by_write: RefCell<HashMap<u64, Rc<Delayed>>>,
    last_write: Cell<u64>,
    /// The longest time that a record may be delayed, in seconds.
    pub max_interval: Cell<f64>,
    /// The most records that may be delayed. Beyond that, the oldest are written early.
    pub max_queue: Cell<u64>,
    /// The number of the current timer. Timers with other numbers were replaced and are ignored.
    pub timer: Cell<u64>,
    /// Whether the timer runs.
    pub armed: Cell<bool>,
    /// Whether records are being written early because the queue is too long.
    pub evicting: Cell<bool>,
}

/// A delayed record.
pub struct Delayed {
    /// The number of its write.
    pub write: u64,
    /// The record.
    pub record: Record,
    /// The token that scripts hold.
    pub token: Value,
    /// The number in the token.
    pub number: u64,
    /// The latest time at which the record is written, in seconds of network time.
    pub expires: f64,
    /// The number of `Log::delay` calls that still hold the record back.
    pub holders: Cell<u64>,
    /// The functions to call when the record is written.
    pub callbacks: RefCell<Vec<Rc<Func>>>,
    /// Whether the record is in the queue.
    pub queued: Cell<bool>,
}

/// A write whose policy hook is running.
#[derive(Clone)]
pub struct ActiveWrite {
    /// The number of the stream's `Log::ID`.
    pub stream: i64,
    /// The record being written.
    pub record: Record,
    /// The number of the write.
    pub number: u64,
}

/// The number in a script's delay token; 0 if the delay was refused.
pub struct DelayToken(pub u64);

impl OpaqueState for DelayToken {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(DelayToken(self.0)))
    }
}

impl DelayToken {
    /// Creates the value that scripts hold.
    #[must_use]
    pub fn value(number: u64) -> Value {
        Value::Opaque(Opaque::new("LogDelayToken", DelayToken(number)))
    }
}

impl Delays {
    /// Creates an empty queue with these limits: seconds, and number of records.
    #[must_use]
    pub fn new(max_interval: f64, max_queue: u64) -> Self {
        Delays {
            queue: RefCell::default(),
            by_token: RefCell::default(),
            by_write: RefCell::default(),
            last_write: Cell::new(0),
            max_interval: Cell::new(max_interval),
            max_queue: Cell::new(max_queue),
            timer: Cell::new(0),
            armed: Cell::new(false),
            evicting: Cell::new(false),
        }
    }

    /// Returns the number of a new write.
    pub fn next_write(&self) -> u64 {
        self.last_write.set(self.last_write.get() + 1);
        self.last_write.get()
    }

    /// Returns the delayed record of a write.
    pub fn of_write(&self, number: u64) -> Option<Rc<Delayed>> {
        self.by_write.borrow().get(&number).cloned()
    }

    /// Returns the delayed record of a token.
    pub fn of_token(&self, number: u64) -> Option<Rc<Delayed>> {
        self.by_token.borrow().get(&number).cloned()
    }

    /// Registers a record under its token and its write.
    pub fn register(&self, d: &Rc<Delayed>) {
        self.by_token.borrow_mut().insert(d.number, d.clone());
        self.by_write.borrow_mut().insert(d.write, d.clone());
    }

    /// Removes a record's entries, and its place in the queue if it has one.
    pub fn forget(&self, d: &Delayed) {
        if d.queued.get() {
            self.queue.borrow_mut().retain(|q| q.number != d.number);
        }
        self.by_token.borrow_mut().remove(&d.number);
        self.by_write.borrow_mut().remove(&d.write);
    }

    /// Returns the record that has waited longest.
    pub fn front(&self) -> Option<Rc<Delayed>> {
        self.queue.borrow().front().cloned()
    }

    /// Returns the number of records in the queue.
    pub fn len(&self) -> usize {
        self.queue.borrow().len()
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.queue.borrow().is_empty()
    }

    /// Stops the timer.
    pub fn disarm(&self) {
        self.armed.set(false);
        self.timer.set(self.timer.get() + 1);
    }
}
