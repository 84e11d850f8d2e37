//! The start: the session with the options of scripts, then `zeek_init`.
use super::memory::Memory;
use super::other_workers::OtherWorkers;
use super::{Run, settings};
use crate::error::{ScriptEnd, StartError};
use crate::globals::flag;
use crate::handlers::{check_ending, drain, fatal};
use crate::signatures;
use crate::sink::Bridge;
use crate::summary::Summary;
use bridge::{Globals, Live, session_options};
use builtins::{Services, log};
use net_types::Timestamp;
use protocols::Protocols;
use script_vm::Machine;
use session::{Keys, Options, Session};
use spicy_analyzers::{Engine, Grammar, Settings};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use value::{Context, Value};

/// Statements of grammars that run before the input: they print, and read script values.
struct BeforeInput<'a>(&'a mut Machine);

impl spicy_analyzers::Outside for BeforeInput<'_> {
    fn print(&mut self, line: &str) {
        Services::of(self.0).outside().print(format!("{line}\n").as_bytes());
    }

    fn script_value(&mut self, name: &str) -> Option<session::ScriptValue> {
        crate::globals::global(self.0, name).map(|v| bridge::shown(&v))
    }
}

/// Creates the grammars' engines for this thread.
fn engines(
    machine: &mut Machine,
    grammars: &[Arc<Grammar>],
    variables: HashMap<String, String>,
) -> Result<Vec<Rc<Engine>>, ScriptEnd> {
    let [seed, _] = Services::of(machine).randomness.seeds.siphash_key();
    let prints = flag(machine, "Spicy::enable_print", false);
    let settings = Settings { prints, seed, variables };
    let mut engines = Vec::new();
    for g in grammars {
        match Engine::new(g, settings.clone(), &mut BeforeInput(machine)) {
            Ok(engine) => engines.push(engine),
            Err(why) => return Err(fatal(machine, &format!("a grammar cannot start: {why}"))),
        }
    }
    Ok(engines)
}

impl Run {
    /// Creates the session for scripts whose globals are initialized. No script runs yet.
    pub(crate) fn new(
        mut machine: Machine,
        options: Options,
        keys: &Keys,
        (grammars, variables): (&[Arc<Grammar>], HashMap<String, String>),
    ) -> Result<Self, StartError> {
        let engines = engines(&mut machine, grammars, variables)?;
        signatures::load(&mut machine)?;
        let detect = signatures::detector(&mut machine)?;
        let keytab = settings::keytab(&mut machine);
        let globals = Globals(&machine);
        let settings = settings::WithFiles { globals: Globals(&machine), keytab };
        let mut protocols = Protocols::new(&settings, detect);
        for engine in &engines {
            spicy_analyzers::register(engine, &mut protocols);
        }
        let options = session_options(&globals, options);
        let weirds = options.weird.clone();
        let mut session = Session::new(options, keys, Some(Rc::new(protocols)));
        for engine in &engines {
            spicy_analyzers::register_packet_analyzers(engine, &mut session);
            let files = &mut Services::of(&mut machine).files;
            spicy_analyzers::file_kinds(engine).into_iter().for_each(|k| files.add_kind(k));
        }
        let session = Rc::new(RefCell::new(session));
        let mut bridge = Bridge::new(&machine).map_err(StartError::Event)?;
        bridge.postpone_new_connection(&mut machine);
        let traffic = &mut Services::of(&mut machine).traffic;
        traffic.live = Some(Live::new(Rc::clone(&session), Rc::clone(bridge.connections())));
        traffic.weirds = weirds;
        let invocation = &Services::of(&mut machine).invocation;
        let memory = Memory::new(invocation.memory_budget, invocation.workers);
        let follows_file = Services::of(&mut machine).invocation.source.as_ref().is_some_and(|s| !s.live);
        let has_own_thread = Services::of(&mut machine).logs.joint.is_none();
        let suspended = Rc::clone(&Services::of(&mut machine).state.suspended);
        let handled = |event: &str| machine.global_id(event).is_some_and(|id| machine.has_bodies(id));
        Ok(Run {
            tells_unprocessed: handled("packet_not_processed"),
            follows_file,
            has_own_thread,
            filter: None,
            writer: None,
            unprocessed: None,
            session,
            bridge,
            machine,
            time_began: false,
            net_is_done: false,
            input_is_done: false,
            is_told_to_end: false,
            flushed: (Timestamp::ZERO, Timestamp::ZERO),
            passed: Timestamp::ZERO,
            others: OtherWorkers::NONE,
            suspended,
            summary: Summary::default(),
            memory,
        })
    }

