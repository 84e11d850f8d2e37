//! Scripts that handle what a session finds.
use crate::live::Live;
use crate::script::{Session as Scripts, SessionError};
use crate::signatures;
use crate::traffic::{Bridge, BridgeSink, Globals, session_options};
use event::{Event, EventId};
use net_types::Timestamp;
use protocols::Protocols;
use session::{ConnView, Keys, Options, Session};
use std::cell::RefCell;
use std::rc::Rc;

/// Timers of scripts that fire before one packet, at most (`max_timer_expires`).
const TIMERS: usize = 300;

/// Running scripts, and the way of events to them.
pub struct Scripted {
    scripts: Scripts,
    bridge: Bridge,
    session: Rc<RefCell<Session>>,
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
        let session = Rc::new(RefCell::new(Session::new(options, keys, Some(Rc::new(protocols)))));
        let bridge = Bridge::new(scripts.machine()).map_err(StartError::Bridge)?;
        let live = Live::new(Rc::clone(&session), Rc::clone(bridge.connections()));
        scripts.host().live = Some(live);
        scripts.start().map_err(StartError::Scripts)?;
        let mut scripted = Scripted { scripts, bridge, session };
        scripted.carry_out().map_err(StartError::Scripts)?;
        Ok(scripted)
    }

    /// The session that the scripts hear of.
    pub fn session(&self) -> Rc<RefCell<Session>> {
        Rc::clone(&self.session)
    }

    /// Who takes a session's events while a packet is at hand.
    pub fn sink(&mut self) -> BridgeSink<'_> {
        self.bridge.sink(&mut self.scripts)
    }

    /// Time goes on: what is due happens before the packet.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn advance(&mut self, now: Timestamp) -> Result<(), SessionError> {
        self.scripts.machine().advance(now.as_secs_f64(), TIMERS);
        self.scripts.take_inputs();
        self.sink().with_files(|files, sink| files.advance(now, sink));
        self.drain()
    }

    /// Runs the handlers of what is queued, and what they order.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn drain(&mut self) -> Result<(), SessionError> {
        self.scripts.drain()?;
        self.carry_out()?;
        if self.scripts.host().terminating { Err(SessionError::Exit(0)) } else { Ok(()) }
    }

    /// Does what handlers have ordered, as long as that brings new orders.
    fn carry_out(&mut self) -> Result<(), SessionError> {
        loop {
            let orders = std::mem::take(&mut self.scripts.host().orders);
            if orders.is_empty() {
                return Ok(());
            }
            for order in orders {
                order(&mut self.session.borrow_mut(), &mut self.bridge.sink(&mut self.scripts));
            }
            self.scripts.drain()?;
        }
    }

    /// When a timer of scripts is due.
    pub fn next_timer(&mut self) -> Option<Timestamp> {
        let scripts = self.scripts.machine().next_timer().map(Timestamp::from_secs_f64);
        scripts.into_iter().chain(self.bridge.next_timer()).min()
    }

    /// The end of the run: `zeek_done`.
    ///
    /// # Errors
    /// Scripts ended the run in the middle of it.
    pub fn finish(&mut self) -> Result<(), SessionError> {
        self.scripts.drain()?;
        self.scripts.host().terminating = true;
        self.sink().with_files(|files, sink| files.finish(sink));
        self.scripts.finish(true).map(drop)
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

/// Two who take the same events.
pub struct Both<'a>(pub &'a mut dyn session::Sink, pub &'a mut dyn session::Sink);

impl event::Sink for Both<'_> {
    fn wants(&self, id: EventId) -> bool {
        self.0.wants(id) || self.1.wants(id)
    }

    fn take(&mut self, e: &dyn Event) {
        let id = e.def().id;
        for sink in [&mut *self.0, &mut *self.1] {
            if sink.wants(id) {
                sink.take(e);
            }
        }
    }
}

impl session::Sink for Both<'_> {
    fn about(&mut self, conn: &ConnView<'_>) {
        self.0.about(conn);
        self.1.about(conn);
    }

    /// Files go to the first.
    fn file(&mut self, conn: &ConnView<'_>, feed: &session::analyzer::FileFeed<'_>) -> Option<session::Uid> {
        self.0.file(conn, feed)
    }

    /// Signatures speak to the first.
    fn signature(&mut self, conn: &ConnView<'_>, hit: &session::SignatureHit<'_>) {
        self.0.signature(conn, hit);
    }

    fn condition(&mut self, conn: &ConnView<'_>, name: &str, hit: &session::SignatureHit<'_>) -> bool {
        self.0.condition(conn, name, hit)
    }
}
