//! The flows of the seed capture, in memory.
use anyhow::ensure;
use capture::{FileSource, Frame};
use net_types::{Addr, LinkType, Timestamp};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use wire::link::{ethernet, sll, vlan};
use wire::{EtherType, IpProto, ip, tcp, udp};

/// The maximum size of the seed in bytes, since it is kept in memory.
const MAX_BYTES: usize = 1 << 30;
/// The maximum number of VLAN tags to skip.
const MAX_TAGS: usize = 4;

/// The flows from which a capture is made.
pub(crate) struct Seed {
    /// The flows in the order of their first packets. No flow is empty.
    pub flows: Vec<Flow>,
    /// The time of the first packet in any flow.
    pub begins: Timestamp,
    left_out: LeftOut,
}

/// The numbers of skipped frames of the seed, by reason.
#[derive(Default)]
struct LeftOut {
    /// Frames that are not IPv4, or neither TCP nor UDP.
    other: u64,
    fragments: u64,
    /// Frames that are truncated or damaged.
    cut: u64,
}

/// The packets of one connection.
pub(crate) struct Flow {
    pub proto: IpProto,
    pub client_port: u16,
    pub packets: Vec<Packet>,
    client: (Addr, u16),
    /// The sequence number of the first segment, if that had SYN.
    isn: Option<u32>,
}

/// An IPv4 packet with its transport, as it was captured.
pub(crate) struct Packet {
    pub from_client: bool,
    /// The length of the IPv4 header in bytes.
    pub header_len: usize,
    pub bytes: Vec<u8>,
}

/// The flow that a packet belongs to.
struct Place {
    proto: IpProto,
    src: (Addr, u16),
    dst: (Addr, u16),
    flags: tcp::Flags,
    seq: u32,
}

impl Seed {
    /// Reads all flows of a capture.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let mut seed = Seed::empty();
        seed.add(path)?;
        Ok(seed)
    }

    /// A seed without flows, which must get some.
    pub(crate) fn empty() -> Self {
        Seed { flows: Vec::new(), begins: Timestamp::from_nanos(0), left_out: LeftOut::default() }
    }

    /// Adds all flows of a capture.
    pub(crate) fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut source = FileSource::open(path)?;
        let seed = self;
        let mut open = HashMap::new();
        let mut size = 0;
        while let Some(batch) = source.next_batch()? {
            for frame in batch.iter() {
                size += frame.data.len();
                ensure!(
                    size <= MAX_BYTES,
                    "{}: a seed of more than {MAX_BYTES} bytes: it is kept in memory",
                    path.display()
                );
                seed.take(&frame, &mut open);
            }
        }
        ensure!(!seed.flows.is_empty(), "{}: no whole TCP or UDP packet in IPv4 in it", path.display());
        Ok(())
    }

    fn take(&mut self, frame: &Frame<'_>, open: &mut HashMap<[(Addr, u16); 2], Open>) {
        let Some(bytes) = ipv4_of(frame) else {
            self.left_out.other += 1;
            return;
        };
        let Ok(packet) = ip::Packet::parse(bytes, bytes.len(), false) else {
            self.left_out.cut += 1;
            return;
        };
        if packet.fragment().is_some() {
            self.left_out.fragments += 1;
            return;
        }
        let place = match place_of(&packet) {
            Some(Ok(place)) => place,
            Some(Err(Cut)) => {
                self.left_out.cut += 1;
                return;
            }
            None => {
                self.left_out.other += 1;
                return;
            }
        };
        let mut ends = [place.src, place.dst];
        ends.sort_by_key(|(a, p)| (*a.octets(), *p));
        let slot = open.entry(ends).or_default();
        let known = slot.of(place.proto);
        let at = match *known {
            Some(at) if !self.flows[at].is_followed_by(&place) => at,
            _ => {
                if self.flows.is_empty() {
                    self.begins = frame.ts;
                }
                self.flows.push(Flow::new(&place));
                *known = Some(self.flows.len() - 1);
                self.flows.len() - 1
            }
        };
        let flow = &mut self.flows[at];
        let from_client = place.src == flow.client;
        let bytes = bytes[..packet.total_len()].to_vec();
        flow.packets.push(Packet { from_client, header_len: packet.header_len(), bytes });
    }

    /// The number of packets in all flows.
    pub(super) fn packets(&self) -> usize {
        self.flows.iter().map(|f| f.packets.len()).sum()
    }
}

