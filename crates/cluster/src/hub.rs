//! The nodes of this process and the mail between them.
//!
//! A [`Table`] lists the subscriptions. Each sender caches a table and compares one version number to check whether it
//! is current; the first sender to notice a change builds the new table. Thus sending locks only the receivers'
//! mailboxes.
mod node;
mod routes;
mod state;
mod table;
mod uplink;

pub use node::Node;
pub use uplink::{Outbound, Uplink};

use crate::carrier::{Inbound, LinkChange, NodeId};
use crate::mailbox::{Caps, Counters, Kind, Mailbox, Wake};
use state::{Member, State};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::{Letter, Table};
use thiserror::Error;

/// The number of the holder that represents all other processes.
const UPLINK: u32 = u32::MAX;

/// The error if another node of the hub has the name or id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a node named {0} runs in this process already")]
pub struct Taken(pub String);

/// The options with which a node joins.
pub struct Seat {
    name: Arc<str>,
    id: NodeId,
    caps: Caps,
    wake: Wake,
    takes_rows: bool,
    watches_subscriptions: bool,
    is_guest: bool,
}

impl Seat {
    /// Creates the options of a node that is never woken, takes no rows and does not watch subscriptions.
    pub fn new(name: &str, id: NodeId, caps: Caps) -> Self {
        let (name, wake) = (name.into(), Box::new(|| {}));
        Seat { name, id, caps, wake, takes_rows: false, watches_subscriptions: false, is_guest: false }
    }

    /// Sets `wake`, which is called on the sender's thread when mail arrives in an empty mailbox.
    #[must_use]
    pub fn wake(mut self, wake: Wake) -> Self {
        self.wake = wake;
        self
    }

    /// Makes the node a logger, which receives rows.
    #[must_use]
    pub fn takes_rows(mut self) -> Self {
        self.takes_rows = true;
        self
    }

    /// Makes the node a guest: the hub does not wait for it and never announces it.
    #[must_use]
    pub fn guest(mut self) -> Self {
        self.is_guest = true;
        self
    }

    /// Sends the node [`Inbound::Subscribed`] and [`Inbound::Unsubscribed`], also for existing subscriptions.
    #[must_use]
    pub fn watches_subscriptions(mut self) -> Self {
        self.watches_subscriptions = true;
        self
    }
}

/// The nodes of this process. Clones share the hub.
#[derive(Clone)]
pub struct Hub(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Incremented by every change that affects the table.
    version: AtomicU64,
    in_flight: Arc<AtomicU64>,
}

impl Hub {
    /// Creates a hub without nodes. Once `expected` nodes are announced, each is told of the others; later nodes are
    /// announced at once.
    pub fn new(expected: usize) -> Self {
        Hub(Arc::new(Shared {
            state: Mutex::new(State { expected, ..State::default() }),
            version: AtomicU64::new(0),
            in_flight: Arc::default(),
        }))
    }

    /// Adds a node.
    ///
    /// # Errors
    /// If a node of this hub has the name or the id.
    pub fn join(&self, seat: Seat) -> Result<Node, Taken> {
        let mut state = self.0.lock();
        if let Some(other) = state.members().find(|m| m.name == seat.name || m.id == seat.id) {
            return Err(Taken(other.name.to_string()));
        }
        let mailbox = Arc::new(Mailbox::new(seat.caps, seat.wake, Arc::clone(&self.0.in_flight)));
        if seat.watches_subscriptions {
            for prefix in state.prefixes.keys() {
                mailbox.put(Kind::Notice { bytes: prefix.len() }, || Inbound::Subscribed(prefix.clone()));
            }
        }
        let number = u32::try_from(state.members.len()).expect("fewer than 2^32 nodes join in a run");
        state.members.push(Some(Member {
            name: seat.name,
            id: seat.id.clone(),
            mailbox: Arc::clone(&mailbox),
            takes_rows: seat.takes_rows,
            watches_subscriptions: seat.watches_subscriptions,
            is_guest: seat.is_guest,
            is_announced: false,
        }));
        self.0.changed();
        drop(state);
        Ok(Node::new(self.0.clone(), number, seat.id, mailbox))
    }

    /// Creates the end for all other processes; `None` if it already exists.
    pub fn uplink(&self, caps: Caps, wake: Wake) -> Option<Uplink> {
        let mailbox = Arc::new(Mailbox::new(caps, wake, Arc::clone(&self.0.in_flight)));
        let mut state = self.0.lock();
        if state.uplink.is_some() {
            return None;
        }
        for prefix in state.prefixes.keys() {
            mailbox.put(Kind::Notice { bytes: prefix.len() }, || Outbound::Subscribed(prefix.clone()));
        }
        state.uplink = Some(Arc::clone(&mailbox));
        self.0.changed();
        drop(state);
        Some(Uplink::new(self.0.clone(), mailbox))
    }

