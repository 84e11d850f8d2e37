//! The rules of a round, checked on every poller that detects readiness.
#![expect(clippy::print_stdout, reason = "names a poller that is not allowed here")]
use runloop::{
    Backoff, Cadence, Fds, Interest, IoSource, Loop, Next, PollerKind, Priority, Signal, Signals, Time, Turn,
    wake_pair,
};
use std::io::{self, Read, Write};
use std::num::NonZeroU32;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The state that a test's sources share.
#[derive(Default)]
struct Shared {
    log: Vec<String>,
    packets: u64,
    late: Vec<Duration>,
    finished: Vec<String>,
}

const POLLERS: [PollerKind; 4] =
    [PollerKind::Epoll, PollerKind::IoUring, PollerKind::Poll, PollerKind::Select];

/// Runs a test with each poller of this machine.
fn loops(cadence: Cadence, mut test: impl FnMut(Loop<Shared>, PollerKind)) {
    for kind in POLLERS {
        match Loop::new(kind, cadence) {
            Ok(l) => test(l, kind),
            Err(e) => println!("{kind} is left out: {e}"),
        }
    }
}

/// Endless packets, each of which costs `cost`; stops the loop after `limit`.
struct Flood {
    name: &'static str,
    cost: Duration,
    limit: u64,
    seen: u64,
}

impl Flood {
    fn new(cost: Duration, limit: u64) -> Self {
        Flood { name: "flood", cost, limit, seen: 0 }
    }
}

impl IoSource<Shared> for Flood {
    fn name(&self) -> &str {
        self.name
    }
    fn priority(&self) -> Priority {
        Priority::Packets
    }
    fn turn(&mut self, shared: &mut Shared, turn: &mut Turn<'_, Shared>) -> io::Result<Next> {
        loop {
            if !self.cost.is_zero() {
                let end = turn.clock() + self.cost;
                while turn.clock() < end {}
            }
            shared.packets += 1;
            self.seen += 1;
            if self.seen == self.limit {
                turn.stop();
                return Ok(Next::More);
            }
            if turn.spent() {
                return Ok(Next::More);
            }
        }
    }
    fn finish(&mut self, shared: &mut Shared) -> io::Result<()> {
        shared.finished.push(format!("{} {}", self.name, self.seen));
        Ok(())
    }
}

/// Echoes each byte on a socket; if `greedy`, always claims to have more work.
struct Echo {
    socket: UnixStream,
    greedy: bool,
}

impl IoSource<Shared> for Echo {
    fn name(&self) -> &str {
        "echo"
    }
    fn keeps_loop_alive(&self) -> bool {
        false
    }
    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        self.socket.set_nonblocking(true)?;
        fds.add(&self.socket, Interest::Read)
    }
    fn turn(&mut self, shared: &mut Shared, _: &mut Turn<'_, Shared>) -> io::Result<Next> {
        let mut byte = [0];
        match self.socket.read(&mut byte) {
            Ok(0) => return Ok(Next::Done),
            Ok(_) => {
                self.socket.write_all(&byte)?;
                shared.log.push(format!("echo at {}", shared.packets));
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
            Err(e) => return Err(e),
        }
        Ok(if self.greedy { Next::More } else { Next::Idle })
    }
}

/// Wakes every `period`, records the delay, and stops after `left` wakeups.
struct Ticker {
    period: Duration,
    next: Time,
    left: u32,
}

impl IoSource<Shared> for Ticker {
    fn name(&self) -> &str {
        "ticker"
    }
    fn next_timeout(&mut self, now: Time) -> Option<Duration> {
        if self.next == Time::ZERO {
            self.next = now + self.period;
        }
        Some(self.next.since(now))
    }
    fn turn(&mut self, shared: &mut Shared, turn: &mut Turn<'_, Shared>) -> io::Result<Next> {
        let now = turn.clock();
        assert!(turn.timed_out() && turn.event().is_none());
        assert!(now >= self.next, "fired {:?} early", self.next.since(now));
        shared.late.push(now.since(self.next));
        self.next = now + self.period;
        self.left -= 1;
        if self.left == 0 {
            turn.stop();
        }
        Ok(Next::Idle)
    }
}

