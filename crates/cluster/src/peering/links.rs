//! The connected processes and their subscriptions.
use crate::carrier::PeerEnd;
use crate::trie::Trie;
use crate::{MAX_SUBSCRIPTIONS, MAX_TOPIC};
use std::collections::BTreeMap;

/// A connection.
struct Link {
    /// The peer as scripts see it, once it has sent its id.
    end: Option<PeerEnd>,
    prefixes: usize,
}

/// The connections by number, and the prefixes that each subscribed to.
#[derive(Default)]
pub(super) struct Links {
    links: BTreeMap<u32, Link>,
    wants: Trie,
    /// Each prefix and how many peers subscribed to it.
    holders: BTreeMap<Box<str>, usize>,
}

impl Links {
    pub(super) fn add(&mut self, number: u32) {
        self.links.insert(number, Link { end: None, prefixes: 0 });
    }

    /// Removes a connection. Returns the peer as scripts saw it, and the prefixes that have no subscriber left.
    pub(super) fn remove(&mut self, number: u32) -> (Option<PeerEnd>, Vec<String>) {
        let Some(link) = self.links.remove(&number) else { return (None, Vec::new()) };
        let held = self.wants.remove_all(number);
        let held = held.into_iter().map(|prefix| String::from_utf8_lossy(&prefix).into_owned());
        let released = held.filter(|prefix| self.release(prefix)).collect();
        (link.end, released)
    }

    /// The peer sent its id. Returns the number of another connection to the same process, if there is one.
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

    /// The connections whose peers have sent their ids.
    pub(super) fn named(&self) -> impl Iterator<Item = (u32, &PeerEnd)> {
        self.links.iter().filter_map(|(number, link)| Some((*number, link.end.as_ref()?)))
    }

    /// All connections, named or not.
    pub(super) fn numbers(&self) -> Vec<u32> {
        self.links.keys().copied().collect()
    }

    /// A peer subscribes to a prefix. Returns whether it is the first; `None` if it has too many subscriptions.
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

    /// A peer unsubscribes from a prefix. Returns whether it was the last subscriber.
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

    /// The named peers that subscribed to a topic.
    pub(super) fn wanting(&self, topic: &str, found: &mut Vec<u32>) {
        self.wants.find(topic.as_bytes(), found);
        found.retain(|n| self.end(*n).is_some());
    }
}
