//! A run of scripts from `zeek_init` to `zeek_done`, without packets.
use crate::signatures;
use builtins::{CurrentPacket, Services, inputs, log, names};
use script_sema::load::Outcome;
use script_vm::Machine;
use std::rc::Rc;
use value::{Context, Level, Type, Value, Vector};

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The status for the system.
    pub status: u8,
}

/// Why a session cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionError {
    /// Scripts ended the run, with this status.
    Exit(u8),
    /// Errors came up before or in `zeek_init`, and are not allowed.
    Initializing,
}

/// How long a run without packets waits between two looks at what may have come, in seconds.
const PAUSE: f64 = 0.01;

/// Loaded scripts, running.
pub struct Session {
    machine: Machine,
    scripts: Vec<(String, usize)>,
    allow_init_errors: bool,
    net_is_done: bool,
    /// Logs and their rows, once they have ended.
    written: Vec<(String, u64)>,
    unwritten: Option<logging::LogError>,
}

impl Session {
    /// For scripts that were loaded without errors.
    pub fn new(loaded: Outcome, mut services: Services, allow_init_errors: bool) -> Self {
        let program = Rc::new(loaded.program);
        services.packets.current = CurrentPacket::of(&program);
        services.program.tree = Some(Rc::clone(&program));
        services.program.sources = Rc::new(loaded.sources);
        let asked = loaded.signatures.into_iter().map(|s| (s.asked, s.file.map(|f| f.name)));
        services.signatures.files.splice(0..0, asked);
        let scripts =
            loaded.loaded.into_iter().filter(|l| !l.skipped).map(|l| (l.file.name, l.depth)).collect();
        let machine = Machine::new(program, Box::new(services));
        name_analyzers(&machine);
        Session {
            machine,
            scripts,
            allow_init_errors,
            net_is_done: false,
            written: Vec::new(),
            unwritten: None,
        }
    }

    /// The machine, for those who feed it events.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// What built-in functions share.
    pub fn services(&mut self) -> &mut Services {
        Services::of(&mut self.machine)
    }

    /// Gives globals their first values.
    pub fn initialize(&mut self) -> Result<(), SessionError> {
        self.machine.initialize();
        self.check_ending()?;
        let services = self.services();
        services.program.loading = false;
        if services.reporter.errors > 0 { Err(SessionError::Exit(1)) } else { Ok(()) }
    }

    /// Gives a global that is a vector of strings its value; one that is none is left alone.
    pub fn set_texts(&mut self, name: &str, texts: &[String]) {
        let Some(id) = self.machine.global_id(name) else { return };
        if let Some((_, Type::Vector(ty))) = self.machine.global_type(id) {
            let items = texts.iter().map(Value::string).collect();
            self.machine.set_global(id, Value::Vector(Vector::from_values(ty, items)));
        }
    }

    /// Gives a global that is a bool its value; one that is none is left alone.
    pub fn set_flag(&mut self, name: &str, on: bool) {
        let Some(id) = self.machine.global_id(name) else { return };
        if matches!(self.machine.global_type(id), Some((_, Type::Bool))) {
            self.machine.set_global(id, Value::Bool(on));
        }
    }

    /// Reads the signature files without running anything; what is wrong with them is reported.
    ///
    /// # Errors
    /// A file that is not there, or says what cannot be.
    pub fn check_signatures(&mut self) -> Result<(), SessionError> {
        signatures::load(self)
    }

    /// A global as `-I` prints it.
    pub fn describe(&mut self, name: &str) -> Option<String> {
        let id = self.machine.global_id(name)?;
        let (_, ty) = self.machine.global_type(id)?;
        let value = self.machine.global(id);
        let text = value.map_or_else(
            || "<no value>".to_owned(),
            |v| {
                let mut out = Vec::new();
                value::Printer::new(&mut out).with_quotes().value(&v);
                String::from_utf8_lossy(&out).into_owned()
            },
        );
        Some(format!("{name} : {ty} = {text}"))
    }

