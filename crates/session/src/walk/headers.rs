//! Packet headers as scripts see them, for events that show packets.
//!
//! Headers are parsed again from the packet's bytes, and only if a handler exists: few sites handle these events.
use super::extensions::Chain;
use super::{Packet, Walk};
use crate::session::{Frame, Session};
use crate::sink::{Discarder, Sink};
use event::packet::{
    IcmpHdr, Ip4Hdr, Ip6Hdr, Ipv6ExtHeaders, L2Hdr, NewPacket, PacketContents, PktHdr, RawPktHdr, TcpHdr,
    UdpHdr,
};
use event::{Arg, EnumName};
use net_types::{LinkType, Mac, Port};
use wire::ip::{self, Header};
use wire::{EtherType, IpProto, icmp, tcp, udp};

impl Walk<'_> {
    /// Raises the events that show a packet of connection `at`, if handlers exist.
    #[inline]
    pub(super) fn show_packet(&mut self, at: u32, packet: &ip::Packet<'_>) {
        let chain = !packet.is_v4() && packet.header_len() > ip::v6::FIXED_LEN;
        let handled = self.session.env.packet_events;
        if handled.has::<NewPacket<'_>>() || (chain && handled.has::<Ipv6ExtHeaders<'_>>()) {
            self.with_flow(at, |f| {
                with_headers(packet, |p| {
                    if chain {
                        f.event(|c| Ipv6ExtHeaders { c, p });
                    }
                    f.event(|c| NewPacket { c, p });
                });
            });
        }
    }

    /// Raises `packet_contents` unless the payload is empty.
    #[inline]
    pub(super) fn show_contents(&mut self, at: u32, contents: &[u8]) {
        if !contents.is_empty() && self.session.env.packet_events.has::<PacketContents<'_>>() {
            self.with_flow(at, |f| f.event(|c| PacketContents { c, contents }));
        }
    }
}

impl Session {
    /// Shows the headers of the last frame.
    pub fn show_headers(&self, frame: &Frame<'_>, f: &mut dyn FnMut(&RawPktHdr<'_>)) {
        let Walked { ip, vlan, inner_vlan } = self.walked;
        let ip = frame.data.get(ip as usize..).unwrap_or_default();
        Shown { frame, ip, vlan, inner_vlan }.headers(f);
    }
}

/// The result of walking a frame.
#[derive(Clone, Copy, Default)]
pub(crate) struct Walked {
    /// Offset of an IP header in the frame; beyond the frame's end if none was found.
    ip: u32,
    vlan: u16,
    inner_vlan: u16,
}

impl Walked {
    #[inline]
    pub(super) fn new(frame: &Frame<'_>, p: &Packet<'_>) -> Self {
        // A reassembled datagram does not lie in the frame.
        let at = p.ip.as_ptr().addr().wrapping_sub(frame.data.as_ptr().addr());
        let ip = if at < frame.data.len() && !p.ip.is_empty() { at as u32 } else { u32::MAX };
        Walked { ip, vlan: p.vlan, inner_vlan: p.inner_vlan }
    }
}

/// A frame and the result of walking it.
pub(super) struct Shown<'a> {
    pub(super) frame: &'a Frame<'a>,
    /// The bytes from an IP header on; empty if none was found.
    pub(super) ip: &'a [u8],
    pub(super) vlan: u16,
    pub(super) inner_vlan: u16,
}

impl Shown<'_> {
    /// Calls `f` with the headers.
    #[cold]
    pub(super) fn headers(&self, f: &mut dyn FnMut(&RawPktHdr<'_>)) {
        let frame = self.frame;
        let ethernet = frame.link == LinkType::ETHERNET;
        let ethertype = ethertype(frame.data);
        // Frames too short for addresses show zeros.
        let address = |at: usize| {
            let bytes = frame.data.get(at..).and_then(|b| b.first_chunk::<6>());
            bytes.map_or(Mac::default(), |&b| Mac(b)).to_string()
        };
        let (dst, src) = (address(0), address(6));
        let tag = |id: u16| Some(u64::from(id)).filter(|&id| ethernet && id != 0);
        let proto = match self.ip.first().map(|b| b >> 4) {
            Some(4) => "L3_IPV4",
            Some(6) => "L3_IPV6",
            _ if ethernet && matches!(ethertype, EtherType::ARP | EtherType::RARP) => "L3_ARP",
            _ => "L3_UNKNOWN",
        };
        let l2 = L2Hdr {
            encap: EnumName(if ethernet { "LINK_ETHERNET" } else { "LINK_UNKNOWN" }),
            len: frame.wire_len as u64,
            cap_len: frame.data.len() as u64,
            src: ethernet.then_some(&src),
            dst: ethernet.then_some(&dst),
            vlan: tag(self.vlan),
            inner_vlan: tag(self.inner_vlan),
            eth_type: ethernet.then_some(ethertype.0.into()),
            proto: EnumName(proto),
        };
        with_headers_of(self.ip, |h| {
            let PktHdr { ip, ip6, tcp, udp, icmp } = h.unwrap_or_default();
            f(&RawPktHdr { l2, ip, ip6, tcp, udp, icmp });
        });
    }
}

