//! The second source of the first event thread: workers, watched files and timers.
use crate::connections::Thread;
use crate::core::{Order, Shared, now, stamp, stamp_of};
use crate::pool::{Changes, Job, Pool};
use crate::sys::inotify::Inotify;
use namecache::lookup::{self, Answer};
use namecache_wire::Database;
use runloop::{Fds, Interest, IoSource, Next, Time, Turn, WakeReceiver};
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A function that is called as soon as the daemon is ready.
pub(crate) type Announce = Box<dyn FnOnce()>;

/// Handles workers, watched files and timers.
pub(crate) struct Control {
    shared: Arc<Shared>,
    orders: WakeReceiver,
    pool: Pool,
    inotify: Option<Inotify>,
    announce: Option<Announce>,
    buffer: Vec<u8>,
}

impl Control {
    pub(crate) fn new(shared: Arc<Shared>, orders: WakeReceiver, pool: Pool, announce: Announce) -> Control {
        let inotify = match watch() {
            Ok(i) => Some(i),
            Err(e) => {
                eprintln!(
                    "egret-cached: cannot watch files ({e}); a changed file is noticed by the next request over a socket"
                );
                None
            }
        };
        Control { shared, orders, pool, inotify, announce: Some(announce), buffer: vec![0; 256 << 10] }
    }

    fn carry_out(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        let orders = self.shared.with(now(), |core| std::mem::take(&mut core.orders));
        for order in orders {
            match order {
                Order::Do { id, run_as, db, key } => self.pool.push(Job::new(id, run_as, db, key.as_deref())),
                Order::Abandon { id } => {
                    let changes = self.pool.abandon(id);
                    self.take_changes(changes, fds)?;
                }
            }
        }
        let changes = self.pool.dispatch(now());
        self.take_changes(changes, fds)
    }

    fn take_changes(&mut self, changes: Changes, fds: &mut Fds<'_>) -> io::Result<()> {
        for w in changes.gone {
            fds.remove(&w.stream)?;
            self.shared.worker_ended(w.pid);
        }
        for id in changes.failed {
            self.shared.with(now(), |core| {
                let stamp = core.engine.lookup_store(id).map_or(0, |s| stamp_of(&core.engine, s));
                core.engine.handle_answer(now(), id, Answer::Failed, stamp);
            });
        }
        Ok(())
    }

    fn new_workers(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        while let Some(result) = self.pool.next_started()? {
            match result {
                Ok(started) => {
                    self.shared.worker_started(started.pid);
                    let w = self.pool.started(started, now());
                    fds.add(&w.stream, Interest::Read)?;
                }
                Err(run_as) => {
                    let changes = self.pool.not_started(run_as);
                    self.take_changes(changes, fds)?;
                }
            }
        }
        Ok(())
    }

