//! Mail that waits, in the order in which it was sent.
use cluster::{Inbound, NodeId};
use cluster_wire::{Limits, broker_bin};
use net_types::Timestamp;

/// The time of a letter that does not tell it.
pub(super) const UNKNOWN: Timestamp = Timestamp::from_nanos(i64::MIN);

/// A piece of mail, and the time at which it was sent.
pub(super) struct Letter {
    pub(super) sent: Timestamp,
    pub(super) item: Inbound,
}

/// Returns the time when an item was sent, by its sender's clock.
pub(super) fn time_of(item: &Inbound) -> Timestamp {
    let stamp = match item {
        Inbound::Event { body, .. } => broker_bin::network_time(body, &Limits::DEFAULT),
        _ => None,
    };
    stamp.unwrap_or(UNKNOWN)
}

/// Sorts letters by their times, and those of the same time by their senders.
pub(super) fn in_order(letters: &mut [Letter]) {
    letters.sort_by(|a, b| a.sent.cmp(&b.sent).then_with(|| sender_of(a).cmp(&sender_of(b))));
}

/// The sender of an event whose time is known; `None` for other letters, which stay in their order.
fn sender_of(letter: &Letter) -> Option<&NodeId> {
    match &letter.item {
        Inbound::Event { from, .. } if letter.sent > UNKNOWN => Some(from),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluster::{Body, Format};

    fn letter(sent: Timestamp, from: &str, topic: &str) -> Letter {
        let (topic, from, body) = (topic.into(), NodeId::from(from), Body::from(&[][..]));
        Letter { sent, item: Inbound::Event { topic, from, format: Format::BrokerBin, body } }
    }

    fn topic(letter: &Letter) -> &str {
        match &letter.item {
            Inbound::Event { topic, .. } => topic,
            _ => "other",
        }
    }

    #[test]
    fn letters_of_one_time_are_sorted_by_sender() {
        let time = Timestamp::from_nanos;
        let mut all = vec![
            letter(time(2), "worker-2", "2b"),
            letter(time(2), "worker-1", "2a"),
            letter(time(2), "worker-2", "2b again"),
            letter(time(1), "worker-2", "1"),
        ];
        in_order(&mut all);
        assert!(all.iter().map(topic).eq(["1", "2a", "2b", "2b again"]));
    }

    #[test]
    fn letters_without_a_time_stay_in_their_order() {
        let mut all = vec![
            letter(UNKNOWN, "worker-2", "first"),
            Letter { sent: UNKNOWN, item: Inbound::Unsubscribed("x".into()) },
            letter(UNKNOWN, "worker-1", "last"),
        ];
        in_order(&mut all);
        assert!(all.iter().map(topic).eq(["first", "other", "last"]));
    }
}
