//! Time: timers, scheduled events, table expiry.
use super::Machine;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use value::{BuiltinFn, Context, Expiry, Table, Value, Work};

/// A timer. Timers for the same time fire in the order in which they were added.
struct Timer {
    at: f64,
    seq: u64,
    what: Due,
}

enum Due {
    Event(u32, Vec<Value>),
    Call(BuiltinFn, Vec<Value>),
    Expire(Table),
    /// The timeout of a `when`.
    When(u64),
}

impl PartialEq for Timer {
    fn eq(&self, o: &Self) -> bool {
        self.cmp(o) == Ordering::Equal
    }
}

impl Eq for Timer {}

impl PartialOrd for Timer {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

impl Ord for Timer {
    /// Reversed, since the heap pops the greatest timer, which must be the earliest.
    fn cmp(&self, o: &Self) -> Ordering {
        o.at.total_cmp(&self.at).then(o.seq.cmp(&self.seq))
    }
}

/// All timers.
#[derive(Default)]
pub(super) struct Timers {
    heap: BinaryHeap<Timer>,
    seq: u64,
    /// The greatest number of timers that were pending at once.
    most: usize,
    /// Whether the run is ending: no more events are scheduled.
    closed: bool,
    /// The first network time of the run; 0 before it.
    first: f64,
    /// Whether `zeek_init` has been handled.
    begun: bool,
    /// The values of `table_expire_interval` and `table_expire_delay` (seconds), and of `table_incremental_step`.
    expiry: Option<(f64, f64, usize)>,
}

impl Timers {
    fn add(&mut self, at: f64, what: Due) {
        self.seq += 1;
        self.heap.push(Timer { at, seq: self.seq, what });
        self.most = self.most.max(self.heap.len());
    }
}

impl Machine {
    /// Advances network time (it never goes back) and fires up to `most` due timers (0: no limit).
    pub fn advance(&mut self, now: f64, most: usize) {
        if self.now == 0.0 {
            self.timers.first = now;
        }
        self.now = self.now.max(now);
        let mut done = 0;
        while self.timers.heap.peek().is_some_and(|t| t.at <= self.now) {
            let Some(t) = self.timers.heap.pop() else { break };
            self.due(t.at, t.what);
            done += 1;
            if done == most {
                break;
            }
        }
    }

    /// Returns the time of the next timer, in seconds since the epoch.
    pub fn next_timer(&self) -> Option<f64> {
        self.timers.heap.peek().map(|t| t.at)
    }

    /// Whether a timer or a `when` is pending, so that the run should not end yet.
    pub fn is_waiting(&self) -> bool {
        !self.timers.heap.is_empty() || self.whens.any()
    }

    /// Fires all timers now, as at the end of a run, except for table expiry. Events scheduled from now on are ignored.
    pub fn expire_all(&mut self) {
        self.timers.closed = true;
        let all = std::mem::take(&mut self.timers.heap).into_sorted_vec();
        for t in all.into_iter().rev() {
            if !matches!(t.what, Due::Expire(_)) {
                // The events get the current time, not the one that they were scheduled for.
                self.due(self.now, t.what);
            }
        }
    }

    fn due(&mut self, at: f64, what: Due) {
        match what {
            Due::Event(g, mut args) => self.queue_event_with(g, at, &mut args, 0),
            Due::Call(f, args) => {
                self.steps = 0;
                if let Err(e) = f(self, &args) {
                    self.report_error(&e);
                }
            }
            Due::When(id) => self.when_timed_out(id),
            Due::Expire(t) => {
                // No variable holds the table any more.
                if t.is_last_handle() {
                    return;
                }
                self.steps = 0;
                let (interval, delay, step) = self.expiry_options();
                let (now, first) = (self.now, self.timers.first);
                let next = match t.expire(self, now, first, step) {
                    Ok(Expiry::Done) => interval,
                    Ok(Expiry::More) => delay,
                    Err(e) => {
                        self.report_error(&e);
                        interval
                    }
                };
                self.timers.add(now + next, Due::Expire(t));
            }
        }
    }

    pub(super) fn schedule_event(&mut self, at: f64, event: u32, args: Vec<Value>) {
        if !self.timers.closed {
            self.timers.add(at, Due::Event(event, args));
        }
    }

    pub(super) fn schedule_call(&mut self, at: f64, f: BuiltinFn, args: Vec<Value>) {
        self.timers.add(at, Due::Call(f, args));
    }

    pub(super) fn schedule_when(&mut self, at: f64, id: u64) {
        self.timers.add(at, Due::When(id));
    }

    /// Starts the periodic checks of a table. A table that scripts fill before the end of `zeek_init` is checked as soon
    /// as time begins.
    pub(super) fn watch_table(&mut self, t: &Table) {
        let (interval, ..) = self.expiry_options();
        let from = if self.timers.begun { self.now } else { 0.0 };
        self.timers.add(from + interval, Due::Expire(t.clone()));
    }

    /// Records that `zeek_init` has been handled.
    pub fn initialized(&mut self) {
        self.timers.begun = true;
    }

    fn expiry_options(&mut self) -> (f64, f64, usize) {
        if let Some(o) = self.timers.expiry {
            return o;
        }
        let number =
            |m: &Self, name: &str| m.global_id(name).and_then(|g| m.global(g)).and_then(|v| v.as_number());
        let o = (
            number(self, "table_expire_interval").unwrap_or(10.0),
            number(self, "table_expire_delay").unwrap_or(0.01),
            number(self, "table_incremental_step").map_or(5000, |n| n as usize),
        );
        self.timers.expiry = Some(o);
        o
    }

    /// All tables that are watched for entries whose time is over.
    pub(super) fn watched_tables(&self) -> impl Iterator<Item = &Table> {
        self.timers.heap.iter().filter_map(|t| match &t.what {
            Due::Expire(table) => Some(table),
            _ => None,
        })
    }

    /// Returns the counts of events and timers.
    pub(super) fn work_counts(&self) -> Work {
        Work {
            dispatched: self.dispatched,
            queued: (self.behind_it + self.queue.len()) as u64,
            timers: self.timers.heap.len() as u64,
            timers_max: self.timers.most as u64,
            timers_made: self.timers.seq,
        }
    }
}
