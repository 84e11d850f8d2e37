//! Measures how long each kind of loop takes to deliver packets from memory.
use super::packets::{Memory, Packets, Run};
use super::quiet::loop_of;
use super::{actor, scan};
use crate::cpu_time;
use ::runloop::{Cadence, Clock, PollerKind};
use std::hint::black_box;
use std::time::Duration;

/// The processing costs of a packet in the measurements of system calls and reaction times.
pub(super) const COSTS: [Duration; 2] = [Duration::ZERO, Duration::from_micros(1)];

/// The way in which packets are delivered.
pub(super) enum Arrangement {
    /// A plain loop over the packets, as the minimum.
    Never,
    /// Egret's loop.
    Loop(PollerKind, Cadence),
    /// One actor per source, with this many packets per message.
    Actor(u32),
    /// A loop that checks all sources for each packet, and calls select after this many packets.
    Scan(u32),
}

/// Returns the number of packets that an arrangement delivers in about `time`.
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

/// Delivers `packets` packets.
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

/// Measures the polls per packet of `cost`, in a saturated loop with four descriptors. With epoll, each poll is one
/// system call, and there are no other system calls.
pub(super) fn system_calls(kind: PollerKind, cost: Duration, quick: bool) -> anyhow::Result<f64> {
    let (mut work, _quiet) = loop_of(kind, Cadence::default(), 4)?;
    work.add(Box::new(Memory { cost, clock: Clock::new() }))?;
    let time = Duration::from_millis(if quick { 30 } else { 300 });
    let packets = (time.as_nanos() / (cost.as_nanos() + 5)) as u64;
    work.run(&mut Packets::new(packets))?;
    Ok(work.stats().polls as f64 / packets as f64)
}
