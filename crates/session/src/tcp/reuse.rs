//! A SYN for a connection that is known: is it a new one?
use super::process::TcpFlow;
use super::{Flags, State};
use crate::weird::Weird;
use net_types::Timestamp;

impl TcpFlow<'_> {
    /// True where a packet with these flags and sequence number begins another connection between the same endpoints.
    pub(crate) fn is_reuse(&mut self, now: Timestamp, flags: Flags, seq: u32) -> bool {
        if !flags.syn() {
            return false;
        }
        let (orig, resp) = (self.tcp.end(self.conn.orig), self.tcp.end(1 - self.conn.orig));
        if flags.ack() && orig.state != State::Inactive {
            return false;
        }
        // A SYN-ACK begins one anew only where the first packet was a SYN-ACK, too.
        let sender = if flags.ack() { resp } else { orig };
        let reset = orig.state == State::Reset || resp.state == State::Reset;
        let weird = if !self.tcp.is_closed() {
            if seq == sender.start_seq {
                return false;
            }
            let swapped = !flags.ack()
                && sender.state == State::SynAckSent
                && resp.state == State::Inactive
                && seq == resp.start_seq;
            if swapped {
                // SYN and SYN-ACK came in the wrong order.
                return false;
            }
            Some(if sender.state == State::SynSent {
                Weird::SynSeqJump
            } else {
                Weird::ActiveConnectionReuse
            })
        } else if reset {
            None
        } else if orig.is_active() || resp.is_active() {
            Some(Weird::ActiveConnectionReuse)
        } else if now - self.conn.last < self.env.opts.tcp_connection_linger {
            Some(Weird::PrematureConnectionReuse)
        } else {
            None
        };
        if let Some(w) = weird {
            self.weird(w);
        }
        true
    }
}
