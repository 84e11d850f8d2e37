//! Points in time and intervals, in nanoseconds.
use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

const NANOS: i64 = 1_000_000_000;

/// A point in time: nanoseconds since the Unix epoch (range: about 1677 to 2262; arithmetic saturates).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(i64);

/// An interval in nanoseconds; may be negative. Arithmetic saturates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Interval(i64);

impl Timestamp {
    /// The epoch; also "no time yet".
    pub const ZERO: Timestamp = Timestamp(0);
    /// The last representable time.
    pub const MAX: Timestamp = Timestamp(i64::MAX);

    /// Converts nanoseconds since the epoch.
    pub const fn from_nanos(n: i64) -> Self {
        Timestamp(n)
    }
    /// Converts seconds and nanoseconds since the epoch.
    pub const fn from_parts(secs: i64, nanos: i64) -> Self {
        Timestamp(secs.saturating_mul(NANOS).saturating_add(nanos))
    }
    /// Converts seconds since the epoch, rounded to the nanosecond.
    pub fn from_secs_f64(s: f64) -> Self {
        Timestamp((s * NANOS as f64).round() as i64)
    }
    /// Nanoseconds since the epoch.
    pub const fn nanos(self) -> i64 {
        self.0
    }
    /// Seconds since the epoch, as scripts see a `time`.
    pub fn as_secs_f64(self) -> f64 {
        secs_f64(self.0)
    }
}

impl Interval {
    /// The empty interval.
    pub const ZERO: Interval = Interval(0);
    /// The longest interval.
    pub const MAX: Interval = Interval(i64::MAX);

    /// Converts nanoseconds.
    pub const fn from_nanos(n: i64) -> Self {
        Interval(n)
    }
    /// Converts microseconds.
    pub const fn from_micros(n: i64) -> Self {
        Interval(n.saturating_mul(1000))
    }
    /// Converts milliseconds.
    pub const fn from_millis(n: i64) -> Self {
        Interval(n.saturating_mul(1_000_000))
    }
    /// Converts seconds.
    pub const fn from_secs(n: i64) -> Self {
        Interval(n.saturating_mul(NANOS))
    }
    /// Converts seconds, rounded to the nanosecond.
    pub fn from_secs_f64(s: f64) -> Self {
        Interval((s * NANOS as f64).round() as i64)
    }
    /// Nanoseconds.
    pub const fn nanos(self) -> i64 {
        self.0
    }
    /// Seconds, as scripts see an `interval`.
    pub fn as_secs_f64(self) -> f64 {
        secs_f64(self.0)
    }
}

/// Converts whole seconds and the rest separately, so that six decimals stay exact for any date.
fn secs_f64(n: i64) -> f64 {
    (n / NANOS) as f64 + (n % NANOS) as f64 / NANOS as f64
}

impl Sub for Timestamp {
    type Output = Interval;
    fn sub(self, o: Timestamp) -> Interval {
        Interval(self.0.saturating_sub(o.0))
    }
}
impl Add<Interval> for Timestamp {
    type Output = Timestamp;
    fn add(self, o: Interval) -> Timestamp {
        Timestamp(self.0.saturating_add(o.0))
    }
}
impl Sub<Interval> for Timestamp {
    type Output = Timestamp;
    fn sub(self, o: Interval) -> Timestamp {
        Timestamp(self.0.saturating_sub(o.0))
    }
}
impl AddAssign<Interval> for Timestamp {
    fn add_assign(&mut self, o: Interval) {
        *self = *self + o;
    }
}
impl Add for Interval {
    type Output = Interval;
    fn add(self, o: Interval) -> Interval {
        Interval(self.0.saturating_add(o.0))
    }
}
impl Sub for Interval {
    type Output = Interval;
    fn sub(self, o: Interval) -> Interval {
        Interval(self.0.saturating_sub(o.0))
    }
}
impl Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval(self.0.saturating_neg())
    }
}

/// Seconds with six decimals, rounded half to even: the format of `time` and `interval` in logs.
fn fmt_micros(n: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let sign = if n < 0 { "-" } else { "" };
    let abs = n.unsigned_abs();
    let (mut micros, rest) = (abs / 1000, abs % 1000);
    if rest > 500 || (rest == 500 && micros % 2 == 1) {
        micros += 1;
    }
    write!(f, "{sign}{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_micros(self.0, f)
    }
}
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_micros(self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_decimals() {
        assert_eq!(Timestamp::from_parts(1_362_692_526, 869_344_000).to_string(), "1362692526.869344");
        assert_eq!(Interval::from_micros(-1_500_000).to_string(), "-1.500000");
        assert_eq!(Interval::from_nanos(999_999_600).to_string(), "1.000000");
    }

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Timestamp::MAX + Interval::from_secs(1), Timestamp::MAX);
        assert_eq!((Timestamp::from_parts(5, 0) - Timestamp::from_parts(7, 0)).as_secs_f64(), -2.0);
    }
}
