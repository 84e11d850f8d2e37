//! Scripts that handle what a session finds.
use crate::capturing::Capturing;
use crate::script::{Ending, Session as Scripts, SessionError};
use crate::signatures;
use crate::sink::{Bridge, BridgeSink};
use bridge::{Globals, Live, session_options};
use inputs::FilePiece;
use net_types::Timestamp;
use protocols::Protocols;
use protocols::files::Piece;
use session::{Frame, Keys, Options, Session};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use value::Context;

/// Timers of scripts that fire before one packet, at most (`max_timer_expires`).
const TIMERS: usize = 300;

/// How soon answers are looked for that nothing tells of.
const LOOK: Duration = Duration::from_millis(10);

/// Running scripts, and the way of events to them.
pub struct Scripted {
    scripts: Scripts,
    bridge: Bridge,
    session: Rc<RefCell<Session>>,
    /// A packet has set the time.
    begun: bool,
}

impl Scripted {
    /// For scripts whose globals have their first values, and the session that they set the options of. Then
    /// `zeek_init` runs, and what it orders is carried out.
    ///
    /// # Errors
    /// Scripts ended the run, or declare an event in another way than this program raises it.
    pub fn start(mut scripts: Scripts, options: Options, keys: &Keys) -> Result<Self, StartError> {
        signatures::load(&mut scripts).map_err(StartError::Scripts)?;
        let detect = signatures::detector(&mut scripts).map_err(StartError::Scripts)?;
        let globals = Globals(scripts.machine());
        let protocols = Protocols::new(&globals, detect);
        let options = session_options(&globals, options);
        let weirds = options.weird.clone();
        let session = Rc::new(RefCell::new(Session::new(options, keys, Some(Rc::new(protocols)))));
        let bridge = Bridge::new(scripts.machine()).map_err(StartError::Bridge)?;
        let live = Live::new(Rc::clone(&session), Rc::clone(bridge.connections()));
        scripts.services().traffic.live = Some(live);
        scripts.services().traffic.weirds = weirds;
        scripts.start().map_err(StartError::Scripts)?;
        let mut scripted = Scripted { scripts, bridge, session, begun: false };
        scripted.carry_out().map_err(StartError::Scripts)?;
        Ok(scripted)
    }

    /// Has answers of name servers ring, and those who fetch metrics.
    pub fn ring(&mut self, bell: runloop::Waker) {
        if let Some(door) = &mut self.scripts.services().telemetry.door {
            door.ring(bell.clone());
        }
        self.scripts.services().names.ring(bell);
    }

    /// The session that the scripts hear of.
    pub fn session(&self) -> Rc<RefCell<Session>> {
        Rc::clone(&self.session)
    }

    /// How the scripts want packets captured, of interfaces or from files.
    pub fn capturing(&mut self, live: bool) -> Capturing {
        Capturing::of(&mut self.scripts, live)
    }

    /// What all sources of packets have counted so far.
    pub(crate) fn counted(&mut self, counters: capture::Counters) {
        self.scripts.services().traffic.captured = counters;
    }

