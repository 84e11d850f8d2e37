//! The loop of Zeek 3.0: for each packet, it asks all sources for their next time, and after a fixed number of packets
//! it calls select on all descriptors.
use super::packets::{Packets, Run};
use crate::cpu_time;
use ::runloop::poller::{Event, Poller, Token};
use ::runloop::{Interest, PollerKind, WakeReceiver, Waker, wake_pair};
use std::hint::black_box;
use std::os::fd::AsFd;
use std::time::Duration;

/// The interface of a source in that loop.
trait Source {
    /// Returns when its next work is due, in seconds; negative if there is none.
    fn next_timestamp(&mut self) -> f64;
    fn is_idle(&self) -> bool;
    fn process(&mut self);
    fn done(&self) -> bool;
}

struct Memory(Packets);

impl Source for Memory {
    fn next_timestamp(&mut self) -> f64 {
        0.0
    }
    fn is_idle(&self) -> bool {
        false
    }
    fn process(&mut self) {
        self.0.one();
    }
    fn done(&self) -> bool {
        self.0.left == 0
    }
}

struct Quiet(WakeReceiver);

impl Source for Quiet {
    fn next_timestamp(&mut self) -> f64 {
        -1.0
    }
    fn is_idle(&self) -> bool {
        true
    }
    fn process(&mut self) {
        self.0.clear();
    }
    fn done(&self) -> bool {
        false
    }
}

/// Delivers all packets, with a select after every `every` packets.
pub(super) fn run(every: u32, descriptors: usize, packets: Packets) -> anyhow::Result<Run> {
    let mut poller = PollerKind::Select.open()?;
    let mut sources: Vec<Box<dyn Source>> = vec![Box::new(Memory(packets))];
    let wakers: Vec<Waker> = quiet(&mut *poller, &mut sources, descriptors)?;
    let mut events: Vec<Event> = Vec::new();
    let (mut round, mut polls) = (0, 0);
    let start = cpu_time::process();
    loop {
        round += 1;
        if round % every == 0 {
            poller.wait(Some(Duration::ZERO), &mut events)?;
            polls += 1;
        }
        let mut soonest: Option<(f64, usize)> = None;
        for (at, source) in sources.iter_mut().enumerate() {
            let next = source.next_timestamp();
            if !source.is_idle() && next >= 0.0 && soonest.is_none_or(|(t, _)| next < t) {
                soonest = Some((next, at));
            }
        }
        for event in events.drain(..) {
            sources[event.token.0 as usize].process();
        }
        let Some((_, at)) = soonest else { break };
        sources[at].process();
        if sources[at].done() {
            break;
        }
    }
    let nanos = (cpu_time::process() - start) as f64;
    black_box(wakers);
    Ok(Run { nanos, polls })
}

fn quiet(poller: &mut dyn Poller, into: &mut Vec<Box<dyn Source>>, n: usize) -> anyhow::Result<Vec<Waker>> {
    (0..n)
        .map(|_| {
            let (waker, receiver) = wake_pair()?;
            poller.add(receiver.as_fd(), Token(into.len() as u64), Interest::Read)?;
            into.push(Box::new(Quiet(receiver)));
            Ok(waker)
        })
        .collect()
}
