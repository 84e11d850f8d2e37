//! A packet source in the run loop. It passes on frames as they arrive, and advances time while none arrive.
use crate::capturing::Capturing;
use crate::error::RunError;
use crate::frame_handler::FrameHandler;
use capture::{Counters, Filled, Notice, PacketSource};
use net_types::Timestamp;
use runloop::{Backoff, Clock, Fds, Interest, IoSource, Next, Priority, Time, Turn};
use std::fmt;
use std::io;
use std::time::Duration;
use value::Level;

/// How often to look for an interface that is down or removed.
const REOPEN: Duration = Duration::from_millis(250);
/// How often the device's counters are read while frames arrive.
const COUNT: Duration = Duration::from_millis(100);
/// How often to check for arrivals from outside while a capture's pipe is silent.
const SILENT: Duration = Duration::from_millis(100);
/// The longest time for which frames are processed after a signal.
const DRAIN: Duration = Duration::from_secs(10);
/// The largest step of the wall clock that is not reported.
const JUMP: Duration = Duration::from_secs(1);

/// A step of the wall clock.
struct Step {
    /// Whether the clock was set back.
    back: bool,
    /// The size of the step.
    by: Duration,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = self.by;
        if self.back {
            write!(f, "the clock was set back by {by:.1?}; network time waits until the clock has caught up")
        } else {
            write!(f, "the clock was set forward by {by:.1?}")
        }
    }
}

/// Replays a capture at its own speed, or a multiple of it.
struct Replay {
    speed: f64,
    /// The loop's time when the replay began, and the time of the first frame.
    began: Option<(Time, Timestamp)>,
}

impl Replay {
    /// Returns how long after `now` network time reaches `ts`.
    fn wait(&mut self, now: Time, ts: Timestamp) -> Duration {
        let (start, first) = *self.began.get_or_insert((now, ts));
        let ahead = (ts - first).as_secs_f64().max(0.0) / self.speed;
        (start + Duration::from_secs_f64(ahead.min(1e9))).since(now)
    }

    /// Returns the network time at `now`.
    fn time(&self, now: Time) -> Option<Timestamp> {
        let (start, first) = self.began?;
        let passed = now.since(start).as_secs_f64() * self.speed;
        Some(Timestamp::from_nanos(first.nanos().saturating_add((passed * 1e9) as i64)))
    }
}

/// Called after each batch of frames, with the [position](PacketSource::position) after the batch.
type Progress = dyn FnMut(u64);
/// Called with a source's counters when they are read, ten times a second.
type Observe = dyn FnMut(Counters);
/// Called with a source that has ended.
type Close = dyn FnMut(&mut dyn PacketSource);

/// Drives a [`FrameHandler`] with the frames of a [`PacketSource`], as a source of the run loop.
pub struct Packets {
    source: Box<dyn PacketSource>,
    progress: Box<Progress>,
    replay: Option<Replay>,
    backoff: Backoff,
    /// The network time when this source last advanced it without a frame.
    passed: Timestamp,
    /// When the next turn is due if no descriptor wakes the loop.
    due: Option<Time>,
    registered: bool,
    /// The loop's time and the wall clock when they were last compared.
    clocks: Option<(Time, Time)>,
    /// The time without frames after which network time follows the wall clock.
    quiet: Duration,
    /// The device's counters when they were last read, and when to read them next.
    counted: Counters,
    count: Time,
    observe: Box<Observe>,
    close: Box<Close>,
}

impl Packets {
    /// Creates the source. `progress` is called after each batch of frames, with the [position](PacketSource::position)
    /// after the batch.
    #[must_use]
    pub fn new(source: Box<dyn PacketSource>, progress: impl FnMut(u64) + 'static) -> Self {
        Packets {
            source,
            progress: Box::new(progress),
            replay: None,
            backoff: Backoff::default(),
            passed: Timestamp::ZERO,
            due: None,
            registered: false,
            clocks: None,
            quiet: Capturing::default().quiet,
            counted: Counters::default(),
            count: Time::ZERO,
            observe: Box::new(|_| {}),
            close: Box::new(|_| {}),
        }
    }

    /// Replays a capture at `speed` times its own speed.
    #[must_use]
    pub fn replayed(mut self, speed: f64) -> Self {
        self.replay = Some(Replay { speed, began: None });
        self
    }

    /// Applies the scripts' waiting times.
    #[must_use]
    pub fn capturing(mut self, how: &Capturing) -> Self {
        self.backoff =
            Backoff::new(how.non_fd_timeout.max(Duration::from_micros(1)), Duration::from_millis(1));
        self.quiet = how.quiet;
        self
    }

    /// Calls `observe` with the source's counters when they are read, ten times a second.
    #[must_use]
    pub fn observed(mut self, observe: impl FnMut(Counters) + 'static) -> Self {
        self.observe = Box::new(observe);
        self
    }

    /// Calls `close` with the source when it is done, for its final counters.
    #[must_use]
    pub fn at_end(mut self, close: impl FnMut(&mut dyn PacketSource) + 'static) -> Self {
        self.close = Box::new(close);
        self
    }

