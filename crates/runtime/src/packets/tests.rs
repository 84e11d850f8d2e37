use super::*;
use capture::{Batch, Counters, Frame, Record, SourceError};
use net_types::LinkType;
use runloop::{Cadence, Loop, PollerKind};
use std::cell::RefCell;
use std::rc::Rc;

/// Records the calls that it receives.
#[derive(Default)]
struct Notes {
    frames: Vec<i64>,
    times: Vec<Timestamp>,
    now: Timestamp,
    timers: Vec<Timestamp>,
    fired: Vec<(Timestamp, Timestamp)>,
    counted: Counters,
    reports: Vec<String>,
}

impl FrameHandler for Notes {
    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), RunError> {
        self.frames.push(frame.ts.nanos());
        self.time(frame.ts)
    }
    fn now(&self) -> Timestamp {
        self.now
    }
    fn time(&mut self, now: Timestamp) -> Result<(), RunError> {
        self.now = self.now.max(now);
        self.times.push(now);
        let now = self.now;
        self.fired.extend(self.timers.extract_if(.., |t| *t <= now).map(|t| (t, now)));
        Ok(())
    }
    fn next_due(&mut self) -> Option<Timestamp> {
        self.timers.iter().min().copied()
    }
    fn pause(&mut self) -> Result<(), RunError> {
        Ok(())
    }
    fn report(&mut self, _: Level, text: String) -> Result<(), RunError> {
        self.reports.push(text);
        Ok(())
    }
    fn counted(&mut self, more: Counters) {
        self.counted += more;
    }
}

/// A device without a descriptor. The plan lists the result of each look.
struct Device {
    plan: Vec<Filled>,
    records: Vec<Record>,
    looks: Rc<RefCell<u32>>,
    back_after: u32,
}

impl Device {
    fn new(mut plan: Vec<Filled>) -> Self {
        plan.reverse();
        Device { plan, records: Vec::new(), looks: Rc::default(), back_after: 0 }
    }
}

impl PacketSource for Device {
    fn name(&self) -> &str {
        "device"
    }
    fn is_live(&self) -> bool {
        true
    }
    fn fill(&mut self) -> Result<Filled, SourceError> {
        if !self.records.is_empty() {
            return Ok(Filled::Frames);
        }
        *self.looks.borrow_mut() += 1;
        let next = self.plan.last().copied().unwrap_or(Filled::End);
        if next == Filled::Gone {
            return Ok(next);
        }
        self.plan.pop();
        if next == Filled::Frames {
            let n = i64::from(*self.looks.borrow());
            let record = |i| {
                let ts = Timestamp::from_nanos(n * 1000 + i);
                Record { ts, at: 0, len: 0, wire_len: 0, link: LinkType::RAW }
            };
            self.records = (0..3).map(record).collect();
        }
        Ok(next)
    }
    fn current(&self) -> Batch<'_> {
        Batch::new(&[], &self.records)
    }
    fn consume(&mut self, frames: usize) {
        self.records.drain(..frames);
    }
    fn counters(&mut self) -> Counters {
        let looks = u64::from(*self.looks.borrow());
        Counters { received: looks, bytes: 10 * looks, link: 3 * looks, dropped: 2 * looks }
    }
    fn reopen(&mut self) -> Result<bool, SourceError> {
        self.back_after = self.back_after.saturating_sub(1);
        if self.back_after == 0 {
            self.plan.pop();
        }
        Ok(self.back_after == 0)
    }
}

/// Runs a source to its end.
fn run(packets: Packets, notes: &mut Notes) {
    let mut work = Loop::new(PollerKind::default(), Cadence::default()).unwrap();
    work.add(Box::new(packets)).unwrap();
    work.run(notes).unwrap();
}

#[test]
fn frames_of_a_device_without_descriptor_come_in_order() {
    use Filled::{Frames, Nothing};
    let plan: Vec<Filled> = (0..300).map(|n| if n % 3 == 0 { Nothing } else { Frames }).collect();
    let mut notes = Notes::default();
    run(Packets::new(Box::new(Device::new(plan)), |_| {}), &mut notes);
    assert_eq!(notes.frames.len(), 600);
    assert!(notes.frames.is_sorted());
}

