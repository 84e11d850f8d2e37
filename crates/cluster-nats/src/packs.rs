//! Messages with several events: those that a node published to one topic while the thread was busy. Client and server
//! take about as long for a message with sixty events as for one with a single one.
//!
//! In such a message each event stands behind its length, four bytes in network order.
use bytes::Bytes;
use cluster::{Body, Format, NodeId};
use std::sync::Arc;

/// The most bytes of a message with several events. Queues are bounded by the number of their messages.
const MOST: usize = 8 << 10;

/// Events of a node to a topic, one after another.
pub(crate) struct Pack {
    pub(crate) topic: Arc<str>,
    pub(crate) from: NodeId,
    pub(crate) format: Format,
    /// The number of the first event; the others follow it.
    pub(crate) number: u64,
    pub(crate) count: u64,
    first: Body,
    /// All of them with their lengths, if there are several.
    all: Vec<u8>,
}

impl Pack {
    pub(crate) fn new(topic: Arc<str>, from: NodeId, format: Format, number: u64, first: Body) -> Self {
        Pack { topic, from, format, number, count: 1, first, all: Vec::new() }
    }

    /// Adds the next event; `false` if it belongs into another message.
    pub(crate) fn add(&mut self, topic: &str, from: &NodeId, format: Format, body: &[u8]) -> bool {
        const LENGTH: usize = size_of::<u32>();
        let before = if self.count == 1 { self.first.len() + LENGTH } else { self.all.len() };
        let fits = before + LENGTH + body.len() <= MOST;
        if !fits || (topic, from, format) != (&*self.topic, &self.from, self.format) {
            return false;
        }
        if self.count == 1 {
            self.all.reserve(MOST);
            put(&mut self.all, &self.first);
        }
        put(&mut self.all, body);
        self.count += 1;
        true
    }

    pub(crate) fn into_payload(self) -> Bytes {
        if self.count == 1 { Bytes::from_owner(self.first) } else { self.all.into() }
    }
}

/// Adds an event, which is shorter than [`MOST`].
fn put(all: &mut Vec<u8>, event: &[u8]) {
    all.extend((event.len() as u32).to_be_bytes());
    all.extend(event);
}

/// The number of events in the payload of a message with several; `None` if it is malformed.
pub(crate) fn count(payload: &[u8]) -> Option<u64> {
    let bytes: usize = events(payload).map(|event| event.len() + size_of::<u32>()).sum();
    (bytes == payload.len()).then(|| events(payload).count() as u64)
}

/// The events of a message with several, up to a malformed one.
pub(crate) fn events(payload: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = payload;
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (event, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        rest = after;
        Some(event)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(first: &[u8]) -> Pack {
        Pack::new("t".into(), "n".into(), Format::BrokerBin, 7, first.into())
    }

    #[test]
    fn events_come_back_in_order() {
        let mut pack = pack(b"one");
        let from = NodeId::from("n");
        for body in [&b""[..], b"three"] {
            assert!(pack.add("t", &from, Format::BrokerBin, body));
        }
        assert_eq!((pack.number, pack.count), (7, 3));
        let payload = pack.into_payload();
        assert_eq!(count(&payload), Some(3));
        assert_eq!(events(&payload).collect::<Vec<_>>(), [&b"one"[..], b"", b"three"]);
        for cut in [1, 5, 8, 10] {
            assert_eq!(count(&payload[..payload.len() - cut]), None, "{cut} bytes short");
        }
    }

    #[test]
    fn a_single_event_stands_alone_and_others_stay_out() {
        let from = NodeId::from("n");
        let mut pack = pack(&[0; MOST - 8]);
        assert!(!pack.add("t", &from, Format::BrokerBin, b"x"), "no room");
        assert!(!pack.add("u", &from, Format::BrokerBin, b""), "another topic");
        assert!(!pack.add("t", &NodeId::from("m"), Format::BrokerBin, b""), "another node");
        assert_eq!(pack.into_payload().len(), MOST - 8);
    }
}
