//! Tunnels in UDP: Teredo, VXLAN, GENEVE, GTPv1-U, AYIYA, GRE in UDP. They are recognized by the responder's port or by
//! content.
mod gtp;
mod gtp_control;
mod teredo;

use super::headers::with_headers_of;
use super::{Layer, Packet, Walk};
use crate::conn::{Belief, Role, TunnelStates};
use crate::encap::{self, TunnelType};
use crate::flow::Flow;
use crate::weird::Weird;
use event::analyzer as events;
use event::packet::PktHdr;
use event::tunnel::{GenevePacket, VxlanPacket};
use event::{ConnId, EnumName, EventId, EventType};
use wire::tunnel::{ayiya, geneve, vxlan};
use wire::{EtherType, IpProto, ip};

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
        let carrier = Carrier { packet: p, conn, role, payload };
        if let Some(kind) = self.routed_tunnel(port) {
            return self.tunnel_of(kind, carrier, outer);
        }
        let opts = &self.session.env.opts;
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
            _ if wire::tunnel::teredo::looks_like(payload) => self.teredo(carrier),
            _ => {}
        }
    }

    /// Walks a tunnel on a UDP port for which scripts have registered it.
    fn tunnel_of(&mut self, kind: TunnelType, c: Carrier<'_, '_>, outer: &ip::Packet<'_>) {
        match kind {
            TunnelType::Ayiya => self.ayiya(c),
            TunnelType::Teredo => self.teredo(c),
            TunnelType::Gtpv1 => self.gtp(c),
            TunnelType::Vxlan => self.vxlan(c),
            TunnelType::Geneve => self.geneve(c),
            TunnelType::Gre => {
                self.gre(c.packet, outer, c.payload);
            }
            TunnelType::Ip | TunnelType::Socks | TunnelType::Http => {}
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
        let uid = conn.draw_uid(&self.session.env.uids);
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
}
