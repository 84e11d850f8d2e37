//! The state machine of an endpoint.
use super::State;
use super::packet::Segment;
use super::process::TcpFlow;
use super::seq::between;
use crate::env::Due;
use crate::weird::Weird;
use event::tcp as events;

/// What a segment means for the connection as a whole.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Outcome {
    /// This side closes.
    pub(super) close: bool,
    /// And that is worth an event.
    pub(super) event: bool,
}

impl TcpFlow<'_> {
    pub(super) fn state(&self, place: u8) -> State {
        self.tcp.end(place).state
    }

    pub(super) fn set_state(&mut self, place: u8, new: State) {
        let peer = self.state(1 - place);
        let end = self.tcp.end_mut(place);
        if new == end.state {
            return;
        }
        let handshake_ends = !new.is_handshake() && end.state.is_handshake() && peer.is_handshake();
        end.prev_state = end.state;
        end.state = new;
        if handshake_ends {
            let timeout = self.env.opts.tcp_inactivity_timeout;
            self.flow().set_inactivity_timeout(timeout);
        }
    }

    pub(super) fn update_state(
        &mut self,
        place: u8,
        seg: &Segment<'_>,
        advance: i32,
        is_orig: bool,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        match self.state(place) {
            State::Inactive => self.when_inactive(place, seg, is_orig, &mut outcome),
            State::SynSent | State::SynAckSent => self.when_syn_sent(place, seg, is_orig, &mut outcome),
            State::Established | State::Partial => self.when_established(place, seg, &mut outcome),
            State::Closed => self.when_closed(place, seg, advance, &mut outcome),
            State::Reset => self.when_reset(seg),
        }
        outcome
    }

    fn when_inactive(&mut self, place: u8, seg: &Segment<'_>, is_orig: bool, outcome: &mut Outcome) {
        let flags = seg.flags;
        let peer = 1 - place;
        if flags.syn() {
            if is_orig {
                self.orig_syn(place, seg);
            } else {
                self.resp_syn(place, seg);
            }
        }
        if flags.fin() {
            self.set_state(place, State::Closed);
            *outcome = Outcome { close: true, event: true };
            if self.state(peer) != State::Partial && !flags.syn() {
                self.weird(Weird::SpontaneousFin);
            }
        }
        if flags.rst() {
            self.set_state(place, State::Reset);
            let rejects = if is_orig {
                // A SYN-ACK without a SYN, answered by a RST: a scan from behind.
                self.state(peer) == State::Established
            } else {
                matches!(self.state(peer), State::SynSent | State::SynAckSent)
            };
            *outcome = Outcome { close: true, event: !rejects };
            if rejects {
                self.event(|c| events::ConnectionRejected { c });
            } else if self.state(peer) == State::Inactive {
                self.weird(Weird::SpontaneousRst);
            }
        }
        if self.state(place) == State::Inactive {
            self.began_under_way(place, seg, is_orig);
        }
    }

    fn orig_syn(&mut self, place: u8, seg: &Segment<'_>) {
        if seg.flags.ack() {
            self.weird(Weird::ConnectionOriginatorSynAck);
            self.set_state(place, State::SynAckSent);
        } else {
            self.set_state(place, State::SynSent);
        }
        let delay = self.env.opts.tcp_attempt_delay;
        if delay != net_types::Interval::ZERO {
            self.flow().add_timer(delay, Due::TcpAttempt);
        }
    }

    fn resp_syn(&mut self, place: u8, seg: &Segment<'_>) {
        let peer = 1 - place;
        let o = self.tcp.end(peer);
        if seg.flags.ack() {
            if !matches!(o.state, State::Inactive | State::Partial)
                && !between(seg.ack, o.start_seq, o.last_seq)
            {
                self.weird(Weird::BadSynAck);
            }
        } else if o.state == State::SynAckSent && seg.seq == self.tcp.end(place).start_seq {
            // SYN and SYN-ACK came in the wrong order.
            self.tcp.partial = false;
            self.flip_roles();
            self.set_state(peer, State::Established);
            let orig = self.conn.orig;
            self.tcp.end_mut(orig).first_packet_seen = true;
        } else {
            self.weird(Weird::SimultaneousOpen);
        }
        match self.state(peer) {
            State::SynSent => self.set_state(peer, State::Established),
            State::Inactive => self.weird(Weird::UnsolicitedSynResponse),
            _ => {}
        }
        self.set_state(place, State::Established);
        if self.state(peer) != State::Partial {
            self.event(|c| events::ConnectionEstablished { c });
            self.flow().enable_status_updates();
        }
    }

    /// Neither SYN nor FIN nor RST, and it is the first that is heard of this side.
    fn began_under_way(&mut self, place: u8, seg: &Segment<'_>, is_orig: bool) {
        let peer = 1 - place;
        if !is_orig && seg.len == 0 && self.state(self.conn.orig) == State::SynSent {
            // Some hosts acknowledge a SYN before they answer it.
            return;
        }
        if seg.flags.ack() && self.state(peer) == State::Established {
            // The SYN was lost to us, the SYN-ACK was not.
            self.set_state(place, State::Established);
            self.tcp.partial = false;
            let seen = self.conn.place(crate::conn::Role::of(is_orig));
            self.tcp.end_mut(seen).first_packet_seen = true;
            return;
        }
        self.set_state(place, State::Partial);
        self.flow().enable_status_updates();
        if self.state(peer) == State::Partial {
            self.event(|c| events::PartialConnection { c });
        }
    }

    fn when_syn_sent(&mut self, place: u8, seg: &Segment<'_>, is_orig: bool, outcome: &mut Outcome) {
        let flags = seg.flags;
        let state = self.state(place);
        if flags.syn() {
            if is_orig && flags.ack() && !flags.fin() && !flags.rst() && state != State::SynAckSent {
                self.weird(Weird::RepeatedSynWithAck);
            }
            if !is_orig && !flags.ack() && state != State::SynSent {
                self.weird(Weird::RepeatedSynReplyWoAck);
            }
        }
        if flags.fin() {
            if matches!(self.state(1 - place), State::Inactive | State::SynSent) {
                self.weird(Weird::InappropriateFin);
            }
            self.set_state(place, State::Closed);
            *outcome = Outcome { close: true, event: true };
        }
        if flags.rst() {
            self.set_state(place, State::Reset);
            self.connection_reset();
            outcome.close = true;
        } else if seg.len > 0 {
            self.weird(Weird::DataBeforeEstablished);
        }
    }

    fn when_established(&mut self, place: u8, seg: &Segment<'_>, outcome: &mut Outcome) {
        let flags = seg.flags;
        let peer = 1 - place;
        if flags.syn()
            && !flags.ack()
            && self.state(place) == State::Partial
            && self.state(peer) == State::Inactive
        {
            self.weird(Weird::SynAfterPartial);
            self.set_state(place, State::SynSent);
        }
        if flags.fin() && !flags.rst() {
            self.set_state(place, State::Closed);
            let p = self.tcp.end(peer);
            if p.state == State::Reset && p.prev_state == State::Closed {
                // It sent a FIN before its RST: a normal end after all.
                self.set_state(peer, State::Closed);
            }
            *outcome = Outcome { close: true, event: true };
        }
        if flags.rst() {
            self.set_state(place, State::Reset);
            outcome.close = true;
            let p = self.tcp.end(peer);
            if p.state != State::Reset || p.prev_state != State::Established {
                self.connection_reset();
            }
        }
    }

    fn when_closed(&mut self, place: u8, seg: &Segment<'_>, advance: i32, outcome: &mut Outcome) {
        let flags = seg.flags;
        if flags.syn() {
            self.weird(Weird::SynAfterClose);
        }
        if flags.fin() && advance > 0 {
            self.weird(Weird::FinAdvancedLastSeq);
        }
        // After FINs of both sides a RST changes nothing.
        if flags.rst() && self.state(1 - place) != State::Closed {
            self.set_state(place, State::Reset);
            outcome.close |= !self.tcp.end(place).did_close;
            if self.sink.wants(<events::ConnectionReset as event::EventType>::ID) {
                let delay = self.env.opts.tcp_reset_delay;
                self.flow().add_timer(delay, Due::TcpReset);
            }
        }
    }

    fn when_reset(&mut self, seg: &Segment<'_>) {
        let flags = seg.flags;
        if flags.syn() {
            self.weird(Weird::SynAfterReset);
        }
        if flags.fin() {
            self.weird(Weird::FinAfterReset);
        }
        if seg.len > 0 && !flags.rst() {
            self.weird(Weird::DataAfterReset);
        }
    }
}
