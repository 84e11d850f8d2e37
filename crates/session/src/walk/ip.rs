//! IPv4 and IPv6: checks, fragments, and dispatch by protocol.
use super::headers::{is_discarded, with_headers};
use super::{Packet, Walk};
use crate::encap::TunnelType;
use event::EventType;
use event::packet::{EspPacket, MobileIpv6Message};
use net_types::Addr;
use wire::ip::{self, Header, Malformed};
use wire::{Anomaly, IpProto};

impl Walk<'_> {
    /// Walks an IP packet; true if its content was valid.
    pub(super) fn ip<'a>(&mut self, p: &mut Packet<'a>, bytes: &'a [u8]) -> bool {
        let ignore = self.session.env.opts.ignore_checksums;
        let packet = match ip::Packet::parse(bytes, p.wire_len_from(bytes), ignore) {
            Ok(packet) => packet,
            Err(e) => {
                self.refused(p, bytes, e);
                return false;
            }
        };
        if let Header::V6(h) = packet.header() {
            self.header_oddities(h);
        }
        if packet.is_zero_len() {
            self.anomaly(p, Malformed::ZeroLength);
        }
        p.ends = Some((packet.src(), packet.dst()));
        p.ip = bytes;
        if !self.session.dropping.is_empty() && self.session.dropping.drops(&packet) {
            return false;
        }
        if !ignore && !packet.checksum_ok() && !self.ignores_checksums_of(packet.header_src()) {
            self.anomaly(p, Malformed::Checksum);
            return false;
        }
        if self.session.env.opts.discarders && is_discarded(&packet, self.sink) {
            return false;
        }
        let Some(fragment) = packet.fragment() else { return self.ip_payload(p, &packet) };
        if bytes.len() < packet.total_len() {
            self.anomaly(p, Malformed::IncompleteFragment);
            // The first fragment at least shows the endpoints and transport header.
            return fragment.offset == 0 && self.ip_payload(p, &packet);
        }
        let Some(whole) = self.session.fragments.add(&packet, fragment, &mut self.session.env, self.sink)
        else {
            // A fragment that leaves a hole counts as unprocessed.
            return false;
        };
        self.reassembled(p, &whole)
    }

    /// Walks a reassembled datagram.
    fn reassembled(&mut self, p: &Packet<'_>, whole: &[u8]) -> bool {
        let mut p = Packet { data: whole, wire_len: whole.len(), ..*p };
        match ip::Packet::parse(whole, whole.len(), true) {
            Ok(packet) => {
                p.ends = Some((packet.src(), packet.dst()));
                p.ip = whole;
                self.ip_payload(&mut p, &packet)
            }
            Err(e) => {
                self.anomaly(&p, e);
                false
            }
        }
    }

    /// Reports a packet with impossible lengths, after the anomalies found before.
    #[cold]
    fn refused(&mut self, p: &Packet<'_>, bytes: &[u8], why: Malformed) {
        if !matches!(why, Malformed::Truncated | Malformed::UnknownVersion | Malformed::ZeroLength) {
            match ip::v4::Header::of(bytes) {
                Some(h) if h.version() == 4 && h.total_len() == 0 => {
                    self.anomaly(p, Malformed::ZeroLength);
                }
                Some(h) if h.version() == 6 => {
                    if let Some(h) = ip::v6::Headers::of(bytes) {
                        self.header_oddities(&h);
                    }
                }
                _ => {}
            }
        }
        self.anomaly(p, why);
    }

    #[inline]
    fn header_oddities(&mut self, h: &ip::v6::Headers<'_>) {
        h.oddities(|odd| {
            let mut addl = String::new();
            // Writing into a string does not fail.
            let _ = odd.addl(&mut addl);
            let ends = (h.effective_src(), h.effective_dst());
            self.session.env.flow_weird(self.sink, ends, odd.weird(), addl.as_bytes(), odd.source());
        });
    }

    /// True for senders whose checksums are not verified.
    pub(super) fn ignores_checksums_of(&self, src: Addr) -> bool {
        self.session.env.opts.ignore_checksums_nets.iter().any(|n| n.contains(src))
    }

    /// Walks the payload of a complete packet.
    fn ip_payload<'a>(&mut self, p: &mut Packet<'a>, packet: &ip::Packet<'a>) -> bool {
        if let Some(step) = self.claimed(p, "IP", packet.proto().0.into(), packet.captured()) {
            return self.go_on(p, step);
        }
        match packet.last_header() {
            // The rest is encrypted.
            IpProto::ESP => {
                if self.sink.wants(EspPacket::ID) {
                    with_headers(packet, |p| self.sink.take(&EspPacket { p }));
                }
                return true;
            }
            IpProto::MOBILITY => return self.mobility(p, packet),
            _ => {}
        }
        match self.routed_proto(packet.proto()) {
            IpProto::TCP => self.tcp(p, packet),
            IpProto::UDP => self.udp(p, packet),
            IpProto::ICMP | IpProto::ICMPV6 => self.icmp(p, packet),
            IpProto::IPV4 | IpProto::IPV6 if self.session.off.tunnel(TunnelType::Ip) => false,
            IpProto::GRE if self.session.off.tunnel(TunnelType::Gre) => false,
            IpProto::IPV4 | IpProto::IPV6 => self.ip_in_ip(p, packet),
            IpProto::GRE => self.gre(p, packet, packet.captured()),
            IpProto::NONE => self.no_next(p),
            _ => self.other_transport(p, packet),
        }
    }

    fn mobility(&mut self, p: &Packet<'_>, packet: &ip::Packet<'_>) -> bool {
        if let Header::V6(h) = packet.header()
            && !self.session.env.opts.ignore_checksums
            && !h.mobility_checksum_ok()
        {
            self.anomaly(p, Malformed::MobilityChecksum);
            return false;
        }
        if self.sink.wants(MobileIpv6Message::ID) {
            with_headers(packet, |p| self.sink.take(&MobileIpv6Message { p }));
        }
        if packet.proto() != IpProto::NONE {
            self.anomaly(p, Malformed::MobilityPiggyback);
        }
        true
    }

    fn no_next(&mut self, p: &Packet<'_>) -> bool {
        let bubble =
            p.depth > 0 && self.session.encap.layers().last().is_some_and(|l| l.kind == TunnelType::Teredo);
        if !bubble {
            self.anomaly(p, Malformed::NoNext);
        }
        bubble
    }
}
