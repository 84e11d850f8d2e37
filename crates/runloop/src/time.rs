//! Points in time, in nanoseconds since an origin of the user's choice.
use std::fmt;
use std::ops::{Add, Sub};
use std::time::Duration;

/// A point in time in nanoseconds. The loop's times count from the origin of the monotonic clock (`CLOCK_MONOTONIC`);
/// [`Timers`](crate::Timers) accept any origin, such as the Unix epoch of packet times.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

impl Time {
    /// The origin.
    pub const ZERO: Time = Time(0);
    /// The last representable time, some 584 years after the origin; used for "never".
    pub const NEVER: Time = Time(u64::MAX);

    /// Returns the time `n` nanoseconds after the origin.
    #[must_use]
    pub const fn from_nanos(n: u64) -> Self {
        Time(n)
    }

    /// Nanoseconds since the origin.
    #[must_use]
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Returns the time since `earlier`; zero if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Time) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Time {
    type Output = Time;

    /// Saturates at [`Time::NEVER`].
    fn add(self, d: Duration) -> Time {
        Time(self.0.saturating_add(u64::try_from(d.as_nanos()).unwrap_or(u64::MAX)))
    }
}

impl Sub<Duration> for Time {
    type Output = Time;

    /// Saturates at [`Time::ZERO`].
    fn sub(self, d: Duration) -> Time {
        Time(self.0.saturating_sub(u64::try_from(d.as_nanos()).unwrap_or(u64::MAX)))
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:09} s", self.0 / 1_000_000_000, self.0 % 1_000_000_000)
    }
}
