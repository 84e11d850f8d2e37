//! The proxy between publishers and subscribers, which a manager runs on its own thread.
use super::net::{Net, Report};
use super::peer::Outgoing;
use super::{Counters, Curve, Marks, add};
use crate::trie::Trie;
use crate::{MAX_FOREIGN_SUBSCRIPTIONS, MAX_SUBSCRIPTIONS, MAX_TOPIC};
use cluster_wire::zmtp::SocketType;
use runloop::Waker;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A running proxy. Dropping it stops it.
pub struct Proxy {
    publishers: SocketAddr,
    subscribers: SocketAddr,
    counters: Arc<Counters>,
    notes: Arc<Notes>,
    is_over: Arc<AtomicBool>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

impl Proxy {
    /// Listens for publishers (an XSUB socket, 5556 by default) and for subscribers (an XPUB socket, 5555 by default).
    ///
    /// # Errors
    /// If an address is in use, or the system has no more descriptors or threads.
    pub fn start(
        publishers: SocketAddr,
        subscribers: SocketAddr,
        curve: Option<Curve>,
        marks: Marks,
    ) -> io::Result<Self> {
        let (counters, is_over) = (Arc::<Counters>::default(), Arc::<AtomicBool>::default());
        // The poller must be created on the thread that uses it. The thread reports whether its sockets could be
        // opened.
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        let notes = Arc::<Notes>::default();
        let (counting, ending, telling) = (Arc::clone(&counters), Arc::clone(&is_over), Arc::clone(&notes));
        let run = move || {
            runloop::leave_signals_to_others();
            let opened = Net::new(curve, Arc::clone(&counting)).and_then(|mut net| {
                let publishers = net.listen(publishers, SocketType::XSub)?;
                let subscribers = net.listen(subscribers, SocketType::XPub)?;
                Ok((net, publishers, subscribers))
            });
            match opened {
                Err(e) => drop(sender.send(Err(e))),
                Ok((net, publishers, subscribers)) => {
                    drop(sender.send(Ok((publishers, subscribers, net.waker()))));
                    Switch {
                        net,
                        wants: Trie::default(),
                        prefixes: BTreeMap::new(),
                        publishers: BTreeSet::new(),
                        counters: counting,
                        notes: telling,
                        marks,
                        found: Vec::new(),
                    }
                    .run(&ending);
                }
            }
        };
        let thread = std::thread::Builder::new().name("zmq-proxy".to_owned()).spawn(run)?;
        let opened = receiver.recv().unwrap_or_else(|_| Err(io::Error::other("the proxy's thread ended")));
        let (publishers, subscribers, waker) = opened?;
        Ok(Proxy { publishers, subscribers, counters, notes, is_over, waker, thread: Some(thread) })
    }

    /// The address for publishers.
    pub fn publishers(&self) -> SocketAddr {
        self.publishers
    }

    /// The address for subscribers.
    pub fn subscribers(&self) -> SocketAddr {
        self.subscribers
    }

