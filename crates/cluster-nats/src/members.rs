//! Membership: each node renews its entry in a bucket, and counts as down when it stops.
//!
//! This side decides by silence, not by what the server deletes: if the server is unreachable, all other nodes count as
//! down.
use cluster::{LinkChange, NodeId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How often a node renews its entry.
pub(crate) const RENEW: Duration = Duration::from_secs(1);

/// How long a node may be silent before it counts as down.
const SILENCE: Duration = Duration::from_secs(5);

/// The most nodes of a cluster, so that a peer cannot fill the memory.
const MEMBERS: usize = 10_000;

/// A node's entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) role: String,
}

/// The nodes of other processes, by the keys of their entries.
#[derive(Debug, Default)]
pub(crate) struct Members(HashMap<String, (Entry, Instant)>);

impl Members {
    /// An entry was written.
    pub(crate) fn heard(&mut self, key: String, entry: Entry, now: Instant) -> Vec<LinkChange> {
        if self.0.len() >= MEMBERS && !self.0.contains_key(&key) {
            return Vec::new();
        }
        let old = self.0.insert(key, (entry.clone(), now));
        match old {
            Some((old, _)) if old == entry => Vec::new(),
            Some((old, _)) => vec![down(&old), up(&entry)],
            None => vec![up(&entry)],
        }
    }

    /// An entry was deleted.
    pub(crate) fn left(&mut self, key: &str) -> Option<LinkChange> {
        self.0.remove(key).map(|(entry, _)| down(&entry))
    }

    /// Removes nodes that were silent for too long.
    pub(crate) fn expire(&mut self, now: Instant) -> Vec<LinkChange> {
        let is_gone =
            |_: &String, (_, heard): &mut (Entry, Instant)| now.saturating_duration_since(*heard) >= SILENCE;
        self.0.extract_if(is_gone).map(|(_, (entry, _))| down(&entry)).collect()
    }
}

fn up(entry: &Entry) -> LinkChange {
    LinkChange::Up { name: entry.name.as_str().into(), id: NodeId::from(&*entry.id) }
}

fn down(entry: &Entry) -> LinkChange {
    LinkChange::Down { name: entry.name.as_str().into(), id: NodeId::from(&*entry.id) }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a time to count from")]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_change_and_go() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let entry = |id: &str| Entry { name: "w".to_owned(), id: id.to_owned(), role: String::new() };
        let mut members = Members::default();
        assert_eq!(members.heard("w".into(), entry("1"), at(0)), [up(&entry("1"))]);
        assert_eq!(members.heard("w".into(), entry("1"), at(3)), []);
        assert_eq!(members.expire(at(7)), []);
        assert_eq!(members.heard("w".into(), entry("2"), at(7)), [down(&entry("1")), up(&entry("2"))]);
        assert_eq!(members.expire(at(12)), [down(&entry("2"))]);
        assert_eq!((members.left("w"), members.expire(at(100))), (None, vec![]));
        members.heard("w".into(), entry("3"), at(100));
        assert_eq!(members.left("w"), Some(down(&entry("3"))));
    }
}
