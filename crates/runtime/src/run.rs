//! The run: passes frames and time through one session to the scripts.
//!
//! A frame passes through filter, capture writers, network time, session and handlers, in this order. The session
//! queues events on the machine while it processes a frame; their handlers run afterwards. Changes that handlers
//! request from the session are queued as orders and made when the handlers return ([`Run::carry_out`]). Methods are
//! grouped by topic: [`start`], [`frames`], [`time`], [`idle`], [`end`].
mod end;
mod frames;
mod idle;
mod mail;
mod memory;
mod other_workers;
mod settings;
mod start;
mod time;

use crate::capturing::Capturing;
use crate::error::{RunError, ScriptEnd};
use crate::figures::Figures;
use crate::sink::{Bridge, BridgeSink};
use crate::summary::Summary;
use crate::{globals, handlers};
use builtins::Services;
use capture::{Filter, PcapWriter};
use inputs::FilePiece;
use net_types::Timestamp;
use other_workers::OtherWorkers;
use protocols::files::Piece;
use script_vm::Machine;
use session::{Session, Stats};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Context, Value};

/// Running scripts and the session whose events they handle.
pub struct Run {
    /// The filter. Frames that it rejects are skipped.
    filter: Option<Filter>,
    /// The capture that accepted frames are written to (`-w`).
    writer: Option<PcapWriter>,
    /// The capture that frames without an analyzer are written to (`-c`).
    unprocessed: Option<PcapWriter>,
    /// Whether scripts handle `packet_not_processed`.
    tells_unprocessed: bool,
    /// The session, which follows the connections. Built-in functions read it, too.
    session: Rc<RefCell<Session>>,
    /// Converts events of the session to values for handlers.
    bridge: Bridge,
    /// Runs the handlers. Its host is the run's [`Services`].
    machine: Machine,
    /// Whether a packet has set the time and `network_time_init` was raised.
    time_began: bool,
    /// Whether `net_done` was raised.
    net_is_done: bool,
    /// Whether `Pcap::file_done` was raised.
    input_is_done: bool,
    /// Whether a signal ends the run.
    is_told_to_end: bool,
    /// The network time and wall clock when logs were last flushed.
    flushed: (Timestamp, Timestamp),
    /// The network time when it last advanced without a frame.
    passed: Timestamp,
    /// The times of other workers' frames.
    others: OtherWorkers,
    /// How often scripts have suspended processing ([`builtins::RunState`]).
    suspended: Rc<Cell<u32>>,
    summary: Summary,
    /// The memory budget for traffic.
    memory: memory::Memory,
    /// Whether packets come from a file.
    follows_file: bool,
    /// Whether the run takes its own mail, because it shares no logs with other nodes of this process.
    has_own_thread: bool,
}

impl Run {
    /// Skips frames that `filter` rejects, until scripts install another filter.
    ///
    /// # Errors
    /// If the filter that scripts have installed is invalid.
    pub fn with_filter(mut self, filter: Option<Filter>) -> Result<Self, RunError> {
        self.filter = filter;
        self.follow_filter()?;
        Ok(self)
    }

    /// Writes accepted frames to `writer`.
    #[must_use]
    pub fn writing_to(mut self, writer: Option<PcapWriter>) -> Self {
        self.writer = writer.map(|w| w.declaring(self.snaplen()));
        self
    }

    /// Returns the snap length that captures declare.
    fn snaplen(&self) -> u32 {
        let asked = globals::global(&self.machine, "Pcap::snaplen").and_then(|v| v.as_count());
        asked.and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
    }

    /// Writes the frames that no analyzer processed to `writer`.
    #[must_use]
    pub fn writing_unprocessed_to(mut self, writer: Option<PcapWriter>) -> Self {
        self.unprocessed = writer.map(|w| w.declaring(self.snaplen()));
        self
    }

    /// Returns the scripts' options for capturing: from interfaces if `live`, otherwise from files.
    #[must_use]
    pub fn capturing(&self, live: bool) -> Capturing {
        Capturing::of(&self.machine, live)
    }