    /// The number of messages that wait in a mailbox, or were taken but not handled yet. A run that reads a file ends
    /// when no node has anything to send and this number is zero.
    pub fn in_flight(&self) -> u64 {
        self.0.in_flight.load(Ordering::Acquire)
    }

    /// Returns the counters of each mailbox by node name; `uplink` is the mailbox for other processes. A node that
    /// joins again continues its counters.
    pub fn counters(&self) -> Vec<(Arc<str>, Counters)> {
        let state = self.0.lock();
        let mut all = state.past.clone();
        let living = state.members().map(|m| (Arc::clone(&m.name), m.mailbox.counters()));
        let uplink = state.uplink.iter().map(|m| ("uplink".into(), m.counters()));
        for (name, counters) in living.chain(uplink) {
            all.entry(name).or_default().add(&counters);
        }
        all.into_iter().collect()
    }
}

impl Shared {
    /// The mutex may be poisoned, but the state is consistent: no code panics while it changes the state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Called with the state locked, after every change that affects the table.
    fn changed(&self) {
        self.version.fetch_add(1, Ordering::Release);
    }

    /// Replaces `table` with the current one.
    fn refresh(&self, table: &mut Arc<Table>) {
        if table.version == self.version.load(Ordering::Acquire) {
            return;
        }
        let mut state = self.lock();
        let version = self.version.load(Ordering::Acquire);
        if state.table.version != version {
            state.table = Arc::new(state.build(version));
        }
        *table = Arc::clone(&state.table);
    }

    fn table(&self) -> Arc<Table> {
        let mut table = Arc::clone(&self.lock().table);
        self.refresh(&mut table);
        table
    }

    fn rename(&self, number: u32, id: &NodeId) -> Result<(), Taken> {
        let mut state = self.lock();
        let others = state.numbered().filter(|(n, _)| *n != number);
        if let Some((_, other)) = others.into_iter().find(|(_, m)| m.id == *id) {
            return Err(Taken(other.name.to_string()));
        }
        if let Some(member) = state.members.get_mut(number as usize).and_then(Option::as_mut) {
            member.id = id.clone();
            self.changed();
        }
        Ok(())
    }

    fn watch(&self, number: u32) {
        let mut state = self.lock();
        let State { members, prefixes, .. } = &mut *state;
        let Some(member) = members.get_mut(number as usize).and_then(Option::as_mut) else { return };
        if !std::mem::replace(&mut member.watches_subscriptions, true) {
            for prefix in prefixes.keys() {
                let kind = Kind::Notice { bytes: prefix.len() };
                member.mailbox.put(kind, || Inbound::Subscribed(prefix.clone()));
            }
        }
    }

    /// Adds a holder of a prefix. Watchers are notified of every subscription, as by a verbose XPUB socket.
    fn subscribe(&self, prefix: &str, holder: u32) {
        let mut state = self.lock();
        if !state.wants.insert(prefix.as_bytes(), holder) {
            return;
        }
        self.changed();
        let holders = state.prefixes.entry(prefix.into()).or_default();
        *holders += 1;
        state.tell_watchers(prefix, Inbound::Subscribed);
        if holder != UPLINK && state.local_holders(prefix) == 1 {
            state.tell_uplink(prefix, Outbound::Subscribed);
        }
    }

    fn unsubscribe(&self, prefix: &str, holder: u32) {
        let mut state = self.lock();
        if state.wants.remove(prefix.as_bytes(), holder) {
            self.changed();
            state.released(prefix, holder);
        }
    }

    /// Removes a node with its prefixes and its mail, and notifies the others.
    fn leave(&self, number: u32) {
        let mut state = self.lock();
        let Some(member) = state.members.get_mut(number as usize).and_then(Option::take) else { return };
        self.changed();
        member.mailbox.close();
        state.past.entry(Arc::clone(&member.name)).or_default().add(&member.mailbox.counters());
        state.release_all(number);
        if member.is_guest {
            // The name of a guest is never used again, so its counters would stay forever.
            state.past.remove(&member.name);
        } else if !member.is_announced {
            state.expected = state.expected.saturating_sub(1);
            state.open_if_complete();
        } else if state.is_open {
            let change = LinkChange::Down { name: member.name, id: member.id };
            state.tell_announced(number, &change);
        }
    }

    /// Announces a node that has run its first events: introduces it and the other nodes to each other.
    fn announce(&self, number: u32) {
        let mut state = self.lock();
        let Some(member) = state.members.get_mut(number as usize).and_then(Option::as_mut) else { return };
        if std::mem::replace(&mut member.is_announced, true) {
            return;
        }
        if state.is_open {
            state.greet(|one, other| one == number || other == number);
        } else {
            state.open_if_complete();
        }
    }
}
