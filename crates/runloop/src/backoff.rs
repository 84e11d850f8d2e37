//! Growing timeouts for sources that must be polled.
use std::time::Duration;

/// The delay before the next poll of a source without a descriptor: short after activity, doubling while the source is
/// idle.
///
/// ```
/// use runloop::Backoff;
/// use std::time::Duration;
/// let mut wait = Backoff::default();
/// assert_eq!(wait.next(), Duration::from_micros(20));
/// assert_eq!(wait.next(), Duration::from_micros(40));
/// for _ in 0..10 { wait.next(); }
/// assert_eq!(wait.next(), Duration::from_millis(1));
/// wait.reset();
/// assert_eq!(wait.next(), Duration::from_micros(20));
/// ```
#[derive(Clone, Debug)]
pub struct Backoff {
    least: Duration,
    most: Duration,
    next: Duration,
}

impl Default for Backoff {
    /// Returns delays from 20 µs (Zeek's `Pcap::non_fd_timeout`) to 1 ms.
    fn default() -> Self {
        Backoff::new(Duration::from_micros(20), Duration::from_millis(1))
    }
}

impl Backoff {
    /// Creates delays that double from `least` to `most`.
    #[must_use]
    pub fn new(least: Duration, most: Duration) -> Self {
        Backoff { least, most: most.max(least), next: least }
    }

    /// Records that the source was active.
    pub fn reset(&mut self) {
        self.next = self.least;
    }

    /// Records that the source was idle again. Returns the delay until the next poll.
    #[allow(clippy::should_implement_trait, reason = "the sequence is infinite and not meant for iteration")]
    pub fn next(&mut self) -> Duration {
        let now = self.next;
        self.next = now.saturating_mul(2).min(self.most);
        now
    }
}
