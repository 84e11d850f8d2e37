//! The hub's connection to all other processes.
use super::routes::Routes;
use super::{Letter, Shared, Table, UPLINK};
use crate::carrier::{Body, Done, Format, Inbound, Keep, LinkChange, NodeId, PeerChange, Sent, Token, Why};
use crate::mailbox::{Counters, Kind, Mailbox};
use crate::{MAX_FOREIGN_SUBSCRIPTIONS, MAX_TOPIC};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A message for the uplink to send.
#[derive(Debug)]
pub enum Outbound {
    /// An event from a node of this process, to which another process is subscribed.
    Event {
        /// The topic.
        topic: Arc<str>,
        /// The node that published it.
        from: NodeId,
        /// The encoding of the body.
        format: Format,
        /// The encoded event.
        body: Body,
    },
    /// Log rows for a logger in another process.
    Rows {
        /// The topic.
        topic: Arc<str>,
        /// The stream.
        stream: Arc<str>,
        /// The path.
        path: Arc<str>,
        /// The node that wrote the rows.
        from: NodeId,
        /// The encoding of the body.
        format: Format,
        /// The encoded batch.
        body: Body,
    },
    /// A node of this process subscribed to this prefix, and no node had before.
    Subscribed(Box<str>),
    /// The last node of this process that was subscribed to this prefix unsubscribed.
    Unsubscribed(Box<str>),
    /// A node asks when its earlier subscriptions are in effect. The answer is [`Uplink::ready`].
    Ready {
        /// The node's number.
        node: u32,
        /// The token of the call.
        token: Token,
    },
}

/// The hub's end for all other processes. Dropping it leaves the hub and removes the subscriptions of other processes.
pub struct Uplink {
    hub: Arc<Shared>,
    mailbox: Arc<Mailbox<Outbound>>,
    table: Arc<Table>,
    prefixes: HashSet<Box<str>>,
    unsettled: u64,
    turn: usize,
    routes: Routes,
}

impl Uplink {
    pub(super) fn new(hub: Arc<Shared>, mailbox: Arc<Mailbox<Outbound>>) -> Self {
        let table = hub.table();
        let (prefixes, routes) = (HashSet::new(), Routes::default());
        Uplink { hub, mailbox, table, prefixes, unsettled: 0, turn: 0, routes }
    }

    /// Moves up to `most` items to the end of `into`. Marks the items of the previous call as sent.
    pub fn take(&mut self, most: usize, into: &mut VecDeque<Outbound>) {
        self.settle();
        self.unsettled = self.mailbox.take(most, into) as u64;
    }

    fn settle(&mut self) {
        let n = std::mem::take(&mut self.unsettled);
        self.hub.in_flight.fetch_sub(n, Ordering::AcqRel);
    }

    /// Whether this id belongs to a node of this process.
    pub fn is_ours(&mut self, id: &NodeId) -> bool {
        self.hub.refresh(&mut self.table);
        self.table.ids.contains(id)
    }

    /// Whether a node of this process takes rows.
    pub fn has_logger(&mut self) -> bool {
        self.hub.refresh(&mut self.table);
        !self.table.loggers.is_empty()
    }

    /// Delivers an event from another process to its subscribers.
    pub fn deliver(&mut self, topic: &str, from: &NodeId, keep: Keep, format: Format, body: Body) -> Sent {
        if topic.len() > MAX_TOPIC {
            return Sent::Dropped(Why::LongTopic);
        }
        self.hub.refresh(&mut self.table);
        let route = self.routes.of(topic, &self.table);
        let letter = Letter { topic: &route.topic, keep, format, from, body };
        let all = letter.deliver(&self.table, &route.holders, UPLINK);
        if all { Sent::Queued } else { Sent::Dropped(Why::Full) }
    }

