//! The cost of setting, cancelling and firing a timer among a million pending timers, compared with a heap and a tree.
use crate::cpu_time;
use crate::random::Random;
use crate::stats::{median, spread};
use ::runloop::{Time, TimerKey, Timers};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::hint::black_box;

/// The ns per operation, for each run.
pub(super) struct Measured {
    pub(super) ours: Vec<f64>,
    pub(super) heap: Vec<f64>,
    pub(super) tree: Vec<f64>,
}

/// The measured operations.
trait Structure {
    type Key: Copy;
    fn set(&mut self, when: u64, value: u32) -> Self::Key;
    fn cancel(&mut self, key: Self::Key);
    fn pop(&mut self, now: u64) -> Option<u32>;
}

impl Structure for Timers<u32> {
    type Key = TimerKey;
    fn set(&mut self, when: u64, value: u32) -> TimerKey {
        Timers::set(self, Time::from_nanos(when), value)
    }
    fn cancel(&mut self, key: TimerKey) {
        Timers::cancel(self, key);
    }
    fn pop(&mut self, now: u64) -> Option<u32> {
        Timers::pop(self, Time::from_nanos(now)).map(|(_, v)| v)
    }
}

/// A binary heap in which cancellation leaves a mark, as in most event libraries.
#[derive(Default)]
struct Heap {
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
    /// For each value, the number of its current timer; other timers with this value in the heap are cancelled.
    current: Vec<u32>,
    order: u32,
}

impl Structure for Heap {
    type Key = u32;
    fn set(&mut self, when: u64, value: u32) -> u32 {
        self.order += 1;
        if self.current.len() <= value as usize {
            self.current.resize(value as usize + 1, 0);
        }
        self.current[value as usize] = self.order;
        self.heap.push(Reverse((when, self.order, value)));
        value
    }
    fn cancel(&mut self, value: u32) {
        self.current[value as usize] = 0;
    }
    fn pop(&mut self, now: u64) -> Option<u32> {
        while let Some(Reverse((when, order, value))) = self.heap.peek().copied() {
            let alive = self.current[value as usize] == order;
            if alive && when > now {
                return None;
            }
            self.heap.pop();
            if alive {
                return Some(value);
            }
        }
        None
    }
}

/// A sorted tree.
#[derive(Default)]
struct Tree {
    tree: BTreeSet<(u64, u32)>,
}

impl Structure for Tree {
    type Key = (u64, u32);
    fn set(&mut self, when: u64, value: u32) -> (u64, u32) {
        self.tree.insert((when, value));
        (when, value)
    }
    fn cancel(&mut self, key: (u64, u32)) {
        self.tree.remove(&key);
    }
    fn pop(&mut self, now: u64) -> Option<u32> {
        let first = *self.tree.first()?;
        (first.0 <= now).then(|| {
            self.tree.remove(&first);
            first.1
        })
    }
}

/// How far ahead timers are set, in seconds: Zeek's inactivity timeouts and the timeout of connection attempts.
const AHEAD: [u64; 4] = [5, 60, 300, 300];

/// Measures the steady state of a monitor: `pending` connections, each with a timer. A step cancels and sets a random
/// timer (traffic of that connection). From time to time, time advances, and due timers fire and are set again (new
/// connections). Returns ns per operation.
fn steady<S: Structure>(mut s: S, pending: u32, steps: u32) -> f64 {
    let mut numbers = Random(0x9e37_79b9_7f4a_7c15);
    let mut now = 1 << 40;
    let ahead = |n: u64| AHEAD[(n & 3) as usize] * 1_000_000_000 - (n >> 40);
    let mut keys: Vec<S::Key> = (0..pending).map(|v| s.set(now + (numbers.next() >> 26), v)).collect();
    let mut operations = 0u64;
    let start = cpu_time::thread();
    let pick = |n: u64| (n >> 32) as u32 % pending;
    let mut n = numbers.next();
    let mut key = keys[pick(n) as usize];
    for _ in 0..steps {
        let value = pick(n);
        // A monitor has just looked up the connection, so the memory of its key is in the processor's cache.
        let next = numbers.next();
        black_box(keys[pick(next) as usize]);
        s.cancel(key);
        keys[value as usize] = s.set(now + ahead(n), value);
        operations += 2;
        if n.is_multiple_of(16) {
            // Advance time so that about as many timers fire as are cancelled.
            now += 2_700_000;
            while let Some(value) = s.pop(now) {
                keys[value as usize] = s.set(now + ahead(numbers.next()), value);
                operations += 2;
            }
        }
        key = keys[pick(next) as usize];
        n = next;
    }
    let nanos = (cpu_time::thread() - start) as f64;
    black_box(&keys);
    nanos / operations as f64
}

pub(super) fn measure(quick: bool, runs: usize) -> Measured {
    let (pending, steps) = (1_000_000, if quick { 500_000 } else { 3_000_000 });
    let mut m = Measured { ours: Vec::new(), heap: Vec::new(), tree: Vec::new() };
    for _ in 0..runs.clamp(1, 5) {
        m.ours.push(steady(Timers::new(Time::ZERO), pending, steps));
        m.heap.push(steady(Heap::default(), pending, steps));
        m.tree.push(steady(Tree::default(), pending, steps));
    }
    m
}

pub(super) fn print(m: &Measured) {
    println!("\n1,000,000 timers pending, ns a set, cancellation or expiry:");
    for (name, nanos) in
        [("wheel", &m.ours), ("binary heap, cancelled ones left in it", &m.heap), ("sorted tree", &m.tree)]
    {
        let (lo, hi) = spread(nanos);
        println!("{name:<40} {:>9.1} ({lo:.1} to {hi:.1})", median(nanos));
    }
}
