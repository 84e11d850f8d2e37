//! Clocks and random numbers.
use namecache::cache::Millis;
use rustix::rand::{GetRandomFlags, getrandom};
use rustix::time::{ClockId, clock_gettime};

/// Returns the time of `CLOCK_MONOTONIC` in milliseconds, the clock for expiries in segments.
pub(crate) fn now() -> Millis {
    let t = clock_gettime(ClockId::Monotonic);
    t.tv_sec.cast_unsigned() * 1000 + t.tv_nsec.cast_unsigned() / 1_000_000
}

/// Returns the time of the wall clock in seconds.
pub(crate) fn wall() -> i64 {
    clock_gettime(ClockId::Realtime).tv_sec
}

/// Returns an unpredictable number.
pub(crate) fn random() -> u64 {
    let mut bytes = [0; 8];
    // Once the kernel has booted, it never fails a request for so few bytes.
    let _ = getrandom(&mut bytes, GetRandomFlags::empty());
    u64::from_ne_bytes(bytes)
}
