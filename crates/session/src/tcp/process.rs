//! One segment: sequence numbers, history, window, state, stream, in this order.
use super::packet::Segment;
use super::seq::delta;
use super::state::Outcome;
use super::window::SynOptions;
use super::{Endpoint, State, Tally, Tcp};
use crate::conn::{Conn, Role};
use crate::env::Env;
use crate::flow::Flow;
use crate::sink::Sink;
use crate::weird::Weird;
use event::{ConnId, EventType, tcp as events};

/// A jump of sequence numbers that is no jump but a mistake.
const TOO_LARGE_DELTA: i32 = 1 << 20;

/// Letters that come once; the responder's bits are 16 higher.
mod letter {
    pub(super) const SYN: u32 = 0x1;
    pub(super) const FIN: u32 = 0x2;
    pub(super) const RST: u32 = 0x4;
    pub(super) const FIN_RST: u32 = 0x8;
    pub(super) const DATA: u32 = 0x10;
    pub(super) const ACK: u32 = 0x20;
    pub(super) const MULTI: u32 = 0x40;
}

/// A TCP connection with everything that a segment may touch.
pub(crate) struct TcpFlow<'a> {
    pub(crate) id: ConnId,
    pub(crate) conn: &'a mut Conn,
    pub(crate) tcp: &'a mut Tcp,
    pub(crate) env: &'a mut Env,
    pub(crate) sink: &'a mut dyn Sink,
}

