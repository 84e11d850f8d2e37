//! The thread that holds the connections.
use super::backlog::Backlog;
use super::door::Order;
use super::links::Links;
use super::queues::Queues;
use super::{VERSION, WaitingRows};
use crate::carrier::{PeerChange, PeerEnd};
use crate::zmq::Counters;
use crate::zmq::net::{Net, Report};
use crate::zmq::peer::Outgoing;
use crate::{Body, Format, Keep, LastEvents, NodeId, Outbound, Sent, Uplink};
use cluster_wire::broker_bin;
use cluster_wire::zmtp::{Message, SocketType};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// How many of the last events are remembered, to drop copies that arrive over another peering.
const REMEMBERED: usize = 65_536;

/// How long the thread waits at the end for sent messages to leave.
const LINGER: Duration = Duration::from_millis(500);

/// The thread's state.
pub(super) struct Peers {
    net: Net,
    uplink: Uplink,
    counters: Arc<Counters>,
    orders: mpsc::Receiver<Order>,
    links: Links,
    last_events: LastEvents,
    /// Prefixes that nodes of this process subscribed to, and prefixes to forward.
    prefixes: BTreeSet<Box<str>>,
    forwards: BTreeSet<Box<str>>,
    /// Dials by number: the address, and whether scripts were told that nothing answers there.
    dials: BTreeMap<usize, (Arc<str>, u16, bool)>,
    /// Dials that pause while the process with this id is connected in the other direction.
    resting: BTreeMap<Arc<str>, usize>,
    number: u64,
    found: Vec<u32>,
    /// Events that wait for a peer before more are dropped.
    most: usize,
    queues: Queues,
    /// Rows that wait for a logger, and the topic that any logger takes.
    rows: Option<(Backlog, String)>,
    /// Whether nodes were told that rows are dropped; reset when none waits any more.
    told_drops: bool,
    /// Whether events were forwarded that are not written yet.
    has_forwarded: bool,
}

impl Peers {
    pub(super) fn new(
        net: Net,
        uplink: Uplink,
        counters: Arc<Counters>,
        orders: mpsc::Receiver<Order>,
        (most, queues): (usize, Queues),
        rows: Option<WaitingRows>,
    ) -> Self {
        Peers {
            net,
            uplink,
            counters,
            orders,
            links: Links::default(),
            last_events: LastEvents::new(REMEMBERED),
            prefixes: BTreeSet::new(),
            forwards: BTreeSet::new(),
            dials: BTreeMap::new(),
            resting: BTreeMap::new(),
            number: 0,
            found: Vec::new(),
            most,
            queues,
            rows: rows.map(|rows| (Backlog::new(rows.batches), rows.any_logger)),
            told_drops: false,
            has_forwarded: false,
        }
    }

    pub(super) fn run(&mut self, is_over: &AtomicBool) {
        let (mut reports, mut out) = (Vec::new(), VecDeque::new());
        let mut deadline = None;
        loop {
            while let Ok(order) = self.orders.try_recv() {
                self.obey(order, &mut reports);
            }
            self.uplink.take(1000, &mut out);
            let is_idle = out.is_empty() && !std::mem::take(&mut self.has_forwarded);
            out.drain(..).for_each(|item| self.carry(item));
            self.send_rows();
            self.watch();
            if is_over.load(Ordering::Acquire) {
                let until = *deadline.get_or_insert_with(|| Instant::now() + LINGER);
                let waits = self.rows.as_ref().is_some_and(|(rows, _)| rows.len() > 0);
                if is_idle && !waits && self.net.is_flushed() || Instant::now() >= until {
                    return self.end();
                }
            }
            let pause = match (is_idle, deadline) {
                (false, _) => Duration::ZERO,
                (true, Some(_)) => Duration::from_millis(5),
                (true, None) => Duration::from_secs(1),
            };
            if let Err(e) = self.net.wait(pause, &mut reports) {
                return self.uplink.trouble("peering", &format!("waiting for sockets: {e}; the uplink ends"));
            }
            for report in std::mem::take(&mut reports) {
                self.handle(report, &mut reports);
            }
            self.watch();
        }
    }

