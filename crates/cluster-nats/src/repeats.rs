//! Detects duplicate events.
use std::collections::{HashSet, VecDeque};

/// How many events are remembered.
const REMEMBERED: usize = 4096;

/// The last events of other processes, by sender and number. While one subscription replaces another, both may deliver
/// the same event.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    known: HashSet<(String, u64)>,
    order: VecDeque<(String, u64)>,
}

impl Repeats {
    /// Whether this event is new.
    pub(crate) fn is_new(&mut self, from: &str, number: u64) -> bool {
        let key = (from.to_owned(), number);
        if !self.known.insert(key.clone()) {
            return false;
        }
        self.order.push_back(key);
        if self.order.len() > REMEMBERED
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
    fn the_last_events_are_known() {
        let mut repeats = Repeats::default();
        assert!(repeats.is_new("a", 1) && !repeats.is_new("a", 1) && repeats.is_new("b", 1));
        assert!((2..10_000).all(|n| repeats.is_new("a", n)) && repeats.known.len() == REMEMBERED);
        assert!(!repeats.is_new("a", 9_999) && repeats.is_new("a", 1));
    }
}