/// True if scripts discard a packet.
#[cold]
pub(super) fn is_discarded(packet: &ip::Packet<'_>, sink: &mut dyn Sink) -> bool {
    with_headers(packet, |h| {
        if sink.discards(Discarder::Ip, &h, &[]) {
            return true;
        }
        if packet.bytes().len() < packet.total_len() || packet.fragment().is_some() {
            return false;
        }
        let (who, header) = match (packet.proto(), &h) {
            (IpProto::TCP, PktHdr { tcp: Some(t), .. }) => (Discarder::Tcp, t.hl as usize),
            (IpProto::UDP, PktHdr { udp: Some(_), .. }) => (Discarder::Udp, udp::HEADER_LEN),
            (IpProto::ICMP, PktHdr { icmp: Some(_), .. }) => (Discarder::Icmp, 0),
            _ => return false,
        };
        sink.discards(who, &h, packet.payload().get(header..).unwrap_or_default())
    })
}

/// The EtherType of an Ethernet frame, after VLAN tags; for 802.3 the length field.
fn ethertype(frame: &[u8]) -> EtherType {
    let mut at = 12;
    loop {
        let field = frame.get(at..).and_then(|b| b.first_chunk::<2>());
        let t = EtherType(field.map_or(0, |&b| u16::from_be_bytes(b)));
        if !matches!(t, EtherType::VLAN | EtherType::QINQ | EtherType::QINQ_OLD) {
            return t;
        }
        at += 4;
    }
}

/// Calls `f` with the headers of a packet that begins with an IP header; `None` if that is malformed.
pub(super) fn with_headers_of<R>(bytes: &[u8], f: impl FnOnce(Option<PktHdr<'_>>) -> R) -> R {
    match ip::Packet::parse(bytes, bytes.len(), true) {
        Ok(packet) => with_headers(&packet, |h| f(Some(h))),
        Err(_) => f(None),
    }
}

/// Calls `f` with the headers of a packet.
pub(super) fn with_headers<R>(packet: &ip::Packet<'_>, f: impl FnOnce(PktHdr<'_>) -> R) -> R {
    let mut shown = transport(packet);
    match packet.header() {
        Header::V4(h) => {
            shown.ip = Some(Ip4Hdr {
                hl: h.header_len() as u64,
                tos: h.tos().into(),
                len: h.total_len().into(),
                id: h.id().into(),
                df: h.dont_fragment(),
                mf: h.more_fragments(),
                offset: h.fragment_offset().into(),
                ttl: h.ttl().into(),
                p: h.proto().0.into(),
                sum: h.checksum().into(),
                src: h.src(),
                dst: h.dst(),
            });
            f(shown)
        }
        Header::V6(h) => {
            let chain = Chain(*h);
            f(PktHdr {
                ip6: Some(Ip6Hdr {
                    class: h.traffic_class().into(),
                    flow: h.flow_label().into(),
                    len: h.payload_len_field().into(),
                    nxt: h.first_next().0.into(),
                    hlim: h.hop_limit().into(),
                    src: h.src(),
                    dst: h.dst(),
                    exts: Arg::List(&chain),
                }),
                ..shown
            })
        }
    }
}

/// The transport header and payload, as far as captured.
fn transport<'a>(packet: &ip::Packet<'_>) -> PktHdr<'a> {
    let mut shown = PktHdr::default();
    let (captured, len) = (packet.captured(), packet.payload_len());
    match packet.proto() {
        IpProto::TCP => {
            shown.tcp = tcp::Segment::parse(captured, len).ok().map(|s| TcpHdr {
                sport: Port::tcp(s.src_port()),
                dport: Port::tcp(s.dst_port()),
                seq: s.seq().into(),
                ack: s.ack().into(),
                hl: s.header_len() as u64,
                dl: len.saturating_sub(s.header_len()) as u64,
                reserved: s.reserved().into(),
                flags: s.flags().0.into(),
                win: s.window().into(),
            });
        }
        IpProto::UDP => {
            shown.udp = udp::Datagram::parse(captured, len).ok().map(|d| UdpHdr {
                sport: Port::udp(d.src_port()),
                dport: Port::udp(d.dst_port()),
                ulen: d.len_field().into(),
            });
        }
        IpProto::ICMP | IpProto::ICMPV6 => {
            let message = icmp::Message::parse(captured, len).ok();
            shown.icmp = message.map(|m| IcmpHdr { icmp_type: m.kind().into() });
        }
        _ => {}
    }
    shown
}
