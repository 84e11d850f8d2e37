//! What runs beside the doors, in the first event thread: workers, watches, timers.
use crate::core::{Order, Shared, now, stamp, stamp_of};
use crate::doors::Thread;
use crate::pool::{Job, News, Pool};
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

/// What to do as soon as the daemon is ready.
pub(crate) type Announce = Box<dyn FnOnce()>;

/// Workers, watches, timers.
pub(crate) struct Control {
    shared: Arc<Shared>,
    orders: WakeReceiver,
    pool: Pool,
    inotify: Option<Inotify>,
    announce: Option<Announce>,
    room: Vec<u8>,
}

impl Control {
    pub(crate) fn new(shared: Arc<Shared>, orders: WakeReceiver, pool: Pool, announce: Announce) -> Control {
        let inotify = match watch() {
            Ok(i) => Some(i),
            Err(e) => {
                eprintln!("egret-cached: cannot watch files ({e}); changes are seen by who asks the socket");
                None
            }
        };
        Control { shared, orders, pool, inotify, announce: Some(announce), room: vec![0; 256 << 10] }
    }

    fn carry_out(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        let orders = self.shared.with(now(), |core| std::mem::take(&mut core.orders));
        for order in orders {
            match order {
                Order::Do { id, run_as, db, key } => self.pool.push(Job::new(id, run_as, db, key.as_deref())),
                Order::Abandon { id } => {
                    let news = self.pool.abandon(id);
                    self.take_news(news, fds)?;
                }
            }
        }
        let news = self.pool.dispatch(now());
        self.take_news(news, fds)
    }

    fn take_news(&mut self, news: News, fds: &mut Fds<'_>) -> io::Result<()> {
        for w in news.gone {
            fds.remove(&w.stream)?;
            self.shared.worker_ended(w.pid);
        }
        for id in news.failed {
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
                    let news = self.pool.not_started(run_as);
                    self.take_news(news, fds)?;
                }
            }
        }
        Ok(())
    }

    /// Reads what a worker says. It runs other people's code: what it says is checked, and nonsense ends it.
    fn listen(&mut self, fd: RawFd, fds: &mut Fds<'_>) -> io::Result<()> {
        let Some(w) = self.pool.worker_at(fd) else { return Ok(()) };
        let ended = match w.stream.read(&mut self.room) {
            Ok(0) => true,
            Ok(n) => {
                w.inbox.extend_from_slice(&self.room[..n]);
                false
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            Err(_) => true,
        };
        let mut inbox = std::mem::take(&mut w.inbox);
        let job = w.job;
        let mut at = 0;
        let mut nonsense = false;
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
                    nonsense = true;
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
        if ended || nonsense {
            let news = self.pool.ended(fd);
            self.take_news(news, fds)?;
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

/// Watches the directories of every source file, and those that its links lead to.
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
