//! Scripts that handle what a session finds.
use crate::script::{Session as Scripts, SessionError};
use crate::traffic::{Bridge, BridgeSink};
use event::{Event, EventId};
use net_types::Timestamp;
use session::ConnView;

/// Timers of scripts that fire before one packet, at most (`max_timer_expires`).
const TIMERS: usize = 300;

/// Running scripts, and the way of events to them.
pub struct Scripted {
    scripts: Scripts,
    bridge: Bridge,
}

impl Scripted {
    /// For scripts that have been started.
    ///
    /// # Errors
    /// Which event a script declares in another way than this program raises it.
    pub fn new(mut scripts: Scripts) -> Result<Self, String> {
        let bridge = Bridge::new(scripts.machine())?;
        Ok(Scripted { scripts, bridge })
    }

    /// Who takes a session's events while a packet is at hand.
    pub fn sink(&mut self) -> BridgeSink<'_> {
        self.bridge.sink(self.scripts.machine())
    }

    /// Time goes on: what is due happens before the packet.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn advance(&mut self, now: Timestamp) -> Result<(), SessionError> {
        self.scripts.machine().advance(now.as_secs_f64(), TIMERS);
        self.drain()
    }

    /// Runs the handlers of what is queued.
    ///
    /// # Errors
    /// Scripts ended the run.
    pub fn drain(&mut self) -> Result<(), SessionError> {
        self.scripts.drain()?;
        if self.scripts.host().terminating { Err(SessionError::Exit(0)) } else { Ok(()) }
    }

    /// The end of the run: `zeek_done`.
    ///
    /// # Errors
    /// Scripts ended the run in the middle of it.
    pub fn finish(&mut self) -> Result<(), SessionError> {
        self.scripts.finish(true).map(drop)
    }
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
}
