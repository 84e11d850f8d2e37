//! Frees memory when it runs short: first the buffers of detection, then the longest silent connections.
use super::Session;
use crate::conn::{Conn, Role, Transport};
use crate::sink::Sink;
use crate::weird::Weird;
use event::ConnId;
use net_types::{Interval, Timestamp};

/// One search finds one in `PART` connections.
const PART: usize = 16;
/// The minimum number of connections that a search finds, if that many exist.
const LEAST: usize = 256;

/// Fragments of a datagram arrive within milliseconds.
const STALE: Interval = Interval::from_secs(1);

/// Silent connections, the first to end last: whether a conversation has begun, the time of the last packet, the index, the
/// id.
pub(super) type Silent = Vec<(bool, Timestamp, u32, ConnId)>;

impl Session {
    /// Turns memory saving on or off. While it is on, protocols are detected by their first payload alone and nothing
    /// is kept for analyzers added later. Turning it on also drops the bytes that current connections keep for them.
    pub fn save_memory(&mut self, on: bool, sink: &mut dyn Sink) {
        if on && !self.env.saves_memory {
            self.env.net_weird(sink, Weird::MemoryTight.name(), b"", "");
            for at in self.conns.places() {
                if let Some(tree) = self.conns.get_mut(at).and_then(|c| c.analyzers.as_mut()) {
                    tree.drop_buffers();
                }
            }
        }
        self.env.saves_memory = on;
    }

    /// Drops the fragments of datagrams that have been incomplete for more than a second: those of an attack, or lost.
    /// Returns the number of datagrams.
    pub fn drop_stale_fragments(&mut self) -> usize {
        let than = self.env.ts - STALE;
        self.fragments.drop_older(than, &mut self.env)
    }

    /// Ends up to `most` connections, as if they had timed out: first those without a conversation, which is what floods
    /// consist of, and among equals those that have been silent for longest. At least `spared` connections stay. Returns
    /// the number of ended connections.
    pub fn end_silent(&mut self, most: usize, spared: usize, sink: &mut dyn Sink) -> usize {
        if most > 1 {
            self.env.net_weird(sink, Weird::MemoryOut.name(), b"", "");
        }
        let mut ended = 0;
        while ended < most && self.table.len() > spared {
            let Some((_, last, at, id)) = self.next_silent() else { break };
            // Skips connections that have ended or received a packet since the search.
            if self.conns.get(at).is_some_and(|c| c.id == id && c.last == last) {
                self.remove(at, sink);
                ended += 1;
            }
        }
        self.env.stats.ended_for_memory += ended as u64;
        ended
    }

    fn next_silent(&mut self) -> Option<(bool, Timestamp, u32, ConnId)> {
        if self.silent.is_empty() {
            let mut all: Silent =
                self.conns.iter().map(|(at, c)| (is_conversation(c), c.last, at, c.id)).collect();
            let count = (all.len() / PART).max(LEAST);
            if count < all.len() {
                all.select_nth_unstable_by_key(count, |&(talks, last, _, id)| (talks, last, id.0));
                all.truncate(count);
            }
            all.sort_unstable_by_key(|&(talks, last, _, id)| std::cmp::Reverse((talks, last, id.0)));
            self.silent = all;
        }
        self.silent.pop()
    }
}

/// Whether a conversation has begun: over TCP, the responder has sent more than the answer to a SYN; otherwise, there are
/// two packets.
fn is_conversation(c: &Conn) -> bool {
    let sent = |role| c.end(role).packets;
    match c.transport {
        Transport::Tcp(_) => sent(Role::Resp) > 1,
        Transport::Datagrams { .. } | Transport::Other => sent(Role::Orig) + sent(Role::Resp) > 1,
    }
}
