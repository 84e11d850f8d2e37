//! Tells events that came before, on another way.
use crate::NodeId;
use std::collections::{HashSet, VecDeque};

/// How many of the last events are remembered.
const REMEMBERED: usize = 65_536;

/// The last events, by sender and number.
#[derive(Default)]
pub(super) struct Copies {
    known: HashSet<(NodeId, u64)>,
    order: VecDeque<(NodeId, u64)>,
}

impl Copies {
    /// Whether this event came before; it is known from now on.
    pub(super) fn is_copy(&mut self, from: &NodeId, number: u64) -> bool {
        let event = (from.clone(), number);
        if !self.known.insert(event.clone()) {
            return true;
        }
        self.order.push_back(event);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_told_as_long_as_they_are_remembered() {
        let (a, b) = (NodeId::from("a"), NodeId::from("b"));
        let mut copies = Copies::default();
        assert!(!copies.is_copy(&a, 1) && !copies.is_copy(&b, 1) && copies.is_copy(&a, 1));
        for n in 2..REMEMBERED as u64 + 2 {
            assert!(!copies.is_copy(&b, n));
        }
        assert!(!copies.is_copy(&a, 1), "forgotten");
        assert_eq!(copies.known.len(), REMEMBERED);
    }
}
