//! The thread between the hub and the server.
#![expect(clippy::disallowed_methods, reason = "a thread with sockets: it tells the time itself")]
mod at_loggers;
mod carrying;
mod connect;
mod fetching;
mod keeping;
mod to_stream;

use crate::bucket::Bucket;
use crate::feeds::Feeds;
use crate::members::Entry;
use crate::reach::named;
use crate::rows::Waiting;
use crate::spill::Spill;
use crate::{Copies, Counters, Settings};
use carrying::{Carrying, Parts};
use cluster::{Caps, Hub, NodeId};
use keeping::{Bell, Wanted};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Notify;

/// The most errors of the connection that wait to be reported.
const TROUBLES: usize = 16;

/// The uplink's thread. Dropping it sends what waits, for at most two seconds, and ends the thread.
pub struct NatsUplink {
    counters: Arc<Counters>,
    nodes: Arc<Mutex<Vec<Entry>>>,
    wanted: Arc<Mutex<Vec<Wanted>>>,
    feeds: Arc<Feeds>,
    copies: Option<Copies>,
    ending: Arc<Notify>,
    woken: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl NatsUplink {
    /// Connects a hub to other processes. If no server is reachable, it keeps trying.
    ///
    /// # Errors
    ///
    /// If the hub already has an uplink, the cluster's name has characters other than letters, digits, `-` and `_`, a
    /// file cannot be read, or the system has no thread left.
    pub fn start(hub: &Hub, caps: Caps, settings: Settings) -> io::Result<Self> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if settings.cluster.is_empty() || !settings.cluster.chars().all(fits) {
            let message = format!("cluster {:?}: expected letters, digits, - and _", settings.cluster);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let spill = match &settings.spill {
            Some((folder, most)) => Some(Spill::open(folder, *most).map_err(|e| named(folder, &e))?),
            None => None,
        };
        let begins = first_number();
        let waiting = Waiting::new(settings.row_bytes, begins, spill);
        let woken = Arc::<Notify>::default();
        let waking = Arc::clone(&woken);
        let taken = || io::Error::new(io::ErrorKind::AlreadyExists, "the hub has an uplink");
        let mut uplink = hub.uplink(caps, Box::new(move || waking.notify_one())).ok_or_else(taken)?;
        // Only the server knows all subscribers, so every event goes to it; those that come before the connection wait.
        uplink.subscribe("");
        let counters = Arc::<Counters>::default();
        let nodes = Arc::<Mutex<Vec<Entry>>>::default();
        let wanted = Arc::<Mutex<Vec<Wanted>>>::default();
        let feeds = Arc::<Feeds>::default();
        let copies = settings.copies.clone();
        let ending = Arc::<Notify>::default();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (asked, ends, wakes) = (Arc::clone(&wanted), Arc::clone(&ending), Arc::clone(&woken));
        let parts = (Arc::clone(&counters), Arc::clone(&nodes), Arc::clone(&feeds));
        let (sender, started) = std::sync::mpsc::sync_channel(1);
        let run = move || {
            runloop::leave_signals_to_others();
            runtime.block_on(async {
                let (counters, nodes, feeds) = parts;
                let connected = Arc::default();
                let (trouble, troubles) = tokio::sync::mpsc::channel(TROUBLES);
                match connect::connect(&settings, &counters, &connected, &trouble).await {
                    Err(e) => drop(sender.send(Err(e))),
                    Ok(client) => {
                        drop(sender.send(Ok(())));
                        let troubles = (trouble, troubles);
                        let (rows, wanted) = (waiting, asked);
                        let parts =
                            Parts { connected, counters, nodes, wanted, feeds, settings, rows, troubles };
                        Carrying::new(client, uplink, begins, parts).run(&ends, &wakes).await;
                    }
                }
            });
        };
        let thread = std::thread::Builder::new().name("nats".to_owned()).spawn(run)?;
        started.recv().unwrap_or_else(|_| Err(io::Error::other("the uplink's thread ended")))?;
        Ok(NatsUplink { counters, nodes, wanted, feeds, copies, ending, woken, thread: Some(thread) })
    }

    /// Shows a node of this process to the other processes. From then on it hears of theirs, so it must be announced to
    /// its hub before.
    pub fn announce(&self, name: &str, id: &NodeId, role: &str) {
        let entry = Entry { name: name.to_owned(), id: id.to_string(), role: role.to_owned() };
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        self.woken.notify_one();
    }

    /// Keeps content in the bucket of a name, which one process of the cluster owns at a time. Once the bucket has been
    /// read, `body`, an event in Broker's binary form, is delivered to the nodes of this process that listen to `topic`.
    pub fn keep(&self, name: &str, topic: &str, body: Vec<u8>) -> Bucket {
        let (bucket, shared) = Bucket::new(name);
        let bell = Bell { topic: topic.to_owned(), body };
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner).push(Wanted { shared, bell });
        self.woken.notify_one();
        bucket
    }

    /// Asks for a feed. Returns the path of its copy, which exists once the feed has been fetched, by this process or an
    /// earlier one, and is replaced as a whole with each new version.
    ///
    /// # Errors
    /// If the name is malformed, there are too many feeds, or this process has no folder for them.
    pub fn feed(&self, name: &str) -> Result<PathBuf, String> {
        let copies = self.copies.as_ref().ok_or("this node has no folder for feeds")?;
        self.feeds.want(name)?;
        self.woken.notify_one();
        std::path::absolute(copies.path(name)).map_err(|e| format!("feed {name}: {e}"))
    }

    /// The uplink's counters.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }
}

/// The number with which a run begins to count its events and batches: the nanoseconds since 1970. A run that follows one
/// with the same node id, as scripts may choose it, thus repeats none of its numbers.
fn first_number() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or_default()
}

impl Drop for NatsUplink {
    fn drop(&mut self) {
        self.ending.notify_one();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
