//! The headers of a packet as scripts see them, for the event of every packet.
use super::Session;
use crate::sink::Sink;
use event::EventType;
use event::packet::{IcmpHdr, Ip4Hdr, Ip6Hdr, NewPacket, PktHdr, TcpHdr, UdpHdr};
use net_types::Port;
use wire::ip::{Header, Packet};
use wire::{icmp, tcp, udp};

/// What stands behind the IP header.
pub(super) enum Transport<'a> {
    Tcp(&'a tcp::Segment<'a>),
    Udp(&'a udp::Datagram<'a>),
    Icmp(&'a icmp::Message<'a>),
    Other,
}

impl Session {
    /// Raises `new_packet` for a packet of connection `at`, where somebody wants it.
    #[inline]
    pub(super) fn show_packet(
        &mut self,
        at: u32,
        packet: &Packet<'_>,
        transport: &Transport<'_>,
        sink: &mut dyn Sink,
    ) {
        if sink.wants(NewPacket::ID) {
            let p = headers(packet, transport);
            self.with_flow(at, None, sink, |f| f.event(|c| NewPacket { c, p }));
        }
    }
}

fn headers(packet: &Packet<'_>, transport: &Transport<'_>) -> PktHdr {
    let mut shown = PktHdr { ip: None, ip6: None, tcp: None, udp: None, icmp: None };
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
        }
        Header::V6(h) => {
            shown.ip6 = Some(Ip6Hdr {
                class: h.traffic_class().into(),
                flow: h.flow_label().into(),
                len: h.payload_len_field().into(),
                nxt: h.first_next().0.into(),
                hlim: h.hop_limit().into(),
                src: h.src(),
                dst: h.dst(),
            });
        }
    }
    match transport {
        Transport::Tcp(s) => {
            shown.tcp = Some(TcpHdr {
                sport: Port::tcp(s.src_port()),
                dport: Port::tcp(s.dst_port()),
                seq: s.seq().into(),
                ack: s.ack().into(),
                hl: s.header_len() as u64,
                dl: packet.payload_len().saturating_sub(s.header_len()) as u64,
                reserved: s.reserved().into(),
                flags: s.flags().0.into(),
                win: s.window().into(),
            });
        }
        Transport::Udp(d) => {
            shown.udp = Some(UdpHdr {
                sport: Port::udp(d.src_port()),
                dport: Port::udp(d.dst_port()),
                ulen: d.len_field().into(),
            });
        }
        Transport::Icmp(m) => shown.icmp = Some(IcmpHdr { icmp_type: m.kind().into() }),
        Transport::Other => {}
    }
    shown
}
