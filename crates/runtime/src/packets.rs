//! A source of packets in the run loop: frames as fast as they come, and time where none come.
use crate::capturing::Capturing;
use crate::error::RunError;
use crate::frame_handler::FrameHandler;
use capture::{Counters, Filled, Notice, PacketSource};
use net_types::Timestamp;
use runloop::{Backoff, Fds, Interest, IoSource, Next, Priority, Time, Turn};
use std::fmt;
use std::io;
use std::time::Duration;

/// How often one looks for an interface that is down or removed.
const REOPEN: Duration = Duration::from_millis(250);
/// How often the device's counters are asked for while frames come.
const COUNT: Duration = Duration::from_millis(100);
/// A step of the wall clock that is told.
const JUMP: Duration = Duration::from_secs(1);

/// What a source has to say to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceEvent {
    /// It goes on, but something happened.
    Notice(Notice),
    /// The wall clock was set: forwards, or backwards where `back`, by so much.
    Clock {
        /// Backwards.
        back: bool,
        /// By so much.
        by: Duration,
    },
    /// A batch of frames is done; so far into the source as it counts itself.
    Progress(u64),
}

impl fmt::Display for SourceEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceEvent::Notice(n) => n.fmt(f),
            SourceEvent::Clock { back: false, by } => write!(f, "the clock was set forward by {by:.1?}"),
            SourceEvent::Clock { back: true, by } => {
                write!(f, "the clock was set back by {by:.1?}; network time stands still until it is made up")
            }
            SourceEvent::Progress(at) => write!(f, "at {at}"),
        }
    }
}

/// A capture that is replayed at its own speed, or a multiple of it.
struct Replay {
    speed: f64,
    /// When it began: the loop's time, and the time of the first frame.
    began: Option<(Time, Timestamp)>,
}

impl Replay {
    /// How long after `now` something of network time `ts` is due.
    fn wait(&mut self, now: Time, ts: Timestamp) -> Duration {
        let (start, first) = *self.began.get_or_insert((now, ts));
        let ahead = (ts - first).as_secs_f64().max(0.0) / self.speed;
        (start + Duration::from_secs_f64(ahead.min(1e9))).since(now)
    }

    /// The network time at `now`.
    fn time(&self, now: Time) -> Option<Timestamp> {
        let (start, first) = self.began?;
        let passed = now.since(start).as_secs_f64() * self.speed;
        Some(Timestamp::from_nanos(first.nanos().saturating_add((passed * 1e9) as i64)))
    }
}

/// Hears what happens to a source.
type Tell = dyn FnMut(&dyn PacketSource, SourceEvent);
/// Looks at a source that is done.
type Close = dyn FnMut(&mut dyn PacketSource);

/// A [`PacketSource`] as a source of the run loop, working for a [`FrameHandler`].
pub struct Packets {
    source: Box<dyn PacketSource>,
    tell: Box<Tell>,
    replay: Option<Replay>,
    backoff: Backoff,
    /// Network time as this source last let it pass in silence.
    passed: Timestamp,
    /// When the next turn is due without a descriptor.
    due: Option<Time>,
    registered: bool,
    /// The wall clock and the loop's time when they were last compared.
    clocks: Option<(Time, Time)>,
    /// Network time follows the wall clock when no frames came for so long.
    quiet: Duration,
    /// What the device had counted when it was last asked, and when it is asked again.
    counted: Counters,
    count: Time,
    close: Box<Close>,
}

impl Packets {
    /// `tell` hears of what happens.
    #[must_use]
    pub fn new(
        source: Box<dyn PacketSource>,
        tell: impl FnMut(&dyn PacketSource, SourceEvent) + 'static,
    ) -> Self {
        Packets {
            source,
            tell: Box::new(tell),
            replay: None,
            backoff: Backoff::default(),
            passed: Timestamp::ZERO,
            due: None,
            registered: false,
            clocks: None,
            quiet: Capturing::default().quiet,
            counted: Counters::default(),
            count: Time::ZERO,
            close: Box::new(|_| {}),
        }
    }

