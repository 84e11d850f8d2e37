//! The end of connections: closes, resets, and their timers.
use super::flow::TcpFlow;
use super::machine::Step;
use super::{Endpoint, State, Tcp};
use crate::env::Due;
use event::{EventType, tcp as events};
use net_types::Timestamp;

/// The outcome of a timer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Keep the connection.
    Keep,
    /// Remove the connection.
    Remove,
}

/// Whether a segment closes its sender's side, and how.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Closing {
    closes: bool,
    /// True if closing would raise `connection_finished`.
    is_news: bool,
}

impl Closing {
    /// Records a closing step of the state machine.
    pub(super) fn take(&mut self, step: Step, sender: &Endpoint) {
        self.closes |= step != Step::CloseOnce || !sender.did_close;
        self.is_news |= step == Step::Finish;
    }
}

/// What the connection still waits for after a side has closed.
enum Left {
    /// The other side has ended too or never spoke (`half`), or this side was reset.
    Nothing { half: bool },
    /// This side's first segment closed it; the other side has some seconds to follow.
    PeersClose,
    /// The other side may continue to send.
    PeersData,
}

impl Tcp {
    fn left_after_close(&self, place: u8) -> Left {
        let (end, peer) = (self.end(place), self.end(1 - place));
        let half = peer.state == State::Inactive;
        if half || peer.did_close || end.state == State::Reset {
            Left::Nothing { half }
        } else if end.prev_state == State::Inactive {
            Left::PeersClose
        } else {
            Left::PeersData
        }
    }

    /// True if an endpoint is in this state.
    pub(super) fn has(&self, state: State) -> bool {
        self.ends.iter().any(|e| e.state == state)
    }
}

impl TcpFlow<'_> {
    /// Closes the side of the endpoint at `place` if its segment does so.
    pub(super) fn conclude(&mut self, place: u8, closing: Closing) {
        if closing.closes {
            self.close(place, closing.is_news);
        }
    }

    /// Closes the side at `place`, now or when its stream is delivered.
    fn close(&mut self, place: u8, is_news: bool) {
        self.flow().each_analyzer(|a, cx| a.closed(cx));
        let waits = !self.conn.skipping && self.data_pending(place);
        self.tcp.close_deferred = waits;
        if waits {
            self.tcp.deferred_event |= is_news;
            return;
        }
        if std::mem::replace(&mut self.tcp.end_mut(place).did_close, true) {
            return;
        }
        let (last, opts) = (self.conn.last, &self.env.opts);
        match self.tcp.left_after_close(place) {
            Left::Nothing { half } => {
                let at = last + opts.tcp_close_delay;
                let lone_segment = half && self.tcp.end(place).prev_state == State::Inactive;
                if !lone_segment && std::mem::take(&mut self.tcp.deferred_event) | is_news {
                    self.finished(half);
                }
                self.flow().cancel_timers(Due::is_of_tcp);
                self.flow().add_timer_at(at, Due::Delete);
            }
            Left::PeersClose if self.sink.wants(events::ConnectionPartialClose::ID) => {
                let at = last + opts.tcp_partial_close_delay;
                self.flow().add_timer_at(at, Due::TcpPartialClose);
            }
            Left::PeersClose => {}
            Left::PeersData => {
                let at = last + opts.tcp_session_timer;
                self.flow().add_timer_at(at, Due::TcpExpire);
            }
        }
    }

    fn finished(&mut self, half: bool) {
        self.flow().each_analyzer(|a, cx| a.finished(cx, half));
        if half {
            self.event(|c| events::ConnectionHalfFinished { c });
        } else {
            self.event(|c| events::ConnectionFinished { c });
        }
        self.tcp.over = true;
    }

    pub(super) fn abort(&mut self) {
        self.event(|c| events::ConnectionReset { c });
        self.flow().each_analyzer(|a, cx| a.reset(cx));
        self.tcp.over = true;
    }

    pub(super) fn abort_later(&mut self) {
        if self.sink.wants(events::ConnectionReset::ID) {
            let delay = self.env.opts.tcp_reset_delay;
            self.flow().add_timer(delay, Due::TcpReset);
        }
    }

    /// Handles the end of the stream of the endpoint at `place`, after all of it was delivered.
    pub(super) fn end_of_stream(&mut self, place: u8) {
        let role = self.role(place);
        self.event(|c| events::ConnectionEof { c, is_orig: role.is_orig() });
        self.flow().each_analyzer(|a, cx| a.end_of_stream(cx, role));
        if self.tcp.close_deferred {
            if !self.conn.skipping && self.data_pending(place) && self.tcp.both_closed() {
                self.weird(crate::weird::Weird::PendingDataWhenClosed);
            }
            let is_news = self.tcp.deferred_event;
            self.close(place, is_news);
            self.tcp.close_deferred = false;
        }
    }

    /// Handles the timer by which a SYN should have been answered.
    pub(crate) fn attempt_timer(&mut self) -> Verdict {
        let [orig, resp] = [self.conn.orig, 1 - self.conn.orig].map(|place| self.tcp.end(place).state);
        let waits = matches!(orig, State::SynSent | State::SynAckSent) && resp == State::Inactive;
        if self.tcp.over || !waits {
            return Verdict::Keep;
        }
        self.event(|c| events::ConnectionAttempt { c });
        self.tcp.over = true;
        Verdict::Remove
    }

    /// Handles the timer by which the peer of a side that closed with its first segment should have closed.
    pub(crate) fn partial_close_timer(&mut self) -> Verdict {
        let t = &*self.tcp;
        if t.over || t.both_closed() || t.has(State::Inactive) || t.has(State::Reset) {
            return Verdict::Keep;
        }
        self.event(|c| events::ConnectionPartialClose { c });
        Verdict::Remove
    }

    /// Checks periodically whether the connection is dead.
    pub(crate) fn expire_timer(&mut self, now: Timestamp) -> Verdict {
        let t = &*self.tcp;
        if t.over {
            return Verdict::Keep;
        }
        let done = t.is_closed() && (t.both_closed() || t.has(State::Reset) || t.has(State::Inactive));
        let never_began = t.ends.iter().all(|e| e.state == State::Inactive);
        let lingers = self.conn.last + self.env.opts.tcp_connection_linger >= now;
        if lingers || !(done || never_began) {
            let at = now + self.env.opts.tcp_session_timer;
            self.flow().add_timer_at(at, Due::TcpExpire);
            return Verdict::Keep;
        }
        self.event(|c| event::conn::ConnectionTimeout { c });
        self.tcp.over |= done;
        Verdict::Remove
    }

    /// Handles the timer set by a RST.
    pub(crate) fn reset_timer(&mut self) -> Verdict {
        if self.tcp.over {
            return Verdict::Keep;
        }
        if !self.tcp.both_closed() {
            self.abort();
        }
        Verdict::Remove
    }
}
