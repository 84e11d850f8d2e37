//! The sections of a message, and conversions shared by records.
use event::dns as ev;
use net_types::{Interval, Timestamp};

/// A section of a message, with its number in scripts.
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
    /// 1 for a query, 0 for a reply, 2 if unknown.
    pub(super) is_query: u64,
    /// Whether the message came over UDP.
    pub(super) is_udp: bool,
}

/// Converts seconds since the Unix epoch to a time.
pub(super) fn seconds(s: u32) -> Timestamp {
    Timestamp::from_parts(s.into(), 0)
}

/// Converts seconds to a duration.
pub(super) fn span(s: u32) -> Interval {
    Interval::from_secs(s.into())
}