    /// Counts the rows that did not leave, and tells of them.
    fn end(&mut self) {
        let mut left = VecDeque::new();
        self.uplink.take(usize::MAX, &mut left);
        let untaken = left.iter().filter(|item| matches!(item, Outbound::Rows { .. })).count();
        let waiting = self.rows.as_ref().map_or(0, |(rows, _)| rows.len());
        let lost = untaken + waiting + self.net.waiting_rows();
        self.counters.row_drops.fetch_add(lost as u64, Ordering::Relaxed);
        if lost > 0 {
            self.uplink.trouble("peering", &crate::zmq::lost_at_the_end(lost));
        }
    }

    /// Takes in how many messages wait for each peer.
    fn watch(&self) {
        let lengths = self.links.named().map(|(n, end)| (Arc::clone(&end.id), self.net.waiting(n) as u64));
        self.queues.update(Instant::now(), &lengths.collect());
    }

    /// An event found no room in the queue for a peer.
    fn dropped(&self, peer: u32) {
        crate::zmq::add(&self.counters.event_drops);
        if let Some(end) = self.links.end(peer) {
            self.queues.dropped(&end.id);
        }
    }

    fn obey(&mut self, order: Order, reports: &mut Vec<Report>) {
        match order {
            Order::Listen(listener) => {
                if let Err(e) = self.net.listen_on(listener, SocketType::Peer) {
                    self.uplink.trouble("peering", &format!("listening: {e}"));
                }
            }
            Order::Peer { host, port, again } => {
                let shown =
                    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") };
                let dial = self.net.dial_again(&shown, SocketType::Peer, again);
                self.dials.insert(dial, (host.into(), port, false));
            }
            Order::Unpeer { host, port } => self.unpeer(&host, port, reports),
            Order::Forward(prefix) => {
                let prefix: Box<str> = prefix.into();
                if !self.prefixes.contains(&prefix) {
                    self.tell_all(true, &prefix);
                }
                self.forwards.insert(prefix);
            }
        }
    }

    /// Ends a connection that this process made.
    fn unpeer(&mut self, host: &str, port: u16, reports: &mut Vec<Report>) {
        let dial = self.dials.iter().find(|(_, (h, p, _))| **h == *host && *p == port).map(|(n, _)| *n);
        let Some(dial) = dial else {
            let end = PeerEnd { id: "".into(), host: host.into(), port, is_outbound: true };
            return self.uplink.peering(&PeerChange::Unknown(end));
        };
        let made = self.links.numbers().into_iter().find(|n| self.net.dial_of(*n) == Some(dial));
        if let Some(number) = made {
            self.gone(number, PeerChange::Removed);
        }
        self.dials.remove(&dial);
        self.net.hang_up(dial, reports);
    }

    /// Sends an item from a node of this process.
    fn carry(&mut self, item: Outbound) {
        match item {
            Outbound::Event { topic, from, format, body } => {
                self.number += 1;
                let number = self.number;
                self.send_to_all(
                    &topic,
                    &Outgoing::Numbered { topic: Arc::clone(&topic), from, format, body, number },
                );
            }
            Outbound::Rows { topic, from, format, body, .. } => {
                self.number += 1;
                let number = self.number;
                let batch = Outgoing::Numbered { topic: Arc::clone(&topic), from, format, body, number };
                match &mut self.rows {
                    None => self.send_to_all(&topic, &batch),
                    Some((rows, _)) => {
                        let dropped = u64::from(!rows.push(&topic, batch));
                        self.dropped_rows(dropped);
                    }
                }
            }
            Outbound::Subscribed(prefix) => {
                if !self.forwards.contains(&prefix) {
                    self.tell_all(true, &prefix);
                }
                self.prefixes.insert(prefix);
            }
            Outbound::Unsubscribed(prefix) => {
                if !self.forwards.contains(&prefix) {
                    self.tell_all(false, &prefix);
                }
                self.prefixes.remove(&prefix);
            }
            // Subscriptions reach each peer before events that are published later.
            Outbound::Ready { node, token } => self.uplink.ready(node, token),
        }
    }

    /// Sends a message to all peers that subscribed to its topic.
    fn send_to_all(&mut self, topic: &str, message: &Outgoing) {
        self.links.wanting(topic, &mut self.found);
        let found = std::mem::take(&mut self.found);
        for &peer in &found {
            if !self.net.send(peer, message.clone(), self.most) {
                self.dropped(peer);
            }
        }
        self.found = found;
    }

