//! The hub's uplink over ZeroMQ, on its own thread.
use super::net::{Net, Report};
use super::peer::Outgoing;
use super::{Counters, LOG_WRITE, Settings, add};
use crate::{Body, Caps, Format, Hub, Keep, NodeId, Outbound, Sent, Token, Uplink};
use cluster_wire::broker_bin;
use cluster_wire::zmtp::{Message, SocketType};
use runloop::Waker;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time limit for sending queued messages at the end.
const LINGER: Duration = Duration::from_millis(500);

/// The uplink's thread. Dropping it sends queued messages for at most half a second and stops the thread.
pub struct ZmqUplink {
    pull: Option<SocketAddr>,
    counters: Arc<Counters>,
    is_over: Arc<AtomicBool>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

impl ZmqUplink {
    /// Connects a hub to other processes. Processes that cannot be reached are retried.
    ///
    /// # Errors
    /// If the hub already has an uplink, an address is in use, or the system has no more descriptors or threads.
    pub fn start(hub: &Hub, caps: Caps, settings: Settings) -> io::Result<Self> {
        // The mailbox is created before the thread that it wakes.
        let slot = Arc::new(OnceLock::<Waker>::new());
        let waking = Arc::clone(&slot);
        let wake = Box::new(move || {
            if let Some(waker) = waking.get() {
                waker.wake();
            }
        });
        let taken = || io::Error::new(io::ErrorKind::AlreadyExists, "the hub has an uplink");
        let uplink = hub.uplink(caps, wake).ok_or_else(taken)?;
        let (counters, is_over) = (Arc::<Counters>::default(), Arc::<AtomicBool>::default());
        let (sender, receiver) = mpsc::sync_channel(1);
        let (counting, ending) = (Arc::clone(&counters), Arc::clone(&is_over));
        let run = move || {
            runloop::leave_signals_to_others();
            let opened = Net::new(settings.curve.clone(), Arc::clone(&counting)).and_then(|mut net| {
                let pull = settings.pull.map(|at| net.listen(at, SocketType::Pull)).transpose()?;
                Ok((net, pull))
            });
            match opened {
                Err(e) => drop(sender.send(Err(e))),
                Ok((mut net, pull)) => {
                    net.dial(&settings.publish_to, SocketType::XPub);
                    net.dial(&settings.subscribe_at, SocketType::XSub);
                    settings.loggers.iter().for_each(|at| net.dial(at, SocketType::Push));
                    drop(sender.send(Ok((pull, net.waker()))));
                    Carrying::new(net, uplink, counting, settings).run(&ending);
                }
            }
        };
        let thread = std::thread::Builder::new().name("zmq-uplink".to_owned()).spawn(run)?;
        let opened = receiver.recv().unwrap_or_else(|_| Err(io::Error::other("the uplink's thread ended")));
        let (pull, waker) = opened?;
        // Anything that arrived earlier is handled in the thread's first turn.
        drop(slot.set(waker.clone()));
        waker.wake();
        Ok(ZmqUplink { pull, counters, is_over, waker, thread: Some(thread) })
    }

    /// The address for incoming rows.
    pub fn pull(&self) -> Option<SocketAddr> {
        self.pull
    }

    /// The uplink's counters.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }
}

impl Drop for ZmqUplink {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        self.waker.wake();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The thread's state.
struct Carrying {
    net: Net,
    uplink: Uplink,
    counters: Arc<Counters>,
    settings: Settings,
    /// The prefixes to which nodes of this process are subscribed.
    prefixes: BTreeSet<Box<str>>,
    /// Rows that wait for a logger with room.
    rows: VecDeque<Outgoing>,
    /// The index of the logger that got the last rows.
    turn: usize,
    /// Subscriptions used as probes: once the proxy returns one, all earlier subscriptions are in effect.
    probes: BTreeMap<Box<str>, (u32, Token)>,
    probe: u64,
    /// Whether nodes were told that subscriptions are being ignored.
    told_ignored: bool,
    /// Whether nodes were told that rows are being dropped; reset when rows are sent again.
    told_drops: bool,
}

impl Carrying {
    fn new(net: Net, uplink: Uplink, counters: Arc<Counters>, settings: Settings) -> Self {
        Carrying {
            net,
            uplink,
            counters,
            settings,
            prefixes: BTreeSet::new(),
            rows: VecDeque::new(),
            turn: 0,
            probes: BTreeMap::new(),
            probe: 0,
            told_ignored: false,
            told_drops: false,
        }
    }

    fn run(&mut self, is_over: &AtomicBool) {
        let (mut reports, mut out) = (Vec::new(), VecDeque::new());
        let mut deadline = None;
        loop {
            self.uplink.take(1000, &mut out);
            let is_idle = out.is_empty();
            out.drain(..).for_each(|item| self.carry(item));
            self.send_rows();
            if is_over.load(Ordering::Acquire) {
                let until = *deadline.get_or_insert_with(|| Instant::now() + LINGER);
                let is_done = is_idle && self.rows.is_empty() && self.net.is_flushed();
                if is_done || Instant::now() >= until {
                    return self.end();
                }
            }
            let is_ending = deadline.is_some();
            let pause = if !is_idle {
                Duration::ZERO
            } else if is_ending {
                Duration::from_millis(5)
            } else {
                Duration::from_secs(1)
            };
            if let Err(e) = self.net.wait(pause, &mut reports) {
                return self.uplink.trouble("zeromq", &format!("waiting for sockets: {e}; the uplink ends"));
            }
            reports.drain(..).for_each(|report| self.handle(report));
        }
    }