#[test]
fn counts_of_a_device_are_passed_on_once() {
    let device = Device::new(vec![Filled::Frames; 50]);
    let looks = Rc::clone(&device.looks);
    let mut notes = Notes::default();
    run(Packets::new(Box::new(device), |_| {}), &mut notes);
    let n = u64::from(*looks.borrow());
    assert_eq!(n, 51);
    assert_eq!(notes.counted, Counters { received: n, bytes: 10 * n, link: 3 * n, dropped: 2 * n });
}

#[test]
fn silence_lets_time_go_on_and_timers_fire() {
    let mut plan = vec![Filled::Frames];
    // 600 looks at intervals of about a millisecond.
    plan.extend(vec![Filled::Nothing; 600]);
    let device = Device::new(plan);
    let looks = Rc::clone(&device.looks);
    let clock = Clock::new();
    let now = || Timestamp::from_nanos(clock.wall().nanos() as i64);
    let due = Timestamp::from_nanos(now().nanos() + 200_000_000);
    let mut notes = Notes { timers: vec![due], now: now(), ..Notes::default() };
    run(Packets::new(Box::new(device), |_| {}), &mut notes);
    let [(timer, fired)] = notes.fired[..] else { panic!("one timer fires: {:?}", notes.fired) };
    assert_eq!(timer, due);
    let late = (fired - due).nanos();
    assert!((0..100_000_000).contains(&late), "{late} ns late, never early");
    assert_eq!(*looks.borrow(), 602);
}

#[test]
fn a_removed_device_is_waited_for() {
    use Filled::{Frames, Gone};
    let device = Device { back_after: 3, ..Device::new(vec![Frames, Gone, Frames]) };
    let mut notes = Notes::default();
    let clock = Clock::new();
    let start = clock.now();
    run(Packets::new(Box::new(device), |_| {}), &mut notes);
    assert_eq!(notes.frames.len(), 6);
    assert!(clock.now().since(start) >= REOPEN, "it looked again after a while");
}

#[test]
fn a_clock_step_is_reported_once() {
    let mut packets = Packets::new(Box::new(Device::new(Vec::new())), |_| {});
    let mut notes = Notes::default();
    let second = 1_000_000_000;
    for (now, wall) in [(10, 1000), (11, 1001), (12, 4602), (13, 4603), (14, 1000), (15, 1001)] {
        let (now, wall) = (Time::from_nanos(now * second), Time::from_nanos(wall * second));
        packets.compare_clocks(&mut notes, now, wall).unwrap();
    }
    assert_eq!(
        notes.reports,
        [
            "device: the clock was set forward by 3600.0s",
            "device: the clock was set back by 3604.0s; network time waits until the clock has caught up"
        ]
    );
}

#[test]
fn network_time_never_goes_back_and_nothing_is_lost_when_the_clock_is_set_back() {
    // Network time is an hour ahead of the wall clock, as after a clock was set back.
    let clock = Clock::new();
    let ahead = Timestamp::from_nanos(clock.wall().nanos() as i64 + 3_600_000_000_000);
    let mut notes = Notes { now: ahead, timers: vec![ahead], ..Notes::default() };
    let plan = vec![Filled::Frames, Filled::Nothing, Filled::Frames];
    run(Packets::new(Box::new(Device::new(plan)), |_| {}), &mut notes);
    assert_eq!((notes.frames.len(), notes.now), (6, ahead));
}

#[test]
fn a_replay_keeps_the_distances_of_the_capture() {
    let mut device = Device::new(Vec::new());
    let record = |ms: i64| Record {
        ts: Timestamp::from_nanos(ms * 1_000_000),
        at: 0,
        len: 0,
        wire_len: 0,
        link: LinkType::RAW,
    };
    device.records = [1000, 1000, 1200, 1600].map(record).to_vec();
    // A timer between two frames fires between them.
    let timer = Timestamp::from_nanos(1_400_000_000);
    let mut notes = Notes { timers: vec![timer], ..Notes::default() };
    let clock = Clock::new();
    let start = clock.now();
    run(Packets::new(Box::new(device), |_| {}).replayed(2.0), &mut notes);
    let took = clock.now().since(start);
    assert!(took >= Duration::from_millis(300), "{took:?}");
    assert!(took < Duration::from_secs(3), "{took:?}");
    let [(_, fired)] = notes.fired[..] else { panic!("{:?}", notes.fired) };
    assert!(fired >= timer && fired < Timestamp::from_nanos(1_600_000_000), "{fired:?}");
}
