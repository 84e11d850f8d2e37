//! Which processes are connected, and what they want.
use crate::carrier::PeerEnd;
use crate::trie::Trie;
use crate::{MAX_SUBSCRIPTIONS, MAX_TOPIC};
use std::collections::BTreeMap;

/// A connection.
struct Link {
    /// What scripts know of it, once the peer has said who it is.
    end: Option<PeerEnd>,
    prefixes: usize,
}

/// The connections by their numbers, and the prefixes that each holds.
#[derive(Default)]
pub(super) struct Links {
    links: BTreeMap<u32, Link>,
    wants: Trie,
    /// Each prefix with how many peers hold it.
    holders: BTreeMap<Box<str>, usize>,
}

impl Links {
    pub(super) fn add(&mut self, number: u32) {
        self.links.insert(number, Link { end: None, prefixes: 0 });
    }

    /// Removes a connection; what scripts knew of it, and the prefixes that nobody holds any longer.
    pub(super) fn remove(&mut self, number: u32) -> (Option<PeerEnd>, Vec<String>) {
        let Some(link) = self.links.remove(&number) else { return (None, Vec::new()) };
        let held = self.wants.remove_all(number);
        let held = held.into_iter().map(|prefix| String::from_utf8_lossy(&prefix).into_owned());
        let released = held.filter(|prefix| self.release(prefix)).collect();
        (link.end, released)
    }

    /// The peer said who it is. Returns the number of another connection to the same process.
    pub(super) fn name(&mut self, number: u32, end: PeerEnd) -> Option<u32> {
        let other = self
            .links
            .iter()
            .find(|(n, l)| **n != number && l.end.as_ref().is_some_and(|known| known.id == end.id));
        let other = other.map(|(n, _)| *n);
        if let Some(link) = self.links.get_mut(&number) {
            link.end = Some(end);
        }
        other
    }

    pub(super) fn end(&self, number: u32) -> Option<&PeerEnd> {
        self.links.get(&number)?.end.as_ref()
    }

    /// All connections, named or not.
    pub(super) fn numbers(&self) -> Vec<u32> {
        self.links.keys().copied().collect()
    }

    /// A peer wants a prefix: whether it is the first to. `None` if it wants too much.
    pub(super) fn subscribe(&mut self, number: u32, prefix: &str) -> Option<bool> {
        let link = self.links.get_mut(&number)?;
        if !self.wants.insert(prefix.as_bytes(), number) {
            return Some(false);
        }
        link.prefixes += 1;
        let holders = self.holders.entry(prefix.into()).or_default();
        *holders += 1;
        let is_first = *holders == 1;
        (link.prefixes <= MAX_SUBSCRIPTIONS && prefix.len() <= MAX_TOPIC).then_some(is_first)
    }

    /// A peer wants a prefix no longer: whether it was the last to.
    pub(super) fn unsubscribe(&mut self, number: u32, prefix: &str) -> bool {
        if !self.wants.remove(prefix.as_bytes(), number) {
            return false;
        }
        if let Some(link) = self.links.get_mut(&number) {
            link.prefixes -= 1;
        }
        self.release(prefix)
    }

    fn release(&mut self, prefix: &str) -> bool {
        let Some(holders) = self.holders.get_mut(prefix) else { return false };
        *holders -= 1;
        let is_last = *holders == 0;
        if is_last {
            self.holders.remove(prefix);
        }
        is_last
    }

    /// The named peers that want a topic.
    pub(super) fn wanting(&self, topic: &str, found: &mut Vec<u32>) {
        self.wants.find(topic.as_bytes(), found);
        found.retain(|n| self.end(*n).is_some());
    }
}
