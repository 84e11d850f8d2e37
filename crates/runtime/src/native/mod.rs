//! conn.log, weird.log and tunnel.log by a fixed handler, standing in until scripts make these logs.
//!
//! It takes the events that the default scripts would handle for the three, and writes rows as they come. What the
//! scripts can be told otherwise (policies, filters, local networks, actions for weirds) it has fixed at their defaults.
mod conn;
mod files;
mod local;
mod tunnel;
mod weird;

pub use files::LogFiles;

use conn::ConnLog;
use event::{Arg, ConnId, Event, EventId, EventSet, EventType};
use logging::LogError;
use net_types::{Addr, Interval, Mac, Port, Timestamp};
use session::{ConnView, EndpointView, Role, Sink, Uid};
use tunnel::TunnelLog;
use weird::WeirdLog;

/// What is kept of a connection for the length of an event.
#[derive(Clone, Debug)]
struct Snapshot {
    id: ConnId,
    uid: Uid,
    orig: (Addr, Port),
    resp: (Addr, Port),
    ip_proto: u16,
    start: Timestamp,
    duration: Interval,
    ends: [EndpointView; 2],
    history: Vec<u8>,
    tunnels: Vec<session::TunnelLayer>,
}

impl Default for Snapshot {
    fn default() -> Self {
        let end =
            EndpointView { size: 0, state: 0, packets: 0, ip_bytes: 0, flow_label: 0, mac: Mac::default() };
        Snapshot {
            id: ConnId(u64::MAX),
            uid: Uid::default(),
            orig: Default::default(),
            resp: Default::default(),
            ip_proto: 0,
            start: Timestamp::ZERO,
            duration: Interval::ZERO,
            ends: [end; 2],
            history: Vec::new(),
            tunnels: Vec::new(),
        }
    }
}

impl Snapshot {
    fn take(&mut self, c: &ConnView<'_>) {
        self.id = c.id();
        self.uid = c.uid();
        self.orig = (c.addr(Role::Orig), c.port(Role::Orig));
        self.resp = (c.addr(Role::Resp), c.port(Role::Resp));
        self.ip_proto = c.ip_proto();
        self.start = c.start_time();
        self.duration = c.duration();
        self.ends = [c.endpoint(Role::Orig), c.endpoint(Role::Resp)];
        self.history.clear();
        self.history.extend_from_slice(c.history());
        self.tunnels.clear();
        self.tunnels.extend_from_slice(c.tunnels());
    }
}

/// Writes the three logs.
pub struct NativeLogs {
    wanted: EventSet,
    files: LogFiles,
    now: Timestamp,
    conn: ConnLog,
    weird: WeirdLog,
    tunnel: TunnelLog,
    snapshot: Snapshot,
    failed: Option<LogError>,
    /// Others write to the files too, and somebody else ends them.
    shared: bool,
}

impl NativeLogs {
    /// Logs in files that others write too; who shares them out ends them ([`LogFiles::finish`]).
    pub fn shared(files: LogFiles) -> Self {
        NativeLogs { shared: true, ..Self::new(files) }
    }

    /// Logs that appear in `files` with their first rows.
    pub fn new(files: LogFiles) -> Self {
        use event::{analyzer, conn, weird};
        let mut wanted = EventSet::default();
        for id in [
            conn::NewConnection::ID,
            conn::ConnectionStateRemove::ID,
            conn::ContentGap::ID,
            conn::TunnelChanged::ID,
            weird::ConnWeird::ID,
            weird::FlowWeird::ID,
            weird::NetWeird::ID,
            analyzer::AnalyzerConfirmation::ID,
            analyzer::AnalyzerViolation::ID,
        ] {
            wanted.set(id, true);
        }
        NativeLogs {
            wanted,
            files,
            now: Timestamp::ZERO,
            conn: ConnLog::default(),
            weird: WeirdLog::default(),
            tunnel: TunnelLog::default(),
            snapshot: Snapshot::default(),
            failed: None,
            shared: false,
        }
    }

    /// The time that rows which are not about a packet carry; it never goes back.
    pub fn set_time(&mut self, now: Timestamp) {
        self.now = self.now.max(now);
        self.weird.set_time(self.now);
        if self.tunnel.is_due(self.now) {
            let result = self.tunnel.expire(self.now, &mut self.files);
            self.note(result);
        }
    }

    /// Whether something went wrong with a file that was not taken yet.
    pub fn failed(&self) -> bool {
        self.failed.is_some()
    }

    /// What went wrong with a file, once.
    pub fn take_error(&mut self) -> Option<LogError> {
        self.failed.take()
    }

    /// Hands to the system what is buffered.
    pub fn flush(&mut self) {
        let result = self.files.flush();
        self.note(result);
    }

    /// Moves all logs to names with `stamp` in them; the next rows begin new ones.
    pub fn rotate(&mut self, stamp: &str) {
        let result = self.files.rotate(stamp);
        self.note(result);
    }

    /// Ends the logs: names and rows of each that there is.
    pub fn finish(mut self) -> Result<Vec<(String, u64)>, LogError> {
        match self.failed.take() {
            Some(e) => Err(e),
            None if self.shared => Ok(Vec::new()),
            None => self.files.finish(),
        }
    }

    fn note(&mut self, result: Result<(), LogError>) {
        if let Err(e) = result {
            self.failed.get_or_insert(e);
        }
    }

    fn handle(&mut self, event: &dyn Event) -> Result<(), LogError> {
        use event::{analyzer, conn, weird};
        let id = event.def().id;
        match id {
            conn::NewConnection::ID if !self.snapshot.tunnels.is_empty() => {
                self.conn.add_parent(&self.snapshot);
                self.tunnel.register(&self.snapshot.tunnels, self.now, &mut self.files)?;
            }
            conn::TunnelChanged::ID => {
                // The view shows what was before; the event, what is now. Only uids and endpoints are wanted of it.
                self.conn.add_changed_parent(self.snapshot.id, event);
                let layers = tunnel::layers_of(event);
                self.tunnel.register_layers(layers, self.now, &mut self.files)?;
            }
            conn::ConnectionStateRemove::ID => {
                self.conn.write(&self.snapshot, &mut self.files)?;
                self.tunnel.close(&self.snapshot, self.now, &mut self.files)?;
            }
            conn::ContentGap::ID => event.args(&mut |at, arg| {
                if let (3, Arg::Count(n)) = (at, arg) {
                    self.conn.extra(self.snapshot.id).missed += n;
                }
            }),
            analyzer::AnalyzerConfirmation::ID => self.conn.add_service(self.snapshot.id, event),
            analyzer::AnalyzerViolation::ID => self.conn.remove_service(self.snapshot.id, event),
            weird::ConnWeird::ID => self.weird.of_conn(event, &self.snapshot, &mut self.files)?,
            weird::FlowWeird::ID => self.weird.of_flow(event, &mut self.files)?,
            weird::NetWeird::ID => self.weird.of_net(event, &mut self.files)?,
            _ => {}
        }
        Ok(())
    }
}

impl event::Sink for NativeLogs {
    fn wants(&self, id: EventId) -> bool {
        self.wanted.has(id)
    }

    fn take(&mut self, event: &dyn Event) {
        let result = self.handle(event);
        self.note(result);
    }
}

impl Sink for NativeLogs {
    fn about(&mut self, c: &ConnView<'_>) {
        self.snapshot.take(c);
    }
}
