//! What happens to frames: filter, writer, session, logs.
use crate::script::SessionError;
use crate::scripted::Scripted;
use capture::{Counters, Filter, FilterError, PcapWriter, SharedFrames, SourceError};
use event::EventId;
use logging::LogError;
use net_types::{Interval, Timestamp};
use session::{Frame, Session, Stats};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

/// Whoever takes frames, and time where there are none: what sources of packets work for.
pub trait Traffic {
    /// The next frame.
    ///
    /// # Errors
    /// What ends the run.
    fn frame(&mut self, frame: &capture::Frame<'_>) -> Result<(), RunError>;

    /// Whether no frame is to come now: scripts have suspended processing.
    fn is_suspended(&mut self) -> bool {
        false
    }

    /// Frames are held back: what else may come arrives, while time stands still.
    ///
    /// # Errors
    /// What ends the run.
    fn idle(&mut self) -> Result<(), RunError> {
        self.pause()
    }

    /// Whether frames that several threads look at may come as a whole, by [`share`](Self::share).
    fn shares(&self) -> bool {
        false
    }

    /// The next frames.
    ///
    /// # Errors
    /// What ends the run.
    fn share(&mut self, frames: SharedFrames) -> Result<(), RunError> {
        frames.iter().try_for_each(|(frame, _)| self.frame(&frame))
    }

    /// The latest time that frames or silence brought.
    fn now(&self) -> Timestamp;

    /// Time has passed without frames.
    ///
    /// # Errors
    /// What ends the run.
    fn time(&mut self, now: Timestamp) -> Result<(), RunError>;

    /// When time should pass next, should no frames come.
    fn next_due(&mut self) -> Option<Timestamp>;

    /// No frames are at hand: what is better done now than between two frames. Also called after every batch.
    ///
    /// # Errors
    /// What ends the run.
    fn pause(&mut self) -> Result<(), RunError>;

    /// A source counted this since it last said so: what was received, and what was lost on the way.
    fn counted(&mut self, more: Counters) {
        let _ = more;
    }
}

/// Takes frames to logs.
pub struct Monitor {
    /// Frames that it does not accept are passed over.
    filter: Option<Filter>,
    /// Where accepted frames go to.
    writer: Option<PcapWriter>,
    /// Where frames go to that no analyzer took.
    unprocessed: Option<PcapWriter>,
    /// Follows the connections.
    session: Rc<RefCell<Session>>,
    /// Scripts that handle what the session finds, and write the logs.
    scripts: Option<Scripted>,
    summary: Summary,
    flushed: Timestamp,
    /// What all sources counted.
    captured: Counters,
    others: Others,
}

/// How far the time is by the frames of other workers, as far as that has not been told yet.
#[derive(Clone, Copy)]
struct Others {
    /// The latest of them; the first time that there is where all were told.
    latest: Timestamp,
    /// Before this they change nothing; `None` where that must be found out anew.
    quiet_until: Option<Timestamp>,
}

impl Others {
    const TOLD: Others = Others { latest: Timestamp::from_nanos(i64::MIN), quiet_until: None };
}

/// How long rows may be buffered: Zeek's `Threading::heartbeat_interval`.
const FLUSH: Interval = Interval::from_secs(1);

/// What a run saw.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Counts of frames and connections.
    pub stats: Stats,
    /// Time of the first and the last frame.
    pub span: Option<(Timestamp, Timestamp)>,
    /// Frames that the filter passed over.
    pub filtered: u64,
    /// Logs with their rows.
    pub logs: Vec<(String, u64)>,
}

