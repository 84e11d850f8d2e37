//! The memory of the monitor during a soak.
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time between two samples.
const EVERY: Duration = Duration::from_millis(500);

/// A sample: when, resident MB, open descriptors.
type Sample = (Duration, f64, usize);

/// A thread that samples a process.
pub(super) struct Sampler {
    thread: JoinHandle<Vec<Sample>>,
    stop: Arc<AtomicBool>,
}

impl Sampler {
    pub(super) fn start(pid: u32) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let begun = Instant::now();
            let mut samples = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                if let Some((mb, open)) = sample(pid) {
                    samples.push((begun.elapsed(), mb, open));
                }
                std::thread::sleep(EVERY);
            }
            samples
        });
        Sampler { thread, stop }
    }

    pub(super) fn end(self) -> anyhow::Result<Vec<Sample>> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().map_err(|_| anyhow::anyhow!("the sampler panicked"))
    }
}

fn sample(pid: u32) -> Option<(f64, usize)> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some((kib / 1024.0, std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?.count()))
}

/// The memory over the rounds.
pub(super) struct Course {
    /// The median of each round after the warm-up.
    pub(super) medians: Vec<f64>,
    /// The descriptors at the end of the warm-up, and at the end.
    pub(super) open: (usize, usize),
}

impl Course {
    /// Sorts samples into rounds that begin at `rounds`. Rounds that begin within `warm` do not count.
    pub(super) fn of(samples: &[Sample], rounds: &[Duration], warm: Duration) -> anyhow::Result<Self> {
        let mut medians = Vec::new();
        for pair in rounds.windows(2).filter(|pair| pair[0] >= warm) {
            let within = samples.iter().filter(|(at, ..)| (pair[0]..pair[1]).contains(at));
            let mut mb: Vec<f64> = within.map(|(_, mb, _)| *mb).collect();
            mb.sort_by(f64::total_cmp);
            medians.extend(mb.get(mb.len() / 2));
        }
        let open = |s: Option<&Sample>| s.map(|(.., n)| *n).context("no sample of the monitor's memory");
        let after = samples.iter().find(|(at, ..)| *at >= warm).or(samples.first());
        Ok(Course { medians, open: (open(after)?, open(samples.last())?) })
    }

    /// The largest deviation of a round from the middle one, in percent.
    pub(super) fn deviation(&self) -> f64 {
        let mut sorted = self.medians.clone();
        sorted.sort_by(f64::total_cmp);
        let Some(middle) = sorted.get(sorted.len() / 2) else { return 0.0 };
        sorted.iter().map(|m| (m - middle).abs() / middle * 100.0).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_after_the_warm_up_are_compared() {
        let at = Duration::from_secs;
        let mb = [10.0, 90.0, 100.0, 100.0, 104.0, 104.0, 500.0];
        let samples: Vec<Sample> = mb.iter().enumerate().map(|(n, mb)| (at(n as u64), *mb, n)).collect();
        let course = Course::of(&samples, &[at(0), at(2), at(4), at(6)], at(2)).unwrap();
        assert_eq!(course.medians, [100.0, 104.0]);
        assert!((course.deviation() - 4.0 / 104.0 * 100.0).abs() < 1e-9);
        assert_eq!(course.open, (2, 6));
    }
}
