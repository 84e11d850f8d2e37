//! TCP (RFC 9293): the state of both endpoints, the effect of each segment, and the streams.
//!
//! Code names an endpoint by its place in the connection's key, 0 or 1. Which one is the originator may change during
//! the connection's life, so roles are computed on use.
//!
//! Start reading at `follow`, which processes segments; `machine` is the state table.
mod ending;
mod events;
mod flow;
mod follow;
mod letters;
mod machine;
mod reassembly;
mod reuse;
mod segment;
mod seq;
mod stream;
mod window;

pub(crate) use ending::Verdict;
pub(crate) use flow::TcpFlow;
pub(crate) use reassembly::Reassembly;
pub(crate) use segment::{Flags, IpFacts, Segment};

use crate::history::Scaled;
use net_types::Timestamp;
use seq::Progress;
use window::Window;

/// State of an endpoint, numbered as in scripts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[repr(u8)]
pub enum State {
    /// The endpoint has sent nothing.
    #[default]
    Inactive = 0,
    /// The endpoint has sent a SYN.
    SynSent = 1,
    /// The endpoint has sent a SYN-ACK to a SYN that was not seen.
    SynAckSent = 2,
    /// The endpoint has sent other segments, but no SYN that was seen.
    Partial = 3,
    /// The endpoint's SYN was answered, or answers the peer's SYN.
    Established = 4,
    /// The endpoint has sent a FIN.
    Closed = 5,
    /// The endpoint has sent a RST.
    Reset = 6,
}

impl State {
    const fn is_handshake(self) -> bool {
        matches!(self, State::Inactive | State::SynSent | State::SynAckSent)
    }
}

/// Counts of an endpoint that leave a letter in the history at powers of ten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tally {
    /// Gaps: `G`.
    Gap,
    /// Bad checksums: `C`.
    Checksum,
    /// Retransmissions: `T`.
    Rexmit,
    /// Zero windows: `W`.
    ZeroWindow,
}

impl Tally {
    const fn letter(self) -> u8 {
        match self {
            Tally::Gap => b'G',
            Tally::Checksum => b'C',
            Tally::Rexmit => b'T',
            Tally::ZeroWindow => b'W',
        }
    }
}

/// One endpoint.
#[derive(Clone, Debug, Default)]
pub struct Endpoint {
    pub(crate) state: State,
    pub(crate) prev_state: State,
    /// Set once the endpoint has closed, by FIN or RST, and its stream is delivered.
    pub(crate) did_close: bool,
    pub(crate) first_packet_seen: bool,
    progress: Progress,
    window: Window,
    fin_count: u32,
    rst_count: u32,
    /// The offset after the last FIN.
    fin_end: u64,
    /// The offsets of the last SYN, FIN and RST that left a letter.
    letter_at: [i64; 3],
    /// Time of its last packet; zero before the first.
    last_time: Timestamp,
    tallies: [Scaled; 4],
    pub(crate) stream: Reassembly,
}

impl Endpoint {
    /// The endpoint's state.
    pub const fn state(&self) -> State {
        self.state
    }

    /// The endpoint's previous state.
    pub const fn prev_state(&self) -> State {
        self.prev_state
    }

    /// True if bytes of its stream are missing.
    pub const fn had_gap(&self) -> bool {
        self.stream.had_gap()
    }

    /// The sequence number after the highest byte that it has sent (SND.NXT, RFC 9293, 3.3.1); 0 before its first packet.
    pub fn next_seq(&self) -> u32 {
        self.progress.next()
    }

    pub(crate) fn tally(&mut self, what: Tally) -> Option<u32> {
        let [gap, checksum, rexmit, window] = &mut self.tallies;
        match what {
            Tally::Gap => gap,
            Tally::Checksum => checksum,
            Tally::Rexmit => rexmit,
            Tally::ZeroWindow => window,
        }
        .count()
    }

    /// Payload bytes by sequence numbers, whether captured or only acknowledged.
    pub(crate) fn size(&self, peer: &Endpoint) -> u64 {
        // If a RST withdraws an unanswered SYN, an acknowledgement belongs to another connection.
        let refused = self.went(State::SynSent, State::Reset) && peer.state == State::Inactive;
        if refused && !self.progress.no_data_acked() {
            return 0;
        }
        self.progress.data_len(self.fin_count > 0)
    }

    /// True if its last transition was from one state to the other.
    fn went(&self, from: State, to: State) -> bool {
        self.prev_state == from && self.state == to
    }
}

/// Both endpoints of a connection.
#[derive(Clone, Debug, Default)]
pub struct Tcp {
    pub(crate) ends: [Endpoint; 2],
    /// Set when the connection is over, even if its state stays.
    pub(crate) over: bool,
    /// Set if the connection was already established when first seen.
    pub(crate) partial: bool,
    seen_first_ack: bool,
    /// Set while a closed side waits for its stream to be delivered.
    close_deferred: bool,
    /// Whether the deferred close raises `connection_finished`.
    deferred_event: bool,
}

impl Tcp {
    /// The endpoint at a place of the connection's key, 0 or 1.
    #[inline]
    pub(crate) fn end(&self, place: u8) -> &Endpoint {
        let [a, b] = &self.ends;
        if place == 0 { a } else { b }
    }

    #[inline]
    pub(crate) fn end_mut(&mut self, place: u8) -> &mut Endpoint {
        let [a, b] = &mut self.ends;
        if place == 0 { a } else { b }
    }

    /// An endpoint and its peer.
    #[inline]
    pub(crate) fn pair(&mut self, place: u8) -> (&mut Endpoint, &mut Endpoint) {
        let [a, b] = &mut self.ends;
        if place == 0 { (a, b) } else { (b, a) }
    }

    /// The endpoint at a place in the key.
    pub fn endpoint(&self, place: u8) -> &Endpoint {
        self.end(place)
    }

    /// True if the connection was already established when first seen.
    pub const fn is_partial(&self) -> bool {
        self.partial
    }

    pub(crate) fn size_and_state(&self, place: u8) -> (u64, u8) {
        let (end, peer) = (self.end(place), self.end(1 - place));
        (end.size(peer), end.state as u8)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.ends.iter().any(|e| e.did_close)
    }

    pub(crate) fn both_closed(&self) -> bool {
        self.ends.iter().all(|e| e.did_close)
    }

    /// True if the handshake completed and each side that has ended did so by FIN.
    pub(crate) fn is_clean(&self) -> bool {
        self.ends.iter().all(|e| e.state == State::Established || e.went(State::Established, State::Closed))
    }
}