impl Summary {
    /// Takes in what another worker saw.
    pub(crate) fn join(&mut self, other: &Summary) {
        let (a, b) = (&mut self.stats, &other.stats);
        a.packets += b.packets;
        a.bytes += b.bytes;
        a.unprocessed += b.unprocessed;
        for (a, b) in a.connections.iter_mut().zip(b.connections) {
            *a += b;
        }
        a.live += b.live;
        a.live_max += b.live_max;
        a.ended_by_inactivity += b.ended_by_inactivity;
        a.fragmented += b.fragmented;
        a.ack_events += b.ack_events;
        a.gap_events += b.gap_events;
        a.gap_bytes += b.gap_bytes;
        self.filtered += other.filtered;
        for (log, rows) in &other.logs {
            match self.logs.iter_mut().find(|(l, _)| l == log) {
                Some((_, all)) => *all += rows,
                None => self.logs.push((log.clone(), *rows)),
            }
        }
        self.span = match (self.span, other.span) {
            (Some((f, l)), Some((first, last))) => Some((f.min(first), l.max(last))),
            (one, None) | (None, one) => one,
        };
    }
}

/// Why a run ended early. What came before is logged. What the system said is the error's source.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// Where frames come from.
    Capture(SourceError),
    /// The file that frames are written to.
    Writer(capture::Error),
    /// The filter.
    Filter(FilterError),
    /// A log.
    Log(LogError),
    /// Scripts ended the run: `exit`, `terminate`, or an error before it began.
    Scripts(SessionError),
    /// A worker ended before its time; what ended it comes from the worker itself, if it could say so.
    Worker,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Capture(SourceError::File(_)) => f.write_str("reading the capture"),
            RunError::Capture(_) => f.write_str("capturing"),
            RunError::Writer(_) => f.write_str("writing packets"),
            RunError::Filter(_) => f.write_str("the filter"),
            RunError::Log(_) => f.write_str("writing a log"),
            RunError::Worker => f.write_str("a worker ended before its time"),
            RunError::Scripts(SessionError::Exit(status)) => {
                write!(f, "scripts ended the run with status {status}")
            }
            RunError::Scripts(SessionError::Initializing) => {
                f.write_str("errors occurred while initializing")
            }
        }
    }
}

impl std::error::Error for RunError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RunError::Capture(e) => Some(e),
            RunError::Writer(e) => Some(e),
            RunError::Filter(e) => Some(e),
            RunError::Log(e) => Some(e),
            RunError::Scripts(_) => None,
            RunError::Worker => None,
        }
    }
}

impl Monitor {
    /// Frames that `filter` accepts go to `writer` and through `session`.
    #[must_use]
    pub fn new(filter: Option<Filter>, writer: Option<PcapWriter>, session: Rc<RefCell<Session>>) -> Self {
        Monitor {
            filter,
            writer,
            unprocessed: None,
            session,
            scripts: None,
            summary: Summary::default(),
            flushed: Timestamp::ZERO,
            captured: Counters::default(),
            others: Others::TOLD,
        }
    }

    /// The next frame, behind those of others that were [passed over](Self::pass_over).
    ///
    /// # Errors
    /// What ends the run.
    #[inline]
    pub(crate) fn own_frame(&mut self, frame: &capture::Frame<'_>) -> Result<(), RunError> {
        // In most captures time does not go back.
        if self.others.latest > frame.ts {
            self.catch_up()?;
        }
        self.others = Others::TOLD;
        self.frame(frame)
    }

    /// Time passes by the frame of another worker: what is due happens now, and the rest at the next own frame. Whether
    /// something was due.
    ///
    /// # Errors
    /// Scripts ended the run.
    #[inline]
    pub(crate) fn pass_over(&mut self, frame: &capture::Frame<'_>) -> Result<bool, RunError> {
        if let Some(f) = self.filter.as_mut()
            && !f.accepts(frame).map_err(RunError::Filter)?
        {
            return Ok(false);
        }
        let quiet_until = match self.others.quiet_until {
            Some(known) => known,
            None => {
                let found = self.not_before();
                *self.others.quiet_until.insert(found)
            }
        };
        self.others.latest = self.others.latest.max(frame.ts);
        let due = frame.ts >= quiet_until;
        if due {
            self.catch_up()?;
        }
        Ok(due)
    }

