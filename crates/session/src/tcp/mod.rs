//! TCP (RFC 9293): the state of both endpoints, what each segment does to it, and the streams behind it.
//!
//! An endpoint is known by its place in the connection's key, 0 or 1. Which of the two is the originator may change while
//! the connection lives, so roles are asked for when they matter.
//!
//! `follow` takes segments and is the place to begin reading; `machine` is the table of states.
mod ending;
mod events;
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
pub(crate) use follow::TcpFlow;
pub(crate) use reassembly::Reassembly;
pub(crate) use segment::{Flags, IpFacts, Segment};

use crate::history::Scaled;
use net_types::Timestamp;
use seq::Progress;
use window::Window;

/// State of an endpoint, numbered as scripts have it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[repr(u8)]
pub enum State {
    /// It has sent nothing.
    #[default]
    Inactive = 0,
    /// It has sent a SYN.
    SynSent = 1,
    /// It has sent a SYN-ACK to a SYN that was not seen.
    SynAckSent = 2,
    /// It has sent other segments, but no SYN that was seen.
    Partial = 3,
    /// Its SYN was answered, or answers one.
    Established = 4,
    /// It has sent a FIN.
    Closed = 5,
    /// It has sent a RST.
    Reset = 6,
}

impl State {
    const fn is_handshake(self) -> bool {
        matches!(self, State::Inactive | State::SynSent | State::SynAckSent)
    }
}

/// What is counted of an endpoint and leaves a letter in the history at powers of ten.
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
    /// It has closed, by a FIN or a RST, and its stream is delivered.
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
    /// When it sent last; zero before its first packet.
    last_time: Timestamp,
    tallies: [Scaled; 4],
    pub(crate) stream: Reassembly,
}

impl Endpoint {
    /// The endpoint's state.
    pub const fn state(&self) -> State {
        self.state
    }

    /// The state before it.
    pub const fn prev_state(&self) -> State {
        self.prev_state
    }

    /// True where bytes of its stream are missing.
    pub const fn had_gap(&self) -> bool {
        self.stream.had_gap()
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

    /// Bytes of payload by sequence numbers, whether seen or only acknowledged.
    pub(crate) fn size(&self, peer: &Endpoint) -> u64 {
        // Where a RST takes back a SYN that nothing has answered, an acknowledgement is another connection's.
        let refused = self.went(State::SynSent, State::Reset) && peer.state == State::Inactive;
        if refused && !self.progress.no_data_acked() {
            return 0;
        }
        self.progress.data_len(self.fin_count > 0)
    }

    /// True if it has come from one state to another, its present one.
    fn went(&self, from: State, to: State) -> bool {
        self.prev_state == from && self.state == to
    }
}

/// Both endpoints of a connection.
#[derive(Clone, Debug, Default)]
pub struct Tcp {
    pub(crate) ends: [Endpoint; 2],
    /// Cleared when the connection is over, though its state may stay.
    pub(crate) over: bool,
    /// It was under way when it was first seen.
    pub(crate) partial: bool,
    seen_first_ack: bool,
    /// A side has closed whose stream is not delivered yet; and whether its end is worth an event.
    close_deferred: bool,
    deferred_event: bool,
}

impl Tcp {
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

    /// The endpoint at a place of the key.
    pub fn endpoint(&self, place: u8) -> &Endpoint {
        self.end(place)
    }

    /// True where the connection was under way when it was first seen.
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

    /// True if both sides shook hands and, if they have ended, did so by a FIN.
    pub(crate) fn is_clean(&self) -> bool {
        self.ends.iter().all(|e| e.state == State::Established || e.went(State::Established, State::Closed))
    }
}
