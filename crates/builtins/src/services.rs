//! Services that built-in functions share with each other and with the run, one small struct per service.
//!
//! The machine passes [`Services`] to every built-in function. A function gets the service it needs from an accessor of
//! [`Call`](crate::Call), such as `c.logs()` or `c.disk()`.
use crate::cluster::Cluster;
use crate::coverage::Coverage;
use crate::family::anonymization::Anonymizer;
use crate::packets::Packets;
use crate::places::Places;
use crate::profile::Profile;
use crate::search::Search;
use crate::signatures::Signatures;
use crate::statement_trace::StatementTrace;
use crate::stores::Stores;
use bridge::{FileControl, Live, Order, Recording};
use event::ConnId;
use inputs::Inputs;
use log_framework::Logs;
use metrics::Metrics;
use outside::{Keeper, MetricsDoor, Outside};
use resolver::{NameMode, Resolver};
use script_docs::Docs;
use script_sema::tree::Program;
use script_syntax::{SourceMap, Span};
use seeds::{Random, Seeds, Uids};
use session::WeirdSampling;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use storage::Storage;
use supervisor::NodeConfig;
use value::{Context, Func, Loc, Type};

/// The version reported to scripts. They can rely on the features of this version of Zeek.
pub const COMPATIBLE_VERSION: &str = "8.0.9";

/// The services of a run.
pub struct Services {
    /// How the program was started.
    pub invocation: Invocation,
    /// Seeds and random numbers.
    pub randomness: Randomness,
    /// The program that runs.
    pub program: ProgramInfo,
    /// Whether the run is ending or suspended.
    pub state: RunState,
    /// Messages.
    pub reporter: Reporter,
    /// `print`.
    pub print: Print,
    /// The session and its connections.
    pub traffic: Traffic,
    /// Packets: the current one, capture files, filters.
    pub packets: Packets,
    /// Files under analysis.
    pub files: FileControl,
    /// Signatures.
    pub signatures: Signatures,
    /// The logging framework.
    pub logs: Logs,
    /// The input framework.
    pub inputs: Inputs,
    /// Names of hosts and addresses.
    pub names: Resolver,
    /// Keys and values that persist between runs.
    pub storage: Storage,
    /// Metrics.
    pub telemetry: Telemetry,
    /// The nodes that this process supervises.
    pub supervision: Supervision,
    /// This run as a node of a cluster.
    pub cluster: Cluster,
    /// Broker stores.
    pub stores: Stores,
    /// Databases of locations and autonomous systems.
    pub(crate) places: Places,
    /// Metadata of events.
    pub(crate) metadata: EventMetadata,
    /// Anonymized addresses.
    pub(crate) anonymizer: Anonymizer,
    /// The time spent in each statement of the scripts (`--profile`).
    pub profile: Option<Profile>,
    /// Where statements are written that run (`-t`), before and after the scripts are loaded.
    pub trace_to: Option<Box<dyn std::io::Write>>,
    /// As above.
    pub trace: Option<StatementTrace>,
    /// How often statements ran (`ZEEK_PROFILER_FILE`).
    pub coverage: Option<Coverage>,
    /// Memory for the text that functions make.
    pub(crate) text: Vec<u8>,
    outside: Box<dyn Outside>,
}

/// How the program was started.
#[derive(Clone, Default)]
pub struct Invocation {
    /// Whether `-b` was given.
    pub bare_mode: bool,
    /// Whether `--profile` was given.
    pub profile: bool,
    /// The file of `ZEEK_PROFILER_FILE`.
    pub coverage_file: Option<String>,
    /// The arguments of the command line.
    pub args: Vec<String>,
    /// The source of packets, if there is one.
    pub source: Option<PacketSource>,
    /// The number of this worker, from 0.
    pub worker: usize,
    /// The number of workers that share the memory budget; 0 counts as 1.
    pub workers: usize,
    /// The memory budget in bytes; `None` if unlimited.
    pub memory_budget: Option<u64>,
    /// Whether this process is a supervisor or a supervised node.
    pub part: Part,
}