    /// Runs statements outside of functions, then `zeek_init` and what it queues.
    pub fn start(&mut self) -> Result<(), SessionError> {
        // Where there are packets, they were read before.
        if !self.services().signatures.files.is_empty() {
            signatures::load(self)?;
        }
        if self.flag("EventMetadata::add_missing_remote_network_timestamp", false)
            && !self.flag("EventMetadata::add_network_timestamp", false)
        {
            let text = "Setting EventMetadata::add_missing_remote_network_timestamp is only valid together with \
                        EventMetadata::add_network_timestamp";
            script_vm::Host::report(self.services(), Level::Fatal, text, None);
            return Err(SessionError::Exit(1));
        }
        if let Err(why) = builtins::open_metrics_door(&mut self.machine) {
            script_vm::Host::report(self.services(), Level::Fatal, &why, None);
            return Err(SessionError::Exit(1));
        }
        let now = self.services().wall_clock();
        let forward = self.flag("allow_network_time_forward", true);
        if forward && self.services().invocation.source.is_none() {
            self.machine.advance(now, 0);
        }
        self.raise("zeek_init", Vec::new());
        if !self.machine.run_top_level() {
            self.check_ending()?;
            let services = self.services();
            script_vm::Host::report(
                services,
                Level::Fatal,
                "failed to execute script statements at top-level scope",
                None,
            );
            return Err(SessionError::Exit(1));
        }
        self.check_ending()?;
        for (name, depth) in std::mem::take(&mut self.scripts) {
            self.raise("zeek_script_loaded", vec![Value::string(name), Value::Count(depth as u64)]);
        }
        self.services().reporter.as_events = true;
        self.drain()?;
        if self.services().reporter.errors > 0 && !self.allow_init_errors {
            let services = self.services();
            script_vm::Host::report(services, Level::Fatal, "errors occurred while initializing", None);
            return Err(SessionError::Initializing);
        }
        // What scripts say about messages holds once they have begun.
        let names = ["info_to_stderr", "warnings_to_stderr", "errors_to_stderr"];
        let told = names.map(|name| self.flag(&format!("Reporter::{name}"), true));
        self.services().reporter.to_stderr = told;
        // Logs that the first of several workers has begun are no leftovers.
        if self.services().invocation.worker == 0
            && let Err(e) = log::rotate_leftovers(&mut self.machine)
        {
            self.machine.report_error(&e);
        }
        self.check_ending()
    }

    /// Waits for timers as long as scripts want that, then ends the run.
    pub fn run(&mut self) -> Result<Ending, SessionError> {
        let looped = self.wait(&mut |s| s.drain())?;
        self.finish(looped)
    }

    /// Waits for timers and for what comes from outside, as long as scripts want that; `turn` does what that brings.
    /// Whether there was a loop to end.
    pub(crate) fn wait(
        &mut self,
        turn: &mut dyn FnMut(&mut Session) -> Result<(), SessionError>,
    ) -> Result<bool, SessionError> {
        let lasting = self.flag("exit_only_after_terminate", false);
        let looped = lasting || self.machine.next_timer().is_some();
        while lasting && !self.services().state.terminating {
            let now = self.services().wall_clock();
            self.machine.advance(now, 0);
            self.take_inputs();
            turn(self)?;
            if self.services().state.terminating {
                break;
            }
            if !self.machine.has_work() {
                let timer = self.machine.next_timer().map_or(PAUSE, |t| t - now);
                let next = timer.min(self.patience().unwrap_or(PAUSE)).clamp(0.0, PAUSE);
                if next > 0.0 && !names::wait(&mut self.machine, next) {
                    self.services().outside().sleep(next);
                }
            }
        }
        if looped && self.services().state.terminating {
            self.say_terminated();
        }
        Ok(looped)
    }

    /// The word about a run that `terminate()` ends.
    pub(crate) fn say_terminated(&mut self) {
        script_vm::Host::report(self.services(), Level::Info, "received termination signal", None);
    }

    /// What comes from outside besides packets arrives.
    pub(crate) fn take_inputs(&mut self) {
        inputs::poll(&mut self.machine);
        names::deliver(&mut self.machine);
        builtins::deliver_stored(&mut self.machine);
        builtins::serve_metrics(&mut self.machine);
    }

    /// `-P`: has the host names that scripts asked for while they loaded looked up and saved, for `-F`. The status for
    /// the system.
    pub fn prime_names(&mut self) -> u8 {
        if let Err(e) = names::prime(&mut self.machine) {
            let text = format!("can't update DNS cache: {}", outside::system_error(&e));
            script_vm::Host::report(self.services(), Level::Fatal, &text, None);
            return 1;
        }
        match self.drain() {
            Err(SessionError::Exit(status)) => status,
            _ => 0,
        }
    }

    /// How long what comes from outside may be left waiting, in seconds; `None` where nothing will come.
    pub fn patience(&mut self) -> Option<f64> {
        let now = self.machine.now();
        self.services().inputs.patience(now)
    }