    /// Delivers rows from another process to a logger in this one.
    pub fn deliver_rows(
        &mut self,
        from: &NodeId,
        format: Format,
        body: &Body,
        mut done: Option<Done>,
    ) -> Sent {
        self.hub.refresh(&mut self.table);
        let loggers = &self.table.loggers;
        for _ in 0..loggers.len() {
            self.turn = self.turn.wrapping_add(1);
            let Some(mailbox) = self.table.mailbox(loggers[self.turn % loggers.len()]) else { continue };
            let (from, body) = (from.clone(), Arc::clone(body));
            let kind = Kind::Rows { bytes: body.len() };
            if mailbox.put(kind, || Inbound::Rows { from, format, body, done: done.take() }) {
                return Sent::Queued;
            }
        }
        Sent::Dropped(if loggers.is_empty() { Why::NoLogger } else { Why::Full })
    }

    /// Adds a subscription of other processes to this prefix; repeated calls are allowed. Returns `false` if there are
    /// already [`MAX_FOREIGN_SUBSCRIPTIONS`], or if the prefix is longer than [`MAX_TOPIC`].
    pub fn subscribe(&mut self, prefix: &str) -> bool {
        if self.prefixes.contains(prefix) {
            self.hub.lock().tell_watchers(prefix, Inbound::Subscribed);
            return true;
        }
        let has_room = prefix.len() <= MAX_TOPIC && self.prefixes.len() < MAX_FOREIGN_SUBSCRIPTIONS;
        if has_room {
            self.prefixes.insert(prefix.into());
            self.hub.subscribe(prefix, UPLINK);
        }
        has_room
    }

    /// Removes the subscription of other processes to this prefix.
    pub fn unsubscribe(&mut self, prefix: &str) {
        if self.prefixes.remove(prefix) {
            self.hub.unsubscribe(prefix, UPLINK);
        }
    }

    /// Removes all subscriptions of other processes, because the connection is lost.
    pub fn unsubscribe_all(&mut self) {
        for prefix in std::mem::take(&mut self.prefixes) {
            self.hub.unsubscribe(&prefix, UPLINK);
        }
    }

    /// Answers [`Outbound::Ready`].
    pub fn ready(&mut self, node: u32, token: Token) {
        self.hub.refresh(&mut self.table);
        if let Some(mailbox) = self.table.mailbox(node) {
            mailbox.put(Kind::Control, || Inbound::Ready(token));
        }
    }

    /// Notifies all announced nodes that a node of another process joined or left.
    pub fn link(&self, change: &LinkChange) {
        self.hub.lock().tell_announced(UPLINK, change);
    }

    /// Notifies all nodes of this process, except guests, that a connection to another process changed.
    pub fn peering(&self, change: &PeerChange) {
        for member in self.hub.lock().members().filter(|m| !m.is_guest) {
            member.mailbox.put(Kind::Control, || Inbound::Peering(change.clone()));
        }
    }

    /// The ids of the nodes of this process that other processes may know: all except guests.
    pub fn ids(&self) -> Vec<NodeId> {
        self.hub.lock().members().filter(|m| !m.is_guest).map(|m| m.id.clone()).collect()
    }

    /// Reports an error to all nodes.
    pub fn trouble(&self, tag: &'static str, message: &str) {
        for member in self.hub.lock().members() {
            let kind = Kind::Notice { bytes: message.len() };
            member.mailbox.put(kind, || Inbound::Trouble { tag, message: message.to_owned() });
        }
    }

    /// The mailbox's counters.
    pub fn counters(&self) -> Counters {
        self.mailbox.counters()
    }
}

impl Drop for Uplink {
    fn drop(&mut self) {
        self.unsubscribe_all();
        let mut state = self.hub.lock();
        if state.uplink.as_ref().is_some_and(|m| Arc::ptr_eq(m, &self.mailbox)) {
            state.uplink = None;
            self.hub.changed();
        }
        drop(state);
        self.mailbox.close();
        self.settle();
    }
}

impl std::fmt::Debug for Uplink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Uplink")
    }
}
