//! Network time: the actions at each advance, and when it must advance next.
use super::Run;
use crate::error::{RunError, ScriptEnd};
use crate::frame_handler::FrameHandler as _;
use crate::handlers::{check_ending, take_arrivals};
use builtins::Services;
use net_types::{Interval, Timestamp};
use std::time::Duration;
use value::Context;

/// The most script timers that fire before one packet (`max_timer_expires`).
pub(super) const TIMERS: usize = 300;
/// The earliest time that scripts see.
const FIRST: Timestamp = Timestamp::from_nanos(1_000_000_000);
/// The interval between polls for answers that wake no descriptor.
const POLL: Duration = Duration::from_millis(10);
/// How long no frame must have come before a node that shares its process advances time by the wall clock.
const CALM: Interval = Interval::from_millis(100);
/// The interval at which a worker without frames checks for clients that fetch metrics.
const POLL_METRICS: Duration = Duration::from_millis(100);
/// The longest time for which rows are buffered (Zeek's `Threading::heartbeat_interval`).
const FLUSH: Interval = Interval::from_secs(1);
/// While no frames come, time advances in steps of this many nanoseconds, so that timers of connections share wakeups.
const STEP: i64 = 100_000_000;

impl Run {
    /// Advances the scripts' time. Due timers and arrivals from outside queue their events before those of the packet.
    #[inline]
    pub(super) fn advance(&mut self, now: Timestamp) -> Result<(), ScriptEnd> {
        self.services().reporter.time = Some(script_time(now));
        self.fire_timers(now)
    }

    /// Advances the scripts' time when messages, also those of functions that timers call, carry the new time already.
    #[inline]
    pub(super) fn fire_timers(&mut self, now: Timestamp) -> Result<(), ScriptEnd> {
        self.machine.advance(script_time(now), TIMERS);
        let reached = self.machine.now();
        self.bridge.advance_files(now.max(FIRST), &mut self.machine);
        if !self.services().expects_nothing(reached) {
            take_arrivals(&mut self.machine);
            self.take_files();
        }
        check_ending(&mut self.machine)
    }

    /// Returns the time until which other workers' frames change nothing here: the earliest possible time if events are
    /// queued or answers from outside are pending, because then every frame's time matters.
    pub(super) fn quiet_until(&mut self) -> Timestamp {
        let (now, timer) = (self.machine.now(), self.machine.next_timer());
        let idle = self.time_began && self.machine.is_idle() && timer.is_none_or(|at| at > now);
        let services = Services::of(&mut self.machine);
        if !idle || !services.ordered_nothing() || !services.expects_nothing(f64::INFINITY) {
            return Timestamp::from_nanos(i64::MIN);
        }
        // Seconds since 1970 as a float are exact to a quarter of a microsecond: fire a microsecond early.
        let timer =
            timer.map(|at| Timestamp::from_nanos(Timestamp::from_secs_f64(at).nanos().saturating_sub(1000)));
        let session = self.session.borrow().not_before();
        timer.into_iter().chain(self.bridge.next_timer()).fold(session, Timestamp::min)
    }

    /// Returns when a timer of the session or of scripts is due, or arrivals must be polled.
    pub(super) fn next_timer(&mut self) -> Option<Timestamp> {
        let session = self.session.borrow_mut().next_timer().map(in_steps);
        let (now, timer) = (Context::now(&self.machine), self.machine.next_timer());
        let inputs = self.input_patience().map(|wait| now + wait);
        let scripts = timer.into_iter().chain(inputs).map(Timestamp::from_secs_f64);
        scripts.chain(session).chain(self.bridge.next_timer()).min()
    }

    /// Returns how long a node that shares its process may sleep: until a timer is due, or arrivals that wake no
    /// descriptor must be polled; `None` for any time.
    pub(crate) fn patience(&mut self) -> Option<Duration> {
        let answers = self.services().names.is_busy().then_some(POLL);
        let inputs = self.input_patience().map(|s| Duration::try_from_secs_f64(s).unwrap_or(POLL));
        let metrics = self.services().telemetry.door.is_some().then_some(POLL_METRICS);
        answers.into_iter().chain(inputs).chain(metrics).chain(self.timer_patience()).min()
    }

    /// Does what is due when a node that shares its process has slept as long as [`patience`](Self::patience) allows.
    pub(crate) fn wake(&mut self) -> Result<(), RunError> {
        if !self.is_suspended() && self.timer_patience() == Some(Duration::ZERO) {
            let wall = self.services().wall_clock();
            self.time(Timestamp::from_secs_f64(wall))?;
        }
        self.idle()
    }

    /// Returns how long timers may wait on interfaces without frames, where the wall clock advances time; `None` if there
    /// are no timers, or frames of a file make time.
    fn timer_patience(&mut self) -> Option<Duration> {
        if self.follows_file {
            return None;
        }
        let now = self.session.borrow().now();
        let mut due = self.next_timer()?;
        if now > self.passed {
            // Frames that have arrived but were not handed over yet have earlier times.
            due = due.max(now + CALM);
        }
        let wall = Timestamp::from_secs_f64(self.services().wall_clock());
        Some(Duration::from_nanos(u64::try_from((due - wall).nanos()).unwrap_or(0)))
    }

    /// Returns how long input may wait, in seconds; `None` if no input stream is open.
    pub(super) fn input_patience(&mut self) -> Option<f64> {
        let now = self.machine.now();
        self.services().inputs.patience(now)
    }

    /// Flushes buffered rows if the last flush was too long ago, by network time or, as network time may stand still,
    /// by the wall clock.
    pub(super) fn flush_when_due(&mut self) {
        let now = self.session.borrow().now();
        let wall = Timestamp::from_secs_f64(self.services().wall_clock());
        let every = self.services().cluster.flush_every().map_or(FLUSH, Interval::from_secs_f64);
        if now - self.flushed.0 >= every || wall - self.flushed.1 >= every || wall < self.flushed.1 {
            self.flushed = (now, wall);
            let errors = self.services().logs.flush();
            builtins::log::complain(&mut self.machine, errors);
        }
    }
}

/// Returns the scripts' time, in seconds. It starts at one second after the epoch, so that captures that count from 0 also
/// have a time.
#[inline]
pub(super) fn script_time(ts: Timestamp) -> f64 {
    ts.max(FIRST).as_secs_f64()
}

/// Returns the first step at or after a time.
fn in_steps(ts: Timestamp) -> Timestamp {
    let over = ts.nanos().rem_euclid(STEP);
    if over == 0 { ts } else { Timestamp::from_nanos(ts.nanos().saturating_add(STEP - over)) }
}

/// Truncates a time to microseconds, as libpcap does: logs and scripts have no finer times.
#[inline]
pub(super) fn micros(ts: Timestamp) -> Timestamp {
    Timestamp::from_nanos(ts.nanos().div_euclid(1000) * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_never_early_and_late_by_less_than_one() {
        for n in [0, 1, STEP - 1, STEP, STEP + 1, 7 * STEP + 5, -1, i64::MAX] {
            let step = in_steps(Timestamp::from_nanos(n)).nanos();
            assert!(step >= n && step - n < STEP, "{n}: {step}");
            assert!(step % STEP == 0 || step == i64::MAX, "{n}: {step}");
        }
    }
}