impl Invocation {
    /// Whether packets may come: there is a source, and this is no node that only follows workers.
    #[must_use]
    pub fn gets_packets(&self) -> bool {
        self.source.is_some() && (self.workers == 0 || self.worker < self.workers)
    }
}

/// A process's role in supervision.
#[derive(Clone, Default)]
pub enum Part {
    /// Neither a supervisor nor supervised.
    #[default]
    Alone,
    /// A supervisor of nodes (`-j`).
    Supervisor,
    /// The node that a supervisor started.
    Node(Arc<NodeConfig>),
}

/// The nodes that this process supervises.
#[derive(Default)]
pub struct Supervision {
    /// Keeps the nodes running.
    pub keeper: Option<Box<dyn Keeper>>,
    /// The nodes that scripts created, with their process ids while they run.
    pub(crate) nodes: BTreeMap<String, (NodeConfig, Option<u32>)>,
}

/// A source of packets.
#[derive(Clone, Debug)]
pub struct PacketSource {
    /// Whether this is an interface rather than a capture file.
    pub live: bool,
    /// The name of the interface or capture file.
    pub path: String,
    /// The link type (<https://www.tcpdump.org/linktypes.html>).
    pub link_type: u32,
    /// The netmask of the interface, or all ones.
    pub netmask: u32,
}

/// Seeds and random numbers.
pub struct Randomness {
    /// The generator of `rand`.
    pub random: Random,
    /// Unique numbers.
    pub uids: Uids,
    /// The keys of hashes.
    pub seeds: Seeds,
}

/// The program that runs.
pub struct ProgramInfo {
    /// The typed tree, once it is complete.
    pub tree: Option<Rc<Program>>,
    /// The source text of the scripts, to which messages refer.
    pub sources: Rc<SourceMap>,
    /// The search for scripts.
    pub search: Option<Rc<Search>>,
    /// The declarations of the scripts, with comments; read when first needed.
    docs: Option<Rc<Docs>>,
    /// Whether globals are still being initialized.
    pub loading: bool,
    /// Change handlers of options, by the option's global, in order of descending priority.
    pub option_handlers: HashMap<u32, Vec<(i64, Rc<Func>)>>,
}

impl ProgramInfo {
    /// Returns the declarations of the scripts, with comments. The first call parses all scripts.
    pub fn docs(&mut self) -> Rc<Docs> {
        let ProgramInfo { sources, search, docs, .. } = self;
        let read = || {
            let folders: Vec<&str> = search.iter().flat_map(|s| s.folders()).map(String::as_str).collect();
            Rc::new(Docs::read(sources.files(), &folders))
        };
        Rc::clone(docs.get_or_insert_with(read))
    }

