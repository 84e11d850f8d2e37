//! Weirds that depend on state, and sampling of all weirds.
//!
//! Weirds about a single header's bytes are named in `wire`.
use crate::options::WeirdSampling;
use hashbrown::HashMap;
use net_types::Timestamp;

macro_rules! weirds {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// A weird of connections, tunnels or fragments.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Weird {
            $($(#[$doc])* $name,)*
        }

        impl Weird {
            /// The name in scripts and weird.log.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Weird::$name => $text,)*
                }
            }
        }
    };
}

weirds! {
    /// More data above a hole than the cap, without any acknowledgement.
    AboveHoleDataWithoutAnyAcks => "above_hole_data_without_any_acks",
    /// A SYN with a new number for an established connection.
    ActiveConnectionReuse => "active_connection_reuse",
    /// The TCP checksum is wrong.
    BadTcpChecksum => "bad_TCP_checksum",
    /// The TCP header length is less than the minimum.
    BadTcpHeaderLen => "bad_TCP_header_len",
    /// The UDP checksum is wrong.
    BadUdpChecksum => "bad_UDP_checksum",
    /// The ICMP checksum is wrong.
    BadIcmpChecksum => "bad_ICMP_checksum",
    /// A SYN-ACK acknowledges a number that was not sent.
    BadSynAck => "bad_SYN_ack",
    /// A SYN with the URG flag.
    BaroqueSyn => "baroque_SYN",
    /// The first packet is a SYN-ACK.
    ConnectionOriginatorSynAck => "connection_originator_SYN_ack",
    /// Data after a RST.
    DataAfterReset => "data_after_reset",
    /// Data before the handshake is complete.
    DataBeforeEstablished => "data_before_established",
    /// More unacknowledged data than the cap.
    ExcessiveDataWithoutFurtherAcks => "excessive_data_without_further_acks",
    /// Tunnels are nested beyond the cap.
    ExceededTunnelMaxDepth => "exceeded_tunnel_max_depth",
    /// A FIN beyond an earlier FIN.
    FinAdvancedLastSeq => "FIN_advanced_last_seq",
    /// A FIN after a RST.
    FinAfterReset => "FIN_after_reset",
    /// FINs in quick succession.
    FinStorm => "FIN_storm",
    /// Fragments of one datagram overlap with the same bytes.
    FragmentOverlap => "fragment_overlap",
    /// Fragments of one datagram overlap with different bytes.
    FragmentInconsistency => "fragment_inconsistency",
    /// Fragments of one datagram differ in protocol or header length.
    FragmentProtocolInconsistency => "fragment_protocol_inconsistency",
    /// Fragments of one datagram differ about its size.
    FragmentSizeInconsistency => "fragment_size_inconsistency",
    /// A fragment has the DF flag.
    FragmentWithDf => "fragment_with_DF",
    /// A fragment extends beyond the largest datagram.
    ExcessivelyLargeFragment => "excessively_large_fragment",
    /// A fragment is suspiciously small.
    ExcessivelySmallFragment => "excessively_small_fragment",
    /// A FIN before the handshake is complete.
    InappropriateFin => "inappropriate_FIN",
    /// The packet inside a tunnel has an invalid IP version.
    InvalidInnerIpVersion => "invalid_inner_IP_version",
    /// The packet inside a tunnel is truncated.
    TruncatedInnerIp => "truncated_inner_IP",
    /// The packet inside a tunnel is shorter than the tunnel's payload.
    InnerIpPayloadLengthMismatch => "inner_IP_payload_length_mismatch",
    /// Data was still waiting when both sides had closed.
    PendingDataWhenClosed => "pending_data_when_closed",
    /// Acknowledgements of data that was not captured.
    PossibleSplitRouting => "possible_split_routing",
    /// A SYN for a connection that closed recently.
    PrematureConnectionReuse => "premature_connection_reuse",
    /// The responder repeated its SYN without an ACK.
    RepeatedSynReplyWoAck => "repeated_SYN_reply_wo_ack",
    /// The originator repeated its SYN with an ACK.
    RepeatedSynWithAck => "repeated_SYN_with_ack",
    /// RSTs in quick succession.
    RstStorm => "RST_storm",
    /// Both sides sent a SYN.
    SimultaneousOpen => "simultaneous_open",
    /// A FIN without a connection.
    SpontaneousFin => "spontaneous_FIN",
    /// A RST without a connection.
    SpontaneousRst => "spontaneous_RST",
    /// A SYN after a close.
    SynAfterClose => "SYN_after_close",
    /// A SYN on a connection that has data, but whose handshake was not seen.
    SynAfterPartial => "SYN_after_partial",
    /// A SYN after a RST.
    SynAfterReset => "SYN_after_reset",
    /// A SYN on a connection with data.
    SynInsideConnection => "SYN_inside_connection",
    /// A SYN whose sequence number differs from that of the first.
    SynSeqJump => "SYN_seq_jump",
    /// A SYN with data.
    SynWithData => "SYN_with_data",
    /// A SYN with RST.
    TcpChristmas => "TCP_christmas",
    /// A window scale above 14.
    TcpScaleRange => "TCP_scale_range",
    /// A sequence number below the initial one.
    TcpSeqUnderflowOrMisorder => "TCP_seq_underflow_or_misorder",
    /// An acknowledgement below the initial sequence number.
    TcpAckUnderflowOrMisorder => "TCP_ack_underflow_or_misorder",
    /// A segment truncated by the capture.
    TruncatedTcpPayload => "truncated_tcp_payload",
    /// A header longer than its packet.
    TruncatedHeader => "truncated_header",
    /// The lengths in a datagram's IP and UDP headers differ.
    UdpDatagramLengthMismatch => "UDP_datagram_length_mismatch",
    /// A SYN-ACK without a SYN.
    UnsolicitedSynResponse => "unsolicited_SYN_response",
    /// The window shrank.
    WindowRecision => "window_recision",
    /// GTP tunnels are nested beyond the cap.
    TunnelDepth => "tunnel_depth",
    /// A connection's history reached the cap.
    HistoryCap => "history_cap_exceeded",
    /// The number of connections reached the cap.
    ConnectionCap => "connection_cap_exceeded",
    /// The number of fragmented datagrams reached the cap.
    FragmentCap => "fragment_cap_exceeded",
    /// Out-of-order bytes reached the cap.
    ReassemblyCap => "reassembly_cap_exceeded",
    /// A connection's analyzers reached the cap.
    AnalyzerCap => "analyzer_cap_exceeded",
    /// Memory ran short: nothing is kept for protocols that are detected late.
    MemoryTight => "memory_budget_nearly_used",
    /// Memory ran out: the longest silent connections end.
    MemoryOut => "memory_budget_used",
}