    /// The end: what is scheduled happens, then `zeek_done`. `looped` says whether there was a loop to end.
    pub fn finish(&mut self, looped: bool) -> Result<Ending, SessionError> {
        if looped {
            self.net_done()?;
        }
        self.services().state.terminating = true;
        self.raise("zeek_done", Vec::new());
        self.machine.expire_all();
        self.drain()?;
        while self.machine.has_work() {
            self.drain()?;
        }
        // What sources held when the run ended still arrives.
        while inputs::finish(&mut self.machine) {
            self.drain()?;
        }
        while self.machine.has_work() {
            self.drain()?;
        }
        self.close_logs();
        self.services().outside().flush_files();
        Ok(Ending { status: 0 })
    }

    /// No packets will come: `net_done`, and all that is scheduled; once.
    pub(crate) fn net_done(&mut self) -> Result<(), SessionError> {
        self.drain()?;
        if std::mem::replace(&mut self.net_is_done, true) {
            return Ok(());
        }
        let now = Value::Time(self.machine.now());
        self.raise("net_done", vec![now]);
        self.drain()?;
        self.services().state.terminating = true;
        self.machine.expire_all();
        self.drain()?;
        self.drain()
    }

    /// Hands what logs have buffered to the system.
    pub fn flush_logs(&mut self) {
        let errors = self.services().logs.flush();
        log::complain(&mut self.machine, errors);
    }

    /// Rotates all logs now; `at` is when that was ordered.
    pub fn rotate_logs(&mut self, at: f64) {
        if let Err(e) = log::rotate_all(&mut self.machine, at) {
            self.machine.report_error(&e);
        }
    }

    fn close_logs(&mut self) {
        let (mut errors, rows) = self.services().logs.finish();
        self.written = rows;
        self.unwritten = (!errors.is_empty()).then(|| errors.remove(0));
        log::complain(&mut self.machine, errors.iter().map(logging::LogError::text));
    }

    /// The logs that have rows, with how many, once they have ended; and what could not be written to the end.
    pub fn logs_written(&mut self) -> (Vec<(String, u64)>, Option<logging::LogError>) {
        (std::mem::take(&mut self.written), self.unwritten.take())
    }

    /// Queues an event by name, where there is one.
    pub fn raise(&mut self, event: &str, args: Vec<Value>) {
        if let Some(id) = self.machine.global_id(event).filter(|&id| self.machine.has_bodies(id)) {
            Context::raise(&mut self.machine, id, args);
        }
    }

    /// Runs what is queued ([`Machine::drain`]), and the events that its messages raise.
    pub fn drain(&mut self) -> Result<(), SessionError> {
        self.machine.drain();
        // Answers that were at hand are taken at once, but not again where taking them asked for more.
        if names::deliver(&mut self.machine) | builtins::deliver_stored(&mut self.machine) {
            self.machine.drain();
        }
        self.check_ending()?;
        let messages = std::mem::take(&mut self.services().reporter.pending);
        if messages.is_empty() {
            return Ok(());
        }
        // Messages about the handling of messages are not handled again.
        self.services().reporter.as_events = false;
        // Before the first packet there is no time but the clock's.
        let now =
            Some(self.machine.now()).filter(|&t| t > 0.0).unwrap_or_else(|| self.services().wall_clock());
        let now = Value::Time(now);
        for m in messages {
            let Some(id) = self.machine.global_id(m.event) else { continue };
            let args = [now.clone(), m.text.into(), m.place.into()];
            self.machine.handle(id, &args);
            self.check_ending()?;
        }
        self.services().reporter.as_events = true;
        Ok(())
    }

    /// Whether a script has ended the run.
    pub(crate) fn check_ending(&mut self) -> Result<(), SessionError> {
        match self.machine.ending() {
            Some(status) => {
                self.close_logs();
                self.services().outside().flush_files();
                Err(SessionError::Exit(status))
            }
            None => Ok(()),
        }
    }

    fn flag(&self, name: &str, otherwise: bool) -> bool {
        let value = self.machine.global_id(name).and_then(|id| self.machine.global(id));
        value.and_then(|v| v.as_bool()).unwrap_or(otherwise)
    }
}

/// `AllAnalyzers::Tag` has the tags of all sorts, each under the number that it has in the enum of its sort: a value of
/// it prints as the tag that was meant, `Analyzer::ANALYZER_DNS`.
fn name_analyzers(cx: &dyn Context) {
    let of = |name: &str| cx.named_type(name).and_then(|t| t.as_enum().cloned());
    let Some(all) = of("AllAnalyzers::Tag") else { return };
    for sort in ["Analyzer::Tag", "PacketAnalyzer::Tag", "Files::Tag"] {
        for (name, number) in of(sort).map(|e| e.values()).unwrap_or_default() {
            all.prefer(name, number);
        }
    }
}