fn ticker(period: Duration, left: u32) -> Box<Ticker> {
    Box::new(Ticker { period, next: Time::ZERO, left })
}

/// Returns the median, which must be in time; single delays may be late on a busy machine.
fn median(mut late: Vec<Duration>) -> Duration {
    late.sort_unstable();
    late[late.len() / 2]
}

#[test]
fn packets_do_not_starve_other_sources() {
    loops(Cadence::default(), |mut l, kind| {
        let (near, mut far) = UnixStream::pair().unwrap();
        far.write_all(&[1; 20]).unwrap();
        l.add(Box::new(Echo { socket: near, greedy: false })).unwrap();
        l.add(Box::new(Flood::new(Duration::from_micros(1), 20_000))).unwrap();
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        assert_eq!(shared.log.len(), 20, "{kind}: one turn a round, twenty rounds");
        assert_eq!(shared.packets, 20_000);
    });
}

#[test]
fn a_source_that_always_has_more_starves_neither_packets_nor_timeouts() {
    loops(Cadence::default(), |mut l, kind| {
        let (near, _far) = UnixStream::pair().unwrap();
        l.add(Box::new(Echo { socket: near, greedy: true })).unwrap();
        l.add(Box::new(Flood::new(Duration::ZERO, u64::MAX))).unwrap();
        l.add(ticker(Duration::from_millis(1), 50)).unwrap();
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        assert!(shared.packets > 10_000, "{kind}: {}", shared.packets);
        assert_eq!(shared.late.len(), 50);
        assert!(median(shared.late) < Duration::from_millis(100), "{kind}");
    });
}

#[test]
fn a_deadline_ends_the_round_of_a_source_that_always_has_packets() {
    loops(Cadence::Adaptive { interval: Duration::from_secs(5), at_most: None }, |mut l, kind| {
        l.add(Box::new(Flood::new(Duration::from_micros(2), u64::MAX))).unwrap();
        l.add(ticker(Duration::from_millis(3), 20)).unwrap();
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        assert!(median(shared.late) < Duration::from_millis(100), "{kind}");
    });
}

#[test]
fn timers_fire_without_traffic_and_never_early() {
    loops(Cadence::default(), |mut l, kind| {
        l.add(ticker(Duration::from_micros(700), 30)).unwrap();
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        assert!(median(shared.late) < Duration::from_millis(20), "{kind}");
        // Where the system interrupts a turn, the next time has come without a sleep.
        assert!(l.stats().sleeps >= 15, "{kind}: it slept in between");
        assert!(l.stats().polls <= 40, "{kind}: and was woken by nothing else: {:?}", l.stats());
    });
}

#[test]
fn sources_of_packets_share_evenly() {
    loops(Cadence::default(), |mut l, kind| {
        l.add(Box::new(Flood { name: "one", ..Flood::new(Duration::from_micros(2), u64::MAX) })).unwrap();
        l.add(Box::new(Flood { name: "two", ..Flood::new(Duration::from_micros(2), u64::MAX) })).unwrap();
        l.add(ticker(Duration::from_millis(60), 1)).unwrap();
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        let seen: Vec<u64> =
            shared.finished.iter().filter_map(|f| f.split_once(' ')?.1.parse().ok()).collect();
        let [one, two] = seen[..] else { panic!("{kind}: two floods finish: {:?}", shared.finished) };
        assert!(one.min(two) * 2 > one.max(two), "{kind}: {one} and {two}");
    });
}

#[test]
fn a_saturated_source_polls_rarely_and_a_dry_one_at_once() {
    loops(Cadence::default(), |mut l, kind| {
        l.add(Box::new(Flood::new(Duration::ZERO, 1_000_000))).unwrap();
        l.run(&mut Shared::default()).unwrap();
        let stats = l.stats();
        assert_eq!(stats.items, 999_999, "{kind}: the last one stops the loop");
        assert!(stats.polls * 50 < stats.items, "{kind}: {stats:?}");
        assert_eq!(stats.sleeps, 0, "{kind}");
    });
}

