//! Short timeouts for sources that have nothing to wait for.
use std::time::Duration;

/// How long a source without a descriptor waits before it looks again: short after there was something, longer the
/// longer nothing comes.
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
    /// 20 µs (Zeek's `Pcap::non_fd_timeout`) to 1 ms.
    fn default() -> Self {
        Backoff::new(Duration::from_micros(20), Duration::from_millis(1))
    }
}

impl Backoff {
    /// Waits from `least` to `most`, doubling.
    #[must_use]
    pub fn new(least: Duration, most: Duration) -> Self {
        Backoff { least, most: most.max(least), next: least }
    }

    /// There was something.
    pub fn reset(&mut self) {
        self.next = self.least;
    }

    /// There was nothing again: how long to wait now.
    #[allow(clippy::should_implement_trait, reason = "it never ends, and is no sequence to loop over")]
    pub fn next(&mut self) -> Duration {
        let now = self.next;
        self.next = now.saturating_mul(2).min(self.most);
        now
    }
}
