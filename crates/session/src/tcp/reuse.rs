//! Decides whether a SYN between the endpoints of a known connection belongs to it or begins another.
//!
//! TCP keeps endpoints in TIME-WAIT to prevent this ambiguity (RFC 9293, 3.6.1; RFC 6191 relaxes it). Here a SYN whose
//! number differs from the known one begins a new connection; if that is unlikely, a weird is reported.
use super::flow::TcpFlow;
use super::{Flags, State, Tcp};
use crate::conn::Conn;
use crate::weird::Weird;
use net_types::Interval;

/// The connection that a SYN belongs to.
#[derive(PartialEq, Eq, Debug)]
enum Owner {
    Known,
    New,
    /// An unexpected new connection.
    Odd(Weird),
}

impl Tcp {
    fn owner_of_syn(
        &self,
        conn: &Conn,
        flags: Flags,
        seq: u32,
        silence: Interval,
        linger: Interval,
    ) -> Owner {
        let (orig, resp) = (self.end(conn.orig), self.end(1 - conn.orig));
        // A SYN-ACK can only restart a connection that began with a SYN-ACK.
        let sender = match (flags.ack(), orig.state) {
            (true, State::Inactive) => resp,
            (true, _) => return Owner::Known,
            (false, _) => orig,
        };
        if self.is_closed() {
            let alive = [orig, resp].iter().any(|e| e.state != State::Inactive && !e.did_close);
            return if self.has(State::Reset) {
                Owner::New
            } else if alive {
                Owner::Odd(Weird::ActiveConnectionReuse)
            } else if silence < linger {
                Owner::Odd(Weird::PrematureConnectionReuse)
            } else {
                Owner::New
            };
        }
        // A SYN captured after its SYN-ACK has the originator's direction but is compared with the responder's number.
        let overtaken = sender.state == State::SynAckSent && resp.state == State::Inactive && !flags.ack();
        if seq == sender.progress.first() || overtaken && seq == resp.progress.first() {
            Owner::Known
        } else if sender.state == State::SynSent {
            Owner::Odd(Weird::SynSeqJump)
        } else {
            Owner::Odd(Weird::ActiveConnectionReuse)
        }
    }
}

impl TcpFlow<'_> {
    /// True if a segment with these flags and this number begins another connection between the same endpoints.
    pub(crate) fn is_reuse(&mut self, flags: Flags, seq: u32) -> bool {
        if !flags.syn() {
            return false;
        }
        let silence = self.env.ts - self.conn.last;
        let linger = self.env.opts.tcp_connection_linger;
        match self.tcp.owner_of_syn(self.conn, flags, seq, silence, linger) {
            Owner::Known => false,
            Owner::New => true,
            Owner::Odd(weird) => {
                self.weird(weird);
                true
            }
        }
    }
}
