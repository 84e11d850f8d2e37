//! Reaction time: how long a ready descriptor waits for its turn during an endless stream of packets.
use super::packets::{Memory, Packets};
use ::runloop::{
    Cadence, Clock, Fds, Interest, IoSource, Loop, Next, PollerKind, Time, Turn, WakeReceiver, wake_pair,
};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Waiting times with one poller and one cost per packet, in microseconds.
pub(super) struct Notice {
    pub(super) kind: PollerKind,
    pub(super) cost: Duration,
    pub(super) p50: f64,
    pub(super) p99: f64,
    pub(super) most: f64,
}

/// A source that measures the time from its wakeup to its turn.
struct Bell {
    wake: WakeReceiver,
    rung: Arc<AtomicU64>,
    waits: Vec<u64>,
    wanted: usize,
    out: std::sync::mpsc::Sender<Vec<u64>>,
}

impl IoSource<Packets> for Bell {
    fn name(&self) -> &'static str {
        "bell"
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.wake, Interest::Read)
    }

    fn turn(&mut self, _: &mut Packets, turn: &mut Turn<'_, Packets>) -> io::Result<Next> {
        // Clear before `rung` is reset: after that, the next wakeup may arrive, which must not be cleared.
        self.wake.clear();
        let rung = self.rung.swap(0, Ordering::Acquire);
        if rung > 0 {
            self.waits.push(turn.clock().nanos().saturating_sub(rung));
        }
        if self.waits.len() == self.wanted {
            // The receiver waits for the result.
            let _ = self.out.send(std::mem::take(&mut self.waits));
            turn.stop();
        }
        Ok(Next::Idle)
    }
}

fn one(kind: PollerKind, cost: Duration, wanted: usize) -> anyhow::Result<Notice> {
    let mut work = Loop::new(kind, Cadence::default())?;
    let (waker, wake) = wake_pair()?;
    let (rung, ended) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let (out, waits) = std::sync::mpsc::channel();
    work.add(Box::new(Bell { wake, rung: Arc::clone(&rung), waits: Vec::new(), wanted, out }))?;
    work.add(Box::new(Memory { cost, clock: Clock::new() }))?;
    let ringer = {
        let ended = Arc::clone(&ended);
        std::thread::spawn(move || {
            let clock = Clock::new();
            let mut step = 0u64;
            while !ended.load(Ordering::Relaxed) {
                // Wait 150 to 350 µs, without a fixed period; spin, so that the wakeup is never late.
                step = (step + 61) % 200;
                let until = clock.now() + Duration::from_micros(150 + step);
                while clock.now() < until {}
                if rung.load(Ordering::Relaxed) == 0 {
                    rung.store(clock.now().max(Time::from_nanos(1)).nanos(), Ordering::Release);
                    waker.wake();
                }
            }
        })
    };
    let ran = work.run(&mut Packets::new(u64::MAX));
    ended.store(true, Ordering::Relaxed);
    let joined = ringer.join();
    ran?;
    anyhow::ensure!(joined.is_ok(), "the thread that rings the bell panicked");
    let mut waits = waits.recv()?;
    waits.sort_unstable();
    let at = |q: f64| waits[((waits.len() - 1) as f64 * q) as usize] as f64 / 1000.0;
    Ok(Notice { kind, cost, p50: at(0.5), p99: at(0.99), most: at(1.0) })
}

/// Measures epoll and, if it is permitted, io_uring, at 1 µs and at 10 µs per packet.
pub(super) fn measure(quick: bool) -> anyhow::Result<Vec<Notice>> {
    let mut all = Vec::new();
    for kind in [PollerKind::Epoll, PollerKind::IoUring] {
        if let Err(e) = kind.open() {
            println!("{kind}: left out: {e}");
            continue;
        }
        for micros in [1, 10] {
            all.push(one(kind, Duration::from_micros(micros), if quick { 300 } else { 5000 })?);
        }
    }
    Ok(all)
}

pub(super) fn print(all: &[Notice]) {
    println!("\na descriptor becomes ready under load and has its turn after, us:");
    println!("{:<12} {:>12} {:>8} {:>8} {:>8}", "", "a packet", "p50", "p99", "most");
    for n in all {
        println!("{:<12} {:>12?} {:>8.1} {:>8.1} {:>8.1}", n.kind.name(), n.cost, n.p50, n.p99, n.most);
    }
}
