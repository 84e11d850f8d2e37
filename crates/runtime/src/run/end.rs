//! The end of a run: connections, then `zeek_done`, then logs. Also rotates logs on request.
use super::Run;
use crate::error::{RunError, ScriptEnd};
use crate::handlers::{close_logs, drain};
use crate::summary::Summary;
use net_types::Timestamp;
use value::{Context, Value};

impl Run {
    /// Rotates all logs. `at` is the time of the request.
    ///
    /// # Errors
    /// If a postprocessor ended the run.
    pub fn rotate(&mut self, at: Timestamp) -> Result<(), RunError> {
        if let Err(e) = builtins::log::rotate_all(&mut self.machine, at.as_secs_f64()) {
            self.machine.report_error(&e);
        }
        Ok(self.run_handlers()?)
    }

    /// Ends all connections and the logs. `result` is the result of the run so far; the first error is returned.
    pub fn finish(mut self, mut result: Result<(), RunError>) -> (Summary, Result<(), RunError>) {
        if result.is_ok() {
            result = self.input_ended().map_err(RunError::Scripts);
        }
        let mut keep_first = |ended: Result<(), RunError>| {
            if result.is_ok() {
                result = ended;
            }
        };
        keep_first(self.packets_ended().map_err(RunError::Scripts));
        self.session.borrow_mut().finish(&mut self.bridge.sink(&mut self.machine));
        keep_first(self.connections_ended().map_err(RunError::Scripts));
        let written = self.services().logs.written();
        keep_first(written.failed.map_or(Ok(()), |e| Err(RunError::Log(e))));
        for w in [self.writer.take(), self.unprocessed.take()].into_iter().flatten() {
            keep_first(w.finish().map_err(RunError::Writer));
        }
        (self.summary.logs, self.summary.lost) = (written.rows, written.lost);
        self.summary.stats = self.stats();
        (self.summary, result)
    }

    /// Handles the end of the capture.
    pub(super) fn input_ended(&mut self) -> Result<(), ScriptEnd> {
        if std::mem::replace(&mut self.input_is_done, true) {
            return self.run_handlers();
        }
        let source = self.services().invocation.source.clone();
        if let Some(s) = source.filter(|s| !s.live) {
            self.raise("Pcap::file_done", vec![s.path.into()]);
        }
        self.run_handlers()
    }

    /// Handles the end of packets. Connections still exist.
    fn packets_ended(&mut self) -> Result<(), ScriptEnd> {
        self.services().packets.current.release();
        self.raise_net_done()?;
        self.carry_out()
    }

    /// Handles the end of the session's connections.
    fn connections_ended(&mut self) -> Result<(), ScriptEnd> {
        drain(&mut self.machine)?;
        self.services().state.terminating = true;
        self.end_scripts(true)
    }

    /// Ends files, runs scheduled events and `zeek_done`, and ends the logs. A run without a loop raises no `net_done`.
    pub(super) fn end_scripts(&mut self, has_loop: bool) -> Result<(), ScriptEnd> {
        self.sink().with_files(|files, sink| files.finish(sink));
        if has_loop {
            self.raise_net_done()?;
        }
        self.services().state.terminating = true;
        self.raise("zeek_done", Vec::new());
        self.machine.expire_all();
        drain(&mut self.machine)?;
        self.drain_all()?;
        builtins::end_nodes(&mut self.machine);
        // Delivers input that is still buffered.
        while builtins::inputs::finish(&mut self.machine) {
            drain(&mut self.machine)?;
        }
        self.drain_all()?;
        if let Err(e) = builtins::log::rotate_at_end(&mut self.machine) {
            self.machine.report_error(&e);
        }
        self.drain_all()?;
        close_logs(&mut self.machine);
        self.tell_profile();
        self.write_coverage();
        Ok(())
    }

    /// Prints the measurements of `--profile`.
    fn tell_profile(&mut self) {
        let program = std::rc::Rc::clone(self.machine.program());
        let services = self.services();
        services.rest_profile();
        let Some(profile) = &services.profile else { return };
        let text = profile.report(&program, &services.program.sources);
        services.outside().print_error(text.as_bytes());
    }

    /// Writes the file of `ZEEK_PROFILER_FILE`.
    fn write_coverage(&mut self) {
        let services = self.services();
        let Some(coverage) = services.coverage.take() else { return };
        if let Err(why) = coverage.write(services.outside()) {
            services.outside().print_error(format!("error: {why}\n").as_bytes());
        }
    }

    fn drain_all(&mut self) -> Result<(), ScriptEnd> {
        while self.machine.has_work() {
            drain(&mut self.machine)?;
        }
        Ok(())
    }

    /// Raises `net_done` and runs all scheduled events, the first time it is called.
    fn raise_net_done(&mut self) -> Result<(), ScriptEnd> {
        drain(&mut self.machine)?;
        if std::mem::replace(&mut self.net_is_done, true) {
            return Ok(());
        }
        let now = Value::Time(self.machine.now());
        self.raise("net_done", vec![now]);
        drain(&mut self.machine)?;
        self.services().state.terminating = true;
        self.machine.expire_all();
        drain(&mut self.machine)?;
        drain(&mut self.machine)
    }
}