    /// Who takes a session's events while a packet is at hand.
    pub(crate) fn sink(&mut self) -> BridgeSink<'_> {
        self.bridge.sink(&mut self.scripts)
    }

    /// Time goes on: what is due is queued before the packet's events.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn advance(&mut self, now: Timestamp) -> Result<(), SessionError> {
        // Scripts' time begins with the first second of 1970: captures that count from 0 stay there for a while.
        let seconds = now.as_secs_f64().max(1.0);
        let machine = self.scripts.machine();
        machine.advance(seconds, TIMERS);
        let reached = machine.now();
        self.scripts.services().reporter.time = Some(seconds);
        self.bridge.advance_files(now, &mut self.scripts);
        if !self.scripts.services().expects_nothing(reached) {
            self.scripts.take_inputs();
            take_files(&mut self.bridge, &mut self.scripts);
        }
        self.scripts.check_ending()
    }

    /// A time before which packets that scripts hear nothing of do nothing but to move the clock. What is queued, or comes
    /// from outside, is looked for at every packet: then it is the first time that there is.
    pub(crate) fn not_before(&mut self) -> Timestamp {
        let always = Timestamp::from_nanos(i64::MIN);
        let machine = self.scripts.machine();
        let (now, timer) = (machine.now(), machine.next_timer());
        let idle = self.begun && machine.is_idle() && timer.is_none_or(|at| at > now);
        let services = self.scripts.services();
        if !idle || !services.ordered_nothing() || !services.expects_nothing(f64::INFINITY) {
            return always;
        }
        // Seconds of the epoch are exact to a quarter of a microsecond.
        let timer =
            timer.map(|at| Timestamp::from_nanos(Timestamp::from_secs_f64(at).nanos().saturating_sub(1000)));
        let last = Timestamp::from_nanos(i64::MAX);
        timer.into_iter().chain(self.bridge.next_timer()).fold(last, Timestamp::min)
    }

    /// The packet that comes next, for scripts that ask.
    #[inline]
    pub fn at_hand(&mut self, frame: &Frame<'_>) {
        let wire_len = u32::try_from(frame.wire_len).unwrap_or(u32::MAX);
        self.scripts.services().packets.current.set(frame.ts, frame.link, wire_len, frame.data);
    }

    /// A packet has set the time; the first one is told, behind what was due before it.
    #[inline]
    pub fn begin(&mut self) {
        if !std::mem::replace(&mut self.begun, true) {
            self.scripts.raise("network_time_init", Vec::new());
        }
    }

    /// Runs the handlers of what a packet raised; whether there were any.
    ///
    /// # Errors
    /// Scripts ended the run.
    #[inline]
    pub fn drain_packet(&mut self) -> Result<bool, SessionError> {
        // Of most packets scripts hear nothing.
        if self.scripts.machine().is_idle() && self.scripts.services().ordered_nothing() {
            return Ok(false);
        }
        let any = self.scripts.machine().has_work();
        self.drain()?;
        Ok(any)
    }

    /// Whether scripts have suspended processing.
    pub fn is_suspended(&mut self) -> bool {
        self.scripts.services().state.suspended > 0
    }

    /// What comes from outside arrives, and what is due happens, while no packet sets the time.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn idle(&mut self) -> Result<(), SessionError> {
        let now = Context::now(self.scripts.machine());
        self.scripts.machine().advance(now, TIMERS);
        self.scripts.take_inputs();
        take_files(&mut self.bridge, &mut self.scripts);
        self.drain()
    }

    /// No packet will come any more: `net_done`, before connections end.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn net_done(&mut self) -> Result<(), SessionError> {
        self.scripts.services().packets.current.release();
        self.scripts.net_done()?;
        self.carry_out()
    }

    /// The capture has been read to its end.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn input_ended(&mut self) -> Result<(), SessionError> {
        let source = self.scripts.services().invocation.source.clone();
        if let Some(s) = source.filter(|s| !s.live) {
            self.scripts.raise("Pcap::file_done", vec![s.path.into()]);
        }
        self.drain()
    }

    /// The packet filter that scripts have installed since this was last asked; an empty one takes everything.
    pub fn installed_filter(&mut self) -> Option<String> {
        self.scripts.services().packets.filters.take_installed()
    }

    /// Rotates all logs now; `at` is when that was ordered.
    ///
    /// # Errors
    /// A postprocessor ended the run.
    pub fn rotate_logs(&mut self, at: Timestamp) -> Result<(), SessionError> {
        self.scripts.rotate_logs(at.as_secs_f64());
        self.drain()
    }

    /// The logs that have rows, with how many, once they have ended; and what could not be written to the end.
    pub fn logs_written(&mut self) -> (Vec<(String, u64)>, Option<logging::LogError>) {
        self.scripts.logs_written()
    }

    /// Hands what logs have buffered to the system.
    pub fn flush_logs(&mut self) {
        self.scripts.flush_logs();
    }

    /// Runs the handlers of what is queued, and what they order.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn drain(&mut self) -> Result<(), SessionError> {
        // Twice: as far as events may go that raise events between two packets.
        for _ in 0..2 {
            self.scripts.drain()?;
            self.carry_out()?;
        }
        if self.scripts.services().state.terminating {
            self.scripts.say_terminated();
            return Err(SessionError::Exit(0));
        }
        Ok(())
    }

    /// Does what handlers have ordered.
    fn carry_out(&mut self) -> Result<(), SessionError> {
        carry_out(&mut self.scripts, &mut self.bridge, &self.session)
    }

    /// Runs without packets, as long as scripts want that, and ends the run.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn run(mut self) -> Result<Ending, SessionError> {
        let Scripted { scripts, bridge, session, .. } = &mut self;
        let looped = scripts.wait(&mut |scripts| {
            take_files(bridge, scripts);
            let now = Timestamp::from_secs_f64(Context::now(scripts.machine()));
            bridge.sink(scripts).with_files(|files, sink| files.advance(now, sink));
            scripts.drain()?;
            carry_out(scripts, bridge, session)
        })?;
        self.sink().with_files(|files, sink| files.finish(sink));
        self.scripts.finish(looped)
    }

    /// When a timer of scripts is due, or something may have come from outside.
    pub fn next_timer(&mut self) -> Option<Timestamp> {
        let machine = self.scripts.machine();
        let (now, timer) = (Context::now(machine), machine.next_timer());
        let inputs = self.scripts.patience().map(|wait| now + wait);
        let scripts = timer.into_iter().chain(inputs).map(Timestamp::from_secs_f64);
        scripts.chain(self.bridge.next_timer()).min()
    }

    /// How long what comes from outside may be left waiting where nothing rings; `None` where nothing will come.
    pub(crate) fn patience(&mut self) -> Option<Duration> {
        let answers = self.scripts.services().names.is_busy().then_some(LOOK);
        let inputs = self.scripts.patience().map(|s| Duration::try_from_secs_f64(s).unwrap_or(LOOK));
        answers.into_iter().chain(inputs).min()
    }

    /// The end of the run: `zeek_done`.
    ///
    /// # Errors
    /// Scripts ended the run in the middle of it.
    pub fn finish(&mut self) -> Result<(), SessionError> {
        self.scripts.drain()?;
        self.scripts.services().state.terminating = true;
        self.sink().with_files(|files, sink| files.finish(sink));
        self.scripts.finish(true).map(drop)
    }
}

