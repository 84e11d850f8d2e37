//! Clocks.
use namecache::cache::Millis;

fn read(clock: libc::clockid_t) -> libc::timespec {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is a timespec of ours; both clocks that are asked for exist on every Linux.
    unsafe { libc::clock_gettime(clock, &mut t) };
    t
}

/// Milliseconds of `CLOCK_MONOTONIC`: the clock that segments name their expiry in.
pub(crate) fn now() -> Millis {
    let t = read(libc::CLOCK_MONOTONIC);
    t.tv_sec.cast_unsigned() * 1000 + t.tv_nsec.cast_unsigned() / 1_000_000
}

/// Seconds of the wall clock.
pub(crate) fn wall() -> i64 {
    read(libc::CLOCK_REALTIME).tv_sec
}

/// A number that nobody can guess.
pub(crate) fn random() -> u64 {
    let mut n = 0u64;
    // SAFETY: the buffer is the eight bytes of `n`; a short read leaves zeros, which is still a number.
    unsafe { libc::getrandom((&raw mut n).cast(), 8, 0) };
    n
}