    /// The proxy's counters.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Takes the messages for the log, oldest first: which peers were disconnected and why.
    pub fn take_notes(&self) -> Vec<String> {
        self.notes.lock().drain(..).collect()
    }
}

/// Messages for the log. Until they are taken, the first 100 are kept.
#[derive(Default)]
struct Notes(Mutex<VecDeque<String>>);

impl Notes {
    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, note: String) {
        let mut notes = self.lock();
        if notes.len() < 100 {
            notes.push_back(note);
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        self.waker.wake();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

struct Switch {
    net: Net,
    wants: Trie,
    /// The prefixes, each with the number of its subscribers.
    prefixes: BTreeMap<Box<[u8]>, usize>,
    /// The publishers that know the prefixes. A connection whose handshake has just ended is not one of them before its
    /// report is handled: it would be told of a prefix twice.
    publishers: BTreeSet<u32>,
    counters: Arc<Counters>,
    notes: Arc<Notes>,
    marks: Marks,
    found: Vec<u32>,
}

impl Switch {
    fn run(&mut self, is_over: &AtomicBool) {
        let mut reports = Vec::new();
        while !is_over.load(Ordering::Acquire) {
            if self.net.wait(Duration::from_secs(1), &mut reports).is_err() {
                return;
            }
            // Peers refused during this loop are reported in the next turn.
            for report in std::mem::take(&mut reports) {
                self.handle(report, &mut reports);
            }
        }
    }

    fn handle(&mut self, report: Report, reports: &mut Vec<Report>) {
        match report {
            Report::Up(peer, SocketType::XSub) => {
                self.publishers.insert(peer);
                for prefix in self.prefixes.keys() {
                    self.net.send_subscription(peer, true, prefix, reports);
                }
            }
            Report::Message(_, message) => {
                let Some(topic) = message.part(0) else { return };
                self.wants.find(topic, &mut self.found);
                let message = Arc::new(message);
                for &peer in &self.found {
                    let copy = Outgoing::Forward(Arc::clone(&message));
                    if !self.net.send(peer, copy, self.marks.events) {
                        add(&self.counters.event_drops);
                    }
                }
            }
            Report::Subscribe(peer, prefix) => {
                // This is input of a peer that was just disconnected.
                if !self.net.is_there(peer) || self.wants.holders(&prefix).contains(&peer) {
                    return;
                }
                if prefix.len() > MAX_TOPIC {
                    return self.refuse(peer, "a subscription longer than 1024 bytes", reports);
                }
                if self.net.count_subscription(peer, true) > MAX_SUBSCRIPTIONS {
                    return self.refuse(peer, "more than 20,000 subscriptions", reports);
                }
                if self.prefixes.len() >= MAX_FOREIGN_SUBSCRIPTIONS
                    && let Some(greediest) = self.net.greediest()
                {
                    self.refuse(greediest, "the most of 200,000 subscriptions", reports);
                    if greediest == peer {
                        return;
                    }
                }
                let prefix: Box<[u8]> = prefix.into();
                self.wants.insert(&prefix, peer);
                *self.prefixes.entry(prefix.clone()).or_default() += 1;
                // Even if another peer holds the prefix: publishers must see new subscribers.
                self.tell_publishers(true, &prefix, reports);
            }
            Report::Cancel(peer, prefix) => {
                if self.wants.remove(&prefix, peer) {
                    self.net.count_subscription(peer, false);
                    self.released(&prefix, reports);
                }
            }
            Report::Down(peer, SocketType::XPub, _) => {
                for prefix in self.wants.remove_all(peer) {
                    self.released(&prefix, reports);
                }
            }
            Report::Down(peer, SocketType::XSub, _) => {
                self.publishers.remove(&peer);
            }
            Report::Up(..) | Report::Down(..) | Report::Unreachable(_) => {}
        }
    }

    /// Called after a subscriber has released a prefix. Notifies publishers if it was the last one.
    fn released(&mut self, prefix: &[u8], reports: &mut Vec<Report>) {
        let Some(holders) = self.prefixes.get_mut(prefix) else { return };
        *holders -= 1;
        if *holders == 0 {
            self.prefixes.remove(prefix);
            self.tell_publishers(false, prefix, reports);
        }
    }

    /// Disconnects a peer that exceeds a limit.
    fn refuse(&mut self, peer: u32, what: &str, reports: &mut Vec<Report>) {
        self.notes
            .add(format!("{} was disconnected from the proxy: it asked for {what}", self.net.name(peer)));
        self.net.refuse(peer, reports);
    }

    fn tell_publishers(&mut self, is_new: bool, prefix: &[u8], reports: &mut Vec<Report>) {
        for &peer in &self.publishers {
            self.net.send_subscription(peer, is_new, prefix, reports);
        }
    }
}
