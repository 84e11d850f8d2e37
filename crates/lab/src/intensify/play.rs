//! Repeats flows: produces the frames of all running flows in order of time.
use super::Pace;
use super::seed::{Flow, Seed};
use capture::Frame;
use net_types::{LinkType, Timestamp};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::net::Ipv4Addr;
use std::time::Duration;
use wire::{Checksum, IpProto};

/// The length of Ethernet's header in bytes.
const LINK: usize = 14;
/// The number of servers: 48.0.0.1 to 48.0.255.255.
const SERVERS: u64 = 65_535;

/// The clients that flows take in turn, and their ports. The number of ports is coprime to the number of servers, so the
/// endpoints of flows repeat late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clients {
    /// The number of addresses, from 16.0.0.1.
    hosts: u64,
    first_port: u64,
    ports: u64,
}

impl Clients {
    /// Ports 1024 to 65534. Endpoints repeat after 4 billion flows, pairs of addresses after 65,535.
    pub(crate) const PUBLISHED: Clients = Clients { hosts: 255, first_port: 1024, ports: 64_511 };
    /// Only ports that no server has. Endpoints repeat after a billion flows, pairs of addresses after 16 million: no
    /// flow is taken for the connection that an earlier one has announced, as FTP does for its data.
    pub(crate) const APART: Clients = Clients { hosts: 251, first_port: 50_000, ports: 15_511 };
}

/// The inverse of the number of servers modulo the number of ports of [`Clients::APART`].
const INVERSE: u64 = 7_189;

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
pub(crate) struct Play<'a> {
    seed: &'a Seed,
    clients: Clients,
    /// The nanoseconds between two flows' beginnings.
    between: f64,
    gap: u64,
    under_way: BinaryHeap<Reverse<Due>>,
    begun: u64,
    now: u64,
    /// The last frame's flow.
    last: u64,
    frame: Vec<u8>,
}

impl<'a> Play<'a> {
    pub(crate) fn new(seed: &'a Seed, pace: Pace, clients: Clients) -> Self {
        Play {
            seed,
            clients,
            between: 1e9 / pace.rate / seed.flows.len() as f64,
            gap: u64::try_from(pace.gap.as_nanos()).unwrap_or(u64::MAX),
            under_way: BinaryHeap::new(),
            begun: 0,
            now: 0,
            last: 0,
            frame: Vec::new(),
        }
    }

    /// The number of flows that have begun.
    pub(crate) fn flows(&self) -> u64 {
        self.begun
    }

    /// The time of the last frame relative to the first.
    pub(crate) fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.now)
    }

    /// The number of the last frame's flow, from 0.
    pub(crate) fn last_flow(&self) -> u64 {
        self.last
    }

    /// Returns the next frame; there always is one.
    pub(crate) fn next_frame(&mut self) -> Frame<'_> {
        let begins = (self.begun as f64 * self.between) as u64;
        let due = match self.under_way.pop() {
            Some(Reverse(due)) if due.at <= begins => due,
            later => {
                self.under_way.extend(later);
                self.begun += 1;
                Due { at: begins, number: self.begun - 1, next: 0 }
            }
        };
        self.frame_of(&due)
    }

    /// Returns the next frame of a flow that has begun; `None` if all flows have ended.
    pub(crate) fn remaining_frame(&mut self) -> Option<Frame<'_>> {
        let Reverse(due) = self.under_way.pop()?;
        Some(self.frame_of(&due))
    }

    fn frame_of(&mut self, due: &Due) -> Frame<'_> {
        let flow = self.flow(due.number);
        self.build(due.number, due.next);
        self.now = due.at;
        self.last = due.number;
        if due.next + 1 < flow.packets.len() {
            self.under_way.push(Reverse(Due { at: due.at + self.gap, next: due.next + 1, ..*due }));
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
        let client = [16, 0, 0, (1 + number % self.clients.hosts) as u8];
        let [.., hi, lo] = (1 + number % SERVERS).to_be_bytes();
        let server = [48, 0, hi, lo];
        // Ports with a fixed role are kept: NetBIOS answers go only to port 137.
        let port = if flow.client_port < 1024 {
            flow.client_port
        } else {
            (self.clients.first_port + number % self.clients.ports) as u16
        };

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

/// Returns the number of the flow between two endpoints; `None` if they are not those of a flow with
/// [`Clients::APART`].
pub(crate) fn flow_between(client: (Ipv4Addr, u16), server: Ipv4Addr) -> Option<u64> {
    let Clients { hosts, first_port: first, ports: count } = Clients::APART;
    let ([16, 0, 0, c], [48, 0, hi, lo]) = (client.0.octets(), server.octets()) else { return None };
    let of_server = u64::from(u16::from_be_bytes([hi, lo])).checked_sub(1)?;
    let of_port = u64::from(client.1).checked_sub(first).filter(|&n| n < count)?;
    // The remainders by two coprime numbers determine the number below their product.
    let steps = (of_port + count - of_server % count) % count * INVERSE % count;
    let number = of_server + SERVERS * steps;
    (number % hosts + 1 == u64::from(c)).then_some(number)
}

/// Writes the checksum of `bytes` at `at`; `with` is the sum of the pseudo-header.
fn seal(bytes: &mut [u8], at: usize, with: Checksum) {
    bytes[at..][..2].fill(0);
    let field = with.bytes(bytes).field();
    bytes[at..][..2].copy_from_slice(&field.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_tell_the_number_of_their_flow() {
        let Clients { hosts, first_port: first, ports: count } = Clients::APART;
        for number in [0, 1, 254, 255, 65_534, 65_535, 65_536, 1_000_003, 50_000_017, SERVERS * count - 1] {
            let client = Ipv4Addr::new(16, 0, 0, (1 + number % hosts) as u8);
            let [.., hi, lo] = (1 + number % SERVERS).to_be_bytes();
            let client = (client, (first + number % count) as u16);
            assert_eq!(flow_between(client, Ipv4Addr::new(48, 0, hi, lo)), Some(number));
        }
        // Other clients than the one of the number, and other networks.
        assert_eq!(flow_between((Ipv4Addr::new(16, 0, 0, 2), 50_000), Ipv4Addr::new(48, 0, 0, 1)), None);
        assert_eq!(flow_between((Ipv4Addr::new(10, 0, 0, 1), 50_000), Ipv4Addr::new(48, 0, 0, 1)), None);
        assert_eq!(flow_between((Ipv4Addr::new(16, 0, 0, 1), 1024), Ipv4Addr::new(48, 0, 0, 1)), None);
    }
}
