//! The nodes of this process and the mail between them.
//!
//! Who wants what stands in a [`Table`]. Senders hold the table that they saw last and look at one number to know that it
//! is still the newest; a changed one is built by the first sender that needs it. So sending takes no lock but those of
//! the mailboxes that get something.
mod node;
mod uplink;

pub use node::Node;
pub use uplink::{Outbound, Uplink};

use crate::carrier::{Frame, Inbound, Keep, LinkChange, NodeId};
use crate::mailbox::{Caps, Counters, Kind, Mailbox, Wake};
use crate::trie::Trie;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// The holder that stands for all other processes.
const UPLINK: u32 = u32::MAX;

/// A name or an id that another node of the hub has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a node named {0} runs in this process already")]
pub struct Taken(pub String);

/// What a node brings along when it joins.
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
    /// A node that is never woken, takes no rows and does not watch subscriptions.
    pub fn new(name: &str, id: NodeId, caps: Caps) -> Self {
        let (name, wake) = (name.into(), Box::new(|| {}));
        Seat { name, id, caps, wake, takes_rows: false, watches_subscriptions: false, is_guest: false }
    }

    /// Calls `wake` from the sender's thread when the mailbox stops being empty.
    #[must_use]
    pub fn wake(mut self, wake: Wake) -> Self {
        self.wake = wake;
        self
    }

    /// Makes the node a logger: one of those that rows go to.
    #[must_use]
    pub fn takes_rows(mut self) -> Self {
        self.takes_rows = true;
        self
    }

    /// Makes the node one that nobody waits for, and that is never announced.
    #[must_use]
    pub fn guest(mut self) -> Self {
        self.is_guest = true;
        self
    }

    /// Sends the node [`Inbound::Subscribed`] and [`Inbound::Unsubscribed`], also for subscriptions that hold already.
    #[must_use]
    pub fn watches_subscriptions(mut self) -> Self {
        self.watches_subscriptions = true;
        self
    }
}

/// The nodes of this process. Clones are the same hub.
#[derive(Clone)]
pub struct Hub(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Grows with every change of what the table shows.
    version: AtomicU64,
    in_flight: Arc<AtomicU64>,
}

/// What senders need to know. Never changed, only replaced.
struct Table {
    version: u64,
    wants: Trie,
    /// By the number of the node; gone nodes leave a hole.
    mailboxes: Vec<Option<Arc<Mailbox<Inbound>>>>,
    loggers: Vec<u32>,
    ids: HashSet<NodeId>,
    uplink: Option<Arc<Mailbox<Outbound>>>,
}

struct Member {
    name: Arc<str>,
    id: NodeId,
    mailbox: Arc<Mailbox<Inbound>>,
    takes_rows: bool,
    watches_subscriptions: bool,
    is_guest: bool,
    is_announced: bool,
}

struct State {
    /// By number; numbers are not used again, so that a late message never reaches another node.
    members: Vec<Option<Member>>,
    /// How many nodes the first announcements wait for.
    expected: usize,
    /// They are over.
    is_open: bool,
    wants: Trie,
    /// The distinct prefixes that anybody wants, with how many hold them.
    prefixes: BTreeMap<Box<str>, usize>,
    uplink: Option<Arc<Mailbox<Outbound>>>,
    table: Arc<Table>,
    /// What nodes that are gone counted, by name.
    past: BTreeMap<Arc<str>, Counters>,
}