    /// Sets the waker that wakes the loop when name servers answer, a client fetches metrics or mail arrives.
    pub fn ring(&mut self, bell: runloop::Waker) {
        let services = self.services();
        if let Some(door) = &mut services.telemetry.door {
            door.ring(bell.clone());
        }
        services.cluster.bell.wakes(bell.clone());
        // What has arrived before rang no bell.
        if services.telemetry.door.is_some() || services.names.is_busy() {
            bell.wake();
        }
        services.names.ring(bell);
    }

    /// Writes each event that traffic raises from now on as a part of a script that raises it again.
    pub fn trace_events(&mut self, sink: script_vm::EventSink) {
        self.machine.trace_events(sink);
    }

    /// Counts so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.session.borrow().stats()
    }

    /// What the run says of itself so far.
    #[must_use]
    pub fn figures(&mut self) -> Figures {
        Figures {
            connections: self.stats().live as u64,
            events: self.machine.work().dispatched,
            notices: self.services().logs.writes_to("Notice::LOG"),
        }
    }

    /// Returns the folder of logs that scripts chose (`Log::default_logdir`); `None` for the working folder.
    #[must_use]
    pub fn log_folder(&self) -> Option<String> {
        globals::texts(&self.machine, "Log::default_logdir").into_iter().find(|f| !f.is_empty())
    }

    /// Returns the services that built-in functions share.
    fn services(&mut self) -> &mut Services {
        Services::of(&mut self.machine)
    }

    /// Returns the sink for events that the session did not raise itself.
    fn sink(&mut self) -> BridgeSink<'_> {
        self.bridge.sink(&mut self.machine)
    }

    fn raise(&mut self, event: &str, args: Vec<Value>) {
        handlers::raise(&mut self.machine, event, args);
    }

    /// Installs the filter that scripts requested since the last call.
    fn follow_filter(&mut self) -> Result<(), RunError> {
        if let Some(text) = self.services().packets.filters.take_installed() {
            let filter = if text.is_empty() { None } else { Some(Filter::new(&text)) };
            self.filter = filter.transpose().map_err(RunError::Filter)?;
        }
        Ok(())
    }

    /// Runs the handlers of queued events and carries out their orders.
    fn run_handlers(&mut self) -> Result<(), ScriptEnd> {
        // Twice: events that these handlers raise are handled before the next packet; events raised in the second
        // round, after it.
        for _ in 0..2 {
            handlers::drain(&mut self.machine)?;
            self.carry_out()?;
            if self.machine.is_idle() && self.services().ordered_nothing() {
                return Ok(());
            }
        }
        if self.services().state.terminating {
            handlers::report_termination(&mut self.machine);
            return Err(ScriptEnd::Exit(0));
        }
        Ok(())
    }

    /// Makes the changes to the session that handlers have ordered, and runs the handlers of the resulting events,
    /// until no orders are left. If earlier events wait for the next round, the resulting ones wait behind them.
    fn carry_out(&mut self) -> Result<(), ScriptEnd> {
        loop {
            let traffic = &mut Services::of(&mut self.machine).traffic;
            let bind_all = std::mem::take(&mut traffic.all_events_wanted);
            let orders = std::mem::take(&mut traffic.orders);
            if bind_all {
                self.bridge.bind_all(&mut self.machine);
            }
            if orders.is_empty() {
                return Ok(());
            }
            let others_wait = self.machine.has_work();
            for order in orders {
                order(&mut self.session.borrow_mut(), &mut self.bridge.sink(&mut self.machine));
            }
            if others_wait {
                return Ok(());
            }
            handlers::drain(&mut self.machine)?;
        }
    }

    /// Passes the files that scripts read through input streams to the file analyzers.
    fn take_files(&mut self) {
        while let Some(FilePiece { stream, bytes }) = self.services().inputs.pieces.pop_front() {
            self.sink().with_files(|files, sink| {
                let id = files.id(stream.as_bytes());
                match bytes {
                    Some(bytes) => files.take_local(id, &stream, Piece::Data(&bytes), sink),
                    None => files.end_local(id, sink),
                }
            });
        }
    }
}
