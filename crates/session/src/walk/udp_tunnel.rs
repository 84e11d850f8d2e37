//! Tunnels in UDP: Teredo, VXLAN, GENEVE, GTPv1-U, AYIYA, GRE in UDP. Chosen by the responder's port, or by their looks.
use super::headers::with_headers_of;
use super::ip_tunnel::{Inner, inspect_inner};
use super::{Layer, Packet, Walk};
use crate::conn::{Belief, Role, TunnelStates};
use crate::encap::{self, TunnelType};
use crate::flow::Flow;
use crate::weird::Weird;
use event::analyzer as events;
use event::packet::PktHdr;
use event::tunnel::{
    GenevePacket, Gtpv1GPduPacket, Gtpv1Hdr, Gtpv1Message, NewGtpv1State, NewTeredoState, TeredoAuth,
    TeredoAuthentication, TeredoBubble, TeredoHdr, TeredoOrigin, TeredoOriginIndication, TeredoPacket,
    VxlanPacket,
};
use event::{ConnId, EnumName, EventId, EventType};
use net_types::Port;
use wire::tunnel::{ayiya, geneve, gtpv1, teredo, vxlan};
use wire::{Anomaly, EtherType, IpProto, ip};

/// GRE in UDP (RFC 8086).
const GRE_PORT: u16 = 4754;
const AYIYA_PORT: u16 = 5072;
const TEREDO_PORT: u16 = 3544;
const GTP_PORTS: [u16; 2] = [2152, 2123];

impl TunnelType {
    /// The analyzer's name in confirmations.
    const fn analyzer(self) -> EnumName {
        EnumName(match self {
            TunnelType::Ayiya => "PacketAnalyzer::ANALYZER_AYIYA",
            TunnelType::Teredo => "PacketAnalyzer::ANALYZER_TEREDO",
            TunnelType::Gtpv1 => "PacketAnalyzer::ANALYZER_GTPV1",
            TunnelType::Vxlan => "PacketAnalyzer::ANALYZER_VXLAN",
            TunnelType::Geneve => "PacketAnalyzer::ANALYZER_GENEVE",
            TunnelType::Gre => "PacketAnalyzer::ANALYZER_GRE",
            TunnelType::Ip | TunnelType::Socks | TunnelType::Http => "PacketAnalyzer::ANALYZER_IPTUNNEL",
        })
    }

    /// The source of its weirds.
    const fn source(self) -> &'static str {
        match self {
            TunnelType::Ayiya => "AYIYA",
            TunnelType::Teredo => "TEREDO",
            TunnelType::Gtpv1 => "GTPV1",
            TunnelType::Vxlan => "VXLAN",
            TunnelType::Geneve => "GENEVE",
            TunnelType::Gre => "GRE",
            TunnelType::Ip | TunnelType::Socks | TunnelType::Http => "IPTUNNEL",
        }
    }
}

impl TunnelStates {
    fn belief(&mut self, kind: TunnelType) -> Option<&mut Belief> {
        self.belief.get_mut(kind as usize)
    }
}

impl Flow<'_> {
    fn tunnel_belief(&self, kind: TunnelType) -> Belief {
        let rare = self.conn.rare.as_ref();
        rare.and_then(|r| r.tunnels.belief.get(kind as usize).copied()).unwrap_or_default()
    }

    /// Confirms a tunnel protocol on the connection, unless it was violated before.
    fn confirm_tunnel(&mut self, kind: TunnelType) {
        if self.tunnel_belief(kind) != Belief::Unknown {
            return;
        }
        if let Some(b) = self.conn.rare().tunnels.belief(kind) {
            *b = Belief::Confirmed;
        }
        let info = |c: ConnId| events::AnalyzerConfirmationInfo { c: Some(c), f: None, aid: None };
        self.event(|c| events::AnalyzerConfirmation { atype: kind.analyzer(), info: info(c) });
    }

    /// Reports that the connection does not carry this tunnel protocol.
    fn violate_tunnel(&mut self, kind: TunnelType, reason: &str, data: Option<&[u8]>) {
        if self.tunnel_belief(kind) == Belief::Violated {
            return;
        }
        if let Some(b) = self.conn.rare().tunnels.belief(kind) {
            *b = Belief::Violated;
        }
        self.event(|c| events::AnalyzerViolation {
            atype: kind.analyzer(),
            info: events::AnalyzerViolationInfo { reason, c: Some(c), f: None, aid: None, data },
        });
    }
}

/// A UDP payload that may carry a tunnel.
#[derive(Clone, Copy)]
struct Carrier<'p, 'a> {
    packet: &'p Packet<'a>,
    conn: u32,
    role: Role,
    payload: &'a [u8],
}