    /// What was passed over counts now.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub(crate) fn catch_up(&mut self) -> Result<(), RunError> {
        let latest = std::mem::replace(&mut self.others, Others::TOLD).latest;
        if latest > Others::TOLD.latest { self.pass(latest) } else { Ok(()) }
    }

    /// A time before which that of frames changes nothing.
    fn not_before(&mut self) -> Timestamp {
        let session = self.session.borrow().not_before();
        self.scripts.as_mut().map_or(session, |s| s.not_before().min(session))
    }

    /// Time passes by the frame of another worker.
    ///
    /// # Errors
    /// Scripts ended the run.
    #[inline]
    pub(crate) fn pass(&mut self, ts: Timestamp) -> Result<(), RunError> {
        let ts = micros(ts);
        let Some(s) = &mut self.scripts else {
            self.session.borrow_mut().handle_time(ts, &mut Nobody);
            return Ok(());
        };
        s.advance(ts).map_err(RunError::Scripts)?;
        s.begin();
        self.session.borrow_mut().handle_time(ts, &mut s.sink());
        s.drain_packet().map(drop).map_err(RunError::Scripts)
    }

    /// How long what comes to scripts from outside may be left waiting where nothing tells of it; `None` where nothing
    /// will come.
    pub(crate) fn patience(&mut self) -> Option<Duration> {
        self.scripts.as_mut()?.patience()
    }

    /// Hands what the session finds to scripts that have been started.
    ///
    /// # Errors
    /// The filter that they installed is none.
    pub fn with_scripts(mut self, scripts: Scripted) -> Result<Self, RunError> {
        self.scripts = Some(scripts);
        self.follow_filter()?;
        Ok(self)
    }

    /// Scripts may install another filter while they run.
    fn follow_filter(&mut self) -> Result<(), RunError> {
        if let Some(text) = self.scripts.as_mut().and_then(Scripted::installed_filter) {
            let filter = if text.is_empty() { None } else { Some(Filter::new(&text)) };
            self.filter = filter.transpose().map_err(RunError::Filter)?;
        }
        Ok(())
    }

    /// Writes the frames that no analyzer took to a capture file (`-c`).
    #[must_use]
    pub fn keeping_unprocessed(mut self, to: Option<PcapWriter>) -> Self {
        self.unprocessed = to;
        self
    }

    /// Writes a frame that no analyzer took. `before` is how many there were before it was processed.
    #[cold]
    fn keep_unprocessed(&mut self, frame: &capture::Frame<'_>, before: u64) -> Result<(), RunError> {
        match &mut self.unprocessed {
            Some(to) if self.session.borrow().stats().unprocessed > before => {
                to.write(frame).map_err(RunError::Writer)
            }
            _ => Ok(()),
        }
    }

    /// Counts so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.session.borrow().stats()
    }

    /// Rotates all logs; the next rows begin new ones. `at` is when that was ordered.
    ///
    /// # Errors
    /// A postprocessor ended the run.
    pub fn rotate(&mut self, at: Timestamp) -> Result<(), RunError> {
        self.scripts.as_mut().map_or(Ok(()), |s| s.rotate_logs(at)).map_err(RunError::Scripts)
    }

    /// Ends all connections and completes the logs. `result` is how the run went: what fails here fails after that.
    pub fn finish(mut self, mut result: Result<(), RunError>) -> (Summary, Result<(), RunError>) {
        match &mut self.scripts {
            None => self.session.borrow_mut().finish(&mut Nobody),
            Some(s) => {
                if result.is_ok() {
                    result = s.input_ended().map_err(RunError::Scripts);
                }
                let ended = s.net_done().map_err(RunError::Scripts);
                result = result.and(ended);
                self.session.borrow_mut().finish(&mut s.sink());
                let ended = s.finish().map_err(RunError::Scripts);
                result = result.and(ended);
                let (logs, failed) = s.logs_written();
                self.summary.logs = logs;
                result = result.and(failed.map_or(Ok(()), |e| Err(RunError::Log(e))));
            }
        }
        self.summary.stats = self.session.borrow().stats();
        for w in [self.writer.take(), self.unprocessed.take()].into_iter().flatten() {
            let finished = w.finish().map_err(RunError::Writer);
            result = result.and(finished);
        }
        (self.summary, result)
    }
}