#[test]
fn a_number_of_packets_between_polls_is_kept() {
    let n = NonZeroU32::new(25).unwrap();
    for cadence in
        [Cadence::Every(n), Cadence::Adaptive { interval: Duration::from_secs(9), at_most: Some(n) }]
    {
        loops(cadence, |mut l, kind| {
            l.add(Box::new(Flood::new(Duration::ZERO, 25_001))).unwrap();
            l.run(&mut Shared::default()).unwrap();
            assert_eq!(l.stats().polls, 1000, "{kind}, {cadence:?}");
        });
    }
}

/// A source without a descriptor: sometimes has a packet, and backs off in between.
struct Device {
    backoff: Backoff,
    arrivals: Vec<Time>,
    wait: Duration,
    looks: u64,
}

impl IoSource<Shared> for Device {
    fn name(&self) -> &str {
        "device"
    }
    fn priority(&self) -> Priority {
        Priority::Packets
    }
    fn next_timeout(&mut self, _: Time) -> Option<Duration> {
        Some(self.wait)
    }
    fn turn(&mut self, shared: &mut Shared, turn: &mut Turn<'_, Shared>) -> io::Result<Next> {
        self.looks += 1;
        let now = turn.clock();
        if self.arrivals.is_empty() {
            self.arrivals = (1..=20).rev().map(|n| now + Duration::from_millis(5) * n).collect();
        }
        if self.arrivals.last().is_some_and(|&a| a <= now) {
            self.arrivals.pop();
            shared.packets += 1;
            self.backoff.reset();
            if self.arrivals.is_empty() {
                shared.log.push(format!("{}", self.looks));
                return Ok(Next::Done);
            }
            return Ok(Next::More);
        }
        self.wait = self.backoff.next();
        Ok(Next::Idle)
    }
}

#[test]
fn a_source_without_descriptor_is_asked_rarely_while_nothing_comes() {
    loops(Cadence::default(), |mut l, kind| {
        let device =
            Device { backoff: Backoff::default(), arrivals: Vec::new(), wait: Duration::ZERO, looks: 0 };
        l.add(Box::new(device)).unwrap();
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        assert_eq!(shared.packets, 20, "{kind}");
        // 5 ms suffice for 20 + 40 + … + 640 µs and then a poll each millisecond: about ten polls.
        let looks: u64 = shared.log[0].parse().unwrap();
        assert!(looks < 20 * 14, "{kind}: {looks} looks for 20 packets");
    });
}

/// Counts wakeups from other threads.
struct Inbox {
    wake: runloop::WakeReceiver,
    mail: std::sync::mpsc::Receiver<u32>,
}

impl IoSource<Shared> for Inbox {
    fn name(&self) -> &str {
        "inbox"
    }
    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.wake, Interest::Read)
    }
    fn turn(&mut self, shared: &mut Shared, _: &mut Turn<'_, Shared>) -> io::Result<Next> {
        self.wake.clear();
        loop {
            match self.mail.try_recv() {
                Ok(_) => shared.packets += 1,
                Err(std::sync::mpsc::TryRecvError::Empty) => return Ok(Next::Idle),
                Err(std::sync::mpsc::TryRecvError::Disconnected) => return Ok(Next::Done),
            }
        }
    }
}

#[test]
fn no_wakeup_of_another_thread_is_lost() {
    loops(Cadence::default(), |mut l, kind| {
        let (waker, wake) = wake_pair().unwrap();
        let (send, mail) = std::sync::mpsc::channel();
        l.add(Box::new(Inbox { wake, mail })).unwrap();
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let (send, waker) = (send.clone(), waker.clone());
                std::thread::spawn(move || {
                    for n in 0..5_000 {
                        send.send(n).unwrap();
                        waker.wake();
                    }
                    drop(send);
                    waker.wake();
                })
            })
            .collect();
        drop(send);
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        assert_eq!(shared.packets, 20_000, "{kind}");
        for t in threads {
            t.join().unwrap();
        }
    });
}

