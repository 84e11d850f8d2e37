//! The delays before a node that ended is started again.
use std::time::{Duration, Instant};

const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(3600);

/// The number of starts that use each delay.
const EACH: u32 = 3;

/// A node that ran this long starts again with the shortest delay.
const STEADY: Duration = Duration::from_secs(30);

/// The delays of one node: three times one second, three times two seconds, and so on, doubling up to an hour.
#[derive(Clone, Debug, Default)]
pub struct Revival {
    started: Option<Instant>,
    ends: u32,
}

impl Revival {
    /// Records that the node was started.
    pub fn started(&mut self, now: Instant) {
        self.started = Some(now);
    }

    /// Records that the node ended. Returns the delay before it is started again.
    pub fn ended(&mut self, now: Instant) -> Duration {
        let ran = self.started.take().map(|start| now.saturating_duration_since(start));
        if ran.is_some_and(|ran| ran >= STEADY) {
            self.ends = 0;
        }
        let doublings = (self.ends / EACH).min(12);
        self.ends = self.ends.saturating_add(1);
        (FIRST * (1 << doublings)).min(LONGEST)
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a time to count from")]
mod tests {
    use super::*;

    #[test]
    fn the_delay_doubles_every_third_time_and_starts_anew_after_a_steady_run() {
        let mut revival = Revival::default();
        let mut now = Instant::now();
        let mut end_after = |seconds| {
            revival.started(now);
            now += Duration::from_secs(seconds);
            revival.ended(now).as_secs()
        };
        let delays: Vec<u64> = (0..10).map(|_| end_after(29)).collect();
        assert_eq!(delays, [1, 1, 1, 2, 2, 2, 4, 4, 4, 8]);
        assert_eq!([end_after(30), end_after(0)], [1, 1]);
        assert_eq!((0..100).map(|_| end_after(0)).max(), Some(3600));
    }
}