    /// Reads a worker's answers. A worker runs modules of other vendors, so its messages are validated; an invalid
    /// message ends the worker.
    fn listen(&mut self, fd: RawFd, fds: &mut Fds<'_>) -> io::Result<()> {
        let Some(w) = self.pool.worker_at(fd) else { return Ok(()) };
        let ended = match w.stream.read(&mut self.buffer) {
            Ok(0) => true,
            Ok(n) => {
                w.inbox.extend_from_slice(&self.buffer[..n]);
                false
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            Err(_) => true,
        };
        let mut inbox = std::mem::take(&mut w.inbox);
        let job = w.job;
        let mut at = 0;
        let mut invalid = false;
        let mut finished = false;
        loop {
            match lookup::answer(inbox.get(at..).unwrap_or_default()) {
                Ok(Some((id, answer, taken))) if Some(id) == job && !finished => {
                    at += taken;
                    finished = !matches!(answer, Answer::Part(_));
                    let t = now();
                    self.shared.with(t, |core| {
                        let stamp = core.engine.lookup_store(id).map_or(0, |s| stamp_of(&core.engine, s));
                        core.engine.handle_answer(t, id, answer, stamp);
                    });
                }
                Ok(None) => break,
                Ok(Some(_)) | Err(lookup::Garbled) => {
                    invalid = true;
                    break;
                }
            }
        }
        inbox.drain(..at);
        if let Some(w) = self.pool.worker_at(fd) {
            w.inbox = inbox;
        }
        if finished {
            self.pool.finished(fd, now());
        }
        if ended || invalid {
            let changes = self.pool.ended(fd);
            self.take_changes(changes, fds)?;
        }
        Ok(())
    }

    fn files_changed(&mut self) {
        let Some(inotify) = &self.inotify else { return };
        let mut moved = BTreeSet::new();
        let mut written = BTreeSet::new();
        let mut nsswitch = false;
        for change in inotify.changes() {
            nsswitch |= change.overflow || change.name == b"nsswitch.conf";
            for db in Database::ALL {
                let hosts = db == Database::Hosts && change.name == b"resolv.conf";
                if change.overflow || change.name == db.source_file().as_bytes() || hosts {
                    moved.insert(db);
                    if change.written || change.overflow {
                        written.insert(db);
                    }
                }
            }
        }
        let t = now();
        if nsswitch {
            self.pool.retire_all();
            let text = std::fs::read_to_string("/etc/nsswitch.conf").unwrap_or_default();
            self.shared.with(t, |core| core.engine.handle_nsswitch(t, &text));
        }
        if moved.is_empty() {
            return;
        }
        self.shared.with(t, |core| {
            for db in moved {
                let Some(id) = core.engine.cache_of(db) else { continue };
                if written.contains(&db) {
                    core.engine.handle_written(t, id, stamp(db));
                } else {
                    core.engine.handle_stamp(t, id, stamp_of(&core.engine, id));
                }
            }
        });
    }

    fn on_time(&mut self) {
        let t = now();
        self.shared.with(t, |core| {
            core.engine.handle_time(t);
            core.views.handle_time(t);
            if let Err(e) = core.publisher.handle_time(&mut core.engine, t) {
                eprintln!("egret-cached: cannot publish: {e}");
            }
        });
    }

    fn announce_once(&mut self) {
        if self.announce.is_some()
            && self.shared.note_readiness()
            && let Some(announce) = self.announce.take()
        {
            announce();
        }
    }
}

impl IoSource<Thread> for Control {
    fn name(&self) -> &'static str {
        "control"
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.orders, Interest::Read)?;
        fds.add(self.pool.spawner(), Interest::Read)?;
        if let Some(i) = &self.inotify {
            fds.add(i, Interest::Read)?;
        }
        self.carry_out(fds)
    }

    fn next_timeout(&mut self, _now: Time) -> Option<Duration> {
        let t = now();
        let next = self.shared.with(t, |core| {
            core.armed = core.next_time(t);
            core.armed
        });
        next.map(|n| Duration::from_millis(n.saturating_sub(t)))
    }

    fn turn(&mut self, _: &mut Thread, turn: &mut Turn<'_, Thread>) -> io::Result<Next> {
        match turn.event().map(|e| e.fd) {
            Some(fd) if fd == self.orders.as_fd().as_raw_fd() => self.orders.clear(),
            Some(fd) if fd == self.pool.spawner().as_fd().as_raw_fd() => self.new_workers(turn.fds())?,
            Some(fd) if self.inotify.as_ref().is_some_and(|i| i.as_fd().as_raw_fd() == fd) => {
                self.files_changed();
            }
            Some(fd) => self.listen(fd, turn.fds())?,
            None => {}
        }
        if turn.timed_out() {
            self.on_time();
        }
        self.carry_out(turn.fds())?;
        self.announce_once();
        Ok(Next::Idle)
    }
}

/// Watches the directories of all source files, and those of the files that they link to.
fn watch() -> io::Result<Inotify> {
    let inotify = Inotify::new()?;
    let mut dirs = BTreeSet::from([Path::new("/etc").to_owned()]);
    for name in Database::ALL.iter().map(|d| d.source_file()).chain(["nsswitch.conf", "resolv.conf"]) {
        if let Ok(real) = Path::new("/etc").join(name).canonicalize()
            && let Some(dir) = real.parent()
        {
            dirs.insert(dir.to_owned());
        }
    }
    for dir in dirs {
        inotify.watch(&dir)?;
    }
    Ok(inotify)
}
