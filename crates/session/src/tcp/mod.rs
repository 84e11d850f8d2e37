//! TCP (RFC 9293): the state of both endpoints, what each segment does to it, and the streams behind it.
//!
//! An endpoint is known by its place in the connection's key; which of the two is the originator may change while the
//! connection lives, so roles are asked for when they matter.
mod close;
mod events;
mod packet;
mod process;
mod reassembly;
mod reuse;
mod seq;
mod state;
mod stream;
mod window;

pub(crate) use close::Verdict;
pub(crate) use packet::{Flags, IpFacts, Segment};
pub(crate) use process::TcpFlow;
pub(crate) use reassembly::Reassembly;

use crate::history::Scaled;
use net_types::Timestamp;
use seq::{delta, full};

/// State of an endpoint, numbered as scripts have it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[repr(u8)]
pub enum State {
    /// Nothing seen of it.
    #[default]
    Inactive = 0,
    /// It sent a SYN.
    SynSent = 1,
    /// It sent a SYN-ACK, and no SYN was seen.
    SynAckSent = 2,
    /// It sent data, and no SYN was seen.
    Partial = 3,
    /// Its SYN was answered, or answers one.
    Established = 4,
    /// It sent a FIN.
    Closed = 5,
    /// It sent a RST.
    Reset = 6,
}

impl State {
    const fn is_handshake(self) -> bool {
        matches!(self, State::Inactive | State::SynSent | State::SynAckSent)
    }
}

/// What counts of an endpoint leave letters in the history.
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

/// One endpoint.
#[derive(Clone, Debug, Default)]
pub struct Endpoint {
    pub(crate) state: State,
    pub(crate) prev_state: State,
    pub(crate) did_close: bool,
    pub(crate) window_scale: u8,
    pub(crate) first_packet_seen: bool,
    pub(crate) start_seq: u32,
    pub(crate) last_seq: u32,
    pub(crate) ack_seq: u32,
    pub(crate) seq_wraps: u32,
    pub(crate) ack_wraps: u32,
    /// Advertised, scaled.
    pub(crate) window: u32,
    pub(crate) window_ack_seq: u32,
    pub(crate) window_seq: u32,
    pub(crate) fin_count: u32,
    pub(crate) rst_count: u32,
    /// Relative sequence number behind the last FIN.
    pub(crate) fin_seq: u64,
    /// Relative sequence numbers of the last SYN, FIN and RST that had a letter.
    pub(crate) letter_seq: [u64; 3],
    /// Zero before the first packet.
    pub(crate) last_time: Timestamp,
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

    pub(crate) fn init_seqs(&mut self, start: u32, last: u32) {
        self.start_seq = start;
        self.ack_seq = start;
        self.last_seq = last;
    }

    pub(crate) fn advance_last_seq(&mut self, seq: u32) {
        self.seq_wraps += u32::from(seq < self.last_seq);
        self.last_seq = seq;
    }

    pub(crate) fn advance_ack_seq(&mut self, seq: u32) {
        self.ack_wraps += u32::from(seq < self.ack_seq);
        self.ack_seq = seq;
    }

    /// `seq`, after `wraps` turns of the sequence space, counted from the first.
    pub(crate) fn relative(&self, seq: u32, wraps: u32) -> u64 {
        full(seq, wraps).wrapping_sub(self.start_seq.into())
    }

    /// `seq` counted from the first, where the numbers around it lie at `last` after `wraps` turns; and whether it lies
    /// before the first.
    pub(crate) fn relative_near(&self, seq: u32, last: u32, mut wraps: u32) -> (u64, bool) {
        let d = delta(seq, last);
        if d < 0 && wraps > 0 && seq > last {
            wraps -= 1;
        } else if d > 0 && seq < last {
            wraps += 1;
        }
        if wraps != 0 {
            return (self.relative(seq, wraps), false);
        }
        let d = delta(seq, self.start_seq);
        (i64::from(d) as u64, d < 0)
    }

    /// True where none of its data is acknowledged; its SYN may be.
    pub(crate) fn no_data_acked(&self) -> bool {
        full(self.ack_seq, self.ack_wraps).wrapping_sub(self.start_seq.into()) <= 1
    }

    /// Bytes of payload by sequence numbers, whether seen or only acknowledged.
    pub(crate) fn size(&self, peer: &Endpoint) -> u64 {
        let aborted_half_open = self.prev_state == State::SynSent
            && self.state == State::Reset
            && peer.state == State::Inactive
            && !self.no_data_acked();
        if aborted_half_open {
            // The RST's numbers belong to an older connection.
            return 0;
        }
        let last = full(self.last_seq, self.seq_wraps);
        let ack = full(self.ack_seq, self.ack_wraps);
        let span = last.max(ack).wrapping_sub(self.start_seq.into());
        // The SYN and the FIN take a number each.
        span.saturating_sub(1).saturating_sub(u64::from(self.fin_count > 0))
    }

    /// True where it was seen and has not closed.
    pub(crate) fn is_active(&self) -> bool {
        self.state != State::Inactive && !self.did_close
    }
}

/// Both endpoints of a connection.
#[derive(Clone, Debug, Default)]
pub struct Tcp {
    pub(crate) ends: [Endpoint; 2],
    /// Cleared when the connection is over, though its state may stay.
    pub(crate) over: bool,
    pub(crate) partial: bool,
    pub(crate) seen_first_ack: bool,
    pub(crate) close_deferred: bool,
    pub(crate) deferred_event: bool,
    /// Relative sequence number of the last segment's data.
    pub(crate) last_data_seq: u64,
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

    /// True where both sides shook hands and neither ended otherwise than by a FIN.
    pub(crate) fn is_clean(&self) -> bool {
        self.ends.iter().all(|e| {
            e.state == State::Established || (e.state == State::Closed && e.prev_state == State::Established)
        })
    }
}
