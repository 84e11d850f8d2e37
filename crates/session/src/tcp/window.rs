//! Windows: scaling, what is advertised, and taking it back.
use super::packet::Segment;
use super::process::TcpFlow;
use super::seq::delta;
use super::{Endpoint, State, Tally};
use crate::weird::Weird;
use wire::tcp::{Meaning, Options};

/// The largest shift (RFC 7323, 2.3).
const MAX_SCALE: u8 = 14;

/// What a SYN's options say.
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

/// Takes a window that is not older than the last one; true where it takes back what was offered.
fn take_window(end: &mut Endpoint, window: u32, seq: u32, ack: u32) -> bool {
    if delta(seq, end.window_seq) < 0 || delta(ack, end.window_ack_seq) < 0 {
        return false;
    }
    let new_edge = ack.wrapping_add(window);
    let old_edge = end.window_ack_seq.wrapping_add(end.window);
    let back = delta(new_edge, old_edge).checked_neg().unwrap_or(i32::MAX);
    end.window = window;
    end.window_ack_seq = ack;
    end.window_seq = seq;
    // Rounding by the scale looks like taking back, too.
    back > 0 && back >= 1 << end.window_scale
}

impl TcpFlow<'_> {
    /// A SYN's scale, or that it has none.
    pub(super) fn init_window(&mut self, place: u8, seg: &Segment<'_>, scale: Option<u8>) {
        let Some(mut scale) = scale else {
            let (end, peer) = self.tcp.pair(place);
            end.window_scale = 0;
            if seg.flags.ack() {
                // Not negotiated.
                peer.window_scale = 0;
            }
            return;
        };
        if scale > MAX_SCALE {
            if !self.conn.had_weird {
                self.weird_with(Weird::TcpScaleRange, &scale.to_string(), "TCP");
            }
            scale = MAX_SCALE;
        }
        let (end, peer) = self.tcp.pair(place);
        end.window_scale = scale;
        (end.window_seq, end.window_ack_seq) = (seg.seq, seg.ack);
        (peer.window_seq, peer.window_ack_seq) = (seg.ack, seg.seq);
    }

    pub(super) fn update_window(&mut self, place: u8, seg: &Segment<'_>) {
        let flags = seg.flags;
        let (end, peer) = self.tcp.pair(place);
        let window = u32::from(seg.window) << end.window_scale;
        let zero = window == 0 && !flags.rst() && peer.state != State::Closed && end.state != State::Reset;
        if zero {
            self.tally(place, Tally::ZeroWindow);
        }
        // SYNs, FINs and RSTs, and whatever follows a close, often take windows back for no reason of interest.
        let end = self.tcp.end_mut(place);
        let quiet =
            flags.syn() || flags.fin() || flags.rst() || matches!(end.state, State::Closed | State::Reset);
        if !quiet && take_window(end, window, seg.seq, seg.ack) {
            self.weird_bare(Weird::WindowRecision);
        }
    }
}
