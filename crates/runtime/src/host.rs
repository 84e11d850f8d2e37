//! What built-in functions share with each other and with the run: the machine hands it to them.
use crate::at_hand::AtHand;
use crate::bif::{Filters, Places};
use crate::files::Control;
use crate::live::{Live, Order};
use crate::log::{JointLogs, Logs};
use crate::script::{Message, Search};
use crate::signatures;
use capture::PcapWriter;
use event::ConnId;
use inputs::Inputs;
use metrics::Metrics;
use outside::{MetricsDoor, Outside};
use protocols::signature::{Magic, Rule};
use resolver::{NameMode, Resolver};
use script_sema::tree::Program;
use script_syntax::{SourceMap, Span};
use seeds::{Random, Seeds, Uids};
use session::WeirdSampling;
use std::collections::HashMap;
use std::rc::Rc;
use storage::Storage;
use value::{File, Func, Loc, Type};

/// Where packets come from.
#[derive(Clone, Debug)]
pub struct PacketSource {
    /// An interface, not a capture.
    pub live: bool,
    /// Name of the interface or capture.
    pub path: String,
    /// Link type (<https://www.tcpdump.org/linktypes.html>).
    pub link_type: u32,
    /// Netmask of the interface, or all ones.
    pub netmask: u32,
}

/// Files that a connection's contents are written to: one a side.
#[derive(Clone, Default)]
pub(crate) struct Recording {
    pub(crate) orig: Option<Rc<File>>,
    pub(crate) resp: Option<Rc<File>>,
}

/// Metrics, and where they are fetched.
#[derive(Default)]
pub(crate) struct Telemetry {
    pub(crate) metrics: Metrics,
    /// `Telemetry::sync` is running.
    pub(crate) syncing: bool,
    /// Connections are counted for all transports, even those without any.
    pub(crate) all_transports: bool,
    /// Where metrics are fetched.
    pub(crate) door: Option<Box<dyn MetricsDoor>>,
}

/// State that built-in functions keep for a run.
pub struct Host {
    /// Random numbers of `rand`.
    pub random: Random,
    /// Numbers that do not come twice.
    pub uids: Uids,
    /// What the run's keys are made from.
    pub seeds: Seeds,
    /// Whether `-b` was given.
    pub bare_mode: bool,
    /// What `zeek_args` gives.
    pub args: Vec<String>,
    /// `terminate()` was called, or the end of input was reached.
    pub terminating: bool,
    /// How often more `suspend_processing()` was called than `continue_processing()`.
    pub suspended: u32,
    /// Files that contents of connections are written to.
    pub(crate) recorded: HashMap<ConnId, Recording>,
    /// Types of what events may carry along, by `EventMetadata::ID`.
    pub(crate) metadata_types: HashMap<i64, Type>,
    /// What scripts and the program measure.
    pub(crate) telemetry: Telemetry,
    /// Where packets come from, where there are any.
    pub source: Option<PacketSource>,
    /// The program that runs, once it is complete.
    pub program: Option<Rc<Program>>,
    /// Streams of the input framework.
    pub inputs: Inputs,
    /// Where addresses are.
    pub(crate) places: Places,
    /// Keys and values that outlast the run.
    pub(crate) storage: Storage,
    /// What is known of names, and asked about them.
    pub names: Resolver,
    /// Signature files of this run: as asked for, and the path where it is known.
    pub signature_files: Vec<(String, Option<String>)>,
    /// What they say.
    pub rules: Rc<Vec<Rule>>,
    /// Packed ones of them that wait for somebody to ask.
    pub(crate) unread_rules: Vec<String>,
    /// Functions that are asked about changes of an option, by its global, by falling priority.
    pub option_handlers: HashMap<u32, Vec<(i64, Rc<Func>)>>,
    /// How many weirds of a name are reported.
    pub weirds: WeirdSampling,
    /// Packet filters that scripts compiled.
    pub filters: Filters,
    /// The packet at hand.
    pub(crate) packet: AtHand,
    /// Capture files that scripts write, by name.
    pub(crate) dumps: Vec<(String, PcapWriter)>,
    /// The texts of the scripts, which messages point into.
    pub sources: Rc<SourceMap>,
    /// How many errors were reported.
    pub errors: u64,
    /// What messages begin with once packets set the time.
    pub message_time: Option<f64>,
    /// Globals still get their first values.
    pub loading: bool,
    /// Where scripts are found.
    pub search: Option<Rc<Search>>,
    /// Messages raise events.
    pub messages_as_events: bool,
    /// The traffic side, where there is any.
    pub live: Option<Live>,
    /// What all sources of packets have counted so far.
    pub captured: capture::Counters,
    /// What is to be done with the session when the handlers at hand are done.
    pub(crate) orders: Vec<Order>,
    /// A script asked for all events, handled or not, and does not get them yet.
    pub(crate) all_events_wanted: bool,
    /// Files under analysis.
    pub(crate) files: Control,
    /// Tells types of files, where there are signatures for that.
    pub(crate) magic: Option<Magic>,
    pub(crate) messages: Vec<Message>,
    pub(crate) logs: Logs,
    /// Logs that are written together with other workers.
    pub joint_logs: Option<JointLogs>,
    /// The number of this worker, from 0.
    pub worker: usize,
    /// Messages that go to the standard error: infos, warnings, errors.
    pub(crate) told: [bool; 3],
    /// `Log::print_to_log`, once that is known.
    pub(crate) print_to_log: Option<i64>,
    pub(crate) print_buffer: Vec<u8>,
    pub(crate) text_buffer: Vec<u8>,
    outside: Box<dyn Outside>,
}

