//! The path of a frame: filter, capture writers, time, session, handlers.
use super::Run;
use super::other_workers::OtherWorkers;
use super::time::{micros, script_time};
use crate::error::{RunError, ScriptEnd};
use crate::frame_handler::FrameHandler;
use capture::Counters;
use net_types::Timestamp;
use session::Frame;
use value::{Context, Level};

impl FrameHandler for Run {
    #[inline]
    fn frame(&mut self, captured: &capture::Frame<'_>) -> Result<(), RunError> {
        if !self.accepts(captured)? {
            self.summary.filtered += 1;
            return Ok(());
        }
        if let Some(w) = self.writer.as_mut() {
            w.write(captured).map_err(RunError::Writer)?;
        }
        let ts = micros(captured.ts);
        self.summary.saw(ts);
        let unprocessed = self.asks_for_unprocessed().then(|| self.stats().unprocessed);
        let frame =
            Frame { ts, link: captured.link, data: captured.data, wire_len: captured.wire_len as usize };
        let services = self.services();
        services.packets.current.set(ts, captured.link, captured.wire_len, captured.data);
        services.reporter.time = Some(script_time(ts));
        self.fire_timers(ts)?;
        self.begin_time();
        self.session.borrow_mut().handle_frame(&frame, &mut self.bridge.sink(&mut self.machine));
        if unprocessed.is_some_and(|before| self.session.borrow().stats().unprocessed > before) {
            self.pass_unprocessed(captured)?;
        }
        if self.end_packet()? {
            self.follow_filter()?;
        }
        if self.memory.is_due() { self.keep_to_budget() } else { Ok(()) }
    }

    fn is_told_to_end(&self) -> bool {
        self.is_told_to_end
    }

    fn is_suspended(&mut self) -> bool {
        self.suspended.get() > 0
    }

    fn idle(&mut self) -> Result<(), RunError> {
        self.take_what_is_due()?;
        self.pause()
    }

    fn now(&self) -> Timestamp {
        self.session.borrow().now()
    }

    fn time(&mut self, now: Timestamp) -> Result<(), RunError> {
        // A file's first packet sets the time.
        if self.follows_file && !self.time_began {
            return self.idle();
        }
        let now = micros(now);
        self.advance(now)?;
        self.session.borrow_mut().handle_time(now, &mut self.bridge.sink(&mut self.machine));
        self.passed = self.session.borrow().now();
        self.run_handlers()?;
        self.pause()
    }

    fn next_due(&mut self) -> Option<Timestamp> {
        self.next_timer()
    }

    fn pause(&mut self) -> Result<(), RunError> {
        self.follow_filter()?;
        self.flush_when_due();
        if self.has_own_thread && self.exchange() {
            self.run_handlers()?;
        }
        self.keep_to_budget()
    }

    fn has_mail(&mut self) -> bool {
        self.has_own_thread && Run::has_mail(self)
    }

    fn report(&mut self, level: Level, text: String) -> Result<(), RunError> {
        Context::report(&mut self.machine, level, &text, None);
        Ok(self.run_handlers()?)
    }

    fn counted(&mut self, more: Counters) {
        self.services().traffic.captured += more;
    }
}

impl Run {
    /// Processes a frame of this worker, after advancing to the times of other workers' earlier frames.
    #[inline]
    pub(crate) fn own_frame(&mut self, frame: &capture::Frame<'_>) -> Result<(), RunError> {
        // In most captures, time never goes backwards.
        if self.others.latest > frame.ts {
            self.catch_up()?;
        }
        self.others = OtherWorkers::NONE;
        self.frame(frame)
    }

    /// Records the time of another worker's frame. Due timers fire now; everything else waits for this worker's next
    /// frame. Returns whether any timers were due.
    #[inline]
    pub(crate) fn pass_over(&mut self, frame: &capture::Frame<'_>) -> Result<bool, RunError> {
        if !self.accepts(frame)? {
            return Ok(false);
        }
        let due = frame.ts >= self.timers_of_others();
        self.pass_quietly(frame.ts);
        if due {
            self.catch_up()?;
        }
        Ok(due)
    }

