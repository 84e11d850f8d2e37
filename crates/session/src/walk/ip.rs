//! IPv4 and IPv6: checks, fragments, and dispatch by protocol.
use super::headers::{is_discarded, with_headers};
use super::{Packet, Session};
use crate::encap::TunnelType;
use crate::sink::Sink;
use event::EventType;
use event::packet::{EspPacket, MobileIpv6Message};
use net_types::Addr;
use wire::ip::{self, Header, Malformed};
use wire::{Anomaly, IpProto};

impl Session {
    /// Walks an IP packet; true if its content was valid.
    pub(super) fn ip<'a>(&mut self, p: &mut Packet<'a>, bytes: &'a [u8], sink: &mut dyn Sink) -> bool {
        let ignore = self.env.opts.ignore_checksums;
        let packet = match ip::Packet::parse(bytes, p.wire_len_from(bytes), ignore) {
            Ok(packet) => packet,
            Err(e) => {
                self.refused(p, bytes, e, sink);
                return false;
            }
        };
        if let Header::V6(h) = packet.header() {
            self.header_oddities(h, sink);
        }
        if packet.is_zero_len() {
            self.anomaly(p, Malformed::ZeroLength, sink);
        }
        p.ends = Some((packet.src(), packet.dst()));
        p.ip = bytes;
        if !self.dropping.is_empty() && self.dropping.drops(&packet) {
            return false;
        }
        if !ignore && !packet.checksum_ok() && !self.ignores_checksums_of(packet.header_src()) {
            self.anomaly(p, Malformed::Checksum, sink);
            return false;
        }
        if self.env.opts.discarders && is_discarded(&packet, sink) {
            return false;
        }
        let Some(fragment) = packet.fragment() else { return self.ip_payload(p, &packet, sink) };
        if bytes.len() < packet.total_len() {
            self.anomaly(p, Malformed::IncompleteFragment, sink);
            // The first fragment at least shows the endpoints and transport header.
            return fragment.offset == 0 && self.ip_payload(p, &packet, sink);
        }
        let Some(whole) = self.fragments.add(&packet, fragment, &mut self.env, sink) else { return true };
        self.reassembled(p, &whole, sink)
    }

    /// Walks a reassembled datagram.
    fn reassembled(&mut self, p: &Packet<'_>, whole: &[u8], sink: &mut dyn Sink) -> bool {
        let mut p = Packet { data: whole, wire_len: whole.len(), ..*p };
        match ip::Packet::parse(whole, whole.len(), true) {
            Ok(packet) => {
                p.ends = Some((packet.src(), packet.dst()));
                p.ip = whole;
                self.ip_payload(&mut p, &packet, sink)
            }
            Err(e) => {
                self.anomaly(&p, e, sink);
                false
            }
        }
    }

    /// Reports a packet with impossible lengths, after the anomalies found before.
    #[cold]
    fn refused(&mut self, p: &Packet<'_>, bytes: &[u8], why: Malformed, sink: &mut dyn Sink) {
        if !matches!(why, Malformed::Truncated | Malformed::UnknownVersion | Malformed::ZeroLength) {
            match ip::v4::Header::of(bytes) {
                Some(h) if h.version() == 4 && h.total_len() == 0 => {
                    self.anomaly(p, Malformed::ZeroLength, sink);
                }
                Some(h) if h.version() == 6 => {
                    if let Some(h) = ip::v6::Headers::of(bytes) {
                        self.header_oddities(&h, sink);
                    }
                }
                _ => {}
            }
        }
        self.anomaly(p, why, sink);
    }

    #[inline]
    fn header_oddities(&mut self, h: &ip::v6::Headers<'_>, sink: &mut dyn Sink) {
        h.oddities(|odd| {
            let mut addl = String::new();
            // Writing into a string does not fail.
            let _ = odd.addl(&mut addl);
            let ends = (h.effective_src(), h.effective_dst());
            self.env.flow_weird(sink, ends, odd.weird(), addl.as_bytes(), odd.source());
        });
    }

    /// True for senders whose checksums are not verified.
    pub(super) fn ignores_checksums_of(&self, src: Addr) -> bool {
        self.env.opts.ignore_checksums_nets.iter().any(|n| n.contains(src))
    }

    /// Walks the payload of a complete packet.
    fn ip_payload<'a>(&mut self, p: &mut Packet<'a>, packet: &ip::Packet<'a>, sink: &mut dyn Sink) -> bool {
        match packet.last_header() {
            // The rest is encrypted.
            IpProto::ESP => {
                if sink.wants(EspPacket::ID) {
                    with_headers(packet, |p| sink.take(&EspPacket { p }));
                }
                return true;
            }
            IpProto::MOBILITY => return self.mobility(p, packet, sink),
            _ => {}
        }
        match packet.proto() {
            IpProto::TCP => self.tcp(p, packet, sink),
            IpProto::UDP => self.udp(p, packet, sink),
            IpProto::ICMP | IpProto::ICMPV6 => self.icmp(p, packet, sink),
            IpProto::IPV4 | IpProto::IPV6 if self.off.tunnel(TunnelType::Ip) => false,
            IpProto::GRE if self.off.tunnel(TunnelType::Gre) => false,
            IpProto::IPV4 | IpProto::IPV6 => self.ip_in_ip(p, packet, sink),
            IpProto::GRE => self.gre(p, packet, packet.captured(), sink),
            IpProto::NONE => self.no_next(p, sink),
            _ => self.other_transport(p, packet, sink),
        }
    }

    fn mobility(&mut self, p: &Packet<'_>, packet: &ip::Packet<'_>, sink: &mut dyn Sink) -> bool {
        if let Header::V6(h) = packet.header()
            && !self.env.opts.ignore_checksums
            && !h.mobility_checksum_ok()
        {
            self.anomaly(p, Malformed::MobilityChecksum, sink);
            return false;
        }
        if sink.wants(MobileIpv6Message::ID) {
            with_headers(packet, |p| sink.take(&MobileIpv6Message { p }));
        }
        if packet.proto() != IpProto::NONE {
            self.anomaly(p, Malformed::MobilityPiggyback, sink);
        }
        true
    }

    fn no_next(&mut self, p: &Packet<'_>, sink: &mut dyn Sink) -> bool {
        let bubble = p.depth > 0 && self.encap.layers().last().is_some_and(|l| l.kind == TunnelType::Teredo);
        if !bubble {
            self.anomaly(p, Malformed::NoNext, sink);
        }
        bubble
    }
}
