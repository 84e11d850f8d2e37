//! Windows (RFC 9293, 3.8.6): scale, size, and shrinking.
use super::flow::TcpFlow;
use super::segment::Segment;
use super::seq::delta;
use super::{State, Tally};
use crate::weird::Weird;
use wire::tcp::{Meaning, Options};

/// The largest shift (RFC 7323, 2.3).
const MAX_SHIFT: u8 = 14;

/// Options of a SYN.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SynOptions {
    pub(super) window_scale: Option<u8>,
    pub(super) mss: u16,
    pub(super) sack_ok: bool,
    pub(super) timestamps: Option<(u32, u32)>,
}

impl SynOptions {
    pub(super) fn of(options: Options<'_>) -> Self {
        let mut found = SynOptions::default();
        for o in options {
            match o.meaning() {
                Ok(Meaning::MaxSegment(mss)) => found.mss = mss,
                Ok(Meaning::WindowScale(shift)) => found.window_scale = Some(shift),
                Ok(Meaning::SackPermitted) => found.sack_ok = true,
                Ok(Meaning::Timestamps { value, echo }) => found.timestamps = Some((value, echo)),
                _ => {}
            }
        }
        found
    }
}

/// The last window that an endpoint advertised.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Window {
    /// The shift from its SYN (RFC 7323, 2.2).
    shift: u8,
    /// The size in bytes, after scaling.
    size: u32,
    /// Sequence and acknowledgement number of the advertising segment (`SND.WL1` and `SND.WL2` of its peer).
    seq: u32,
    ack: u32,
}

impl Window {
    /// The window in bytes that a header field stands for.
    fn scaled(&self, field: u16) -> u32 {
        u32::from(field) << self.shift
    }

    /// The sequence number up to which the peer may send.
    fn edge(&self) -> u32 {
        self.ack.wrapping_add(self.size)
    }

    /// Records a segment's window unless a newer one is known. True if the edge moves back by more than the scale's
    /// rounding.
    #[inline]
    fn offer(&mut self, field: u16, seq: u32, ack: u32) -> bool {
        if delta(seq, self.seq) < 0 || delta(ack, self.ack) < 0 {
            return false;
        }
        let offered = Window { size: self.scaled(field), seq, ack, ..*self };
        let shrunk_by = i64::from(delta(self.edge(), offered.edge()));
        *self = offered;
        shrunk_by >= 1 << self.shift
    }
}

impl TcpFlow<'_> {
    /// Records the scale of a SYN, if present.
    pub(super) fn begin_window(&mut self, place: u8, seg: &Segment<'_>, shift: Option<u8>) {
        if let Some(shift) = shift.filter(|s| *s > MAX_SHIFT)
            && !self.conn.had_weird
        {
            self.weird_with(Weird::TcpScaleRange, &shift.to_string(), "TCP");
        }
        let (end, peer) = self.tcp.pair(place);
        let Some(shift) = shift else {
            end.window.shift = 0;
            if seg.flags.ack() {
                // Scaling applies only if both SYNs offer it.
                peer.window.shift = 0;
            }
            return;
        };
        end.window = Window { shift: shift.min(MAX_SHIFT), seq: seg.seq, ack: seg.ack, ..end.window };
        (peer.window.seq, peer.window.ack) = (seg.ack, seg.seq);
    }

    /// Checks the window of a segment.
    #[inline]
    pub(super) fn note_window(&mut self, place: u8, seg: &Segment<'_>) {
        let flags = seg.flags;
        let (end, peer) = self.tcp.pair(place);
        let (state, awaits_data) = (end.state, peer.state != State::Closed);
        if seg.window == 0 && awaits_data && !flags.rst() && state != State::Reset {
            self.tally(place, Tally::ZeroWindow);
        }
        // Handshakes and closes shrink windows for harmless reasons.
        let steady = !(flags.syn() || flags.fin() || flags.rst());
        let ended = matches!(state, State::Closed | State::Reset);
        if steady && !ended && self.tcp.end_mut(place).window.offer(seg.window, seg.seq, seg.ack) {
            self.weird_with(Weird::WindowRecision, "", "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_that_moves_back_is_noticed_beyond_the_rounding_of_the_scale() {
        let mut w = Window { shift: 3, seq: 100, ack: 500, ..Window::default() };
        assert!(!w.offer(100, 101, 500), "the first");
        assert!(!w.offer(99, 101, 501), "back by seven, less than a step of the scale");
        assert!(w.offer(98, 101, 501), "back by eight");
        assert!(!w.offer(0, 90, 501), "an old segment");
        assert!(!w.offer(98, 101, 600), "forward");
    }
}
