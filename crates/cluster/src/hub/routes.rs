//! The topics to which a node sent last, with their receivers: nodes publish to few topics, again and again.
use super::Table;
use std::sync::Arc;

/// The maximum number of remembered topics. They are searched one after the other.
const MOST: usize = 8;

/// A topic and the holders of its prefixes.
pub(super) struct Route {
    pub(super) topic: Arc<str>,
    pub(super) holders: Vec<u32>,
}

/// Remembered topics, valid for one version of the table.
#[derive(Default)]
pub(super) struct Routes {
    version: u64,
    known: Vec<Route>,
    /// The place of the next topic once all places are taken.
    next: usize,
}

impl Routes {
    /// Returns the receivers of a topic, which are looked up if the topic is not remembered.
    pub(super) fn of(&mut self, topic: &str, table: &Table) -> &Route {
        if self.version != table.version {
            self.version = table.version;
            self.known.clear();
        }
        let at = match self.known.iter().position(|route| *route.topic == *topic) {
            Some(at) => at,
            None => self.remember(topic, table),
        };
        &self.known[at]
    }

    fn remember(&mut self, topic: &str, table: &Table) -> usize {
        let mut holders = Vec::new();
        table.wants.find(topic.as_bytes(), &mut holders);
        let route = Route { topic: topic.into(), holders };
        if self.known.len() < MOST {
            self.known.push(route);
            return self.known.len() - 1;
        }
        let at = self.next % MOST;
        self.next = at + 1;
        self.known[at] = route;
        at
    }
}
