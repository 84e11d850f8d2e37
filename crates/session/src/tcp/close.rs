//! How connections end: closes, resets, and the timers that look after them.
use super::process::TcpFlow;
use super::{State, Tcp};
use crate::env::Due;
use event::{EventType, tcp as events};
use net_types::Timestamp;

/// What a timer found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The connection goes on.
    Keep,
    /// It is to be removed.
    Remove,
}

impl Tcp {
    fn has_reset(&self) -> bool {
        self.ends.iter().any(|e| e.state == State::Reset)
    }

    fn has_silent(&self) -> bool {
        self.ends.iter().any(|e| e.state == State::Inactive)
    }
}

impl TcpFlow<'_> {
    /// The endpoint at `place` has closed, by a FIN or a RST.
    pub(super) fn connection_closed(&mut self, place: u8, mut event: bool) {
        let peer = 1 - place;
        self.flow().each_analyzer(|a, cx| a.closed(cx));
        if !self.conn.skipping && self.data_pending(place) {
            self.tcp.close_deferred = true;
            self.tcp.deferred_event |= event;
            return;
        }
        self.tcp.close_deferred = false;
        if self.tcp.end(place).did_close {
            return;
        }
        self.tcp.end_mut(place).did_close = true;

        let (end, other) = (self.tcp.end(place), self.tcp.end(peer));
        let complete = end.state == State::Reset || other.did_close || other.state == State::Inactive;
        let first_news = end.prev_state == State::Inactive;
        let peer_silent = other.state == State::Inactive;
        if complete {
            if !first_news || !peer_silent {
                event |= std::mem::take(&mut self.tcp.deferred_event);
                if event {
                    self.connection_finished(peer_silent);
                }
            }
            self.flow().cancel_timers(Due::is_of_tcp);
            let (at, due) = (self.conn.last + self.env.opts.tcp_close_delay, Due::Delete);
            self.flow().add_timer_at(at, due);
        } else if first_news {
            if self.sink.wants(events::ConnectionPartialClose::ID) {
                let at = self.conn.last + self.env.opts.tcp_partial_close_delay;
                self.flow().add_timer_at(at, Due::TcpPartialClose);
            }
        } else {
            let at = self.conn.last + self.env.opts.tcp_session_timer;
            self.flow().add_timer_at(at, Due::TcpExpire);
        }
    }

    fn connection_finished(&mut self, half: bool) {
        self.flow().each_analyzer(|a, cx| a.finished(cx, half));
        if half {
            self.event(|c| events::ConnectionHalfFinished { c });
        } else {
            self.event(|c| events::ConnectionFinished { c });
        }
        self.tcp.over = true;
    }

    pub(super) fn connection_reset(&mut self) {
        self.event(|c| events::ConnectionReset { c });
        self.flow().each_analyzer(|a, cx| a.reset(cx));
        self.tcp.over = true;
    }

    /// An answer to the SYN should have come by now.
    pub(crate) fn attempt_timer(&mut self) -> Verdict {
        let (orig, resp) = (self.state(self.conn.orig), self.state(1 - self.conn.orig));
        let unanswered = matches!(orig, State::SynSent | State::SynAckSent) && resp == State::Inactive;
        if self.tcp.over || !unanswered {
            return Verdict::Keep;
        }
        self.event(|c| events::ConnectionAttempt { c });
        self.tcp.over = true;
        Verdict::Remove
    }

    /// The other side should have closed, too.
    pub(crate) fn partial_close_timer(&mut self) -> Verdict {
        let t = &*self.tcp;
        if t.over || t.has_silent() || t.both_closed() || t.has_reset() {
            return Verdict::Keep;
        }
        self.event(|c| events::ConnectionPartialClose { c });
        Verdict::Remove
    }

    /// Looks whether the connection is dead, from time to time.
    pub(crate) fn expire_timer(&mut self, now: Timestamp) -> Verdict {
        if self.tcp.over {
            return Verdict::Keep;
        }
        if self.conn.last + self.env.opts.tcp_connection_linger < now {
            let t = &*self.tcp;
            let closed = t.is_closed() && (t.both_closed() || t.has_reset() || t.has_silent());
            let never_lived = t.ends.iter().all(|e| e.state == State::Inactive);
            if closed || never_lived {
                self.event(|c| event::conn::ConnectionTimeout { c });
                if closed {
                    self.tcp.over = true;
                }
                return Verdict::Remove;
            }
        }
        let at = now + self.env.opts.tcp_session_timer;
        self.flow().add_timer_at(at, Due::TcpExpire);
        Verdict::Keep
    }

    /// Some time has passed since a RST.
    pub(crate) fn reset_timer(&mut self) -> Verdict {
        if self.tcp.over {
            return Verdict::Keep;
        }
        if !self.tcp.both_closed() {
            self.connection_reset();
        }
        Verdict::Remove
    }

    /// The stream of the endpoint at `place` is at its end, all of it delivered.
    pub(super) fn end_of_stream(&mut self, place: u8) {
        let role = self.role(place);
        self.event(|c| events::ConnectionEof { c, is_orig: role.is_orig() });
        self.flow().each_analyzer(|a, cx| a.end_of_stream(cx, role));
        if self.tcp.close_deferred {
            if !self.conn.skipping && self.data_pending(place) && self.tcp.both_closed() {
                self.weird(crate::weird::Weird::PendingDataWhenClosed);
            }
            let event = self.tcp.deferred_event;
            self.connection_closed(place, event);
            self.tcp.close_deferred = false;
        }
    }
}