impl Traffic for Monitor {
    #[inline]
    fn frame(&mut self, frame: &capture::Frame<'_>) -> Result<(), RunError> {
        if let Some(f) = self.filter.as_mut()
            && !f.accepts(frame).map_err(RunError::Filter)?
        {
            self.summary.filtered += 1;
            return Ok(());
        }
        if let Some(w) = self.writer.as_mut() {
            w.write(frame).map_err(RunError::Writer)?;
        }
        let ts = micros(frame.ts);
        let (first, last) = self.summary.span.unwrap_or((ts, ts));
        self.summary.span = Some((first.min(ts), last.max(ts)));
        let unprocessed = self.unprocessed.as_ref().map(|_| self.stats().unprocessed);
        let captured = frame;
        let frame = Frame { ts, link: frame.link, data: frame.data, wire_len: frame.wire_len as usize };
        let Some(scripts) = &mut self.scripts else {
            self.session.borrow_mut().handle_frame(&frame, &mut Nobody);
            return Ok(());
        };
        scripts.at_hand(&frame);
        scripts.advance(ts).map_err(RunError::Scripts)?;
        scripts.begin();
        self.session.borrow_mut().handle_frame(&frame, &mut scripts.sink());
        if let Some(before) = unprocessed {
            self.keep_unprocessed(captured, before)?;
        }
        let Some(scripts) = &mut self.scripts else { return Ok(()) };
        if scripts.drain_packet().map_err(RunError::Scripts)? {
            self.follow_filter()?;
        }
        Ok(())
    }

    fn is_suspended(&mut self) -> bool {
        self.scripts.as_mut().is_some_and(Scripted::is_suspended)
    }

    fn idle(&mut self) -> Result<(), RunError> {
        if let Some(s) = &mut self.scripts {
            s.idle().map_err(RunError::Scripts)?;
        }
        self.pause()
    }

    fn now(&self) -> Timestamp {
        self.session.borrow().now()
    }

    fn time(&mut self, now: Timestamp) -> Result<(), RunError> {
        let now = micros(now);
        match &mut self.scripts {
            None => self.session.borrow_mut().handle_time(now, &mut Nobody),
            Some(s) => {
                s.advance(now).map_err(RunError::Scripts)?;
                self.session.borrow_mut().handle_time(now, &mut s.sink());
                s.drain().map_err(RunError::Scripts)?;
            }
        }
        self.pause()
    }

    fn next_due(&mut self) -> Option<Timestamp> {
        let session = self.session.borrow_mut().next_timer().map(in_steps);
        let scripts = self.scripts.as_mut().and_then(Scripted::next_timer);
        session.into_iter().chain(scripts).min()
    }

    fn counted(&mut self, more: Counters) {
        self.captured += more;
        if let Some(s) = &mut self.scripts {
            s.counted(self.captured);
        }
    }

    fn pause(&mut self) -> Result<(), RunError> {
        self.follow_filter()?;
        let now = self.session.borrow().now();
        if now - self.flushed >= FLUSH {
            self.flushed = now;
            if let Some(s) = &mut self.scripts {
                s.flush_logs();
            }
        }
        Ok(())
    }
}

/// Timers of connections share wakeups: where no frame comes, time goes in steps of this.
const STEP: i64 = 100_000_000;

/// The first step at or after a time.
fn in_steps(ts: Timestamp) -> Timestamp {
    let over = ts.nanos().rem_euclid(STEP);
    if over == 0 { ts } else { Timestamp::from_nanos(ts.nanos().saturating_add(STEP - over)) }
}

/// Times have microseconds in logs and for scripts; the rest is cut, as libpcap cuts it.
fn micros(ts: Timestamp) -> Timestamp {
    Timestamp::from_nanos(ts.nanos().div_euclid(1000) * 1000)
}

/// Nobody: for a session whose events nobody wants.
pub struct Nobody;

impl event::Sink for Nobody {
    fn wants(&self, _: EventId) -> bool {
        false
    }
    fn take(&mut self, _: &dyn event::Event) {}
}

impl session::Sink for Nobody {
    fn about(&mut self, _: &session::ConnView<'_>) {}
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