impl Hub {
    /// A hub without nodes. Nodes hear of each other once `expected` of them are announced; later ones at once.
    pub fn new(expected: usize) -> Self {
        let table = Table {
            version: 0,
            wants: Trie::default(),
            mailboxes: Vec::new(),
            loggers: Vec::new(),
            ids: HashSet::new(),
            uplink: None,
        };
        let state = State {
            members: Vec::new(),
            expected,
            is_open: false,
            wants: Trie::default(),
            prefixes: BTreeMap::new(),
            uplink: None,
            table: Arc::new(table),
            past: BTreeMap::new(),
        };
        Hub(Arc::new(Shared {
            state: Mutex::new(state),
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

    /// Makes the end that speaks for all other processes; `None` if there is one.
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

    /// Messages that are in a mailbox, or were taken and are not handled yet. A run that reads a file is at its end when
    /// no node has anything to send and this is zero.
    pub fn in_flight(&self) -> u64 {
        self.0.in_flight.load(Ordering::Acquire)
    }

    /// What each mailbox counted, by the name of its node; `uplink` for other processes. A node
    /// that left and joined again goes on counting.
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
    /// A thread that ended in a panic left a whole state: nothing in here panics half-way.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Called with the state locked, after every change that the table shows.
    fn changed(&self) {
        self.version.fetch_add(1, Ordering::Release);
    }

    /// Replaces `table` by the newest one.
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

    /// Adds a holder of a prefix. Whoever watches subscriptions hears of each one, as at a verbose XPUB socket.
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

    /// A node goes: its prefixes, its mail, and the others hear of it.
    fn leave(&self, number: u32) {
        let mut state = self.lock();
        let Some(member) = state.members.get_mut(number as usize).and_then(Option::take) else { return };
        self.changed();
        member.mailbox.close();
        state.past.entry(Arc::clone(&member.name)).or_default().add(&member.mailbox.counters());
        state.release_all(number);
        if member.is_guest {
            // Its name is not used again: its counts would stay for good.
            state.past.remove(&member.name);
        } else if !member.is_announced {
            state.expected = state.expected.saturating_sub(1);
            state.open_if_complete();
        } else if state.is_open {
            let change = LinkChange::Down { name: member.name, id: member.id };
            state.tell_announced(number, &change);
        }
    }

    /// The node has run its first events: it hears of the others, and they of it.
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

impl State {
    fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().flatten()
    }

    fn numbered(&self) -> impl Iterator<Item = (u32, &Member)> {
        (0..).zip(&self.members).filter_map(|(n, m)| Some((n, m.as_ref()?)))
    }

    /// Lets the announced nodes hear of each other for the first time, if all that are expected are there.
    fn open_if_complete(&mut self) {
        if !self.is_open && self.members().filter(|m| m.is_announced).count() >= self.expected {
            self.is_open = true;
            self.greet(|_, _| true);
        }
    }

    /// Tells announced nodes of each other, those pairs that `pick` chooses.
    fn greet(&self, pick: impl Fn(u32, u32) -> bool) {
        for (one, member) in self.numbered().filter(|(_, m)| m.is_announced) {
            for (other, neighbour) in self.numbered().filter(|(n, m)| m.is_announced && *n != one) {
                if pick(one, other) {
                    let (name, id) = (Arc::clone(&neighbour.name), neighbour.id.clone());
                    member.mailbox.put(Kind::Control, || Inbound::Link(LinkChange::Up { name, id }));
                }
            }
        }
    }

    fn build(&self, version: u64) -> Table {
        let mailboxes = self.members.iter().map(|m| m.as_ref().map(|m| Arc::clone(&m.mailbox))).collect();
        let loggers = self.numbered().filter(|(_, m)| m.takes_rows).map(|(n, _)| n).collect();
        let ids = self.members().map(|m| m.id.clone()).collect();
        Table { version, wants: self.wants.clone(), mailboxes, loggers, ids, uplink: self.uplink.clone() }
    }

    /// How many nodes of this process hold a prefix.
    fn local_holders(&self, prefix: &str) -> usize {
        self.wants.holders(prefix.as_bytes()).iter().filter(|h| **h != UPLINK).count()
    }

    /// A holder of a prefix was taken out of the tree: tells those who watch if it was the last.
    fn released(&mut self, prefix: &str, holder: u32) {
        if let Some(holders) = self.prefixes.get_mut(prefix) {
            *holders -= 1;
            if *holders == 0 {
                self.prefixes.remove(prefix);
                self.tell_watchers(prefix, Inbound::Unsubscribed);
            }
        }
        if holder != UPLINK && self.local_holders(prefix) == 0 {
            self.tell_uplink(prefix, Outbound::Unsubscribed);
        }
    }

    /// Takes away all prefixes of a holder.
    fn release_all(&mut self, holder: u32) {
        for prefix in self.wants.remove_all(holder) {
            self.released(&String::from_utf8_lossy(&prefix), holder);
        }
    }

    fn tell_watchers(&self, prefix: &str, item: fn(Box<str>) -> Inbound) {
        for member in self.members().filter(|m| m.watches_subscriptions) {
            member.mailbox.put(Kind::Notice { bytes: prefix.len() }, || item(prefix.into()));
        }
    }

    fn tell_uplink(&self, prefix: &str, item: fn(Box<str>) -> Outbound) {
        if let Some(uplink) = &self.uplink {
            uplink.put(Kind::Notice { bytes: prefix.len() }, || item(prefix.into()));
        }
    }

    /// Tells all announced nodes but one.
    fn tell_announced(&self, but: u32, change: &LinkChange) {
        for (_, member) in self.numbered().filter(|(n, m)| m.is_announced && *n != but) {
            member.mailbox.put(Kind::Control, || Inbound::Link(change.clone()));
        }
    }
}

impl Table {
    fn mailbox(&self, number: u32) -> Option<&Arc<Mailbox<Inbound>>> {
        self.mailboxes.get(number as usize)?.as_ref()
    }
}

/// An event on its way: what every receiver gets a copy of.
struct Letter<'a> {
    topic: &'a str,
    keep: Keep,
    format: crate::Format,
    from: &'a NodeId,
    body: Frame,
}

impl Letter<'_> {
    fn kind(&self) -> Kind<'_> {
        Kind::Event { topic: self.topic, bytes: self.body.len(), keep: self.keep }
    }

    /// Puts the event into the mailboxes of these holders, the sender's excepted; whether all had room.
    fn deliver(&self, table: &Table, holders: &[u32], sender: u32) -> bool {
        let mut shared: Option<Arc<str>> = None;
        let mut all = true;
        for &holder in holders.iter().filter(|h| **h != sender) {
            let topic = Arc::clone(shared.get_or_insert_with(|| self.topic.into()));
            let (from, format, body) = (self.from.clone(), self.format, Arc::clone(&self.body));
            all &= match (holder, &table.uplink) {
                (UPLINK, Some(uplink)) => {
                    uplink.put(self.kind(), || Outbound::Event { topic, from, format, body })
                }
                (UPLINK, None) => true,
                _ => table.mailbox(holder).is_none_or(|mailbox| {
                    mailbox.put(self.kind(), || Inbound::Event { topic, from, format, body })
                }),
            };
        }
        all
    }
}