    /// Counts the rows that did not leave, and tells of them.
    fn end(&mut self) {
        let mut left = VecDeque::new();
        self.uplink.take(usize::MAX, &mut left);
        let untaken = left.iter().filter(|item| matches!(item, Outbound::Rows { .. })).count();
        let lost = untaken + self.rows.len() + self.net.waiting_rows();
        self.counters.row_drops.fetch_add(lost as u64, Ordering::Relaxed);
        if lost > 0 {
            self.uplink.trouble("zeromq", &super::lost_at_the_end(lost));
        }
    }

    /// Sends a message from a node of this process.
    fn carry(&mut self, item: Outbound) {
        match item {
            Outbound::Event { topic, from, format, body } => {
                let proxy = self.net.ready(SocketType::XPub).next();
                let event = Outgoing::Parcel { topic, from, format, body };
                if !proxy.is_some_and(|peer| self.net.send(peer, event, self.settings.marks.events)) {
                    add(&self.counters.event_drops);
                }
            }
            Outbound::Rows { from, format, body, .. } => {
                let topic = LOG_WRITE.into();
                self.rows.push_back(Outgoing::Parcel { topic, from, format, body });
            }
            Outbound::Subscribed(prefix) => {
                self.subscribe(true, &prefix);
                self.prefixes.insert(prefix);
            }
            Outbound::Unsubscribed(prefix) => {
                self.subscribe(false, &prefix);
                self.prefixes.remove(&prefix);
            }
            Outbound::Ready { node, token } => {
                self.probe += 1;
                let pid = std::process::id();
                let prefix: Box<str> = format!("zeek.zeromq.internal.egret_{pid}.{}.", self.probe).into();
                self.subscribe(true, &prefix);
                self.probes.insert(prefix, (node, token));
            }
        }
    }

    fn subscribe(&mut self, is_new: bool, prefix: &str) {
        let proxy = self.net.ready(SocketType::XSub).next();
        if let Some(proxy) = proxy {
            let subscription = Outgoing::Subscription(is_new, prefix.as_bytes().into());
            self.net.send(proxy, subscription, usize::MAX);
        }
    }

    /// Sends waiting rows to loggers with room, in turn. Drops rows beyond the mark.
    fn send_rows(&mut self) {
        let mark = self.settings.marks.rows;
        let loggers: Vec<u32> = self.net.ready(SocketType::Push).collect();
        'rows: while let Some(batch) = self.rows.pop_front() {
            for _ in 0..loggers.len() {
                self.turn = self.turn.wrapping_add(1);
                if self.net.send(loggers[self.turn % loggers.len()], batch.clone(), mark) {
                    self.told_drops = false;
                    continue 'rows;
                }
            }
            self.rows.push_front(batch);
            break;
        }
        while self.rows.len() > mark {
            self.rows.pop_back();
            add(&self.counters.row_drops);
            if !std::mem::replace(&mut self.told_drops, true) {
                self.uplink.trouble("zeromq", "Failed to send log write. HWM reached?");
            }
        }
    }

    fn handle(&mut self, report: Report) {
        match report {
            Report::Up(peer, SocketType::XSub) => {
                for prefix in self.prefixes.iter().chain(self.probes.keys()) {
                    let all = Outgoing::Subscription(true, prefix.as_bytes().into());
                    self.net.send(peer, all, usize::MAX);
                }
            }
            Report::Message(_, message) => {
                if !self.deliver(&message) {
                    add(&self.counters.message_errors);
                }
            }
            Report::Subscribe(_, prefix) => {
                let Ok(prefix) = std::str::from_utf8(&prefix) else { return };
                if let Some((node, token)) = self.probes.remove(prefix) {
                    self.subscribe(false, prefix);
                    self.uplink.ready(node, token);
                } else if !self.uplink.subscribe(prefix) {
                    add(&self.counters.ignored_subscriptions);
                    if !std::mem::replace(&mut self.told_ignored, true) {
                        let message = "other processes hold 200,000 subscriptions; further ones are ignored";
                        self.uplink.trouble("zeromq", message);
                    }
                }
            }
            Report::Cancel(_, prefix) => {
                if let Ok(prefix) = std::str::from_utf8(&prefix) {
                    self.uplink.unsubscribe(prefix);
                }
            }
            Report::Down(_, SocketType::XPub, _) => self.uplink.unsubscribe_all(),
            Report::Down(_, SocketType::Push, unsent) => {
                unsent.into_iter().rev().for_each(|batch| self.rows.push_front(batch));
            }
            Report::Up(..) | Report::Down(..) | Report::Unreachable(_) => {}
        }
    }

    /// Delivers a message from another process to its subscribers. Returns `false` if it is malformed.
    fn deliver(&mut self, message: &Message) -> bool {
        let mut parts = message.parts().map(std::str::from_utf8).take(3);
        let (Some(Ok(topic)), Some(Ok(from)), Some(Ok(format))) = (parts.next(), parts.next(), parts.next())
        else {
            return false;
        };
        let (4, Some(body)) = (message.len(), message.part(3)) else { return false };
        let (from, body) = (NodeId::from(from), Body::from(body));
        let sent = if format == Format::ZeekBin.name() && topic == LOG_WRITE {
            self.uplink.deliver_rows(&from, Format::ZeekBin, &body, None)
        } else if format != Format::BrokerBin.name() {
            return false;
        } else if self.uplink.is_ours(&from) {
            // The proxy echoes this process's own events to which it is subscribed.
            return true;
        } else {
            let keep = broker_bin::event_name(&body).map_or(Keep::Droppable, Keep::of_event);
            self.uplink.deliver(topic, &from, keep, Format::BrokerBin, body)
        };
        if sent != Sent::Queued {
            add(&self.counters.full_mailboxes);
        }
        true
    }
}