    /// Records the time of another worker's frame that is earlier than [`quiet_until_others`](Self::quiet_until_others).
    #[inline]
    pub(crate) fn pass_quietly(&mut self, ts: Timestamp) {
        self.others.latest = self.others.latest.max(ts);
    }

    /// Returns the time before which frames of other workers make no timers due, if it was computed for the last one;
    /// `None` if there is a filter, which may reject a frame, whose time then does not count.
    #[inline]
    pub(crate) fn quiet_until_others(&self) -> Option<Timestamp> {
        self.others.quiet_until.filter(|_| self.filter.is_none())
    }

    /// Returns the time before which frames of other workers make no timers due, as far as it is known, nor collected
    /// mail.
    pub(crate) fn nothing_until(&mut self) -> Option<Timestamp> {
        let quiet_until = self.quiet_until_others()?;
        let mail = self.services().cluster.due_from();
        Some(mail.map_or(quiet_until, |mail| mail.min(quiet_until)))
    }

    /// Returns the time before which frames of other workers make no timers due.
    #[inline]
    fn timers_of_others(&mut self) -> Timestamp {
        match self.others.quiet_until {
            Some(known) => known,
            None => {
                let found = self.quiet_until();
                *self.others.quiet_until.insert(found)
            }
        }
    }

    /// Advances to the latest time of other workers' frames.
    pub(crate) fn catch_up(&mut self) -> Result<(), RunError> {
        let latest = std::mem::replace(&mut self.others, OtherWorkers::NONE).latest;
        if latest > OtherWorkers::NONE.latest { self.pass(latest) } else { Ok(()) }
    }

    /// Advances to the time of another worker's frame.
    #[inline]
    pub(crate) fn pass(&mut self, ts: Timestamp) -> Result<(), RunError> {
        let ts = micros(ts);
        self.advance(ts)?;
        self.begin_time();
        self.session.borrow_mut().handle_time(ts, &mut self.bridge.sink(&mut self.machine));
        self.end_packet()?;
        Ok(())
    }

    #[inline]
    fn accepts(&mut self, frame: &capture::Frame<'_>) -> Result<bool, RunError> {
        match self.filter.as_mut() {
            None => Ok(true),
            Some(filter) => filter.accepts(frame).map_err(RunError::Filter),
        }
    }

    /// Raises `network_time_init` at the first packet, after timers that were due before it.
    #[inline]
    fn begin_time(&mut self) {
        if !std::mem::replace(&mut self.time_began, true) {
            self.raise("network_time_init", Vec::new());
        }
    }

    /// Runs the handlers of the events that a packet raised. Returns whether any events were queued.
    #[inline]
    fn end_packet(&mut self) -> Result<bool, ScriptEnd> {
        // Most packets raise no event that scripts handle.
        if self.machine.is_idle() && self.services().ordered_nothing() {
            return Ok(false);
        }
        let any = self.machine.has_work();
        self.run_handlers()?;
        Ok(any)
    }

    /// Whether the capture of option `-c` or scripts want frames that no analyzer processed.
    #[inline]
    fn asks_for_unprocessed(&self) -> bool {
        self.unprocessed.is_some() || self.tells_unprocessed
    }

    /// Passes on a frame that no analyzer processed.
    #[cold]
    fn pass_unprocessed(&mut self, frame: &capture::Frame<'_>) -> Result<(), RunError> {
        if let Some(to) = &mut self.unprocessed {
            to.write(frame).map_err(RunError::Writer)?;
        }
        if self.tells_unprocessed
            && let Err(e) = builtins::tell_unprocessed(&mut self.machine)
        {
            self.machine.report_error(&e);
        }
        Ok(())
    }
}
