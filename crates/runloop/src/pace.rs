//! Decides how long packets are processed before the loop calls the poller.
use crate::sys::{Clock, Hint};
use crate::time::Time;
use std::num::NonZeroU32;
use std::time::Duration;

/// How often the poller is called while packets are available. When they run out, it is called at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// After `interval`, and at the latest after `at_most` packets. The clock is read so rarely that its cost cannot be
    /// measured, and often enough that a descriptor waits hardly longer than the interval, whatever a packet costs.
    Adaptive {
        /// The time that a ready descriptor may wait, within a few microseconds.
        interval: Duration,
        /// Zeek's `io_poll_interval_default` and `io_poll_interval_live`, if set.
        at_most: Option<NonZeroU32>,
    },
    /// Every N packets, as other monitors do.
    Every(NonZeroU32),
}

impl Default for Cadence {
    /// Returns 52 µs: a poll takes a fifth of a microsecond, so it costs less than half a percent; at a microsecond per
    /// packet, one system call serves more than fifty packets.
    fn default() -> Self {
        Cadence::Adaptive { interval: Duration::from_micros(52), at_most: None }
    }
}

/// The clock is read after about this time, …
const CHECK: Duration = Duration::from_micros(8);
/// … or after this time if readiness shows in memory, which is then checked, too, …
const CHECK_HINT: Duration = Duration::from_micros(2);
/// … and at the latest after this many items, which bounds the delay when items suddenly cost more.
const STRIDE: u32 = 64;

/// Counts the items of a turn and ends it.
pub(crate) struct Pace {
    /// The number of items until the clock is read.
    left: u32,
    /// The number of items between two readings; adapts to the cost of an item.
    stride: u32,
    over: bool,
    hint: Hint,
    clock: Clock,
    cadence: Cadence,
    /// [`CHECK`] or [`CHECK_HINT`], and the interval, in stamps.
    check: u64,
    interval: u64,
    last: u64,
    end: u64,
    /// The number of items until the poller must be called because of `at_most`.
    quota: u32,
    items: u64,
}

impl Pace {
    pub(crate) fn new(cadence: Cadence, hint: Hint) -> Self {
        let clock = Clock::new();
        let mut pace = Pace {
            left: 1,
            stride: 1,
            over: false,
            hint,
            check: 0,
            interval: 0,
            last: 0,
            end: 0,
            quota: u32::MAX,
            items: 0,
            cadence,
            clock,
        };
        pace.measure();
        pace.polled();
        pace
    }

    fn measure(&mut self) {
        self.check = self.clock.stamps(if self.hint.shows() { CHECK_HINT } else { CHECK });
        self.interval = match self.cadence {
            Cadence::Adaptive { interval, .. } => self.clock.stamps(interval),
            Cadence::Every(_) => u64::MAX,
        };
    }