/// The flow between two endpoints.
#[derive(Default)]
struct Open {
    tcp: Option<usize>,
    udp: Option<usize>,
}

impl Open {
    fn of(&mut self, proto: IpProto) -> &mut Option<usize> {
        if proto == IpProto::TCP { &mut self.tcp } else { &mut self.udp }
    }
}

impl Flow {
    fn new(first: &Place) -> Self {
        // A capture that began in the middle of a handshake shows the server's packet first.
        let from_server = first.flags.has(tcp::Flags::SYN.with(tcp::Flags::ACK));
        let client = if from_server { first.dst } else { first.src };
        let isn = (first.flags.has(tcp::Flags::SYN) && !from_server).then_some(first.seq);
        Flow { proto: first.proto, client_port: client.1, packets: Vec::new(), client, isn }
    }

    /// Whether a packet between the same endpoints begins a new connection, with a SYN that is not a retransmission.
    fn is_followed_by(&self, next: &Place) -> bool {
        next.flags.has(tcp::Flags::SYN) && !next.flags.has(tcp::Flags::ACK) && self.isn != Some(next.seq)
    }
}

/// Returns the IPv4 packet in a frame, including padding.
fn ipv4_of<'a>(frame: &Frame<'a>) -> Option<&'a [u8]> {
    match frame.link {
        LinkType::RAW | LinkType::RAW_BSD | LinkType::RAW_OPENBSD | LinkType::IPV4 => {
            (frame.data.first()? >> 4 == 4).then_some(frame.data)
        }
        LinkType::LINUX_SLL => {
            let h = sll::Header::parse(frame.data).ok()?;
            (h.ethertype == EtherType::IPV4).then_some(h.payload)
        }
        LinkType::LINUX_SLL2 => {
            let h = sll::Header::parse_v2(frame.data).ok()?;
            (h.ethertype == EtherType::IPV4).then_some(h.payload)
        }
        LinkType::ETHERNET => {
            let f = ethernet::Frame::parse(frame.data).ok()?;
            let (mut content, mut payload) = (f.content(), f.payload());
            for _ in 0..MAX_TAGS {
                match content {
                    ethernet::Content::EtherType(EtherType::IPV4) => return Some(payload),
                    ethernet::Content::EtherType(EtherType::VLAN | EtherType::QINQ) => {
                        let tag = vlan::Tag::parse(payload).ok()?;
                        (content, payload) = (tag.content(), tag.payload());
                    }
                    _ => return None,
                }
            }
            None
        }
        _ => None,
    }
}

/// The error for a truncated packet.
struct Cut;

/// Returns the flow of a packet; `None` for protocols other than TCP and UDP.
fn place_of(packet: &ip::Packet<'_>) -> Option<Result<Place, Cut>> {
    let proto = packet.proto();
    if proto != IpProto::TCP && proto != IpProto::UDP {
        return None;
    }
    let len = packet.payload_len();
    if packet.captured().len() < len {
        return Some(Err(Cut));
    }
    let (flags, seq, ports) = if proto == IpProto::TCP {
        let Ok(s) = tcp::Segment::parse(packet.captured(), len) else { return Some(Err(Cut)) };
        if len == 0 || s.body().is_err() {
            return Some(Err(Cut));
        }
        (s.flags(), s.seq(), (s.src_port(), s.dst_port()))
    } else {
        let Ok(d) = udp::Datagram::parse(packet.captured(), len) else { return Some(Err(Cut)) };
        if len == 0 || usize::from(d.len_field()) != len {
            return Some(Err(Cut));
        }
        (tcp::Flags::default(), 0, (d.src_port(), d.dst_port()))
    };
    Some(Ok(Place { proto, src: (packet.src(), ports.0), dst: (packet.dst(), ports.1), flags, seq }))
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tcp = self.flows.iter().filter(|f| f.proto == IpProto::TCP).count();
        write!(f, "{tcp} TCP and {} UDP flows of {} packets", self.flows.len() - tcp, self.packets())?;
        let LeftOut { other, fragments, cut } = self.left_out;
        if other + fragments + cut > 0 {
            write!(
                f,
                "; left out: {other} frames without TCP or UDP in IPv4, {fragments} fragments, {cut} not whole"
            )?;
        }
        Ok(())
    }
}
