//! The state that all event threads share.
use crate::publisher::Publisher;
use crate::spawner::RunAs;
use crate::sys::clock;
use crate::sys::lock::Lock;
use crate::views::Views;
use namecache::Peer;
use namecache::cache::Millis;
use namecache::engine::{Ask, Effect, Engine, Outcome, StoreId, Ticket};
use namecache_wire::{Database, root};
use runloop::Waker;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The maximum number of connections of each user other than root.
const CONNECTIONS_PER_USER: u32 = 64;
/// The maximum number of connections of root.
const CONNECTIONS_OF_ROOT: u32 = 1024;
/// The maximum number of connections in total.
const CONNECTIONS: u32 = 4096;

/// An order to the pool of workers.
pub(crate) enum Order {
    /// Look up a key or, without a key, enumerate the database.
    Do { id: u64, run_as: RunAs, db: Database, key: Option<Box<[u8]>> },
    /// Abandon a job because its worker is stuck.
    Abandon { id: u64 },
}

/// The caches and their mapped memory, under one lock. A hit holds the lock for less than a microsecond.
pub(crate) struct Core {
    pub(crate) engine: Engine,
    pub(crate) publisher: Publisher,
    pub(crate) views: Views,
    pub(crate) orders: VecDeque<Order>,
    /// The time at which the timer of the control source fires.
    pub(crate) armed: Option<Millis>,
}

/// The outcomes for clients that wait in one event thread.
pub(crate) struct Mailbox {
    outcomes: Lock<Vec<(u64, Outcome)>>,
    waker: Waker,
}

impl Mailbox {
    pub(crate) fn new(waker: Waker) -> Mailbox {
        Mailbox { outcomes: Lock::new(Vec::new()), waker }
    }

    /// Takes the outcomes, each with the serial number of its connection.
    pub(crate) fn take(&self) -> Vec<(u64, Outcome)> {
        std::mem::take(&mut *self.outcomes.lock())
    }
}

/// Counters of connections.
#[derive(Default)]
pub(crate) struct Counted {
    pub(crate) accepted: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) malformed: AtomicU64,
    pub(crate) late: AtomicU64,
}

/// The state that all event threads share.
pub(crate) struct Shared {
    core: Lock<Core>,
    pub(crate) mail: Vec<Mailbox>,
    pub(crate) control: Waker,
    /// The process ids of the workers.
    workers: Lock<BTreeSet<i32>>,
    /// The number of open connections, in total and for each uid.
    connections: Lock<(u32, BTreeMap<u32, u32>)>,
    pub(crate) counted: Counted,
    /// Whether every database with `precache` has been enumerated, or the attempt has failed.
    ready: AtomicBool,
    /// The cookie of the daemon's network namespace.
    pub(crate) home: Option<u64>,
    /// Whether a client's network namespace matters: only the answers of `hosts` depend on it.
    pub(crate) serves_hosts: bool,
    pub(crate) trace: bool,
    pub(crate) stat_uid: Option<u32>,
    /// The user whose rights lookups for all users have.
    pub(crate) common: RunAs,
}

impl Shared {
    pub(crate) fn new(
        core: Core,
        mail: Vec<Mailbox>,
        control: Waker,
        home: Option<u64>,
        trace: bool,
        stat_uid: Option<u32>,
        common: RunAs,
    ) -> Shared {
        let serves_hosts =
            core.engine.cache_of(Database::Hosts).is_some_and(|id| core.engine.store(id).settings.enabled);
        Shared {
            serves_hosts,
            core: Lock::new(core),
            mail,
            control,
            workers: Lock::default(),
            connections: Lock::default(),
            counted: Counted::default(),
            ready: AtomicBool::new(false),
            home,
            trace,
            stat_uid,
            common,
        }
    }

