//! The events that can come with any packet: whether they have handlers is asked once a frame.
use event::conn::RexmitInconsistency;
use event::packet::{Ipv6ExtHeaders, NewPacket, PacketContents, RawPacket, UnknownProtocol};
use event::tcp::{TcpOptionSeen, TcpOptions, TcpPacket};
use event::{EventId, EventType};

const IDS: [EventId; 9] = [
    RawPacket::ID,
    UnknownProtocol::ID,
    NewPacket::ID,
    Ipv6ExtHeaders::ID,
    PacketContents::ID,
    TcpPacket::ID,
    TcpOptionSeen::ID,
    TcpOptions::ID,
    RexmitInconsistency::ID,
];

/// Those of the events that can come with any packet that have handlers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PacketEvents(u16);

impl PacketEvents {
    /// Collects the events that `wants` accepts.
    pub fn of(wants: impl Fn(EventId) -> bool) -> Self {
        let bits = IDS.iter().enumerate().filter(|(_, id)| wants(**id));
        PacketEvents(bits.fold(0, |all, (at, _)| all | 1 << at))
    }

    /// True if the event has a handler. Events that do not come with any packet do not compile.
    #[inline]
    pub(crate) fn has<E: EventType>(self) -> bool {
        self.0 & const { bit(E::ID) } != 0
    }
}

const fn bit(id: EventId) -> u16 {
    let mut at = 0;
    while at < IDS.len() {
        #[expect(clippy::indexing_slicing, reason = "at compile time")]
        if IDS[at].0 == id.0 {
            return 1 << at;
        }
        at += 1;
    }
    #[expect(clippy::panic, reason = "at compile time")]
    {
        panic!("not an event that comes with any packet")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_is_its_own() {
        let all = PacketEvents::of(|_| true);
        assert!(all.has::<RawPacket<'_>>() && all.has::<RexmitInconsistency<'_>>());
        let one = PacketEvents::of(|id| id == TcpOptions::ID);
        assert!(one.has::<TcpOptions<'_>>());
        assert!(!one.has::<TcpOptionSeen>() && !one.has::<RexmitInconsistency<'_>>());
        assert_eq!(PacketEvents::of(|_| false), PacketEvents::default());
    }
}