    /// Sends waiting rows to the logger of their topic, or to another one if that is not there or is too slow. Rows that
    /// no peer takes still wait, and hold up no rows of other topics.
    fn send_rows(&mut self) {
        let Some((rows, any_logger)) = &mut self.rows else { return };
        let (net, links, found, most) = (&mut self.net, &self.links, &mut self.found, self.most);
        let mut missed = 0;
        rows.offer(|topic, batch| {
            let mut sent = 0;
            if !topic.starts_with(&**any_logger) {
                links.wanting(topic, found);
                sent = found.iter().filter(|peer| net.send(**peer, batch.clone(), most)).count();
                if sent > 0 {
                    missed += found.len() - sent;
                }
            }
            if sent == 0 {
                // Several loggers may take it, but only one of them shall.
                links.wanting(any_logger, found);
                sent = usize::from(found.iter().any(|peer| net.send(*peer, batch.clone(), most)));
            }
            sent > 0
        });
        if rows.len() == 0 {
            self.told_drops = false;
        }
        // Of several peers that subscribed to the topic, these had no room.
        self.counters.row_drops.fetch_add(missed as u64, Ordering::Relaxed);
    }

    /// Counts batches for which there is no room, and tells the first time.
    fn dropped_rows(&mut self, batches: u64) {
        self.counters.row_drops.fetch_add(batches, Ordering::Relaxed);
        if batches > 0 && !std::mem::replace(&mut self.told_drops, true) {
            let why = "rows are dropped: no logger takes them, and what may wait for one is full";
            self.uplink.trouble("peering", why);
        }
    }

    /// Keeps the rows that waited in the queue for a peer that is gone.
    fn keep_rows(&mut self, unsent: VecDeque<Outgoing>) {
        if let Some((rows, _)) = &mut self.rows {
            let dropped = rows.put_back(unsent.into_iter());
            self.dropped_rows(dropped);
        }
    }

    fn tell_all(&mut self, is_new: bool, prefix: &str) {
        for number in self.links.numbers() {
            self.tell(number, is_new, prefix);
        }
    }

    fn tell(&mut self, number: u32, is_new: bool, prefix: &str) {
        let sign: &[u8] = if is_new { b"+" } else { b"-" };
        self.net.send(number, Outgoing::Parts(vec![sign.into(), prefix.as_bytes().into()]), usize::MAX);
    }

    fn handle(&mut self, report: Report, reports: &mut Vec<Report>) {
        match report {
            Report::Up(number, _) => {
                self.links.add(number);
                let all: Vec<Box<str>> = self.prefixes.union(&self.forwards).cloned().collect();
                for prefix in all {
                    self.tell(number, true, &prefix);
                }
                let id = self.uplink.ids().first().map_or(String::new(), NodeId::to_string);
                let hello = [b"hello", VERSION, id.as_bytes()].map(Box::from).to_vec();
                self.net.send(number, Outgoing::Parts(hello), usize::MAX);
            }
            Report::Message(number, message) => {
                if !self.receive(number, message, reports) {
                    crate::zmq::add(&self.counters.message_errors);
                    self.net.refuse(number, reports);
                }
            }
            Report::Down(number, _, unsent) => {
                self.gone(number, PeerChange::Lost);
                self.keep_rows(unsent);
            }
            Report::Unreachable(dial) => {
                if let Some((host, port, told @ false)) = self.dials.get_mut(&dial) {
                    *told = true;
                    let (host, port) = (Arc::clone(host), *port);
                    let end = PeerEnd { id: "".into(), host, port, is_outbound: true };
                    self.uplink.peering(&PeerChange::Unreachable(end));
                }
            }
            Report::Subscribe(..) | Report::Cancel(..) => {}
        }
    }

    /// A connection is closed: drops its peer's subscriptions and tells scripts.
    fn gone(&mut self, number: u32, change: fn(PeerEnd) -> PeerChange) {
        let (end, released) = self.links.remove(number);
        for prefix in released {
            self.uplink.unsubscribe(&prefix);
        }
        if let Some(end) = end {
            if let Some(dial) = self.resting.remove(&end.id) {
                self.net.redial(dial);
            }
            self.uplink.peering(&change(end));
        }
    }