    /// Whether the daemon is ready. Notifies the event threads the first time that it is.
    pub(crate) fn note_readiness(&self) -> bool {
        if !self.core.lock().engine.is_ready() {
            return false;
        }
        if !self.ready.swap(true, Ordering::AcqRel) {
            for mailbox in &self.mail {
                mailbox.waker.wake();
            }
            self.control.wake();
        }
        true
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// Runs `f` on the caches, then executes the effects.
    pub(crate) fn with<R>(&self, now: Millis, f: impl FnOnce(&mut Core) -> R) -> R {
        let mut core = self.core.lock();
        let r = f(&mut core);
        self.settle(&mut core, now);
        r
    }

    /// Asks the cache that `which` selects. A hit has no effects to execute.
    pub(crate) fn ask(
        &self,
        now: Millis,
        who: Peer,
        which: impl FnOnce(&Engine) -> Option<StoreId>,
        key: &[u8],
        ticket: Ticket,
    ) -> Ask {
        let mut core = self.core.lock();
        let Some(id) = which(&core.engine) else { return Ask::Now(Outcome::Unserved) };
        let stamp = stamp_of(&core.engine, id);
        let ask = core.engine.ask(now, who, id, key, stamp, ticket);
        if !matches!(ask, Ask::Now(Outcome::Found(_))) {
            self.settle(&mut core, now);
        }
        ask
    }

    /// Executes the engine's effects. Publishes under the lock, so that no later question can be answered from outdated
    /// memory.
    fn settle(&self, core: &mut Core, now: Millis) {
        let mut wake = false;
        while let Some(effect) = core.engine.poll_effect() {
            match effect {
                Effect::Lookup { id, run_as, db, key } => {
                    let run_as = run_as.or(self.common);
                    core.orders.push_back(Order::Do { id, run_as, db, key: Some(key) });
                    wake = true;
                }
                Effect::List { id, db } => {
                    core.orders.push_back(Order::Do { id, run_as: self.common, db, key: None });
                    wake = true;
                }
                Effect::Abandon { id } => {
                    core.orders.push_back(Order::Abandon { id });
                    wake = true;
                }
                Effect::Reply { ticket, outcome } => self.post(ticket, outcome),
                Effect::Forget(id, of) => core.views.forget(id, of),
                Effect::Pause(id) => core.publisher.pause(&core.engine, id),
                Effect::Publish(id) => {
                    if let Err(e) = core.publisher.publish(&mut core.engine, id, now) {
                        // Without an image, clients use the socket.
                        eprintln!(
                            "egret-cached: {}: cannot publish: {e}",
                            core.engine.store(id).settings.name
                        );
                    }
                }
            }
        }
        let next = core.next_time(now);
        if next.is_some_and(|n| core.armed.is_none_or(|a| n < a)) {
            core.armed = next;
            wake = true;
        }
        if wake {
            self.control.wake();
        }
    }

    fn post(&self, ticket: u64, outcome: Outcome) {
        let Some(mailbox) = self.mail.get((ticket >> 56) as usize) else { return };
        mailbox.outcomes.lock().push((ticket & SERIAL, outcome));
        mailbox.waker.wake();
    }

    /// Counts a connection of a user. Returns false if a limit has been reached.
    pub(crate) fn enter(&self, uid: u32) -> bool {
        let mut c = self.connections.lock();
        let limit = if uid == 0 { CONNECTIONS_OF_ROOT } else { CONNECTIONS_PER_USER };
        if c.0 >= CONNECTIONS || c.1.get(&uid).is_some_and(|n| *n >= limit) {
            self.counted.refused.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        c.0 += 1;
        *c.1.entry(uid).or_default() += 1;
        true
    }

    /// Counts a connection that has ended.
    pub(crate) fn leave(&self, uid: u32) {
        let mut c = self.connections.lock();
        c.0 = c.0.saturating_sub(1);
        if let Some(n) = c.1.get_mut(&uid) {
            *n -= 1;
            if *n == 0 {
                c.1.remove(&uid);
            }
        }
    }

    pub(crate) fn worker_started(&self, pid: i32) {
        self.workers.lock().insert(pid);
    }

    pub(crate) fn worker_ended(&self, pid: i32) {
        self.workers.lock().remove(&pid);
    }

    /// Whether a process is a worker. The daemon must not answer a worker's questions, because the two would wait for
    /// each other.
    pub(crate) fn is_worker(&self, pid: i32) -> bool {
        self.workers.lock().contains(&pid)
    }
}

/// The bits of a ticket that hold the connection's serial number; the others hold the thread's index.
pub(crate) const SERIAL: u64 = (1 << 56) - 1;

impl Core {
    /// Returns the time at which the next timer fires.
    pub(crate) fn next_time(&self, now: Millis) -> Option<Millis> {
        [self.engine.next_time(now), self.publisher.next_time(), self.views.next_time()]
            .into_iter()
            .flatten()
            .min()
    }
}

/// Returns the current stamp of a database's source file.
pub(crate) fn stamp(db: Database) -> u64 {
    let of = |path: &str| {
        std::fs::metadata(path).map_or(0, |m| {
            root::stamp(m.dev(), m.ino(), m.size(), (m.mtime(), m.mtime_nsec()), (m.ctime(), m.ctime_nsec()))
        })
    };
    match db {
        Database::Passwd => of("/etc/passwd"),
        Database::Group | Database::Initgroups => of("/etc/group"),
        Database::Services => of("/etc/services"),
        Database::Protocols => of("/etc/protocols"),
        Database::Rpc => of("/etc/rpc"),
        Database::Networks => of("/etc/networks"),
        Database::Ethers => of("/etc/ethers"),
        Database::Netgroup => of("/etc/netgroup"),
        Database::Hosts => of("/etc/hosts") ^ of("/etc/resolv.conf").rotate_left(1),
    }
}

/// Returns the current stamp of a cache's source file; 0 if the cache does not check it.
pub(crate) fn stamp_of(engine: &Engine, id: StoreId) -> u64 {
    let s = engine.store(id);
    match s.database() {
        Some(db) if s.settings.check_files => stamp(db),
        _ => 0,
    }
}

/// Returns the current time.
pub(crate) fn now() -> Millis {
    clock::now()
}
