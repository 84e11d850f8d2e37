//! Two clocks: the kernel's monotonic clock, and the processor's time stamp counter if it is reliable.
use super::timespec;
use crate::time::Time;
use std::time::Duration;

/// How long the counter is compared with the kernel's clock to determine the counter's rate.
const CALIBRATION: Duration = Duration::from_millis(2);

/// A cheap clock. *Stamps* are units of the cheapest source: processor ticks once the rate is known, otherwise
/// nanoseconds.
pub struct Clock {
    /// Stamps per second while the counter is in use.
    rate: Option<u64>,
    /// The first reading of both clocks; dropped when the rate is known.
    first: Option<(Time, u64)>,
}

impl Default for Clock {
    fn default() -> Self {
        Clock::new()
    }
}

impl Clock {
    /// Creates a clock that counts nanoseconds until it is [calibrated](Clock::calibrate).
    #[must_use]
    pub fn new() -> Self {
        let first = counter_is_even().then(both);
        Clock { rate: None, first }
    }

    /// The kernel's monotonic clock; takes about 30 ns.
    #[must_use]
    pub fn now(&self) -> Time {
        monotonic()
    }

    /// The wall clock: nanoseconds since the Unix epoch. It may be set forwards and backwards.
    #[must_use]
    pub fn wall(&self) -> Time {
        read(libc::CLOCK_REALTIME)
    }

    /// The current stamp.
    #[inline]
    #[must_use]
    pub fn stamp(&self) -> u64 {
        if self.rate.is_some() { counter() } else { monotonic().nanos() }
    }

    /// Returns the number of stamps in `d`.
    #[must_use]
    pub fn stamps(&self, d: Duration) -> u64 {
        let nanos = u64::try_from(d.as_nanos()).unwrap_or(u64::MAX);
        match self.rate {
            Some(rate) => {
                u64::try_from(u128::from(nanos) * u128::from(rate) / 1_000_000_000).unwrap_or(u64::MAX)
            }
            None => nanos,
        }
    }

    /// The number of nanoseconds in `stamps`.
    #[must_use]
    pub fn nanos(&self, stamps: u64) -> f64 {
        stamps as f64 * self.rate.map_or(1.0, |rate| 1e9 / rate as f64)
    }

    /// Determines the counter's rate, once 2 ms have passed since the clock was made. Returns whether this changes the
    /// unit of stamps, which invalidates earlier ones.
    pub fn calibrate(&mut self, now: Time) -> bool {
        let Some((then, stamp)) = self.first else { return false };
        let passed = now.since(then);
        if passed < CALIBRATION {
            return false;
        }
        self.first = None;
        let (now, ticks) = both();
        let rate =
            u128::from(ticks.saturating_sub(stamp)) * 1_000_000_000 / now.since(then).as_nanos().max(1);
        self.rate = u64::try_from(rate).ok().filter(|&r| r > 1_000_000);
        self.rate.is_some()
    }
}

/// Reads both clocks at one moment: the closest of a few attempts, because the system may interrupt between the
/// readings.
fn both() -> (Time, u64) {
    let attempt = || {
        let before = counter();
        let now = monotonic();
        let after = counter();
        (after.saturating_sub(before), now, before.midpoint(after))
    };
    let attempts = [attempt(), attempt(), attempt(), attempt()];
    let (_, now, stamp) = attempts.into_iter().min_by_key(|a| a.0).unwrap_or_else(attempt);
    (now, stamp)
}

fn monotonic() -> Time {
    read(libc::CLOCK_MONOTONIC)
}

#[allow(clippy::useless_conversion, reason = "the parts have 32 bits on some systems")]
fn read(clock: libc::clockid_t) -> Time {
    let mut t = timespec(Duration::ZERO);
    // SAFETY: the pointer is to a live timespec of ours; both clocks exist on every system this builds for.
    unsafe { libc::clock_gettime(clock, &raw mut t) };
    // Neither is negative: the monotonic clock by definition, the wall clock unless set before 1970.
    let part = |n: i64| n.max(0).cast_unsigned();
    Time::from_nanos(part(i64::from(t.tv_sec)) * 1_000_000_000 + part(i64::from(t.tv_nsec)))
}

/// Whether the rate of the time stamp counter is independent of the processor's frequency and sleep states (AMD64
/// Architecture Programmer's Manual 3, CPUID Fn8000_0007 EDX bit 8, TscInvariant; the same on Intel).
#[cfg(target_arch = "x86_64")]
fn counter_is_even() -> bool {
    use core::arch::x86_64::__cpuid;
    const INVARIANT: u32 = 1 << 8;
    __cpuid(0x8000_0000).eax >= 0x8000_0007 && __cpuid(0x8000_0007).edx & INVARIANT != 0
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn counter() -> u64 {
    // SAFETY: every x86_64 processor has the instruction; a system forbids it only to programs that asked for that
    // (PR_SET_TSC).
    unsafe { core::arch::x86_64::_rdtsc() }
}

#[cfg(not(target_arch = "x86_64"))]
fn counter_is_even() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn counter() -> u64 {
    monotonic().nanos()
}

/// Sleeps for the given time or until a signal arrives.
pub(crate) fn sleep(d: Duration) {
    let t = timespec(d);
    // SAFETY: the request is a live timespec; a null second pointer means that the remaining time is not returned.
    unsafe { libc::nanosleep(&raw const t, std::ptr::null_mut()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_agree_with_the_kernels_clock_within_a_few_percent() {
        let mut clock = Clock::new();
        sleep(Duration::from_millis(3));
        clock.calibrate(clock.now());
        // The system may interrupt one between its two readings, hardly all of ten.
        let tries: Vec<_> = (0..10).map(|_| passed(&clock)).collect();
        assert!(
            tries.iter().any(|&(stamps, expected)| stamps.abs_diff(expected) < expected / 20),
            "stamps passed and expected: {tries:?}"
        );
    }

    /// Returns the stamps that pass in about 20 ms, and those that the kernel's clock expects.
    fn passed(clock: &Clock) -> (u64, u64) {
        let (t, s) = (clock.now(), clock.stamp());
        sleep(Duration::from_millis(20));
        let (passed, stamps) = (clock.now().since(t), clock.stamp() - s);
        (stamps, clock.stamps(passed))
    }
}
