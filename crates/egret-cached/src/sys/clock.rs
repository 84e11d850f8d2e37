//! Clocks and random numbers.
use namecache::cache::Millis;
use rustix::rand::{GetRandomFlags, getrandom};
use rustix::time::{ClockId, clock_gettime};

/// Milliseconds of `CLOCK_MONOTONIC`, the clock of expiries in segments.
pub(crate) fn now() -> Millis {
    let t = clock_gettime(ClockId::Monotonic);
    t.tv_sec.cast_unsigned() * 1000 + t.tv_nsec.cast_unsigned() / 1_000_000
}

/// Seconds of the wall clock.
pub(crate) fn wall() -> i64 {
    clock_gettime(ClockId::Realtime).tv_sec
}

/// An unpredictable number.
pub(crate) fn random() -> u64 {
    let mut bytes = [0; 8];
    // The kernel never fails a request of so few bytes once it has booted.
    let _ = getrandom(&mut bytes, GetRandomFlags::empty());
    u64::from_ne_bytes(bytes)
}
