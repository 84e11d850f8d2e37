//! A node's end of the hub.
use super::routes::Routes;
use super::{Hub, Letter, Outbound, Shared, Table, Taken, UPLINK};
use crate::carrier::{Body, Carrier, Format, Head, Inbound, Keep, NodeId, Sent, Token, Why};
use crate::mailbox::{Caps, Kind, Mailbox};
use crate::{MAX_SUBSCRIPTIONS, MAX_TOPIC};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A node's end of the hub. Dropping it leaves the hub.
pub struct Node {
    hub: Arc<Shared>,
    number: u32,
    id: NodeId,
    mailbox: Arc<Mailbox<Inbound>>,
    table: Arc<Table>,
    prefixes: HashSet<Box<str>>,
    /// The number of items in the last `take`, which count as handled at the next one.
    unsettled: u64,
    turn: usize,
    routes: Routes,
}

impl Node {
    pub(super) fn new(hub: Arc<Shared>, number: u32, id: NodeId, mailbox: Arc<Mailbox<Inbound>>) -> Self {
        let table = hub.table();
        let (prefixes, routes) = (HashSet::new(), Routes::default());
        Node { hub, number, id, mailbox, table, prefixes, unsettled: 0, turn: 0, routes }
    }

    /// The node's id.
    pub fn id(&self) -> &NodeId {
        &self.id
    }

    /// Changes the id of the node to one that scripts chose. Messages sent before have the old id.
    ///
    /// # Errors
    /// If another node of the hub has the id.
    pub fn rename(&mut self, id: NodeId) -> Result<(), Taken> {
        self.hub.rename(self.number, &id)?;
        self.id = id;
        Ok(())
    }

    /// Changes the limits of the node's mailbox.
    pub fn set_caps(&self, caps: Caps) {
        self.mailbox.set_caps(caps);
    }

    /// Sends the node [`Inbound::Subscribed`] and [`Inbound::Unsubscribed`] from now on, also for existing
    /// subscriptions.
    pub fn watch_subscriptions(&mut self) {
        self.hub.watch(self.number);
    }

    /// The node's hub.
    pub fn hub(&self) -> Hub {
        Hub(Arc::clone(&self.hub))
    }

    /// Announces to the hub that the node has subscribed and run its first events, so that it and the other nodes are
    /// introduced to each other.
    pub fn announce(&self) {
        self.hub.announce(self.number);
    }

    /// Whether an event for this node was dropped.
    pub fn has_dropped(&self) -> bool {
        self.mailbox.has_dropped()
    }

    /// Whether no mail is waiting.
    pub fn is_empty(&self) -> bool {
        self.mailbox.is_empty()
    }

    /// Marks all taken mail as handled: all messages that result from it have been sent.
    pub fn settle(&mut self) {
        let n = std::mem::take(&mut self.unsettled);
        if n > 0 {
            self.hub.in_flight.fetch_sub(n, Ordering::AcqRel);
        }
    }
}

impl Carrier for Node {
    fn publish(&mut self, topic: &str, keep: Keep, format: Format, body: Body) -> Sent {
        if topic.len() > MAX_TOPIC {
            return Sent::Dropped(Why::LongTopic);
        }
        self.hub.refresh(&mut self.table);
        let route = self.routes.of(topic, &self.table);
        let letter = Letter { topic: &route.topic, keep, format, from: &self.id, body };
        let all = letter.deliver(&self.table, &route.holders, self.number);
        if all { Sent::Queued } else { Sent::Dropped(Why::Full) }
    }

    fn subscribe(&mut self, prefix: &str) -> bool {
        if prefix.len() > MAX_TOPIC || self.prefixes.len() >= MAX_SUBSCRIPTIONS {
            return self.prefixes.contains(prefix);
        }
        if self.prefixes.insert(prefix.into()) {
            self.hub.subscribe(prefix, self.number);
        }
        true
    }

    fn unsubscribe(&mut self, prefix: &str) {
        if self.prefixes.remove(prefix) {
            self.hub.unsubscribe(prefix, self.number);
        }
    }

    /// Sends rows to the loggers of this process in turn, or to the uplink if there are none. Full loggers are skipped.
    fn rows(&mut self, head: Head<'_>, format: Format, body: Body) -> Sent {
        self.hub.refresh(&mut self.table);
        let kind = Kind::Rows { bytes: body.len() };
        let loggers = &self.table.loggers;
        let has_others = loggers.iter().any(|n| *n != self.number);
        for _ in 0..loggers.len() {
            self.turn = self.turn.wrapping_add(1);
            let logger = loggers[self.turn % loggers.len()];
            if logger == self.number {
                continue;
            }
            let Some(mailbox) = self.table.mailbox(logger) else { continue };
            let (from, body) = (self.id.clone(), Arc::clone(&body));
            if mailbox.put(kind, || Inbound::Rows { from, format, body, done: None }) {
                return Sent::Queued;
            }
        }
        match &self.table.uplink {
            Some(uplink) if !has_others => {
                let (topic, stream, path) = (head.topic.into(), head.stream.into(), head.path.into());
                let from = self.id.clone();
                let queued = uplink.put(kind, || Outbound::Rows { topic, stream, path, from, format, body });
                if queued { Sent::Queued } else { Sent::Dropped(Why::Full) }
            }
            _ if !has_others => Sent::Dropped(Why::NoLogger),
            _ => Sent::Dropped(Why::Full),
        }
    }

    fn ready(&mut self, token: Token) {
        self.hub.refresh(&mut self.table);
        match &self.table.uplink {
            Some(uplink) => {
                uplink.put(Kind::Control, || Outbound::Ready { node: self.number, token });
            }
            None => {
                self.mailbox.put(Kind::Control, || Inbound::Ready(token));
            }
        }
    }

    fn take(&mut self, most: usize, into: &mut VecDeque<Inbound>) {
        self.settle();
        self.unsettled = self.mailbox.take(most, into) as u64;
    }

    /// Messages that were sent are already in the mailboxes of the receivers.
    fn close(self: Box<Self>, _until: Instant) {}
}

impl Drop for Node {
    fn drop(&mut self) {
        debug_assert_ne!(self.number, UPLINK);
        self.hub.leave(self.number);
        self.settle();
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Node({})", self.id)
    }
}
