//! Runs without packets, and periods in which packets are suspended.
use super::Run;
use super::time::TIMERS;
use crate::error::{RunError, ScriptEnd};
use crate::globals::flag;
use crate::handlers::{drain, fatal, report_termination, take_arrivals};
use builtins::names;
use net_types::Timestamp;
use std::time::Duration;
use value::{Context, Level};

/// The longest sleep of a run without packets, in seconds; determines how often arrivals are polled.
const PAUSE: f64 = 0.01;

impl Run {
    /// Handles arrivals and fires timers while packets are suspended.
    pub(super) fn take_what_is_due(&mut self) -> Result<(), ScriptEnd> {
        let now = Context::now(&self.machine);
        self.machine.advance(now, TIMERS);
        take_arrivals(&mut self.machine);
        self.take_files();
        self.run_handlers()
    }

    /// Runs to the end without packets. With `exit_only_after_terminate`, or as a supervisor, the run lasts until
    /// scripts or a pending signal ([`Services::is_asked_to_end`](builtins::Services::is_asked_to_end)) terminate it.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn without_packets(mut self) -> Result<(), ScriptEnd> {
        let ended = self.turns_without_packets();
        let written = self.services().logs.written();
        for (file, rows) in &written.lost {
            let text = format!("{file}: {rows} rows were lost");
            script_vm::Host::report(self.services(), Level::Error, &text, None);
        }
        match written.failed {
            Some(e) => Err(fatal(&mut self.machine, &e.text())),
            None if written.lost.is_empty() => ended,
            None => Err(ended.err().filter(|e| e.status() != 0).unwrap_or(ScriptEnd::Exit(1))),
        }
    }

    fn turns_without_packets(&mut self) -> Result<(), ScriptEnd> {
        let has_loop = self.lasts() || self.machine.next_timer().is_some();
        self.last()?;
        if has_loop && self.services().state.terminating {
            report_termination(&mut self.machine);
        }
        self.end_scripts(has_loop)
    }

    /// Whether the run continues without packets.
    fn lasts(&mut self) -> bool {
        let services = self.services();
        let has_others = services.supervision.keeper.is_some() || services.cluster.lasts();
        has_others || flag(&self.machine, "exit_only_after_terminate", false)
    }

    /// Takes turns without packets until something ends the run, or there is nothing left to wait for.
    fn last(&mut self) -> Result<(), ScriptEnd> {
        while self.lasts() && !self.services().state.terminating {
            if self.services().is_asked_to_end() {
                self.services().state.terminating = true;
                break;
            }
            if self.services().is_asked_to_rotate() {
                let now = Timestamp::from_secs_f64(Context::now(&self.machine));
                if let Err(e) = builtins::log::rotate_all(&mut self.machine, now.as_secs_f64()) {
                    self.machine.report_error(&e);
                }
            }
            self.turn()?;
            if self.services().state.terminating {
                break;
            }
            self.sleep();
        }
        Ok(())
    }

    /// Records that a signal ends the run, so that the run does not outlast its packets.
    pub fn told_to_end(&mut self) {
        self.is_told_to_end = true;
    }

    /// Continues the run after the end of a capture file, if `exit_only_after_terminate` is set and no signal ended the
    /// run.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn outlast_packets(&mut self) -> Result<(), RunError> {
        let lasts = self.follows_file && !self.is_told_to_end;
        if !lasts || !flag(&self.machine, "exit_only_after_terminate", false) {
            return Ok(());
        }
        self.input_ended()?;
        self.last()?;
        Ok(())
    }

    /// Handles arrivals, fires timers and runs handlers once.
    fn turn(&mut self) -> Result<(), ScriptEnd> {
        // Scripts may want to set the time themselves.
        let follows_clock = flag(&self.machine, "allow_network_time_forward", true);
        let now = if follows_clock { self.services().wall_clock() } else { self.machine.now() };
        self.machine.advance(now, 0);
        // Files that arrive in this turn begin at this time.
        let now = Timestamp::from_secs_f64(Context::now(&self.machine));
        self.sink().with_files(|files, sink| files.advance(now, sink));
        take_arrivals(&mut self.machine);
        self.exchange();
        self.take_files();
        drain(&mut self.machine)?;
        self.carry_out()?;
        self.flush_when_due();
        Ok(())
    }

    /// Waits for the next timer or arrival, up to [`PAUSE`].
    fn sleep(&mut self) {
        if self.machine.has_work() || self.services().cluster.has_mail() {
            return;
        }
        let now = self.machine.now();
        let timer = self.machine.next_timer().map_or(PAUSE, |t| t - now);
        let next = timer.min(self.input_patience().unwrap_or(PAUSE)).clamp(0.0, PAUSE);
        if next > 0.0 && !names::wait(&mut self.machine, next) {
            let bell = self.services().cluster.bell.clone();
            bell.wait(Duration::try_from_secs_f64(next).unwrap_or_default());
        }
    }
}
