//! Repeats flows: produces the frames of all running flows in order of time.
use super::Pace;
use super::seed::{Flow, Seed};
use capture::Frame;
use net_types::{LinkType, Timestamp};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;
use wire::{Checksum, IpProto};

/// The length of Ethernet's header in bytes.
const LINK: usize = 14;
/// The number of clients: 16.0.0.1 to 16.0.0.255.
const CLIENTS: u64 = 255;
/// The number of servers: 48.0.0.1 to 48.0.255.255.
const SERVERS: u64 = 65_535;
/// The number of client ports, 1024 to 65534. It is coprime to the number of servers, so the endpoints of flows repeat
/// only after 4 billion flows.
const PORTS: u64 = 64_511;

mod field {
    //! The offsets of the fields that change: in the IPv4 header (RFC 791), and in the transport header.
    pub(super) const IP_CHECKSUM: usize = 10;
    pub(super) const IP_SRC: usize = 12;
    pub(super) const IP_DST: usize = 16;
    pub(super) const SRC_PORT: usize = 0;
    pub(super) const DST_PORT: usize = 2;
    pub(super) const TCP_CHECKSUM: usize = 16;
    pub(super) const UDP_CHECKSUM: usize = 6;
}

/// A running flow. Ordered by the time of its next packet, then by its number.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    /// The time of its next packet, in nanoseconds since the start of the capture.
    at: u64,
    /// The flow's number, in the order in which flows begin.
    number: u64,
    next: usize,
}

/// The running flows. Their number depends on the length of the seed's flows, not on the length of the capture.
pub(super) struct Play<'a> {
    seed: &'a Seed,
    /// The nanoseconds between two flows' beginnings.
    between: f64,
    gap: u64,
    under_way: BinaryHeap<Reverse<Due>>,
    begun: u64,
    now: u64,
    frame: Vec<u8>,
}

impl<'a> Play<'a> {
    pub(super) fn new(seed: &'a Seed, pace: Pace) -> Self {
        Play {
            seed,
            between: 1e9 / pace.rate / seed.flows.len() as f64,
            gap: u64::try_from(pace.gap.as_nanos()).unwrap_or(u64::MAX),
            under_way: BinaryHeap::new(),
            begun: 0,
            now: 0,
            frame: Vec::new(),
        }
    }

    /// The number of flows that have begun.
    pub(super) fn flows(&self) -> u64 {
        self.begun
    }

    /// The time of the last frame relative to the first.
    pub(super) fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.now)
    }

    /// Returns the next frame; there always is one.
    pub(super) fn next_frame(&mut self) -> Frame<'_> {
        let begins = (self.begun as f64 * self.between) as u64;
        let due = match self.under_way.pop() {
            Some(Reverse(due)) if due.at <= begins => due,
            later => {
                self.under_way.extend(later);
                self.begun += 1;
                Due { at: begins, number: self.begun - 1, next: 0 }
            }
        };
        let flow = self.flow(due.number);
        self.build(due.number, due.next);
        self.now = due.at;
        if due.next + 1 < flow.packets.len() {
            self.under_way.push(Reverse(Due { at: due.at + self.gap, next: due.next + 1, ..due }));
        }
        let ts = self.seed.begins.nanos().saturating_add(i64::try_from(self.now).unwrap_or(i64::MAX));
        let ts = Timestamp::from_nanos(ts);
        Frame { ts, link: LinkType::ETHERNET, wire_len: self.frame.len() as u32, data: &self.frame }
    }

    fn flow(&self, number: u64) -> &'a Flow {
        &self.seed.flows[(number % self.seed.flows.len() as u64) as usize]
    }

    /// Writes a packet of a flow into `frame`, with the flow's endpoints.
    fn build(&mut self, number: u64, at: usize) {
        let flow = self.flow(number);
        let packet = &flow.packets[at];
        let client = [16, 0, 0, (1 + number % CLIENTS) as u8];
        let [.., hi, lo] = (1 + number % SERVERS).to_be_bytes();
        let server = [48, 0, hi, lo];
        // Ports with a fixed role are kept: NetBIOS answers go only to port 137.
        let port = if flow.client_port < 1024 { flow.client_port } else { (1024 + number % PORTS) as u16 };

        self.frame.clear();
        let macs = [[2, 0, client[0], client[1], client[2], client[3]], [2, 0, server[0], server[1], hi, lo]];
        let (to, from) = if packet.from_client { (macs[1], macs[0]) } else { (macs[0], macs[1]) };
        self.frame.extend(to.into_iter().chain(from).chain([8, 0]));
        self.frame.extend(&packet.bytes);
        let (ip, transport) = self.frame[LINK..].split_at_mut(packet.header_len);
        let (src, dst) = if packet.from_client { (client, server) } else { (server, client) };
        ip[field::IP_SRC..][..4].copy_from_slice(&src);
        ip[field::IP_DST..][..4].copy_from_slice(&dst);
        seal(ip, field::IP_CHECKSUM, Checksum::new());
        let of_client = if packet.from_client { field::SRC_PORT } else { field::DST_PORT };
        transport[of_client..][..2].copy_from_slice(&port.to_be_bytes());
        let pseudo = Checksum::new().bytes(&src).bytes(&dst).word(flow.proto.0.into());
        let pseudo = pseudo.long(transport.len() as u32);
        if flow.proto == IpProto::TCP {
            seal(transport, field::TCP_CHECKSUM, pseudo);
        } else {
            seal(transport, field::UDP_CHECKSUM, pseudo);
            // Zero would mean "no checksum" (RFC 768).
            if transport[field::UDP_CHECKSUM..][..2] == [0, 0] {
                transport[field::UDP_CHECKSUM..][..2].copy_from_slice(&[0xff, 0xff]);
            }
        }
    }
}

/// Writes the checksum of `bytes` at `at`; `with` is the sum of the pseudo-header.
fn seal(bytes: &mut [u8], at: usize, with: Checksum) {
    bytes[at..][..2].fill(0);
    let field = with.bytes(bytes).field();
    bytes[at..][..2].copy_from_slice(&field.to_be_bytes());
}