impl TcpFlow<'_> {
    /// The same without the TCP in its type.
    #[inline]
    pub(crate) fn flow(&mut self) -> Flow<'_> {
        Flow { id: self.id, conn: self.conn, tcp: Some(self.tcp), env: self.env, sink: self.sink }
    }

    /// Hands over an event where somebody wants it.
    #[inline]
    pub(crate) fn event<E: EventType>(&mut self, build: impl FnOnce(ConnId) -> E) {
        if self.sink.wants(E::ID) {
            self.conn.draw_uid(&mut self.env.uids);
            self.sink.about(&self.conn.view(self.id, Some(self.tcp)));
            self.sink.take(&build(self.id));
        }
    }

    /// An oddity that TCP reports.
    #[cold]
    pub(crate) fn weird(&mut self, w: Weird) {
        self.weird_with(w, "", "TCP");
    }

    /// An oddity that nobody signs.
    #[cold]
    pub(super) fn weird_bare(&mut self, w: Weird) {
        self.weird_with(w, "", "");
    }

    #[cold]
    pub(super) fn weird_with(&mut self, w: Weird, addl: &str, source: &'static str) {
        self.flow().weird(w.name(), addl.as_bytes(), source);
    }

    /// The role that a place plays now.
    #[inline]
    pub(super) fn role(&self, place: u8) -> Role {
        Role::of(place == self.conn.orig)
    }

    fn letter_of(&self, place: u8, letter: u8) -> u8 {
        if self.role(place).is_orig() { letter } else { letter.to_ascii_lowercase() }
    }

    /// Adds a letter of an endpoint.
    fn add_letter(&mut self, place: u8, letter: u8) {
        let letter = self.letter_of(place, letter);
        self.flow().push_letter(letter);
    }

    /// Adds a letter of an endpoint once; true where it was there.
    fn letter_once(&mut self, place: u8, mask: u32, letter: u8) -> bool {
        if matches!(letter, b'A' | b'D') && self.conn.history.as_bytes() == b"H" {
            // The connection began with a SYN-ACK and now moves on, so that was no scan: its sender is the responder,
            // and the SYN was lost to us.
            self.flip_roles();
            self.conn.history.replace(b"^h");
            let orig = self.conn.orig;
            self.tcp.end_mut(orig).first_packet_seen = true;
        }
        let mask = if self.role(place).is_orig() { mask } else { mask << 16 };
        if self.conn.seen_letters & mask != 0 {
            return true;
        }
        self.conn.seen_letters |= mask;
        self.add_letter(place, letter);
        false
    }

    pub(super) fn flip_roles(&mut self) {
        // Before the connection: what its event shows must not mix old and new.
        self.tcp.partial = false;
        self.flow().flip_roles();
    }

    /// Counts something of an endpoint that leaves a letter at powers of ten.
    pub(crate) fn tally(&mut self, place: u8, what: Tally) {
        let Some(threshold) = self.tcp.end_mut(place).tally(what) else { return };
        let is_orig = self.role(place).is_orig();
        self.add_letter(
            place,
            match what {
                Tally::Gap => b'G',
                Tally::Checksum => b'C',
                Tally::Rexmit => b'T',
                Tally::ZeroWindow => b'W',
            },
        );
        if threshold == 1 {
            return;
        }
        let threshold = threshold.into();
        match what {
            Tally::Gap => self.event(|c| events::TcpMultipleGap { c, is_orig, threshold }),
            Tally::Checksum => self.event(|c| events::TcpMultipleChecksumErrors { c, is_orig, threshold }),
            Tally::Rexmit => self.event(|c| events::TcpMultipleRetransmissions { c, is_orig, threshold }),
            Tally::ZeroWindow => self.event(|c| events::TcpMultipleZeroWindows { c, is_orig, threshold }),
        }
    }

    /// A segment that the endpoint at `place` sent.
    pub(crate) fn process(&mut self, place: u8, seg: &Segment<'_>) {
        let flags = seg.flags;
        // The role at the beginning: the segment itself may exchange the roles.
        let is_orig = self.role(place).is_orig();
        self.note_partial(place, seg);

        let behind = seg.seq.wrapping_add(seg.seq_len());
        self.init_endpoint(place, seg, behind);

        let end = self.tcp.end(place);
        let (rel_seq, underflow) = end.relative_near(seg.seq, end.last_seq, end.seq_wraps);
        if underflow && !flags.rst() {
            self.weird(Weird::TcpSeqUnderflowOrMisorder);
        }

        self.note_letters(place, seg, rel_seq);
        self.update_window(place, seg);

        let now = self.env.ts;
        if !self.tcp.both_closed() {
            self.conn.last = now;
        }
        if flags.syn() {
            self.look_at_syn(place, seg, is_orig);
        }
        if flags.fin() {
            self.count_fin(place, rel_seq.wrapping_add(seg.seq_len().into()));
        }
        if flags.rst() {
            self.count_rst(place);
        }

        let mut rel_ack = 0;
        if flags.ack() {
            rel_ack = self.take_ack(place, seg, is_orig);
        }
        let advance = self.update_last_seq(place, behind, seg);
        self.tcp.end_mut(place).last_time = now;

        let outcome = self.update_state(place, seg, advance, is_orig);
        if flags.ack() {
            // After the state: a gap that shows at the very end is no gap worth a letter.
            self.ack_received(1 - place, rel_ack);
        }
        self.packet_events(seg, rel_seq, rel_ack, is_orig);
        self.first_packet(Role::of(is_orig), seg);

        let data_seq = if flags.syn() { rel_seq.wrapping_add(1) } else { rel_seq };
        self.tcp.last_data_seq = data_seq;
        if seg.len > 0 && !flags.rst() && !self.conn.skipping && !underflow {
            self.data_sent(place, data_seq, seg);
        }
        self.check_eof(place);
        if let Outcome { close: true, event } = outcome {
            // After the data that came with a FIN.
            self.connection_closed(place, event);
        }
    }

    /// What the first packet of each side says about whether the connection is seen whole.
    fn note_partial(&mut self, place: u8, seg: &Segment<'_>) {
        if self.tcp.end(place).first_packet_seen {
            return;
        }
        let flags = seg.flags;
        if self.role(place).is_orig() {
            self.tcp.partial = !flags.syn() || flags.ack();
        } else if !self.tcp.partial {
            self.tcp.partial = !flags.syn();
        }
    }

    fn first_packet(&mut self, role: Role, seg: &Segment<'_>) {
        let place = self.conn.place(role);
        let end = self.tcp.end_mut(place);
        if !end.first_packet_seen {
            end.first_packet_seen = true;
            self.flow().detection_begins(role, seg.headers);
        }
    }

    /// Sets an endpoint's sequence numbers by its first segment, or by one that must be taken for the first.
    fn init_endpoint(&mut self, place: u8, seg: &Segment<'_>, behind: u32) {
        let syn = seg.flags.syn();
        let end = self.tcp.end(place);
        match end.state {
            State::Inactive if syn => self.tcp.end_mut(place).init_seqs(seg.seq, behind),
            // As if a SYN had come, so that relative numbers begin alike; and the packet is no retransmission.
            State::Inactive => self.tcp.end_mut(place).init_seqs(seg.seq.wrapping_sub(1), seg.seq),
            State::SynSent | State::SynAckSent => {
                if syn && seg.seq != end.start_seq {
                    self.weird_bare(Weird::SynSeqJump);
                    self.tcp.end_mut(place).init_seqs(seg.seq, behind);
                }
            }
            State::Established | State::Partial => {
                if syn {
                    let jump = seg.seq != end.start_seq;
                    if end.size(self.tcp.end(1 - place)) > 0 {
                        self.weird_bare(Weird::SynInsideConnection);
                    }
                    if jump {
                        self.weird_bare(Weird::SynSeqJump);
                    }
                    // Perhaps this one sets the connection up after all.
                    self.tcp.end_mut(place).init_seqs(seg.seq, behind);
                }
            }
            State::Reset => {
                // Numbers that a lone RST gave, which may have been forged, yield to a SYN's.
                if syn && end.prev_state == State::Inactive {
                    self.tcp.end_mut(place).init_seqs(seg.seq, behind);
                }
            }
            State::Closed => {}
        }
    }

    fn note_letters(&mut self, place: u8, seg: &Segment<'_>, rel_seq: u64) {
        let flags = seg.flags;
        match (flags.syn(), flags.fin(), flags.rst()) {
            (false, false, false) => {
                if seg.len > 0 {
                    self.letter_once(place, letter::DATA, b'D');
                } else if flags.ack() {
                    self.letter_once(place, letter::ACK, b'A');
                }
            }
            (true, false, false) => {
                let code = if flags.ack() { b'H' } else { b'S' };
                self.control_letter(place, 0, letter::SYN, code, rel_seq);
            }
            // A FIN's number lies behind the data that comes with it.
            (false, true, false) => {
                self.control_letter(place, 1, letter::FIN, b'F', rel_seq.wrapping_add(seg.len.into()));
            }
            (false, false, true) => self.control_letter(place, 2, letter::RST, b'R', rel_seq),
            (_, true, true) => {
                self.letter_once(place, letter::FIN_RST, b'I');
            }
            _ => {
                self.letter_once(place, letter::MULTI, b'Q');
            }
        }
    }

    /// SYN, FIN and RST have a letter each time that their sequence number is another one.
    fn control_letter(&mut self, place: u8, slot: usize, mask: u32, code: u8, seq: u64) {
        let came = self.letter_once(place, mask, code);
        let last = self.tcp.end_mut(place).letter_seq.get_mut(slot);
        let moved = last.is_some_and(|l| std::mem::replace(l, seq) != seq);
        if came && moved {
            self.add_letter(place, code);
        }
    }

    fn look_at_syn(&mut self, place: u8, seg: &Segment<'_>, is_orig: bool) {
        let flags = seg.flags;
        if flags.rst() {
            self.weird(Weird::TcpChristmas);
        }
        if flags.urg() {
            self.weird(Weird::BaroqueSyn);
        }
        if seg.len > 0 {
            self.weird(Weird::SynWithData);
        }
        let options = SynOptions::of(seg.options);
        self.init_window(place, seg, options.window_scale);
        self.event(|c| events::ConnectionSynPacket {
            c,
            pkt: super::events::syn_packet(seg, &options, is_orig),
        });
    }

    fn is_storm(&self, end: &Endpoint, count: u32) -> bool {
        let opts = &self.env.opts;
        count >= opts.tcp_storm_thresh && self.env.ts < end.last_time + opts.tcp_storm_interarrival_thresh
    }

    fn count_fin(&mut self, place: u8, behind: u64) {
        let end = self.tcp.end_mut(place);
        end.fin_count += 1;
        if self.is_storm(self.tcp.end(place), self.tcp.end(place).fin_count) {
            self.weird(Weird::FinStorm);
        }
        self.tcp.end_mut(place).fin_seq = behind;
    }

    fn count_rst(&mut self, place: u8) {
        let end = self.tcp.end_mut(place);
        end.rst_count += 1;
        if self.is_storm(self.tcp.end(place), self.tcp.end(place).rst_count) {
            self.weird(Weird::RstStorm);
        }
        self.flow().each_analyzer(|a, cx| a.packet_with_rst(cx));
    }

    /// What a segment acknowledges, as a relative number of its peer's.
    fn take_ack(&mut self, place: u8, seg: &Segment<'_>, is_orig: bool) -> u64 {
        let flags = seg.flags;
        let state = self.tcp.end(place).state;
        if is_orig && !self.tcp.seen_first_ack && matches!(state, State::Established | State::SynSent) {
            self.tcp.seen_first_ack = true;
            self.event(|c| events::ConnectionFirstAck { c });
        }
        let peer = self.tcp.end(1 - place);
        if peer.state == State::Inactive {
            let pure = !flags.syn() && !flags.fin() && !flags.rst();
            let began = matches!(state, State::SynSent | State::SynAckSent | State::Established);
            if pure && began && !self.conn.had_weird {
                // Somebody answers who was not heard.
                self.weird_bare(Weird::PossibleSplitRouting);
            }
            let start = seg.ack.wrapping_sub(1);
            self.tcp.end_mut(1 - place).init_seqs(start, start);
            return 1;
        }
        let (rel_ack, underflow) = peer.relative_near(seg.ack, peer.ack_seq, peer.ack_wraps);
        if underflow {
            self.weird(Weird::TcpAckUnderflowOrMisorder);
            return 0;
        }
        if !flags.rst() {
            let peer = self.tcp.end_mut(1 - place);
            let advance = delta(seg.ack, peer.ack_seq);
            // A jump to zero is more likely a mistake.
            if advance > 0 && !(seg.ack == 0 && advance > TOO_LARGE_DELTA) {
                peer.advance_ack_seq(seg.ack);
            }
        }
        rel_ack
    }

    /// Moves the highest sequence number seen; how far it would have moved.
    fn update_last_seq(&mut self, place: u8, behind: u32, seg: &Segment<'_>) -> i32 {
        let flags = seg.flags;
        let end = self.tcp.end_mut(place);
        let advance = delta(behind, end.last_seq);
        let outlandish = advance.unsigned_abs() > TOO_LARGE_DELTA as u32;
        if (flags.syn() || flags.rst()) && outlandish {
            return advance;
        }
        if flags.fin() && end.last_seq == end.start_seq.wrapping_add(1) {
            // Of a connection beyond 2 GB nothing but SYN and FIN may have been seen.
            end.advance_last_seq(behind);
        } else if end.state == State::Reset {
            // What comes after a RST is not to be trusted.
        } else if advance > 0 {
            end.advance_last_seq(behind);
        } else if seg.len > 0 {
            self.tally(place, Tally::Rexmit);
        }
        advance
    }
}
