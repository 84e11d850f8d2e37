//! Oddities that the traffic side names itself, and how many of each are let through.
//!
//! What is wrong with the bytes of one header has its name in `wire`; here are those that only state can tell.
use crate::options::WeirdSampling;
use hashbrown::HashMap;
use net_types::Timestamp;

macro_rules! weirds {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// An oddity of connections, tunnels, fragments.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Weird {
            $($(#[$doc])* $name,)*
        }

        impl Weird {
            /// The name as scripts and weird.log have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Weird::$name => $text,)*
                }
            }
        }
    };
}

weirds! {
    /// More data above a hole than the cap, and nothing acknowledged.
    AboveHoleDataWithoutAnyAcks => "above_hole_data_without_any_acks",
    /// A SYN for a connection that is alive.
    ActiveConnectionReuse => "active_connection_reuse",
    /// The TCP checksum is wrong.
    BadTcpChecksum => "bad_TCP_checksum",
    /// A TCP header that says it is shorter than it can be.
    BadTcpHeaderLen => "bad_TCP_header_len",
    /// The UDP checksum is wrong.
    BadUdpChecksum => "bad_UDP_checksum",
    /// The ICMP checksum is wrong.
    BadIcmpChecksum => "bad_ICMP_checksum",
    /// A SYN-ACK that acknowledges what was not sent.
    BadSynAck => "bad_SYN_ack",
    /// A SYN with the urgent flag.
    BaroqueSyn => "baroque_SYN",
    /// The first packet is a SYN-ACK.
    ConnectionOriginatorSynAck => "connection_originator_SYN_ack",
    /// Data after a RST.
    DataAfterReset => "data_after_reset",
    /// Data before the handshake is through.
    DataBeforeEstablished => "data_before_established",
    /// More data without acknowledgement than the cap.
    ExcessiveDataWithoutFurtherAcks => "excessive_data_without_further_acks",
    /// Tunnels in tunnels beyond the cap.
    ExceededTunnelMaxDepth => "exceeded_tunnel_max_depth",
    /// A FIN that lies after an earlier FIN.
    FinAdvancedLastSeq => "FIN_advanced_last_seq",
    /// A FIN after a RST.
    FinAfterReset => "FIN_after_reset",
    /// FINs in quick succession.
    FinStorm => "FIN_storm",
    /// Fragments of one datagram overlap with the same bytes.
    FragmentOverlap => "fragment_overlap",
    /// Fragments of one datagram overlap with other bytes.
    FragmentInconsistency => "fragment_inconsistency",
    /// Fragments of one datagram differ in protocol or header length.
    FragmentProtocolInconsistency => "fragment_protocol_inconsistency",
    /// Fragments of one datagram differ about its size.
    FragmentSizeInconsistency => "fragment_size_inconsistency",
    /// A fragment with the flag that forbids fragments.
    FragmentWithDf => "fragment_with_DF",
    /// A fragment beyond the largest datagram.
    ExcessivelyLargeFragment => "excessively_large_fragment",
    /// A fragment so small that it hides something.
    ExcessivelySmallFragment => "excessively_small_fragment",
    /// A FIN before the handshake is through.
    InappropriateFin => "inappropriate_FIN",
    /// The packet inside a tunnel is of no IP version.
    InvalidInnerIpVersion => "invalid_inner_IP_version",
    /// The packet inside a tunnel is cut.
    TruncatedInnerIp => "truncated_inner_IP",
    /// The packet inside a tunnel is shorter than the tunnel's payload.
    InnerIpPayloadLengthMismatch => "inner_IP_payload_length_mismatch",
    /// Data was still waiting when both sides had closed.
    PendingDataWhenClosed => "pending_data_when_closed",
    /// Acknowledgements of data that was not seen.
    PossibleSplitRouting => "possible_split_routing",
    /// A SYN for a connection that has just closed.
    PrematureConnectionReuse => "premature_connection_reuse",
    /// The responder repeated its SYN, without an ACK.
    RepeatedSynReplyWoAck => "repeated_SYN_reply_wo_ack",
    /// The originator repeated its SYN, with an ACK.
    RepeatedSynWithAck => "repeated_SYN_with_ack",
    /// RSTs in quick succession.
    RstStorm => "RST_storm",
    /// Both sides sent a SYN.
    SimultaneousOpen => "simultaneous_open",
    /// A FIN out of nothing.
    SpontaneousFin => "spontaneous_FIN",
    /// A RST out of nothing.
    SpontaneousRst => "spontaneous_RST",
    /// A SYN after a close.
    SynAfterClose => "SYN_after_close",
    /// A SYN where data went before.
    SynAfterPartial => "SYN_after_partial",
    /// A SYN after a RST.
    SynAfterReset => "SYN_after_reset",
    /// A SYN amid data.
    SynInsideConnection => "SYN_inside_connection",
    /// A SYN with another sequence number than before.
    SynSeqJump => "SYN_seq_jump",
    /// A SYN with data.
    SynWithData => "SYN_with_data",
    /// A SYN with a RST.
    TcpChristmas => "TCP_christmas",
    /// A window scale beyond what is allowed.
    TcpScaleRange => "TCP_scale_range",
    /// A sequence number before the first.
    TcpSeqUnderflowOrMisorder => "TCP_seq_underflow_or_misorder",
    /// An acknowledgement from before the first sequence number.
    TcpAckUnderflowOrMisorder => "TCP_ack_underflow_or_misorder",
    /// A segment that the capture cut.
    TruncatedTcpPayload => "truncated_tcp_payload",
    /// A header that does not fit into its packet.
    TruncatedHeader => "truncated_header",
    /// Two lengths of one datagram that differ.
    UdpDatagramLengthMismatch => "UDP_datagram_length_mismatch",
    /// An answer to a SYN that was not seen.
    UnsolicitedSynResponse => "unsolicited_SYN_response",
    /// A window that shrank.
    WindowRecision => "window_recision",
    /// Tunnels in tunnels beyond the cap, of GTP.
    TunnelDepth => "tunnel_depth",
    /// The cap on a connection's history was reached.
    HistoryCap => "history_cap_exceeded",
    /// The cap on connections was reached.
    ConnectionCap => "connection_cap_exceeded",
    /// The cap on datagrams in fragments was reached.
    FragmentCap => "fragment_cap_exceeded",
    /// The cap on bytes out of order was reached.
    ReassemblyCap => "reassembly_cap_exceeded",
    /// The cap on analyzers of a connection was reached.
    AnalyzerCap => "analyzer_cap_exceeded",
}