impl Walk<'_> {
    /// Checks whether a datagram carries a tunnel, and walks the inner packet.
    #[inline]
    pub(super) fn udp_tunnel<'a>(
        &mut self,
        p: &Packet<'a>,
        outer: &ip::Packet<'a>,
        conn: u32,
        role: Role,
        port: u16,
        payload: &'a [u8],
    ) {
        let opts = &self.session.env.opts;
        let carrier = Carrier { packet: p, conn, role, payload };
        match port {
            AYIYA_PORT => self.ayiya(carrier),
            TEREDO_PORT => self.teredo(carrier),
            GRE_PORT => {
                self.gre(p, outer, payload);
            }
            _ if GTP_PORTS.contains(&port) => self.gtp(carrier),
            _ if opts.vxlan_ports.contains(&port) => self.vxlan(carrier),
            _ if opts.geneve_ports.contains(&port) => self.geneve(carrier),
            _ if ayiya::looks_like(payload) => self.ayiya(carrier),
            _ if teredo::looks_like(payload) => self.teredo(carrier),
            _ => {}
        }
    }

    /// True if the tunnel is turned off, was violated before, or would be too deep. Its datagrams are then ignored.
    fn passes_by(&mut self, c: Carrier<'_, '_>, kind: TunnelType) -> bool {
        if self.session.off.tunnel(kind) {
            return true;
        }
        let violated = self.with_flow(c.conn, |f| f.tunnel_belief(kind) == Belief::Violated);
        if violated != Some(false) {
            return true;
        }
        let deep = self.session.encap.depth() >= self.session.env.opts.tunnel_max_depth;
        if deep {
            self.with_flow(c.conn, |f| f.cannot_follow());
            self.packet_weird(c.packet, Weird::ExceededTunnelMaxDepth.name(), "", kind.source());
        }
        deep
    }

    fn violate(&mut self, c: Carrier<'_, '_>, kind: TunnelType, reason: &str, show: bool) {
        self.with_flow(c.conn, |f| f.violate_tunnel(kind, reason, show.then_some(c.payload)));
    }

    fn confirm(&mut self, c: Carrier<'_, '_>, kind: TunnelType) {
        self.with_flow(c.conn, |f| f.confirm_tunnel(kind));
    }

    /// Walks the inner packet. Its length on the wire exceeds the captured length by as much as that of the outer
    /// packet. Returns the inner IP packet if its content was valid.
    fn walk_tunnel<'i>(
        &mut self,
        c: Carrier<'_, '_>,
        kind: TunnelType,
        inner: &'i [u8],
        layer: Layer,
    ) -> Option<&'i [u8]> {
        let conn = self.session.conns.get_mut(c.conn)?;
        let uid = conn.draw_uid(&mut self.session.env.uids);
        let tunnel = encap::Layer::inside(&conn.key, conn.orig, kind, uid);
        let wire_len = c.packet.wire_len.saturating_sub(c.packet.data.len().saturating_sub(inner.len()));
        let depth = self.session.encap.depth();
        self.session.encap.push(tunnel);
        let (ok, ip) = self.walk_inner(inner, wire_len, layer);
        self.session.encap.truncate(depth);
        Some(ip).filter(|ip| ok && !ip.is_empty())
    }

    fn ayiya(&mut self, c: Carrier<'_, '_>) {
        let kind = TunnelType::Ayiya;
        if self.passes_by(c, kind) {
            return;
        }
        let Some(a) = ayiya::Packet::parse(c.payload) else {
            return self.violate(c, kind, ayiya::TRUNCATED, false);
        };
        if !a.is_forward() {
            return;
        }
        self.confirm(c, kind);
        if a.payload.is_empty() {
            self.anomaly(c.packet, ayiya::Malformed::Empty);
        } else if matches!(a.next, IpProto::IPV4 | IpProto::IPV6) {
            self.walk_tunnel(c, kind, a.payload, Layer::Ip);
        } else {
            self.unknown_protocol(kind.source(), a.next.0.into(), a.payload);
        }
    }

    fn vxlan(&mut self, c: Carrier<'_, '_>) {
        let kind = TunnelType::Vxlan;
        if self.passes_by(c, kind) {
            return;
        }
        match vxlan::Packet::parse(c.payload) {
            Err(e) => self.violate(c, kind, e.reason(), true),
            Ok(v) => {
                self.confirm(c, kind);
                if v.frame.is_empty() {
                    self.anomaly(c.packet, vxlan::Malformed::Empty);
                } else {
                    let inner = self.walk_tunnel(c, kind, v.frame, Layer::Ethernet);
                    let vni = v.vni.into();
                    let raise = |f: &mut Flow<'_>, inner: PktHdr<'_>| {
                        f.event(|outer| VxlanPacket { outer, inner, vni });
                    };
                    self.show_inner(c, inner, VxlanPacket::ID, raise);
                }
            }
        }
    }

    fn geneve(&mut self, c: Carrier<'_, '_>) {
        let kind = TunnelType::Geneve;
        if self.passes_by(c, kind) {
            return;
        }
        let g = match geneve::Packet::parse(c.payload) {
            Ok(g) => g,
            Err(geneve::NotGeneve::Malformed(m)) => return self.anomaly(c.packet, m),
            Err(e) => return self.violate(c, kind, e.reason().unwrap_or_default(), true),
        };
        self.confirm(c, kind);
        if g.payload.is_empty() {
            return self.anomaly(c.packet, geneve::Malformed::Empty);
        }
        let layer = match g.protocol {
            EtherType::BRIDGING => Layer::Ethernet,
            EtherType::IPV4 | EtherType::IPV6 => Layer::Ip,
            EtherType::ARP => Layer::Arp,
            t => return self.unknown_protocol(kind.source(), t.0.into(), g.payload),
        };
        let inner = self.walk_tunnel(c, kind, g.payload, layer);
        let vni = g.vni.into();
        let raise = |f: &mut Flow<'_>, inner: PktHdr<'_>| f.event(|outer| GenevePacket { outer, inner, vni });
        self.show_inner(c, inner, GenevePacket::ID, raise);
    }

    /// Raises an event about the inner packet, if a handler exists and the packet is IP.
    fn show_inner(
        &mut self,
        c: Carrier<'_, '_>,
        inner: Option<&[u8]>,
        id: EventId,
        raise: impl FnOnce(&mut Flow<'_>, PktHdr<'_>),
    ) {
        let Some(inner) = inner.filter(|_| self.sink.wants(id)) else { return };
        with_headers_of(inner, |h| {
            if let Some(h) = h {
                self.with_flow(c.conn, |f| raise(f, h));
            }
        });
    }

    fn show_teredo(&mut self, c: Carrier<'_, '_>, t: &teredo::Packet<'_>) {
        let ids = [TeredoPacket::ID, TeredoAuthentication::ID, TeredoOriginIndication::ID, TeredoBubble::ID];
        if !ids.into_iter().any(|id| self.sink.wants(id)) {
            return;
        }
        with_headers_of(t.packet, |h| {
            let Some(hdr) = h else { return };
            let auth = t.authentication.map(|a| TeredoAuth {
                id: a.id,
                value: a.value,
                nonce: a.nonce,
                confirm: a.confirmation.into(),
            });
            let origin = t.origin.map(|o| TeredoOrigin { p: Port::udp(o.port), a: o.addr });
            let inner = TeredoHdr { auth, origin, hdr };
            self.with_flow(c.conn, |f| {
                f.event(|outer| TeredoPacket { outer, inner });
                if auth.is_some() {
                    f.event(|outer| TeredoAuthentication { outer, inner });
                }
                if origin.is_some() {
                    f.event(|outer| TeredoOriginIndication { outer, inner });
                }
                if ip::v6::Headers::of(t.packet).is_some_and(|h| h.next() == IpProto::NONE) {
                    f.event(|outer| TeredoBubble { outer, inner });
                }
            });
        });
    }

    fn teredo(&mut self, c: Carrier<'_, '_>) {
        let kind = TunnelType::Teredo;
        if self.passes_by(c, kind) {
            return;
        }
        let t = match teredo::Packet::parse(c.payload) {
            Ok(t) => t,
            Err(e) => {
                self.with_flow(c.conn, |f| {
                    if let teredo::NotTeredo::Malformed(m) = e
                        && f.tunnel_belief(kind) == Belief::Confirmed
                    {
                        f.weird(m.weird(), b"", m.source());
                    }
                });
                return self.violate(c, kind, "Bad Teredo encapsulation", true);
            }
        };
        match inspect_inner(t.packet, IpProto::IPV6) {
            Inner::Fits => {}
            Inner::Long if is_bubble(t.packet) => {
                let odd = teredo::Malformed::BubbleWithPayload;
                self.with_flow(c.conn, |f| f.weird(odd.weird(), b"", odd.source()));
            }
            Inner::Long => return self.violate(c, kind, "Teredo payload length", true),
            Inner::Short | Inner::NoIp => {
                return self.violate(c, kind, "Truncated Teredo or invalid inner IP version", true);
            }
        }
        self.with_flow(c.conn, |f| {
            let first = f.conn.rare().tunnels.teredo_valid.is_none();
            if first {
                f.event(|c| NewTeredoState { c });
            }
            let [orig, resp] = f.conn.rare().tunnels.teredo_valid.get_or_insert_default();
            *(if c.role.is_orig() { &mut *orig } else { &mut *resp }) = true;
            let both = *orig && *resp;
            if both || !f.env.opts.delay_teredo_confirmation {
                f.confirm_tunnel(kind);
            }
        });
        self.show_teredo(c, &t);
        self.walk_tunnel(c, kind, t.packet, Layer::Ip);
    }

    fn gtp(&mut self, c: Carrier<'_, '_>) {
        let kind = TunnelType::Gtpv1;
        if self.session.off.tunnel(kind) {
            return;
        }
        self.with_flow(c.conn, |f| {
            let first = f.conn.rare().tunnels.gtp_valid.is_none();
            f.conn.rare().tunnels.gtp_valid.get_or_insert_default();
            if first {
                f.event(|c| NewGtpv1State { c });
            }
        });
        let h = match gtpv1::Header::parse(c.payload) {
            Ok(h) => h,
            Err(e) => return self.violate(c, kind, &format!("Binpac exception: {e}"), false),
        };
        let inner_gtp = gtp_header(&h);
        self.with_flow(c.conn, |f| f.event(|c| Gtpv1Message { c, hdr: inner_gtp }));
        self.gtp_valid(c, false);
        if self.session.encap.depth() >= self.session.env.opts.tunnel_max_depth {
            return self.session.env.net_weird(self.sink, Weird::TunnelDepth.name(), b"", kind.source());
        }
        if self.session.encap.layers().last().is_some_and(|l| l.kind == kind) {
            return self.violate(c, kind, "GTP-in-GTP", false);
        }
        if h.version != 1 {
            return self.violate(c, kind, "GTPv1 bad Version", false);
        }
        if !h.protocol_type || h.kind != gtpv1::kind::G_PDU {
            return;
        }
        if h.message.len() < ip::v4::MIN_HEADER_LEN {
            return self.violate(c, kind, "Truncated GTPv1", false);
        }
        let proto = match h.message.first().map(|b| b >> 4) {
            Some(4) => IpProto::IPV4,
            Some(6) => IpProto::IPV6,
            _ => return self.violate(c, kind, "non-IP packet in GTPv1", false),
        };
        match inspect_inner(h.message, proto) {
            Inner::Fits => {}
            Inner::NoIp => return self.violate(c, kind, "Invalid IP version in wrapped packet", false),
            Inner::Short => return self.violate(c, kind, "Truncated GTPv1", false),
            Inner::Long => return self.violate(c, kind, "GTPv1 payload length", false),
        }
        let raise = |f: &mut Flow<'_>, inner_ip: PktHdr<'_>| {
            f.event(|outer| Gtpv1GPduPacket { outer, inner_gtp, inner_ip });
        };
        self.show_inner(c, Some(h.message), Gtpv1GPduPacket::ID, raise);
        let both = self.gtp_valid(c, true);
        if both || !self.session.env.opts.delay_gtp_confirmation {
            self.confirm(c, kind);
        }
        self.walk_tunnel(c, kind, h.message, Layer::Ip);
    }

    /// Records whether a side's last datagram was valid GTP; true if both sides' were.
    fn gtp_valid(&mut self, c: Carrier<'_, '_>, valid: bool) -> bool {
        let both = self.with_flow(c.conn, |f| {
            let [orig, resp] = f.conn.rare().tunnels.gtp_valid.get_or_insert_default();
            *(if c.role.is_orig() { &mut *orig } else { &mut *resp }) = valid;
            *orig && *resp
        });
        both.unwrap_or(false)
    }
}

fn gtp_header(h: &gtpv1::Header<'_>) -> Gtpv1Hdr {
    Gtpv1Hdr {
        version: h.version.into(),
        pt_flag: h.protocol_type,
        rsv: h.reserved,
        e_flag: h.has_extensions,
        s_flag: h.has_sequence,
        pn_flag: h.has_n_pdu,
        msg_type: h.kind.into(),
        length: h.len.into(),
        teid: h.teid.into(),
        seq: h.optional.map(|o| o.sequence.into()),
        n_pdu: h.optional.map(|o| o.n_pdu.into()),
        next_type: h.optional.map(|o| o.next_extension.into()),
    }
}

/// True for an IPv6 packet that declares no payload: it keeps NAT mappings open.
fn is_bubble(packet: &[u8]) -> bool {
    ip::v6::Headers::of(packet).is_some_and(|h| h.next() == IpProto::NONE && h.total_len() == h.len())
}
