//! The proxy between publishers and subscribers that a manager runs, on a thread of its own.
use super::net::{Net, Report};
use super::peer::Outgoing;
use super::{Counters, Curve, Marks, add};
use crate::trie::Trie;
use crate::{MAX_SUBSCRIPTIONS, MAX_TOPIC};
use cluster_wire::zmtp::SocketType;
use runloop::Waker;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A running proxy. It ends when it is dropped.
pub struct Proxy {
    publishers: SocketAddr,
    subscribers: SocketAddr,
    counters: Arc<Counters>,
    is_over: Arc<AtomicBool>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

impl Proxy {
    /// Listens for publishers (an XSUB socket, 5556 by default) and for subscribers (an XPUB socket, 5555 by default).
    ///
    /// # Errors
    /// If an address is taken, or the system has no more descriptors or threads.
    pub fn start(
        publishers: SocketAddr,
        subscribers: SocketAddr,
        curve: Option<Curve>,
        marks: Marks,
    ) -> io::Result<Self> {
        let (counters, is_over) = (Arc::<Counters>::default(), Arc::<AtomicBool>::default());
        // The poller belongs to its thread, which tells how its sockets were opened.
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        let (counting, ending) = (Arc::clone(&counters), Arc::clone(&is_over));
        let run = move || {
            let opened = Net::new(curve, Arc::clone(&counting)).and_then(|mut net| {
                let publishers = net.listen(publishers, SocketType::XSub)?;
                let subscribers = net.listen(subscribers, SocketType::XPub)?;
                Ok((net, publishers, subscribers))
            });
            match opened {
                Err(e) => drop(sender.send(Err(e))),
                Ok((net, publishers, subscribers)) => {
                    drop(sender.send(Ok((publishers, subscribers, net.waker()))));
                    let (wants, prefixes) = (Trie::default(), BTreeMap::new());
                    let mut switch =
                        Switch { net, wants, prefixes, counters: counting, marks, found: Vec::new() };
                    switch.run(&ending);
                }
            }
        };
        let thread = std::thread::Builder::new().name("zmq-proxy".to_owned()).spawn(run)?;
        let opened = receiver.recv().unwrap_or_else(|_| Err(io::Error::other("the proxy's thread ended")));
        let (publishers, subscribers, waker) = opened?;
        Ok(Proxy { publishers, subscribers, counters, is_over, waker, thread: Some(thread) })
    }

    /// Where publishers connect to.
    pub fn publishers(&self) -> SocketAddr {
        self.publishers
    }

    /// Where subscribers connect to.
    pub fn subscribers(&self) -> SocketAddr {
        self.subscribers
    }

    /// What the proxy counted.
    pub fn counters(&self) -> &Counters {
        &self.counters
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
    /// Each prefix with how many subscribers hold it.
    prefixes: BTreeMap<Box<[u8]>, usize>,
    counters: Arc<Counters>,
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
            // What is refused meanwhile reports its end for the next turn.
            for report in std::mem::take(&mut reports) {
                self.handle(report, &mut reports);
            }
        }
    }

    fn handle(&mut self, report: Report, reports: &mut Vec<Report>) {
        match report {
            Report::Up(peer, SocketType::XSub) => {
                for prefix in self.prefixes.keys() {
                    let all = Outgoing::Subscription(true, prefix.clone());
                    self.net.send(peer, all, usize::MAX);
                }
            }
            Report::Message(message) => {
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
                let is_new = self.wants.holders(&prefix).iter().all(|holder| *holder != peer);
                if prefix.len() > MAX_TOPIC
                    || is_new && self.net.count_subscription(peer, true) > MAX_SUBSCRIPTIONS
                {
                    return self.net.refuse(peer, reports);
                }
                let prefix: Box<[u8]> = prefix.into();
                if is_new {
                    self.wants.insert(&prefix, peer);
                    *self.prefixes.entry(prefix.clone()).or_default() += 1;
                }
                // Also repeated ones: whoever has just come must be seen.
                self.tell_publishers(true, &prefix);
            }
            Report::Cancel(peer, prefix) => {
                if self.wants.remove(&prefix, peer) {
                    self.net.count_subscription(peer, false);
                    self.released(&prefix);
                }
            }
            Report::Down(peer, SocketType::XPub, _) => {
                let holders = |prefix: &[u8]| self.wants.holders(prefix);
                let held = self.prefixes.keys().filter(|prefix| holders(prefix).contains(&peer));
                let held: Vec<Box<[u8]>> = held.cloned().collect();
                self.wants.remove_all(peer);
                held.iter().for_each(|prefix| self.released(prefix));
            }
            Report::Up(..) | Report::Down(..) => {}
        }
    }

    /// A subscriber let go of a prefix: publishers hear of it if it was the last one.
    fn released(&mut self, prefix: &[u8]) {
        let Some(holders) = self.prefixes.get_mut(prefix) else { return };
        *holders -= 1;
        if *holders == 0 {
            self.prefixes.remove(prefix);
            self.tell_publishers(false, prefix);
        }
    }

    fn tell_publishers(&mut self, is_new: bool, prefix: &[u8]) {
        let publishers: Vec<u32> = self.net.ready(SocketType::XSub).collect();
        for peer in publishers {
            self.net.send(peer, Outgoing::Subscription(is_new, prefix.into()), usize::MAX);
        }
    }
}
