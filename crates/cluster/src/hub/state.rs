//! The hub's members and their subscriptions: the state protected by the lock.
use super::table::Table;
use super::{Outbound, UPLINK};
use crate::carrier::{Inbound, LinkChange, NodeId};
use crate::mailbox::{Counters, Kind, Mailbox};
use crate::trie::Trie;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A node that has joined.
pub(super) struct Member {
    pub(super) name: Arc<str>,
    pub(super) id: NodeId,
    pub(super) mailbox: Arc<Mailbox<Inbound>>,
    pub(super) takes_rows: bool,
    pub(super) watches_subscriptions: bool,
    pub(super) is_guest: bool,
    pub(super) is_announced: bool,
}

/// The nodes of the hub, by number, and their subscriptions.
#[derive(Default)]
pub(super) struct State {
    /// The members, by number. Numbers are never reused, so a late message cannot reach another node.
    pub(super) members: Vec<Option<Member>>,
    /// The number of nodes that must be announced before they are introduced to each other.
    pub(super) expected: usize,
    /// Whether the first announcements were made.
    pub(super) is_open: bool,
    pub(super) wants: Trie,
    /// Every prefix to which a node or the uplink is subscribed, with the number of its holders.
    pub(super) prefixes: BTreeMap<Box<str>, usize>,
    pub(super) uplink: Option<Arc<Mailbox<Outbound>>>,
    pub(super) table: Arc<Table>,
    /// The counters of nodes that left, by name.
    pub(super) past: BTreeMap<Arc<str>, Counters>,
}

impl State {
    pub(super) fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().flatten()
    }

    pub(super) fn numbered(&self) -> impl Iterator<Item = (u32, &Member)> {
        (0..).zip(&self.members).filter_map(|(n, m)| Some((n, m.as_ref()?)))
    }

    /// Introduces all expected nodes to each other once they are announced.
    pub(super) fn open_if_complete(&mut self) {
        if !self.is_open && self.members().filter(|m| m.is_announced).count() >= self.expected {
            self.is_open = true;
            self.greet(|_, _| true);
        }
    }

    /// Introduces announced nodes to each other, for each pair that `pick` accepts.
    pub(super) fn greet(&self, pick: impl Fn(u32, u32) -> bool) {
        for (one, member) in self.numbered().filter(|(_, m)| m.is_announced) {
            for (other, neighbour) in self.numbered().filter(|(n, m)| m.is_announced && *n != one) {
                if pick(one, other) {
                    let (name, id) = (Arc::clone(&neighbour.name), neighbour.id.clone());
                    member.mailbox.put(Kind::Control, || Inbound::Link(LinkChange::Up { name, id }));
                }
            }
        }
    }

    pub(super) fn build(&self, version: u64) -> Table {
        let mailboxes = self.members.iter().map(|m| m.as_ref().map(|m| Arc::clone(&m.mailbox))).collect();
        let loggers = self.numbered().filter(|(_, m)| m.takes_rows).map(|(n, _)| n).collect();
        let ids = self.members().map(|m| m.id.clone()).collect();
        Table { version, wants: self.wants.clone(), mailboxes, loggers, ids, uplink: self.uplink.clone() }
    }

    /// Returns the number of nodes of this process that are subscribed to exactly this prefix.
    pub(super) fn local_holders(&self, prefix: &str) -> usize {
        self.wants.holders(prefix.as_bytes()).iter().filter(|h| **h != UPLINK).count()
    }

    /// Called after a holder has released a prefix. Notifies watchers if it was the last one.
    pub(super) fn released(&mut self, prefix: &str, holder: u32) {
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

    /// Removes all prefixes of a holder.
    pub(super) fn release_all(&mut self, holder: u32) {
        for prefix in self.wants.remove_all(holder) {
            self.released(&String::from_utf8_lossy(&prefix), holder);
        }
    }

    pub(super) fn tell_watchers(&self, prefix: &str, item: fn(Box<str>) -> Inbound) {
        for member in self.members().filter(|m| m.watches_subscriptions) {
            member.mailbox.put(Kind::Notice { bytes: prefix.len() }, || item(prefix.into()));
        }
    }

    pub(super) fn tell_uplink(&self, prefix: &str, item: fn(Box<str>) -> Outbound) {
        if let Some(uplink) = &self.uplink {
            uplink.put(Kind::Notice { bytes: prefix.len() }, || item(prefix.into()));
        }
    }

    /// Notifies all announced nodes except `but`.
    pub(super) fn tell_announced(&self, but: u32, change: &LinkChange) {
        for (_, member) in self.numbered().filter(|(n, m)| m.is_announced && *n != but) {
            member.mailbox.put(Kind::Control, || Inbound::Link(change.clone()));
        }
    }
}