/// Does what handlers have ordered, as long as that brings new orders.
fn carry_out(
    scripts: &mut Scripts,
    bridge: &mut Bridge,
    session: &RefCell<Session>,
) -> Result<(), SessionError> {
    loop {
        if std::mem::take(&mut scripts.services().traffic.all_events_wanted) {
            bridge.bind_all(scripts.machine());
        }
        let orders = std::mem::take(&mut scripts.services().traffic.orders);
        if orders.is_empty() {
            return Ok(());
        }
        for order in orders {
            order(&mut session.borrow_mut(), &mut bridge.sink(scripts));
        }
        scripts.drain()?;
    }
}

/// Files that scripts have read go to those that analyze files.
fn take_files(bridge: &mut Bridge, scripts: &mut Scripts) {
    while let Some(FilePiece { stream, bytes }) = scripts.services().inputs.pieces.pop_front() {
        bridge.sink(scripts).with_files(|files, sink| {
            let id = files.id(stream.as_bytes());
            match bytes {
                Some(bytes) => files.take_local(id, &stream, Piece::Data(&bytes), sink),
                None => files.end_local(id, sink),
            }
        });
    }
}

/// Why scripts and session did not come together.
#[derive(Debug)]
pub enum StartError {
    /// Scripts ended the run.
    Scripts(SessionError),
    /// An event that scripts declare in another way than this program raises it.
    Bridge(String),
}