    /// Replays a capture at `speed` times its own speed.
    #[must_use]
    pub fn replayed(mut self, speed: f64) -> Self {
        self.replay = Some(Replay { speed, began: None });
        self
    }

    /// Waits as scripts want it.
    #[must_use]
    pub fn capturing(mut self, how: &Capturing) -> Self {
        self.backoff =
            Backoff::new(how.non_fd_timeout.max(Duration::from_micros(1)), Duration::from_millis(1));
        self.quiet = how.quiet;
        self
    }

    /// Has the source looked at once more when it is done: for its counters.
    #[must_use]
    pub fn at_end(mut self, close: impl FnMut(&mut dyn PacketSource) + 'static) -> Self {
        self.close = Box::new(close);
        self
    }

    /// Processes what is at hand until the turn is over.
    fn batches<T: FrameHandler>(
        &mut self,
        traffic: &mut T,
        turn: &mut Turn<'_, T>,
    ) -> Result<Next, RunError> {
        loop {
            if traffic.is_suspended() {
                traffic.idle()?;
                if traffic.is_suspended() {
                    self.look_within(turn.clock(), |packets| packets.backoff.next());
                    return Ok(Next::Idle);
                }
            }
            match self.source.fill().map_err(RunError::Capture)? {
                Filled::Frames if self.replay.is_none() && traffic.shares() && self.share(traffic)? => {
                    self.batch_done(traffic, turn.now())?;
                    if turn.spent() {
                        return Ok(Next::More);
                    }
                }
                Filled::Frames => {
                    let (mut taken, mut over, mut wait) = (0, false, None);
                    for frame in self.source.current().iter() {
                        if let Some(replay) = &mut self.replay {
                            let ahead = replay.wait(turn.clock(), frame.ts);
                            if !ahead.is_zero() {
                                wait = Some(ahead);
                                break;
                            }
                        }
                        traffic.frame(&frame)?;
                        taken += 1;
                        if turn.spent() || traffic.is_suspended() {
                            over = true;
                            break;
                        }
                    }
                    self.source.consume(taken);
                    if taken > 0 {
                        self.backoff.reset();
                    }
                    if let Some(wait) = wait {
                        return self.replay_wait(traffic, turn, wait);
                    }
                    if over {
                        return Ok(Next::More);
                    }
                    self.batch_done(traffic, turn.now())?;
                }
                Filled::Nothing => {
                    self.quiet(traffic, turn)?;
                    if self.source.descriptor().is_none() {
                        self.look_within(turn.clock(), |packets| packets.backoff.next());
                    } else if self.source.is_restless() {
                        self.look_within(turn.clock(), |_| REOPEN);
                    }
                    return Ok(Next::Idle);
                }
                Filled::Gone => return self.gone(traffic, turn),
                Filled::End => return Ok(Next::Done),
            }
        }
    }

    /// Hands the current frames over as a whole; false where the source has them only one by one.
    fn share<T: FrameHandler>(&mut self, traffic: &mut T) -> Result<bool, RunError> {
        match self.source.share() {
            Some(frames) => traffic.share(frames).map(|()| true),
            None => Ok(false),
        }
    }

    fn batch_done<T: FrameHandler>(&mut self, traffic: &mut T, now: Time) -> Result<(), RunError> {
        // A capture's frames come by the hundred thousand a second: what is done between two of its batches is done now
        // and then.
        if self.say_counts(traffic, now) || self.source.is_live() {
            traffic.pause()?;
        }
        (self.tell)(&*self.source, SourceEvent::Progress(self.source.position()));
        Ok(())
    }

    /// Says what was counted, if that was not said just now; whether it did.
    fn say_counts<T: FrameHandler>(&mut self, traffic: &mut T, now: Time) -> bool {
        let due = now >= self.count;
        if due {
            self.count = now + COUNT;
            let counted = self.source.counters();
            traffic.counted(counted.since(std::mem::replace(&mut self.counted, counted)));
        }
        due
    }

