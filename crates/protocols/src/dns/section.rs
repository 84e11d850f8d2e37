//! Sections of a message, and the numbers that records share.
use event::dns as ev;
use net_types::{Interval, Timestamp};

/// The section of a message, as scripts number it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Section {
    Answer = 1,
    Authority = 2,
    Additional = 3,
}

/// The message that a record belongs to.
#[derive(Clone, Copy)]
pub(super) struct Message {
    pub(super) header: ev::DnsMsg,
    /// 1 for a query, 0 for a reply, 2 if that is not known.
    pub(super) is_query: u64,
    /// True over UDP.
    pub(super) is_udp: bool,
}

/// Seconds of a 32-bit field as a point in time.
pub(super) fn seconds(s: u32) -> Timestamp {
    Timestamp::from_parts(s.into(), 0)
}

/// Seconds of a 32-bit field as a duration.
pub(super) fn span(s: u32) -> Interval {
    Interval::from_secs(s.into())
}
