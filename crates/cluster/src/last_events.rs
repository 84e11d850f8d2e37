//! The last events of other nodes, to recognize copies that arrive by another route.
use crate::NodeId;
use std::collections::{HashSet, VecDeque};

/// The last events by sender and number, up to a limit.
#[derive(Debug)]
pub struct LastEvents {
    limit: usize,
    known: HashSet<(NodeId, u64)>,
    order: VecDeque<(NodeId, u64)>,
}

impl LastEvents {
    /// Creates a memory for up to `limit` events.
    pub fn new(limit: usize) -> Self {
        LastEvents { limit, known: HashSet::new(), order: VecDeque::new() }
    }

    /// Returns whether this event is new, and remembers it.
    pub fn is_new(&mut self, from: &NodeId, number: u64) -> bool {
        let event = (from.clone(), number);
        if !self.known.insert(event.clone()) {
            return false;
        }
        self.order.push_back(event);
        if self.order.len() > self.limit
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_known_up_to_the_limit() {
        let (a, b) = (NodeId::from("a"), NodeId::from("b"));
        let mut last = LastEvents::new(100);
        assert!(last.is_new(&a, 1) && last.is_new(&b, 1) && !last.is_new(&a, 1));
        assert!((2..102).all(|n| last.is_new(&b, n)));
        assert!(last.is_new(&a, 1), "forgotten");
        assert!(!last.is_new(&b, 101));
        assert_eq!(last.known.len(), 100);
    }
}