    /// Reads a text file next to scripts, such as a README.
    pub fn text_beside_scripts(&self, path: &str) -> Option<String> {
        let text = self.search.as_ref()?.read(path).ok()?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

/// Whether the run is ending or suspended.
#[derive(Default)]
pub struct RunState {
    /// Whether `terminate()` was called or the end of input was reached.
    pub terminating: bool,
    /// The number of calls of `suspend_processing()` minus those of `continue_processing()`. The run shares it, because it
    /// looks before each frame.
    pub suspended: Rc<Cell<u32>>,
}

/// Messages about errors, and the events for them.
pub struct Reporter {
    /// The number of reported errors.
    pub errors: u64,
    /// The time that messages begin with, in seconds, once packets have set it.
    pub time: Option<f64>,
    /// Whether messages raise events.
    pub as_events: bool,
    /// Messages whose events are not raised yet.
    pub pending: Vec<ReporterMessage>,
    /// Whether infos, warnings and errors go to standard error.
    pub to_stderr: [bool; 3],
}

/// A message that raises an event.
#[derive(Clone, Debug)]
pub struct ReporterMessage {
    /// The event: `reporter_info`, `reporter_warning` or `reporter_error`.
    pub event: &'static str,
    /// The text.
    pub text: String,
    /// The place in the scripts; may be empty.
    pub place: String,
}

/// The state of `print`.
#[derive(Default)]
pub struct Print {
    /// `Log::print_to_log`, once it is known.
    pub to_log: Option<i64>,
    /// A reusable buffer for text.
    pub buffer: Vec<u8>,
}

/// The session and its connections, as scripts see them.
#[derive(Default)]
pub struct Traffic {
    /// The session, if there is one.
    pub live: Option<Live>,
    /// Changes of the session to make after the current handlers.
    pub orders: Vec<Order>,
    /// The routes that scripts have set.
    pub routes: session::Routes,
    /// Whether `zeek_init` is over, after which routes stay as they are.
    pub routes_are_final: bool,
    /// Whether a script has requested events that it does not handle, which are not raised yet.
    pub all_events_wanted: bool,
    /// Files to which the contents of connections are written.
    pub recorded: HashMap<ConnId, Recording>,
    /// The options for sampling weirds.
    pub weirds: WeirdSampling,
    /// How rows of conn.log are completed, once one was.
    pub(crate) row_end: Option<bridge::RowEnd>,
    /// The counters of all sources of packets so far.
    pub captured: capture::Counters,
    /// Whether memory is short, so that protocol detection uses less.
    pub memory_tight: bool,
    /// Whether memory is used up, so that connections are ended early.
    pub memory_out: bool,
    /// The entries of tables that have expired early for lack of memory.
    pub shed_for_memory: u64,
    /// The session's counters when a script last read them, and the live connections by transport. Handlers that run
    /// while a packet is processed, for a file, get these.
    pub(crate) counted: (session::Stats, [u64; 3]),
}

impl Traffic {
    /// Queues a change of the session, which is made as soon as the session is free.
    pub fn order(&mut self, order: impl FnOnce(&mut session::Session, &mut dyn session::Sink) + 'static) {
        self.orders.push(Box::new(order));
    }
}

/// Metrics, and the server that provides them.
#[derive(Default)]
pub struct Telemetry {
    /// The families.
    pub metrics: Metrics,
    /// Whether `Telemetry::sync` is running.
    pub(crate) syncing: bool,
    /// Whether connections are counted for all transports, even those without connections.
    pub(crate) all_transports: bool,
    /// The metrics server.
    pub door: Option<Box<dyn MetricsDoor>>,
}

/// Metadata that events may carry.
#[derive(Default)]
pub(crate) struct EventMetadata {
    /// The types of metadata, by `EventMetadata::ID`.
    pub(crate) types: HashMap<i64, Type>,
}

impl Services {
    /// Creates the services of a run with these seeds and this outside world.
    #[must_use]
    pub fn new(seeds: Seeds, outside: Box<dyn Outside>) -> Self {
        let instance = (!seeds.is_deterministic()).then(|| seeds.siphash_key()).map(|[first, _]| first);
        Services {
            invocation: Invocation::default(),
            names: Resolver::new(NameMode::Ask, seeds.siphash_key()),
            randomness: Randomness {
                random: Random::new(seeds.first()),
                uids: Uids::new(seeds.siphash_key(), instance),
                seeds,
            },
            program: ProgramInfo {
                tree: None,
                sources: Rc::new(SourceMap::new()),
                search: None,
                docs: None,
                loading: true,
                option_handlers: HashMap::new(),
            },
            state: RunState::default(),
            reporter: Reporter {
                errors: 0,
                time: None,
                as_events: false,
                pending: Vec::new(),
                to_stderr: [true; 3],
            },
            print: Print::default(),
            traffic: Traffic::default(),
            packets: Packets::default(),
            files: FileControl::default(),
            signatures: Signatures::default(),
            logs: Logs::default(),
            inputs: Inputs::default(),
            storage: Storage::default(),
            telemetry: Telemetry::default(),
            supervision: Supervision::default(),
            cluster: Cluster::default(),
            stores: Stores::default(),
            places: Places::default(),
            metadata: EventMetadata::default(),
            anonymizer: Anonymizer::default(),
            profile: None,
            trace_to: None,
            coverage: None,
            trace: None,
            text: Vec::new(),
            outside,
        }
    }

    /// Returns the services of the run that a machine belongs to.
    ///
    /// # Panics
    /// If the machine has another host.
    #[inline]
    pub fn of<C: Context + ?Sized>(cx: &mut C) -> &mut Services {
        cx.host().downcast_mut().expect("the machine runs with the services of this crate")
    }

    /// The world outside.
    pub fn outside(&mut self) -> &mut dyn Outside {
        &mut *self.outside
    }

    /// The time of a monotonic clock, in nanoseconds.
    pub fn outside_clock(&self) -> u64 {
        self.outside.ticks()
    }

    /// Tells the profile that handlers are done.
    pub fn rest_profile(&mut self) {
        if self.profile.is_some() {
            let now = self.outside_clock();
            if let Some(profile) = &mut self.profile {
                profile.rest(now);
            }
        }
    }

    /// The memory that the process has allocated and not freed, in bytes.
    pub fn memory_in_use(&self) -> u64 {
        self.outside.memory_in_use()
    }

    /// Processor time of the process in seconds, in the program and in the system; `None` if that is unknown.
    #[must_use]
    pub fn processor_time(&self) -> Option<(f64, f64)> {
        self.outside.processor_time()
    }

    /// The input streams, and the world that they read from.
    pub(crate) fn inputs_and_outside(&mut self) -> (&mut Inputs, &mut dyn Outside) {
        (&mut self.inputs, &mut *self.outside)
    }

    /// The resolver, and the outside world that it queries.
    pub(crate) fn names_and_outside(&mut self) -> (&mut Resolver, &mut dyn Outside) {
        (&mut self.names, &mut *self.outside)
    }

    /// Returns the MIME types that match the beginning of a file, with their strengths, strongest first.
    pub fn types_of(&mut self, beginning: &[u8]) -> Vec<(i64, String)> {
        self.signatures.types_of(beginning, self.program.search.as_deref())
    }

    /// Whether nothing from outside is due at `now` and nothing is awaited.
    #[inline]
    #[must_use]
    pub fn expects_nothing(&self, now: f64) -> bool {
        !self.inputs.due(now)
            && !self.names.is_busy()
            && self.inputs.pieces.is_empty()
            && self.storage.is_unused()
            && self.telemetry.door.is_none()
    }

    /// Whether handlers have left no work to be done after them.
    #[inline]
    #[must_use]
    pub fn ordered_nothing(&self) -> bool {
        self.traffic.orders.is_empty()
            && !self.traffic.all_events_wanted
            && self.reporter.pending.is_empty()
            && !self.names.is_busy()
            && self.storage.is_unused()
            && !self.state.terminating
    }

    /// Whether a signal has asked the program to end.
    #[must_use]
    pub fn is_asked_to_end(&self) -> bool {
        self.outside.is_asked_to_end()
    }

    /// Whether a signal has asked for a rotation of logs since the last call.
    pub fn is_asked_to_rotate(&mut self) -> bool {
        self.outside.is_asked_to_rotate()
    }

    /// Returns the file and line of a place in the scripts.
    pub(crate) fn file_and_line(&self, loc: Loc) -> Option<(String, u64)> {
        let p = self.program.sources.place(Span::new(loc.start, loc.end))?;
        Some((p.file.to_string(), p.first_line.into()))
    }

    /// The time of the wall clock, in seconds since the epoch.
    #[must_use]
    pub fn wall_clock(&self) -> f64 {
        self.outside.wall_clock()
    }
}