    /// The next frame of a replay is not due yet; timers may be before.
    fn replay_wait<T: FrameHandler>(
        &mut self,
        traffic: &mut T,
        turn: &Turn<'_, T>,
        wait: Duration,
    ) -> Result<Next, RunError> {
        let now = turn.clock();
        if let Some(replay) = &mut self.replay {
            if let Some(time) = replay.time(now) {
                traffic.time(time)?;
            }
            let timer = traffic.next_due().map_or(wait, |at| replay.wait(now, at));
            self.due = Some(now + wait.min(timer));
        }
        Ok(Next::Idle)
    }

    /// Nothing is at hand. Where that lasts, time goes on by the wall clock.
    fn quiet<T: FrameHandler>(&mut self, traffic: &mut T, turn: &Turn<'_, T>) -> Result<(), RunError> {
        self.say_counts(traffic, turn.now());
        traffic.pause()?;
        let (now, wall) = (turn.clock(), turn.wall());
        self.compare_clocks(now, wall);
        let wall = Timestamp::from_nanos(i64::try_from(wall.nanos()).unwrap_or(i64::MAX));
        let span = |from: Timestamp, to: Timestamp| {
            Duration::from_nanos(u64::try_from((to - from).nanos()).unwrap_or(0))
        };
        let silent = span(traffic.now(), wall);
        // No frame came since time last passed in silence: then it is silent still.
        let heard = traffic.now() > self.passed;
        self.due = if silent < self.quiet && heard {
            let ahead = span(wall, traffic.now());
            Some(now + ahead + (self.quiet - silent))
        } else {
            traffic.time(wall)?;
            self.passed = traffic.now();
            traffic.next_due().map(|at| now + span(wall, at))
        };
        Ok(())
    }

    /// Has the next turn come no later than after this wait.
    fn look_within(&mut self, now: Time, wait: impl FnOnce(&mut Self) -> Duration) {
        let look = now + wait(self);
        self.due = Some(self.due.map_or(look, |due| due.min(look)));
    }

    /// What the frames came from was removed: waits for it, while time goes on.
    fn gone<T: FrameHandler>(&mut self, traffic: &mut T, turn: &mut Turn<'_, T>) -> Result<Next, RunError> {
        if let Some(fd) = self.source.descriptor().filter(|_| self.registered) {
            // It was registered with this number, and closing it comes after this.
            let _ = turn.fds().remove(&fd);
        }
        self.registered = false;
        if self.source.reopen().map_err(RunError::Capture)? {
            let registered = self.register_now(turn.fds());
            registered.map_err(|e| RunError::Capture(capture::SourceError::Device(e.to_string())))?;
            return Ok(Next::More);
        }
        self.quiet(traffic, turn)?;
        self.look_within(turn.clock(), |_| REOPEN);
        Ok(Next::Idle)
    }

    fn register_now(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        if let Some(fd) = self.source.descriptor() {
            fds.add(&fd, Interest::Read)?;
            self.registered = true;
        }
        Ok(())
    }

    fn compare_clocks(&mut self, now: Time, wall: Time) {
        if let Some((then, wall_then)) = self.clocks.replace((now, wall)) {
            let expected = wall_then + now.since(then);
            let (ahead, behind) = (wall.since(expected), expected.since(wall));
            if ahead > JUMP || behind > JUMP {
                (self.tell)(&*self.source, SourceEvent::Clock { back: behind > JUMP, by: ahead.max(behind) });
            }
        }
    }
}

impl<T: FrameHandler> IoSource<T> for Packets {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn priority(&self) -> Priority {
        Priority::Packets
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        self.register_now(fds)
    }

    fn next_timeout(&mut self, now: Time) -> Option<Duration> {
        self.due.map(|due| due.since(now))
    }

    fn turn(&mut self, traffic: &mut T, turn: &mut Turn<'_, T>) -> io::Result<Next> {
        self.due = None;
        let next = self.batches(traffic, turn).map_err(io::Error::other);
        while let Some(notice) = self.source.notice() {
            (self.tell)(&*self.source, SourceEvent::Notice(notice));
        }
        next
    }

    fn finish(&mut self, traffic: &mut T) -> io::Result<()> {
        self.count = Time::ZERO;
        self.say_counts(traffic, Time::ZERO);
        (self.close)(&mut *self.source);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