impl Host {
    /// For a run with these seeds in this world.
    pub fn new(seeds: Seeds, outside: Box<dyn Outside>) -> Self {
        let instance = (!seeds.is_deterministic()).then(|| seeds.siphash_key()[0]);
        Host {
            random: Random::new(seeds.first()),
            uids: Uids::new(seeds.siphash_key(), instance),
            bare_mode: false,
            args: Vec::new(),
            terminating: false,
            suspended: 0,
            recorded: HashMap::new(),
            metadata_types: HashMap::new(),
            telemetry: Telemetry::default(),
            source: None,
            program: None,
            inputs: Inputs::default(),
            places: Places::default(),
            storage: Storage::default(),
            names: Resolver::new(NameMode::Ask, seeds.siphash_key()),
            signature_files: Vec::new(),
            unread_rules: Vec::new(),
            rules: Rc::default(),
            option_handlers: HashMap::new(),
            weirds: WeirdSampling::default(),
            filters: Filters::default(),
            sources: Rc::new(SourceMap::new()),
            errors: 0,
            message_time: None,
            loading: true,
            search: None,
            messages_as_events: false,
            live: None,
            captured: capture::Counters::default(),
            orders: Vec::new(),
            all_events_wanted: false,
            files: Control::default(),
            magic: None,
            packet: AtHand::default(),
            dumps: Vec::new(),
            messages: Vec::new(),
            logs: Logs::default(),
            joint_logs: None,
            worker: 0,
            told: [true; 3],
            print_to_log: None,
            print_buffer: Vec::new(),
            text_buffer: Vec::new(),
            outside,
            seeds,
        }
    }

    /// The input streams, and the world that they read.
    pub(crate) fn inputs_and_outside(&mut self) -> (&mut Inputs, &mut dyn Outside) {
        (&mut self.inputs, &mut *self.outside)
    }

    /// The resolver, and the world that it asks.
    pub(crate) fn names_and_outside(&mut self) -> (&mut Resolver, &mut dyn Outside) {
        (&mut self.names, &mut *self.outside)
    }

    /// The types that bytes at the beginning of a file show, the surest first.
    pub(crate) fn types_of(&mut self, beginning: &[u8]) -> Vec<(i64, String)> {
        if !self.unread_rules.is_empty() {
            self.rules = Rc::new(signatures::unread(self));
        }
        if self.magic.is_none() {
            // Rules whose patterns make no automaton were reported when they were read.
            self.magic = Magic::new(self.rules.iter()).ok();
        }
        let Some(magic) = &mut self.magic else { return Vec::new() };
        magic.types(beginning).into_iter().map(|(strength, mime)| (strength, mime.to_owned())).collect()
    }

    /// The world outside.
    pub fn outside(&mut self) -> &mut dyn Outside {
        &mut *self.outside
    }

    /// Whether nothing has come from outside that is to be taken, and nothing is awaited from there at `now`.
    #[inline]
    pub(crate) fn expects_nothing(&self, now: f64) -> bool {
        !self.inputs.due(now)
            && !self.names.is_busy()
            && self.inputs.pieces.is_empty()
            && self.storage.is_unused()
            && self.telemetry.door.is_none()
    }

    /// Whether handlers have left nothing to be done after them.
    #[inline]
    pub(crate) fn ordered_nothing(&self) -> bool {
        self.orders.is_empty()
            && !self.all_events_wanted
            && self.messages.is_empty()
            && !self.names.is_busy()
            && self.storage.is_unused()
            && !self.terminating
    }

    /// Whether somebody waits for the program to end.
    pub(crate) fn is_to_end(&self) -> bool {
        self.outside.is_asked_to_end()
    }

    /// Writes to the standard output.
    pub fn print(&mut self, bytes: &[u8]) {
        self.outside.print(bytes);
    }

    /// Has something done with the session as soon as it is free.
    pub fn order(&mut self, order: impl FnOnce(&mut session::Session, &mut dyn session::Sink) + 'static) {
        self.orders.push(Box::new(order));
    }

    /// The file and line of a place in the scripts.
    pub(crate) fn file_and_line(&self, loc: Loc) -> Option<(String, u64)> {
        let p = self.sources.place(Span::new(loc.start, loc.end))?;
        Some((p.file.to_string(), p.first_line.into()))
    }

    /// The wall clock, seconds since the epoch.
    pub fn wall_clock(&self) -> f64 {
        self.outside.wall_clock()
    }
}