    /// Runs statements outside of functions, then `zeek_init` and the events that it queues. `files` lists the loaded
    /// scripts with the depths of their `@load`.
    pub(crate) fn start(
        &mut self,
        files: Vec<(String, usize)>,
        allow_init_errors: bool,
    ) -> Result<(), ScriptEnd> {
        self.check_settings()?;
        if let Err(why) = builtins::open_metrics_door(&mut self.machine) {
            return Err(fatal(&mut self.machine, &why));
        }
        // A conflict over the log folder is reported at the start for an interface, and with the first row for a
        // capture file.
        if self.services().invocation.source.as_ref().is_some_and(|s| s.live)
            && let Err(e) = log::claim_default_folder(&mut self.machine)
        {
            self.machine.report_error(&e);
        }
        // Before this run opens a log of that name. The other workers wait for the first one.
        if self.services().invocation.worker == 0 {
            log::restore(&mut self.machine);
        }
        if self.services().invocation.worker == 0
            && let Err(e) = log::rotate_leftovers(&mut self.machine)
        {
            self.machine.report_error(&e);
        }
        check_ending(&mut self.machine)?;
        let now = self.services().wall_clock();
        let forward = flag(&self.machine, "allow_network_time_forward", true);
        if forward && self.services().invocation.source.is_none() {
            self.machine.advance(now, 0);
        }
        if !builtins::bind_tables(&mut self.machine) {
            return Err(ScriptEnd::Exit(1));
        }
        self.raise("zeek_init", Vec::new());
        if !self.machine.run_top_level() {
            check_ending(&mut self.machine)?;
            return Err(fatal(&mut self.machine, "failed to execute script statements at top-level scope"));
        }
        check_ending(&mut self.machine)?;
        for (name, depth) in files {
            self.raise("zeek_script_loaded", vec![Value::string(name), Value::Count(depth as u64)]);
        }
        self.services().reporter.as_events = true;
        drain(&mut self.machine)?;
        self.machine.initialized();
        self.services().traffic.routes_are_final = true;
        if self.services().reporter.errors > 0 && !allow_init_errors {
            fatal(&mut self.machine, "errors occurred while initializing");
            return Err(ScriptEnd::Initializing);
        }
        // The reporter's settings take effect now; earlier messages always go to standard error.
        let names = ["info_to_stderr", "warnings_to_stderr", "errors_to_stderr"];
        let to_stderr = names.map(|name| flag(&self.machine, &format!("Reporter::{name}"), true));
        self.services().reporter.to_stderr = to_stderr;
        self.carry_out()?;
        builtins::cluster::announce(self.services());
        Ok(())
    }

    /// Rejects settings that contradict each other.
    fn check_settings(&mut self) -> Result<(), ScriptEnd> {
        let on = |name: &str| flag(&self.machine, &format!("EventMetadata::{name}"), false);
        if on("add_missing_remote_network_timestamp") && !on("add_network_timestamp") {
            let text = "Setting EventMetadata::add_missing_remote_network_timestamp is only valid together with \
                        EventMetadata::add_network_timestamp";
            return Err(fatal(&mut self.machine, text));
        }
        Ok(())
    }
}
