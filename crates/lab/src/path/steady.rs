//! Constant load: packets of a fixed set of connections, then connections that end and begin at the same rate.
use super::status_kb;
use crate::counting::allocations;
use crate::null_sink::NullSink;
use net_types::{LinkType, Timestamp};
use session::{Frame, Keys, Options, Session};

/// The measured figures.
pub(super) struct Steady {
    pub(super) connections: u32,
    pub(super) packets: u64,
    pub(super) allocations: u64,
    pub(super) churned: u32,
    /// The anonymous resident memory, before and after.
    pub(super) kb_before: u64,
    pub(super) kb_after: u64,
}

const DATA: usize = 512;
const SYN: u8 = 0x02;
const ACK: u8 = 0x10;
const FIN_ACK: u8 = 0x11;

/// The state of a TCP connection at both ends.
struct Peer {
    number: u32,
    /// The next sequence numbers of originator and responder.
    next: [u32; 2],
}

/// The packets of a load, made in place.
struct Load {
    session: Session,
    /// The time in microseconds.
    now: i64,
    packet: [u8; 40 + DATA],
}

impl Load {
    fn new() -> Self {
        let keys = Keys { sip: [3, 4], fixed: true };
        let opts = Options { ignore_checksums: true, ..Options::default() };
        Load { session: Session::new(opts, &keys, None), now: 1_000_000_000, packet: [0; 40 + DATA] }
    }

    fn send(&mut self, peer: &mut Peer, from_orig: bool, flags: u8, len: usize) {
        let [orig, resp] = peer.next;
        let (seq, ack) = if from_orig { (orig, resp) } else { (resp, orig) };
        let client = (0x0a00_0000 | peer.number >> 14).to_be_bytes();
        let port = (1024 + (peer.number & 0x3fff) as u16).to_be_bytes();
        let (server, service) = ([192, 0, 2, 1], 443_u16.to_be_bytes());
        let ends = if from_orig { (client, port, server, service) } else { (server, service, client, port) };
        let total = ((40 + len) as u16).to_be_bytes();
        let header = [
            &[0x45, 0, total[0], total[1], 0, 0, 0, 0, 64, 6, 0, 0][..],
            &ends.0,
            &ends.2,
            &ends.1,
            &ends.3,
            &seq.to_be_bytes(),
            &ack.to_be_bytes(),
            &[0x50, flags, 0xff, 0xff, 0, 0, 0, 0],
        ];
        let mut at = 0;
        for part in header {
            self.packet[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
        let takes = len as u32 + u32::from(flags & (SYN | 0x01) != 0);
        let side = usize::from(!from_orig);
        peer.next[side] = seq.wrapping_add(takes);
        self.now += 100;
        let frame = Frame {
            ts: Timestamp::from_nanos(self.now * 1000),
            link: LinkType::RAW,
            data: &self.packet[..40 + len],
            wire_len: 40 + len,
        };
        self.session.handle_frame(&frame, &mut NullSink);
    }

    fn open(&mut self, number: u32) -> Peer {
        let mut peer = Peer { number, next: [number.wrapping_mul(7919), number.wrapping_mul(104_729)] };
        self.send(&mut peer, true, SYN, 0);
        self.send(&mut peer, false, SYN | ACK, 0);
        self.send(&mut peer, true, ACK, 0);
        peer
    }

    /// Sends a request, its answer and an acknowledgment: three packets.
    fn talk(&mut self, peer: &mut Peer) {
        self.send(peer, true, ACK, 100);
        self.send(peer, false, ACK, DATA);
        self.send(peer, true, ACK, 0);
    }

    fn close(&mut self, mut peer: Peer) {
        self.send(&mut peer, true, FIN_ACK, 0);
        self.send(&mut peer, false, FIN_ACK, 0);
        self.send(&mut peer, true, ACK, 0);
    }
}

/// Runs both loads.
pub(super) fn measure(quick: bool) -> anyhow::Result<Steady> {
    let connections = 10_000;
    let (rounds, churned) = if quick { (10_u32, 100_000_u32) } else { (50, 500_000) };
    let mut load = Load::new();
    let mut peers: Vec<Peer> = (0..connections).map(|n| load.open(n)).collect();
    // Warm up until timers have fired and all lists have reached their sizes.
    for _ in 0..10 {
        for peer in &mut peers {
            load.talk(peer);
        }
    }
    let ((), allocations) = allocations(|| {
        for _ in 0..rounds {
            for peer in &mut peers {
                load.talk(peer);
            }
        }
    });
    // One connection ends, another begins. The state of closed connections lingers, so counting starts once it is
    // constant.
    let mut next = connections;
    let mut churn = |load: &mut Load, n: u32| {
        for _ in 0..n {
            let at = next as usize % peers.len();
            let fresh = load.open(next);
            load.close(std::mem::replace(&mut peers[at], fresh));
            load.talk(&mut peers[at]);
            next += 1;
        }
    };
    churn(&mut load, churned);
    let kb_before = status_kb("RssAnon:")?;
    churn(&mut load, churned);
    let kb_after = status_kb("RssAnon:")?;
    Ok(Steady {
        connections,
        packets: u64::from(rounds) * u64::from(connections) * 3,
        allocations,
        churned,
        kb_before,
        kb_after,
    })
}
