//! An endless supply of packets in memory, alone and as a source of a loop.
use super::actor;
use ::runloop::{Clock, IoSource, Next, Priority, Time, Timers, Turn};
use std::io;
use std::time::Duration;

/// A ring of 4,096 packets, and the work of a loop for each packet, apart from processing it.
pub(crate) struct Packets {
    ring: Vec<(u64, u32)>,
    bytes: Vec<u8>,
    at: usize,
    pub(super) left: u64,
    time: u64,
    timers: Timers<u32>,
    pub(super) sum: u64,
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

    /// Reads the descriptor of the next packet, advances network time, looks for due timers and touches the bytes.
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

/// The result of a run.
pub(super) struct Run {
    /// The CPU time in ns.
    pub(super) nanos: f64,
    /// The number of system calls that polled descriptors.
    pub(super) polls: u64,
}

/// The packets as a source.
pub(super) struct Memory {
    /// The time that it takes to process each packet.
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