    /// The kernel's monotonic clock.
    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }

    /// The wall clock.
    pub(crate) fn wall(&self) -> Time {
        self.clock.wall()
    }

    pub(crate) fn items(&self) -> u64 {
        self.items + u64::from(self.stride - self.left)
    }

    pub(crate) fn over(&self) -> bool {
        self.over
    }

    /// Resets the interval after a call of the poller.
    pub(crate) fn polled(&mut self) {
        self.quota = match self.cadence {
            Cadence::Adaptive { at_most, .. } => at_most.map_or(u32::MAX, NonZeroU32::get),
            Cadence::Every(n) => n.get(),
        };
    }

    /// Begins a turn that may use 1/`share` of the interval and ends at `deadline` at the latest.
    pub(crate) fn begin(&mut self, share: usize, now: Time, deadline: Time) {
        self.over = false;
        self.settle();
        // Calibrate only between turns, because it may change the unit of stamps.
        if self.clock.calibrate(now) {
            self.measure();
        }
        if let Cadence::Every(_) = self.cadence {
            self.stride = self.quota.max(1);
            self.left = self.stride;
            return;
        }
        self.last = self.clock.stamp();
        let mut length = self.interval / share.max(1) as u64;
        if deadline != Time::NEVER {
            length = length.min(self.clock.stamps(deadline.since(now)));
        }
        self.end = self.last.saturating_add(length);
        self.stride = self.stride.clamp(1, STRIDE).min(self.quota);
        self.left = self.stride;
    }

    /// Counts the items since the last check.
    pub(crate) fn settle(&mut self) {
        let done = self.stride - self.left;
        self.items += u64::from(done);
        if self.quota != u32::MAX {
            self.quota = self.quota.saturating_sub(done);
        }
        self.stride = self.stride.max(1);
        self.left = self.stride;
    }

    /// Counts one item; returns whether the turn is over.
    #[inline]
    pub(crate) fn spent(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            return self.check();
        }
        false
    }

    /// Reads the clock without counting an item, for a source that returned before its time was up.
    pub(crate) fn look(&mut self) -> bool {
        self.over |= self.quota == 0 || self.hint.ready();
        if let Cadence::Adaptive { .. } = self.cadence {
            self.over |= self.clock.stamp() >= self.end;
        }
        self.over
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self) -> bool {
        let done = self.stride - self.left;
        self.items += u64::from(done);
        if self.quota != u32::MAX {
            self.quota = self.quota.saturating_sub(done);
        }
        self.over = self.quota == 0 || self.hint.ready();
        if let Cadence::Adaptive { .. } = self.cadence {
            let now = self.clock.stamp();
            let passed = now.saturating_sub(self.last).max(1);
            self.last = now;
            // The end of the turn is rounded to the nearest item.
            let item = passed / u64::from(done.max(1));
            self.over |= now + item / 2 >= self.end;
            let ahead = self.check.min(self.end.saturating_sub(now));
            let wanted = ahead.saturating_mul(u64::from(done)) / passed;
            self.stride = wanted.clamp(1, u64::from(STRIDE)) as u32;
            self.stride = self.stride.min(self.quota.max(1));
        } else {
            self.stride = self.quota.max(1);
        }
        self.left = self.stride;
        self.over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the items and the busy time until the turn is over, at `cost` per item.
    fn turn(pace: &mut Pace, cost: Duration) -> (u32, Duration) {
        let start = pace.now();
        pace.begin(1, start, Time::NEVER);
        let mut n = 0;
        loop {
            let end = pace.now() + cost;
            while pace.now() < end {}
            n += 1;
            if pace.spent() {
                return (n, pace.now().since(start));
            }
        }
    }

    #[test]
    fn a_turn_lasts_about_the_interval_whatever_an_item_costs() {
        let mut pace = Pace::new(Cadence::default(), Hint::default());
        for micros in [0, 1, 10, 30] {
            // Take the minimum of many runs, because the system may interrupt any of them.
            let best = (0..200).map(|_| turn(&mut pace, Duration::from_micros(micros)).1).min().unwrap();
            // The end is rounded to the nearest item, so no turn is shorter than two thirds of the interval: a single
            // item that took 35 µs ends one. Stamps may be off by a few percent.
            assert!(best >= Duration::from_micros(32), "{best:?} with items of {micros} µs");
            assert!(best <= Duration::from_micros(85), "{best:?} with items of {micros} µs");
        }
    }

    #[test]
    fn a_number_of_packets_ends_a_turn_exactly() {
        let every = NonZeroU32::new(25).unwrap();
        for cadence in [
            Cadence::Every(every),
            Cadence::Adaptive { interval: Duration::from_secs(1), at_most: Some(every) },
        ] {
            let mut pace = Pace::new(cadence, Hint::default());
            for _ in 0..10 {
                assert_eq!(turn(&mut pace, Duration::ZERO).0, 25, "{cadence:?}");
                pace.polled();
            }
            pace.settle();
            assert_eq!(pace.items(), 250);
        }
    }

    #[test]
    fn a_turn_ends_at_a_deadline() {
        let mut pace = Pace::new(Cadence::default(), Hint::default());
        let now = pace.now();
        pace.begin(1, now, now);
        assert!((0..=STRIDE).any(|_| pace.spent()));
    }
}
