//! Packets without end in memory, and what each loop takes to hand them out one by one.
use super::{actor, scan};
use crate::cpu_time;
use ::runloop::{
    Cadence, Clock, Fds, Interest, IoSource, Loop, Next, PollerKind, Priority, Time, Timers, Turn,
    WakeReceiver, Waker, wake_pair,
};
use anyhow::Context;
use std::hint::black_box;
use std::io;
use std::time::Duration;

/// What a packet costs besides the loop, in the measurements of system calls and notice.
pub(super) const COSTS: [Duration; 2] = [Duration::ZERO, Duration::from_micros(1)];

/// How packets are handed out.
pub(super) enum Arrangement {
    /// A plain loop over the packets: the least that can be.
    Never,
    /// Egret's loop.
    Loop(PollerKind, Cadence),
    /// One actor a source, so many packets a message.
    Actor(u32),
    /// A loop of the old shape: all sources are looked at for each packet, select every so many.
    Scan(u32),
}

/// A ring of 4,096 packets with what a loop does to each of them besides processing.
pub(crate) struct Packets {
    ring: Vec<(u64, u32)>,
    bytes: Vec<u8>,
    at: usize,
    pub(super) left: u64,
    time: u64,
    timers: Timers<u32>,
    sum: u64,
}

const RING: usize = 4096;

impl Packets {
    pub(super) fn new(left: u64) -> Self {
        let mut timers = Timers::new(Time::ZERO);
        for n in 0..1000 {
            timers.set(Time::from_nanos(u64::MAX / 2 + u64::from(n)), n);
        }
        let ring = (0..RING).map(|n| (n as u64 * 1000, (n * 64) as u32)).collect();
        Packets { ring, bytes: vec![7; RING * 64], at: 0, left, time: 0, timers, sum: 0 }
    }

    /// Reads the descriptor of the next packet, moves network time on, looks for due timers, touches the bytes.
    #[inline]
    pub(super) fn one(&mut self) {
        let (time, offset) = self.ring[self.at & (RING - 1)];
        self.at += 1;
        self.time = self.time.max(time);
        if self.time >= self.timers.not_before().nanos() {
            while self.timers.pop(Time::from_nanos(self.time)).is_some() {}
        }
        self.sum += u64::from(self.bytes[offset as usize]);
        self.left -= 1;
    }
}

impl actor::Work for Packets {
    type Out = u64;
    fn one(&mut self) -> bool {
        if self.left > 0 {
            Packets::one(self);
        }
        self.left > 0
    }
    fn finish(self) -> u64 {
        self.sum
    }
}

/// A run of one arrangement.
pub(super) struct Run {
    /// CPU time.
    pub(super) nanos: f64,
    pub(super) polls: u64,
}

/// How many packets an arrangement hands out in about `time`.
pub(super) fn packets_in(a: &Arrangement, descriptors: usize, time: Duration) -> anyhow::Result<u64> {
    let mut packets = 1000;
    loop {
        let nanos = run(a, descriptors, packets)?.nanos;
        if nanos > 5e6 || packets > 1 << 33 {
            return Ok((packets as f64 * time.as_nanos() as f64 / nanos) as u64);
        }
        packets *= 4;
    }
}

/// Hands out `packets`.
pub(super) fn run(a: &Arrangement, descriptors: usize, packets: u64) -> anyhow::Result<Run> {
    match a {
        Arrangement::Never => {
            let mut work = black_box(Packets::new(packets));
            let start = cpu_time::process();
            while work.left > 0 {
                work.one();
            }
            black_box(work.sum);
            Ok(Run { nanos: (cpu_time::process() - start) as f64, polls: 0 })
        }
        Arrangement::Loop(kind, cadence) => {
            let (mut work, _quiet) = loop_of(*kind, *cadence, descriptors)?;
            work.add(Box::new(Memory { cost: Duration::ZERO, clock: Clock::new() }))?;
            let mut packets = Packets::new(packets);
            let start = cpu_time::process();
            work.run(&mut packets)?;
            let nanos = (cpu_time::process() - start) as f64;
            black_box(packets.sum);
            Ok(Run { nanos, polls: work.stats().polls })
        }
        Arrangement::Actor(batch) => {
            let ran = actor::run(*batch, descriptors, move || Packets::new(packets))?;
            black_box(ran.out);
            Ok(Run { nanos: ran.nanos, polls: ran.messages })
        }
        Arrangement::Scan(every) => scan::run(*every, descriptors, Packets::new(packets)),
    }
}

/// Polls a packet of `cost`, in a saturated loop with four descriptors: with epoll each is one system call, and
/// there are no others.
pub(super) fn system_calls(kind: PollerKind, cost: Duration, quick: bool) -> anyhow::Result<f64> {
    let (mut work, _quiet) = loop_of(kind, Cadence::default(), 4)?;
    work.add(Box::new(Memory { cost, clock: Clock::new() }))?;
    let time = Duration::from_millis(if quick { 30 } else { 300 });
    let packets = (time.as_nanos() / (cost.as_nanos() + 5)) as u64;
    work.run(&mut Packets::new(packets))?;
    Ok(work.stats().polls as f64 / packets as f64)
}

/// A loop with so many descriptors that never become ready.
pub(super) fn loop_of(
    kind: PollerKind,
    cadence: Cadence,
    descriptors: usize,
) -> anyhow::Result<(Loop<Packets>, Vec<Waker>)> {
    let mut work = Loop::new(kind, cadence).with_context(|| kind.to_string())?;
    let mut wakers = Vec::new();
    for _ in 0..descriptors {
        let (waker, receiver) = wake_pair()?;
        wakers.push(waker);
        work.add(Box::new(Quiet(receiver)))?;
    }
    Ok((work, wakers))
}

/// The packets as a source.
pub(super) struct Memory {
    /// Time that each packet takes besides.
    pub(super) cost: Duration,
    pub(super) clock: Clock,
}

impl IoSource<Packets> for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn priority(&self) -> Priority {
        Priority::Packets
    }

    fn turn(&mut self, work: &mut Packets, turn: &mut Turn<'_, Packets>) -> io::Result<Next> {
        self.clock.calibrate(turn.now());
        let cost = if self.cost.is_zero() { 0 } else { self.clock.stamps(self.cost) };
        while work.left > 0 {
            work.one();
            if cost > 0 {
                let start = self.clock.stamp();
                while self.clock.stamp() - start < cost {}
            }
            if turn.spent() {
                return Ok(Next::More);
            }
        }
        turn.stop();
        Ok(Next::Idle)
    }
}

/// A descriptor on which nothing happens.
struct Quiet(WakeReceiver);

impl IoSource<Packets> for Quiet {
    fn name(&self) -> &'static str {
        "quiet"
    }

    fn keeps_loop_alive(&self) -> bool {
        false
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.0, Interest::Read)
    }

    fn turn(&mut self, _: &mut Packets, _: &mut Turn<'_, Packets>) -> io::Result<Next> {
        self.0.clear();
        Ok(Next::Idle)
    }
}
