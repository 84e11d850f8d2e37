//! Teredo (RFC 4380).
use super::{Carrier, with_headers_of};
use crate::conn::Belief;
use crate::encap::TunnelType;
use crate::walk::ip_tunnel::{Inner, inspect_inner};
use crate::walk::{Layer, Walk};
use event::EventType;
use event::tunnel::{
    NewTeredoState, TeredoAuth, TeredoAuthentication, TeredoBubble, TeredoHdr, TeredoOrigin,
    TeredoOriginIndication, TeredoPacket,
};
use net_types::Port;
use wire::tunnel::teredo;
use wire::{Anomaly, IpProto, ip};

impl Walk<'_> {
    pub(super) fn teredo(&mut self, c: Carrier<'_, '_>) {
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
}

/// True for an IPv6 packet that declares no payload: it keeps NAT mappings open.
fn is_bubble(packet: &[u8]) -> bool {
    ip::v6::Headers::of(packet).is_some_and(|h| h.next() == IpProto::NONE && h.total_len() == h.len())
}
