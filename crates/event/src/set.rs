//! The set of handled events.
use crate::{EVENT_COUNT, EventId};

const WORDS: usize = EVENT_COUNT.div_ceil(64);

/// A set of events, one bit each. It is consulted before every event that could be emitted.
#[derive(Clone, Debug)]
pub struct EventSet {
    /// One bit per event. Events added at run time come last.
    words: Vec<u64>,
}

impl Default for EventSet {
    fn default() -> Self {
        EventSet { words: vec![0; WORDS] }
    }
}

impl EventSet {
    /// Adds or removes an event.
    pub fn set(&mut self, id: EventId, wanted: bool) {
        let at = usize::from(id.0) / 64;
        if wanted && at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        if let Some(word) = self.words.get_mut(at) {
            let bit = 1 << (id.0 % 64);
            if wanted {
                *word |= bit;
            } else {
                *word &= !bit;
            }
        }
    }

    /// Whether the event is in the set.
    #[inline]
    pub fn has(&self, id: EventId) -> bool {
        self.words.get(usize::from(id.0) / 64).is_some_and(|w| w >> (id.0 % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_an_event() {
        let mut s = EventSet::default();
        let last = EventId(EVENT_COUNT as u16 - 1);
        s.set(last, true);
        assert!(s.has(last));
        assert!(!s.has(EventId(0)));
        s.set(last, false);
        assert!(!s.has(last));
        assert!(!s.has(EventId(u16::MAX)));
        let added = EventId((WORDS * 64) as u16 + 70);
        s.set(added, true);
        assert!(s.has(added) && !s.has(EventId(added.0 + 1)));
        s.set(added, false);
        assert!(!s.has(added));
    }
}
