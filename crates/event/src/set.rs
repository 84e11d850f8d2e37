//! The set of handled events.
use crate::{EVENT_COUNT, EventId};

const WORDS: usize = EVENT_COUNT.div_ceil(64);

/// A set of events, one bit each: asked for every event that could be emitted.
#[derive(Clone, Debug)]
pub struct EventSet([u64; WORDS]);

impl Default for EventSet {
    fn default() -> Self {
        EventSet([0; WORDS])
    }
}

impl EventSet {
    /// Adds or removes an event.
    pub fn set(&mut self, id: EventId, wanted: bool) {
        if let Some(word) = self.0.get_mut(usize::from(id.0) / 64) {
            let bit = 1 << (id.0 % 64);
            if wanted {
                *word |= bit;
            } else {
                *word &= !bit;
            }
        }
    }

    /// True where the event is in the set.
    pub fn has(&self, id: EventId) -> bool {
        self.0.get(usize::from(id.0) / 64).is_some_and(|w| w >> (id.0 % 64) & 1 == 1)
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
    }
}