/// How often each name came: of one connection, one pair of addresses, or the run.
#[derive(Default, Debug)]
pub(crate) struct Counts {
    since: Timestamp,
    counts: Vec<(NameKey, u64)>,
}

/// Names are literals of this program or of a script; both live long enough to be told apart by content.
type NameKey = Box<str>;

impl Counts {
    /// Counts one more; true where it passes.
    pub(crate) fn permit(&mut self, name: &str, now: Timestamp, s: &WeirdSampling) -> bool {
        if self.counts.is_empty() || now - self.since >= s.duration {
            self.counts.clear();
            self.since = now;
        }
        let count = match self.counts.iter_mut().find(|(n, _)| **n == *name) {
            Some((_, c)) => {
                *c += 1;
                *c
            }
            None => {
                self.counts.push((name.into(), 1));
                1
            }
        };
        match count.checked_sub(s.threshold) {
            None | Some(0) => true,
            Some(above) => s.rate != 0 && above % s.rate == 0,
        }
    }

    /// True where the counts are older than the sampling's duration.
    pub(crate) fn is_stale(&self, now: Timestamp, s: &WeirdSampling) -> bool {
        now - self.since >= s.duration
    }
}

/// Names of oddities that are counted apart; scripts make up their own.
const MAX_NAMES: usize = 4096;

/// How often each name came in all, whether it passed or not.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    counts: Vec<(NameKey, u64)>,
    places: HashMap<NameKey, usize, foldhash::fast::RandomState>,
    /// Where the last name stands: broken data brings the same one a thousand times over.
    last: usize,
}

impl Tally {
    /// Counts one more. Names beyond the cap are not told apart any more.
    pub(crate) fn count(&mut self, name: &str) {
        if self.counts.get(self.last).is_none_or(|(n, _)| **n != *name) {
            self.last = self.place(name);
        }
        if let Some((_, n)) = self.counts.get_mut(self.last) {
            *n += 1;
        }
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

    /// The names with their counts, in no order that means anything.
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
        let mut c = Counts::default();
        let passed: Vec<u32> = (1..=12).filter(|_| c.permit("x", Timestamp::ZERO, &s)).collect();
        assert_eq!(passed, [1, 2, 3, 7, 11]);
        assert!(c.permit("y", Timestamp::ZERO, &s));
        assert!(c.permit("x", Timestamp::ZERO + s.duration, &s));
    }
}