#[test]
fn signals_arrive_between_turns_and_every_source_finishes() {
    // All in one test and thread, because signals are blocked per thread.
    loops(Cadence::default(), |mut l, kind| {
        let answer = |signal, shared: &mut Shared, turn: &mut Turn<'_, Shared>| {
            shared.log.push(format!("{signal:?}"));
            if signal == Signal::Terminate {
                turn.stop();
            }
            Ok(())
        };
        l.add(Box::new(Signals::new(&[Signal::Hangup, Signal::Terminate], answer).unwrap())).unwrap();
        l.add(Box::new(Flood::new(Duration::ZERO, u64::MAX))).unwrap();
        l.add(Box::new(Raise(0))).unwrap();
        let mut shared = Shared::default();
        l.run(&mut shared).unwrap();
        assert_eq!(shared.log, ["Hangup", "Terminate"], "{kind}");
        assert_eq!(shared.finished.len(), 1, "{kind}: the flood was finished");
    });
}

/// Sends this thread the test's signals, one per timeout.
struct Raise(u32);

impl IoSource<Shared> for Raise {
    fn name(&self) -> &str {
        "raise"
    }
    fn next_timeout(&mut self, _: Time) -> Option<Duration> {
        (self.0 < 2).then_some(Duration::from_millis(2))
    }
    #[expect(unsafe_code, reason = "no safe call sends a signal to this thread alone")]
    fn turn(&mut self, _: &mut Shared, _: &mut Turn<'_, Shared>) -> io::Result<Next> {
        let signal = [Signal::Hangup, Signal::Terminate][self.0 as usize];
        self.0 += 1;
        // SAFETY: names this very thread and a signal that the test blocked.
        unsafe { libc::pthread_kill(libc::pthread_self(), signal.number()) };
        Ok(Next::Idle)
    }
}

/// Adds, pokes and ends other sources.
struct Parent {
    child: Option<runloop::SourceId>,
    step: u32,
}

struct Child;

impl IoSource<Shared> for Child {
    fn name(&self) -> &str {
        "child"
    }
    fn turn(&mut self, shared: &mut Shared, turn: &mut Turn<'_, Shared>) -> io::Result<Next> {
        shared.log.push(format!("child {:?} {}", turn.event(), turn.timed_out()));
        Ok(Next::Idle)
    }
    fn finish(&mut self, shared: &mut Shared) -> io::Result<()> {
        shared.finished.push("child".into());
        Ok(())
    }
}

impl IoSource<Shared> for Parent {
    fn name(&self) -> &str {
        "parent"
    }
    fn next_timeout(&mut self, _: Time) -> Option<Duration> {
        Some(Duration::from_millis(1))
    }
    fn turn(&mut self, _: &mut Shared, turn: &mut Turn<'_, Shared>) -> io::Result<Next> {
        self.step += 1;
        let child = self.child.expect("the test sets it");
        match self.step {
            1 => turn.poke(child),
            2 => turn.end(child),
            3 => turn.poke(child),
            4 => turn.add(Box::new(Failing)),
            _ => return Ok(Next::Done),
        }
        Ok(Next::Idle)
    }
}

struct Failing;

impl IoSource<Shared> for Failing {
    fn name(&self) -> &str {
        "failing"
    }
    fn register(&mut self, _: &mut Fds<'_>) -> io::Result<()> {
        Err(io::Error::other("no such interface"))
    }
    fn turn(&mut self, _: &mut Shared, _: &mut Turn<'_, Shared>) -> io::Result<Next> {
        unreachable!("it was never registered")
    }
}

#[test]
fn sources_come_and_go_in_turns_and_errors_name_the_source() {
    loops(Cadence::default(), |mut l, kind| {
        let child = l.add(Box::new(Child)).unwrap();
        l.add(Box::new(Parent { child: Some(child), step: 0 })).unwrap();
        let mut shared = Shared::default();
        let error = l.run(&mut shared).unwrap_err();
        assert_eq!(error.to_string(), "failing: no such interface", "{kind}");
        assert_eq!(
            shared.log,
            ["child None false"],
            "{kind}: poked once; a poke after its end has no effect"
        );
        assert_eq!(shared.finished, ["child"], "{kind}: it finished once");
    });
}

#[test]
fn a_loop_without_a_source_that_counts_ends() {
    loops(Cadence::default(), |mut l, _| {
        let (near, _far) = UnixStream::pair().unwrap();
        l.add(Box::new(Echo { socket: near, greedy: false })).unwrap();
        l.run(&mut Shared::default()).unwrap();
    });
}
