//! GTPv1: packets of subscribers (GTP-U, 3GPP TS 29.281).
use super::Carrier;
use crate::encap::TunnelType;
use crate::flow::Flow;
use crate::walk::ip_tunnel::{Inner, inspect_inner};
use crate::walk::{Layer, Walk};
use crate::weird::Weird;
use event::EventType;
use event::packet::PktHdr;
use event::tunnel::{Gtpv1GPduPacket, Gtpv1Hdr, Gtpv1Message, NewGtpv1State};
use wire::tunnel::gtpv1;
use wire::{IpProto, ip};

impl Walk<'_> {
    pub(super) fn gtp(&mut self, c: Carrier<'_, '_>) {
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
        if !h.protocol_type {
            return;
        }
        if h.kind != gtpv1::kind::G_PDU {
            if let Err(e) = self.gtp_control(c, &h, inner_gtp) {
                self.violate(c, kind, &format!("Binpac exception: {e}"), false);
            }
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
