//! Liveness of a peer.
//!
//! A peer that supports ZMTP 3.1 gets a PING every two seconds. Anything it sends counts as an answer, and so does any
//! progress on a full socket. A peer that has not answered for six seconds is considered dead. Older peers do not
//! support PING; TCP keep-alive probes them. Neither notices a dead network while bytes wait to be sent, since the socket's
//! buffer grows without an answer: then the system gives up the connection.
use rustix::net::sockopt;
use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

const ASK_EVERY: Duration = Duration::from_secs(2);
const ANSWER_WITHIN: Duration = Duration::from_secs(6);

/// The time that a peer may have to wait for our next PING, in tenths of a second.
pub(crate) const TTL_TENTHS: u16 = 80;

/// The liveness state of a peer.
pub(crate) struct Life {
    asked: Instant,
    /// The time when the first unanswered PING was sent.
    owes_since: Option<Instant>,
}

impl Life {
    pub(crate) fn new(now: Instant) -> Self {
        Life { asked: now, owes_since: None }
    }

    /// Records a sign of life.
    pub(crate) fn heard(&mut self) {
        self.owes_since = None;
    }

    /// Whether a PING is due. If so, records it as sent.
    pub(crate) fn is_time_to_ask(&mut self, now: Instant) -> bool {
        let is_due = now.saturating_duration_since(self.asked) >= ASK_EVERY;
        if is_due {
            self.asked = now;
            self.owes_since.get_or_insert(now);
        }
        is_due
    }

    /// Whether the peer has been silent for too long.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.owes_since.is_some_and(|since| now.saturating_duration_since(since) >= ANSWER_WITHIN)
    }
}

/// How long sent bytes may stay without acknowledgement, in milliseconds.
const ACKNOWLEDGED_WITHIN: u32 = 7000;

/// Enables TCP keep-alive. An idle peer is given up eight seconds after its last sign of life, one that acknowledges
/// nothing after seven.
pub(crate) fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, Duration::from_secs(4))?;
    sockopt::set_tcp_keepintvl(stream, Duration::from_secs(1))?;
    sockopt::set_tcp_keepcnt(stream, 4)?;
    sockopt::set_tcp_user_timeout(stream, ACKNOWLEDGED_WITHIN)?;
    Ok(())
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a time to count from")]
mod tests {
    use super::*;

    #[test]
    fn who_owes_an_answer_for_six_seconds_is_gone() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut life = Life::new(start);
        assert!(!life.is_time_to_ask(at(1)) && life.is_time_to_ask(at(2)) && !life.is_time_to_ask(at(3)));
        life.heard();
        assert!(!life.is_over(at(100)));
        assert!(life.is_time_to_ask(at(100)) && life.is_time_to_ask(at(105)));
        assert!(!life.is_over(at(105)) && life.is_over(at(106)));
    }
}