    /// Processes the available frames until the turn is over.
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
                Filled::Nothing if !self.source.is_live() => {
                    // The pipe is silent: network time waits for its next frame, but arrivals are handled.
                    traffic.idle()?;
                    self.look_within(turn.clock(), |_| SILENT);
                    return Ok(Next::Idle);
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

    /// Passes on the current frames as one buffer. Returns false if the source does not support that.
    fn share<T: FrameHandler>(&mut self, traffic: &mut T) -> Result<bool, RunError> {
        match self.source.share() {
            Some(frames) => traffic.share(frames).map(|()| true),
            None => Ok(false),
        }
    }

    fn batch_done<T: FrameHandler>(&mut self, traffic: &mut T, now: Time) -> Result<(), RunError> {
        // A capture file has many batches a second: pause only when counters are due.
        if self.say_counts(traffic, now) || self.source.is_live() {
            traffic.pause()?;
        }
        (self.progress)(self.source.position());
        Ok(())
    }

    /// Passes on new counts if they are due. Returns whether they were due.
    fn say_counts<T: FrameHandler>(&mut self, traffic: &mut T, now: Time) -> bool {
        let due = now >= self.count;
        if due {
            self.count = now + COUNT;
            let counted = self.source.counters();
            (self.observe)(counted);
            traffic.counted(counted.since(std::mem::replace(&mut self.counted, counted)));
        }
        due
    }

    /// Waits for the next frame of a replay, which is not due yet. Timers may be due earlier.
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

    /// Handles a moment without frames. If that lasts, time advances by the wall clock.
    fn quiet<T: FrameHandler>(&mut self, traffic: &mut T, turn: &Turn<'_, T>) -> Result<(), RunError> {
        self.say_counts(traffic, turn.now());
        traffic.pause()?;
        let (now, wall) = (turn.clock(), turn.wall());
        self.compare_clocks(traffic, now, wall)?;
        let wall = Timestamp::from_nanos(i64::try_from(wall.nanos()).unwrap_or(i64::MAX));
        let span = |from: Timestamp, to: Timestamp| {
            Duration::from_nanos(u64::try_from((to - from).nanos()).unwrap_or(0))
        };
        let silent = span(traffic.now(), wall);
        // If nothing was heard, no frame has come since time last advanced without one.
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

    /// Schedules the next turn after at most this wait.
    fn look_within(&mut self, now: Time, wait: impl FnOnce(&mut Self) -> Duration) {
        let look = now + wait(self);
        self.due = Some(self.due.map_or(look, |due| due.min(look)));
    }

    /// Waits for the return of a removed device, while time advances.
    fn gone<T: FrameHandler>(&mut self, traffic: &mut T, turn: &mut Turn<'_, T>) -> Result<Next, RunError> {
        if let Some(fd) = self.source.descriptor().filter(|_| self.registered) {
            // Deregister the descriptor before it is closed.
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

    /// Processes the frames that arrived before the signal that ends the run. Some lie in the device: an interface hands
    /// over frames in blocks, each when it is full or after some milliseconds.
    fn drain<T: FrameHandler>(&mut self, traffic: &mut T) -> Result<(), RunError> {
        if !self.source.is_live() || !traffic.is_told_to_end() || traffic.is_suspended() {
            return Ok(());
        }
        let clock = Clock::new();
        let (begun, wall) = (clock.now(), clock.wall());
        let end = Timestamp::from_nanos(i64::try_from(wall.nanos()).unwrap_or(i64::MAX));
        for settled in [false, true] {
            if settled {
                self.source.settle();
            }
            while self.source.fill().map_err(RunError::Capture)? == Filled::Frames {
                let (mut taken, mut over) = (0, clock.now().since(begun) > DRAIN);
                for frame in self.source.current().iter() {
                    over |= frame.ts > end;
                    if over {
                        break;
                    }
                    traffic.frame(&frame)?;
                    taken += 1;
                }
                self.source.consume(taken);
                if over {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Reports a step of the wall clock since the last call.
    fn compare_clocks<T: FrameHandler>(
        &mut self,
        traffic: &mut T,
        now: Time,
        wall: Time,
    ) -> Result<(), RunError> {
        if let Some((then, wall_then)) = self.clocks.replace((now, wall)) {
            let expected = wall_then + now.since(then);
            let (ahead, behind) = (wall.since(expected), expected.since(wall));
            if ahead > JUMP || behind > JUMP {
                let step = Step { back: behind > JUMP, by: ahead.max(behind) };
                traffic.report(Level::Warning, format!("{}: {step}", self.source.name()))?;
            }
        }
        Ok(())
    }

    /// Reports that the device was lost or has returned.
    fn notices<T: FrameHandler>(&mut self, traffic: &mut T) -> Result<(), RunError> {
        while let Some(notice) = self.source.notice() {
            let level = match notice {
                Notice::Up | Notice::Back => Level::Info,
                _ => Level::Warning,
            };
            traffic.report(level, format!("{}: {notice}", self.source.name()))?;
        }
        Ok(())
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
        let next = self.batches(traffic, turn);
        let told = self.notices(traffic);
        next.and_then(|next| told.map(|()| next)).map_err(io::Error::other)
    }

    fn finish(&mut self, traffic: &mut T) -> io::Result<()> {
        let drained = self.drain(traffic);
        self.count = Time::ZERO;
        self.say_counts(traffic, Time::ZERO);
        (self.close)(&mut *self.source);
        drained.map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests;