/// The place of a name in the [`Tally`]. Names beyond its cap share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NamePlace(u32);

/// Counts by name, of a connection, an address pair, or the run.
#[derive(Default, Debug)]
pub(crate) struct Counts {
    since: Timestamp,
    counts: Vec<(NamePlace, u64)>,
}

/// Names come from this program and from scripts, so they are owned and compared by content.
type NameKey = Box<str>;

impl Counts {
    /// Counts a weird; true if it passes sampling.
    #[inline]
    pub(crate) fn permit(&mut self, name: NamePlace, now: Timestamp, s: &WeirdSampling) -> bool {
        if self.counts.is_empty() || now - self.since >= s.duration {
            self.counts.clear();
            self.since = now;
        }
        let count = match self.counts.iter_mut().find(|(n, _)| *n == name) {
            Some((_, c)) => {
                *c += 1;
                *c
            }
            None => {
                self.counts.push((name, 1));
                1
            }
        };
        match count.checked_sub(s.threshold) {
            None | Some(0) => true,
            Some(above) => s.rate != 0 && above % s.rate == 0,
        }
    }

    /// True if the counts are older than the sampling period.
    pub(crate) fn is_stale(&self, now: Timestamp, s: &WeirdSampling) -> bool {
        now - self.since >= s.duration
    }
}

/// Maximum number of names counted separately; scripts can invent any number.
const MAX_NAMES: usize = 4096;

/// Total counts by name, including weirds that sampling suppresses.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    counts: Vec<(NameKey, u64)>,
    places: HashMap<NameKey, usize, foldhash::fast::RandomState>,
    /// Index of the last name; malformed traffic repeats the same one many times.
    last: usize,
}

impl Tally {
    /// Counts a weird and returns its name's place. Beyond the cap, further names are not counted separately.
    #[inline]
    pub(crate) fn count(&mut self, name: &str) -> NamePlace {
        if self.counts.get(self.last).is_none_or(|(n, _)| **n != *name) {
            self.last = self.place(name);
        }
        if let Some((_, n)) = self.counts.get_mut(self.last) {
            *n += 1;
        }
        NamePlace(self.last as u32)
    }

    fn place(&mut self, name: &str) -> usize {
        if let Some(&at) = self.places.get(name) {
            return at;
        }
        let name = if self.counts.len() < MAX_NAMES { name } else { "other" };
        let (counts, new) = (&mut self.counts, NameKey::from(name));
        *self.places.entry(new).or_insert_with_key(|name| {
            counts.push((name.clone(), 0));
            counts.len() - 1
        })
    }

    /// The names and counts in arbitrary order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(n, c)| (&**n, *c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_apart_up_to_a_cap() {
        let mut t = Tally::default();
        for name in ["a", "a", "b", "a", "b", "b", "b"] {
            t.count(name);
        }
        assert_eq!(t.iter().collect::<Vec<_>>(), [("a", 3), ("b", 4)]);
        for n in 0..2 * MAX_NAMES {
            t.count(&format!("name {n}"));
        }
        let others = t.iter().find(|(n, _)| *n == "other").map(|(_, c)| c);
        assert_eq!((t.iter().count(), others), (MAX_NAMES + 1, Some(MAX_NAMES as u64 + 2)));
        t.count("a");
        assert_eq!(t.iter().next(), Some(("a", 4)));
    }

    #[test]
    fn the_first_pass_then_one_in_so_many() {
        let s = WeirdSampling { threshold: 3, rate: 4, ..WeirdSampling::default() };
        let (mut t, mut c) = (Tally::default(), Counts::default());
        let (x, y) = (t.count("x"), t.count("y"));
        let passed: Vec<u32> = (1..=12).filter(|_| c.permit(x, Timestamp::ZERO, &s)).collect();
        assert_eq!(passed, [1, 2, 3, 7, 11]);
        assert!(c.permit(y, Timestamp::ZERO, &s));
        assert!(c.permit(x, Timestamp::ZERO + s.duration, &s));
    }
}