    /// Handles a message of a peer; `false` if it is malformed.
    fn receive(&mut self, number: u32, message: Message, reports: &mut Vec<Report>) -> bool {
        let (Some(first), Some(second)) = (message.part(0), message.part(1)) else { return false };
        match (first, message.len()) {
            (b"+", 2) => {
                let Ok(prefix) = std::str::from_utf8(second) else { return false };
                match self.links.subscribe(number, prefix) {
                    Some(true) => self.uplink.subscribe(prefix),
                    Some(false) => true,
                    None => false,
                }
            }
            (b"-", 2) => {
                let Ok(prefix) = std::str::from_utf8(second) else { return false };
                if self.links.unsubscribe(number, prefix) {
                    self.uplink.unsubscribe(prefix);
                }
                true
            }
            (b"hello", 3) => {
                let id = message.part(2).map(std::str::from_utf8);
                let (VERSION, Some(Ok(id))) = (second, id) else { return false };
                self.greeted(number, id, reports);
                true
            }
            (topic, 5) if self.links.end(number).is_some() => {
                let Ok(topic) = std::str::from_utf8(topic) else { return false };
                let topic: Arc<str> = topic.into();
                self.deliver(number, &topic, message)
            }
            _ => false,
        }
    }

    /// A peer sent its id. Of two connections between the same processes, the one made by the smaller id is kept.
    fn greeted(&mut self, number: u32, id: &str, reports: &mut Vec<Report>) {
        let dial = self.net.dial_of(number);
        let dialed = dial.and_then(|dial| self.dials.get_mut(&dial)).map(|(host, port, told)| {
            *told = false;
            (Arc::clone(host), *port)
        });
        let (host, port) = dialed.unwrap_or_else(|| match self.net.remote(number) {
            Some(at) => (at.ip().to_string().into(), at.port()),
            None => ("".into(), 0),
        });
        let is_outbound = dial.is_some();
        let end = PeerEnd { id: id.into(), host, port, is_outbound };
        let ours = self.uplink.ids();
        let dropped = if ours.iter().any(|ours| ours.as_str() == id) {
            number
        } else if let Some(other) = self.links.name(number, end.clone()) {
            let is_ours_smaller = ours.first().is_some_and(|ours| ours.as_str() < id);
            if is_outbound == is_ours_smaller { other } else { number }
        } else {
            return self.uplink.peering(&PeerChange::Added(end));
        };
        let (_, released) = self.links.remove(dropped);
        for prefix in released {
            self.uplink.unsubscribe(&prefix);
        }
        let dial = self.net.dial_of(dropped);
        self.net.refuse(dropped, reports);
        if let Some(dial) = dial {
            self.net.rest(dial);
            self.resting.insert(id.into(), dial);
        }
    }

    /// Delivers an event or rows of a peer to the nodes of this process, and forwards them to other peers if asked to.
    fn deliver(&mut self, peer: u32, topic: &Arc<str>, message: Message) -> bool {
        let part = |n| message.part(n).unwrap_or_default();
        let (Ok(from), Ok(number)) = (std::str::from_utf8(part(1)), <[u8; 8]>::try_from(part(4))) else {
            return false;
        };
        let (from, number) = (NodeId::from(from), u64::from_be_bytes(number));
        let format = match part(2) {
            f if f == Format::BrokerBin.name().as_bytes() => Format::BrokerBin,
            f if f == Format::ZeekBin.name().as_bytes() => Format::ZeekBin,
            _ => return false,
        };
        if self.uplink.is_ours(&from) {
            return true;
        }
        if !self.forwards.is_empty() && !self.last_events.is_new(&from, number) {
            return true;
        }
        let body = Body::from(part(3));
        let sent = match format {
            Format::ZeekBin => self.uplink.deliver_rows(&from, format, &body, None),
            Format::BrokerBin => {
                let keep = broker_bin::event_name(&body).map_or(Keep::Droppable, Keep::of_event);
                self.uplink.deliver(topic, &from, keep, format, body)
            }
        };
        if sent != Sent::Queued {
            crate::zmq::add(&self.counters.full_mailboxes);
        }
        if self.forwards.iter().any(|prefix| topic.starts_with(&**prefix)) {
            self.links.wanting(topic, &mut self.found);
            let message = Arc::new(message);
            self.has_forwarded = true;
            let found = std::mem::take(&mut self.found);
            for &other in found.iter().filter(|n| **n != peer) {
                if !self.net.send(other, Outgoing::Forward(Arc::clone(&message)), self.most) {
                    self.dropped(other);
                }
            }
            self.found = found;
        }
        true
    }
}
