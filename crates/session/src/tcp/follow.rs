//! Processing of one segment, in the order of its events: start of a connection, sequence number, history letters,
//! window, acknowledgement, state machine, data, and end of a stream.
use super::ending::Closing;
use super::flow::TcpFlow;
use super::machine::{Plan, Step};
use super::segment::Segment;
use super::seq::Progress;
use super::window::SynOptions;
use super::{Endpoint, State, Tally};
use crate::conn::Role;
use crate::env::Due;
use crate::weird::Weird;
use event::tcp as events;
use net_types::Interval;

/// Sequence numbers that jump at least this far are taken for mistakes. Early TCP had no windows this large; such a
/// segment mostly is a SYN or RST of another connection.
const FARTHEST_JUMP: i32 = 1 << 20;

impl TcpFlow<'_> {
    /// Processes a segment that the endpoint at `place` sent.
    pub(crate) fn process(&mut self, place: u8, seg: &Segment<'_>) {
        let flags = seg.flags;
        // Read before processing, which may exchange the roles.
        let role = self.role(place);
        self.note_beginning(place, seg);
        self.begin_sequence(place, seg);
        let offset = self.tcp.end(place).progress.offset_of_seq(seg.seq);
        let precedes = offset < 0;
        if precedes && !flags.rst() {
            self.weird(Weird::TcpSeqUnderflowOrMisorder);
        }
        self.note_letter(place, seg, offset);
        self.note_window(place, seg);

        let now = self.env.ts;
        if !self.tcp.both_closed() {
            self.conn.last = now;
        }
        if flags.syn() {
            self.note_syn(place, seg, role);
        }
        if flags.fin() || flags.rst() {
            self.count_end(place, seg, offset);
        }
        let acked = if flags.ack() { self.note_ack(place, seg, role) } else { 0 };
        let advance = self.advance(place, seg);
        self.tcp.end_mut(place).last_time = now;

        let peer_state = self.tcp.end(1 - place).state;
        let plan = Plan::of(self.tcp.end(place).state, peer_state, role, seg);
        let closing =
            if plan.is_empty() { Closing::default() } else { self.carry_out(plan, place, seg, advance) };
        if flags.ack() {
            // After the state machine: a gap at the end of a reset connection leaves no letter.
            self.acknowledged(1 - place, acked);
        }
        self.packet_events(seg, offset as u64, acked, role.is_orig());
        self.begin_detection(role, seg);
        if seg.len > 0 && !flags.rst() && !self.conn.skipping && !precedes {
            self.data(place, offset as u64 + u64::from(flags.syn()), seg);
        }
        self.check_eof(place);
        self.conclude(place, closing);
    }

    /// Runs the steps of the state machine.
    fn carry_out(&mut self, plan: Plan, place: u8, seg: &Segment<'_>, advance: i32) -> Closing {
        let peer = 1 - place;
        let mut closing = Closing::default();
        for step in plan.steps() {
            match step {
                Step::Enter(state) => self.enter(place, state),
                Step::PeerEnters(state) => self.enter(peer, state),
                Step::ExchangeRoles => self.exchange_roles(),
                Step::NotPartial => {
                    self.tcp.partial = false;
                    self.tcp.end_mut(place).first_packet_seen = true;
                }
                Step::Odd(weird) => self.weird(weird),
                Step::OddUnlessAcksPeer if self.tcp.end(peer).progress.covers(seg.ack) => {}
                Step::OddUnlessAcksPeer => self.weird(Weird::BadSynAck),
                Step::OddIfBeyondFin if advance <= 0 => {}
                Step::OddIfBeyondFin => self.weird(Weird::FinAdvancedLastSeq),
                Step::AwaitAnswer => self.await_answer(),
                Step::ReportStatus => self.flow().enable_status_updates(),
                Step::SayEstablished => self.event(|c| events::ConnectionEstablished { c }),
                Step::SayPartial => self.event(|c| events::PartialConnection { c }),
                Step::SayRejected => self.event(|c| events::ConnectionRejected { c }),
                Step::Abort => self.abort(),
                Step::AbortUnlessAborted if self.tcp.end(peer).went(State::Established, State::Reset) => {}
                Step::AbortUnlessAborted => self.abort(),
                Step::AbortLater => self.abort_later(),
                Step::ForgivePeer if self.tcp.end(peer).went(State::Closed, State::Reset) => {
                    self.enter(peer, State::Closed);
                }
                Step::ForgivePeer => {}
                Step::Close | Step::CloseOnce | Step::Finish => closing.take(step, self.tcp.end(place)),
            }
        }
        closing
    }

    fn enter(&mut self, place: u8, new: State) {
        let peer = self.tcp.end(1 - place).state;
        let end = self.tcp.end_mut(place);
        let old = std::mem::replace(&mut end.state, new);
        end.prev_state = old;
        if old.is_handshake() && peer.is_handshake() && !new.is_handshake() {
            // TCP's own timeout applies once the handshake is complete.
            let timeout = self.env.opts.tcp_inactivity_timeout;
            self.flow().set_inactivity_timeout(timeout);
        }
    }

    fn await_answer(&mut self) {
        let delay = self.env.opts.tcp_attempt_delay;
        if delay != Interval::ZERO {
            self.flow().add_timer(delay, Due::TcpAttempt);
        }
    }

    /// Determines from each side's first segment whether the connection was already established.
    fn note_beginning(&mut self, place: u8, seg: &Segment<'_>) {
        if self.tcp.end(place).first_packet_seen {
            return;
        }
        let flags = seg.flags;
        if self.role(place).is_orig() {
            self.tcp.partial = !flags.syn() || flags.ack();
        } else {
            self.tcp.partial |= !flags.syn();
        }
    }

    /// Starts protocol detection with a side's first segment.
    fn begin_detection(&mut self, role: Role, seg: &Segment<'_>) {
        let place = self.conn.place(role);
        if !std::mem::replace(&mut self.tcp.end_mut(place).first_packet_seen, true) {
            self.flow().detection_begins(role, seg.headers);
        }
    }

    /// Sets an endpoint's initial sequence number: by its first segment, or again by a SYN that contradicts it.
    fn begin_sequence(&mut self, place: u8, seg: &Segment<'_>) {
        let end = self.tcp.end(place);
        let state = end.state;
        if state != State::Inactive && !seg.flags.syn() {
            return;
        }
        let jumps = seg.seq != end.progress.first();
        let begins = match state {
            State::Inactive => true,
            State::SynSent | State::SynAckSent => jumps,
            State::Partial | State::Established => {
                if end.size(self.tcp.end(1 - place)) > 0 {
                    self.weird_bare(Weird::SynInsideConnection);
                }
                true
            }
            // The number came from a lone RST, perhaps a forged one; a SYN is more credible.
            State::Reset => end.prev_state == State::Inactive,
            State::Closed => false,
        };
        if begins {
            if jumps && !matches!(state, State::Inactive | State::Reset) {
                self.weird_bare(Weird::SynSeqJump);
            }
            // Without a SYN, one is assumed just before the segment, so that data always begins at offset 1.
            let next = seg.seq.wrapping_add(if seg.flags.syn() { seg.seq_len() } else { 0 });
            let first = if seg.flags.syn() { seg.seq } else { seg.seq.wrapping_sub(1) };
            self.tcp.end_mut(place).progress = Progress::starting(first, next);
        }
    }

    fn note_syn(&mut self, place: u8, seg: &Segment<'_>, role: Role) {
        let flags = seg.flags;
        let odd = [
            (flags.rst(), Weird::TcpChristmas),
            (flags.urg(), Weird::BaroqueSyn),
            (seg.len > 0, Weird::SynWithData),
        ];
        for (_, weird) in odd.into_iter().filter(|(is_odd, _)| *is_odd) {
            self.weird(weird);
        }
        let options = SynOptions::of(seg.options);
        self.begin_window(place, seg, options.window_scale);
        self.event(|c| events::ConnectionSynPacket {
            c,
            pkt: super::events::syn_packet(seg, &options, role.is_orig()),
        });
    }

    /// Counts FINs and RSTs; several in a short time are a storm.
    fn count_end(&mut self, place: u8, seg: &Segment<'_>, offset: i64) {
        let end = self.tcp.end(place);
        let (thresh, within) = (self.env.opts.tcp_storm_thresh, self.env.opts.tcp_storm_interarrival_thresh);
        let soon = self.env.ts < end.last_time + within;
        let storms = |count: u32| soon && count >= thresh;
        if seg.flags.fin() {
            let fins = end.fin_count + 1;
            if storms(fins) {
                self.weird(Weird::FinStorm);
            }
            let end = self.tcp.end_mut(place);
            end.fin_count = fins;
            end.fin_end = (offset + i64::from(seg.seq_len())) as u64;
        }
        if seg.flags.rst() {
            let rsts = self.tcp.end(place).rst_count + 1;
            self.tcp.end_mut(place).rst_count = rsts;
            if storms(rsts) {
                self.weird(Weird::RstStorm);
            }
            self.flow().each_analyzer(|a, cx| a.packet_with_rst(cx));
        }
    }

    /// Records the acknowledgement of a segment. Returns its offset in the peer's sequence space.
    fn note_ack(&mut self, place: u8, seg: &Segment<'_>, role: Role) -> u64 {
        let flags = seg.flags;
        let state = self.tcp.end(place).state;
        let opened = matches!(state, State::Established | State::SynSent);
        if role.is_orig() && opened && !self.tcp.seen_first_ack {
            self.tcp.seen_first_ack = true;
            self.event(|c| events::ConnectionFirstAck { c });
        }
        if self.tcp.end(1 - place).state == State::Inactive {
            let plain = !(flags.syn() || flags.fin() || flags.rst());
            if plain && (opened || state == State::SynAckSent) && !self.conn.had_weird {
                // The segment acknowledges packets that were not captured.
                self.weird_bare(Weird::PossibleSplitRouting);
            }
            let first = seg.ack.wrapping_sub(1);
            self.tcp.end_mut(1 - place).progress = Progress::starting(first, first);
            return 1;
        }
        let progress = self.tcp.end(1 - place).progress;
        let offset = progress.offset_of_ack(seg.ack);
        if offset < 0 {
            self.weird(Weird::TcpAckUnderflowOrMisorder);
            return 0;
        }
        let advance = progress.beyond_acked(seg.ack);
        // A distant 0 is probably an unset field.
        let unfilled = seg.ack == 0 && advance > FARTHEST_JUMP;
        if advance > 0 && !unfilled && !flags.rst() {
            self.tcp.end_mut(1 - place).progress.ack_to(seg.ack);
        }
        offset as u64
    }

    /// Advances the sent offset of an endpoint. Returns how far the segment goes beyond it.
    fn advance(&mut self, place: u8, seg: &Segment<'_>) -> i32 {
        let flags = seg.flags;
        let next = seg.seq.wrapping_add(seg.seq_len());
        let Endpoint { state, progress, .. } = self.tcp.end_mut(place);
        let advance = progress.beyond_sent(next);
        if (flags.syn() || flags.rst()) && advance.unsigned_abs() > FARTHEST_JUMP.unsigned_abs() {
            // The number belongs to another connection.
        } else if flags.fin() && progress.sent() == 1 {
            // If only the handshake and FINs are captured, the FIN tells the size, even beyond 2 GB.
            progress.send_to(next);
        } else if *state == State::Reset {
            // A RST may be forged; nothing after it is counted.
        } else if advance > 0 {
            progress.send_to(next);
        } else if seg.len > 0 {
            self.tally(place, Tally::Rexmit);
        }
        advance
    }
}
