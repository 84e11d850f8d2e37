//! Code shared by the transports: finding or making a packet's connection.
use super::{Packet, Walk};
use crate::conn::{Role, Transport};
use crate::encap::Encapsulation;
use crate::flow::Flow;
use crate::key::{ConnKey, Keyed};
use event::tunnel::EncapsulatingConn;
use event::{EnumName, EventType, ListOf, conn as events, packet::ConnTuple};
use net_types::Addr;
use std::rc::Rc;
use wire::ip;

impl Walk<'_> {
    /// Finds or makes the connection of a packet that is not TCP; `flip` and `make` apply to a new one.
    #[inline]
    pub(super) fn connection(
        &mut self,
        p: &Packet<'_>,
        packet: &ip::Packet<'_>,
        keyed: Keyed,
        flip: bool,
        make: impl FnOnce() -> Transport,
    ) -> u32 {
        match self.session.lookup(&keyed.key) {
            Some(at) => {
                self.known_connection(at);
                at
            }
            None => self.new_connection(p, packet, keyed, flip, make()),
        }
    }

    /// Checks whether a packet of a known connection has the same tunnels around it as before.
    #[inline]
    pub(super) fn known_connection(&mut self, at: u32) {
        let Some(conn) = self.session.conns.get(at) else { return };
        if self.session.encap.depth() == 0 && conn.encap.is_none() {
            return;
        }
        if conn.encap.as_ref().is_some_and(|e| e.is_same(&self.session.encap)) {
            return;
        }
        let now = (self.session.encap.depth() > 0).then(|| Rc::new(self.session.encap.clone()));
        self.with_flow(at, |f| f.tunnel_changed(now));
    }

    /// The key of a packet with ports.
    #[inline]
    pub(super) fn keyed(
        &self,
        p: &Packet<'_>,
        packet: &ip::Packet<'_>,
        (sport, dport): (u16, u16),
        one_way: bool,
    ) -> Keyed {
        let (src, dst) = ((packet.src(), sport), (packet.dst(), dport));
        let Keyed { key, from } = ConnKey::of(src, dst, packet.proto().0.into(), one_way);
        let key =
            if self.session.env.opts.vlans_tell_apart { key.in_vlans((p.vlan, p.inner_vlan)) } else { key };
        Keyed { key, from }
    }

    pub(super) fn new_connection(
        &mut self,
        p: &Packet<'_>,
        packet: &ip::Packet<'_>,
        keyed: Keyed,
        flip: bool,
        transport: Transport,
    ) -> u32 {
        let (label, p) = (packet.flow_label(), *p);
        let flip = flip && keyed.key.end(1 - keyed.from).0 != Addr::v4([255; 4]);
        self.session.insert(
            keyed,
            transport,
            flip,
            |c| {
                (c.vlan, c.inner_vlan) = (p.vlan, p.inner_vlan);
                let (orig, resp) = (Role::Orig, Role::Resp);
                c.end_mut(orig).mac = p.src;
                c.end_mut(orig).flow_label = label;
                c.end_mut(orig).seen = true;
                c.end_mut(resp).mac = p.dst;
            },
            self.sink,
        )
    }

    /// Processes a packet of an IP protocol without ports.
    pub(super) fn other_transport(&mut self, p: &Packet<'_>, packet: &ip::Packet<'_>) -> bool {
        let proto = packet.proto();
        if self.session.off.unknown_ip_transport() {
            self.unknown_protocol("IP", proto.0.into(), packet.captured());
            return false;
        }
        let keyed = self.keyed(p, packet, (0, 0), false);
        let at = self.connection(p, packet, keyed, false, || Transport::Other);
        self.show_packet(at, packet);
        self.show_contents(at, packet.captured());
        self.with_flow(at, |f| {
            let role = f.sender(keyed.from, packet.flow_label());
            if !f.conn.skipping {
                f.conn.last = f.env.ts;
                f.count(role, ip_len(packet));
            }
        });
        self.unknown_protocol("Unknown_IP_Transport", proto.0.into(), packet.captured());
        false
    }
}

/// The IP length to count; zero if the header states none.
#[inline]
pub(super) fn ip_len(packet: &ip::Packet<'_>) -> usize {
    if packet.is_zero_len() { 0 } else { packet.total_len() }
}

impl Flow<'_> {
    /// Records the sender's flow label and returns the sender's role.
    #[inline]
    pub(super) fn sender(&mut self, from: u8, label: u32) -> Role {
        let role = self.conn.role_of(from);
        let end = self.conn.end_mut(role);
        let seen = std::mem::replace(&mut end.seen, true);
        let old = std::mem::replace(&mut end.flow_label, label);
        if seen && old != label {
            self.event(|c| events::ConnectionFlowLabelChanged {
                c,
                is_orig: role.is_orig(),
                old_label: old.into(),
                new_label: label.into(),
            });
        }
        role
    }

    fn tunnel_changed(&mut self, now: Option<Rc<Encapsulation>>) {
        let max = self.env.opts.tunnel_max_changes_per_connection;
        let (before, there) = (self.conn.encap.is_some(), now.is_some());
        let mut tell = self.sink.wants(events::TunnelChanged::ID);
        if tell && before && there {
            let rare = self.conn.rare();
            tell = max == 0 || rare.tunnel_changes < max;
            rare.tunnel_changes += u64::from(tell);
        }
        if tell {
            let layers = now.as_deref().map_or(&[][..], Encapsulation::layers);
            let uids: Vec<_> = layers.iter().map(|l| l.uid.text(b'C')).collect();
            let shown: Vec<_> = layers
                .iter()
                .zip(&uids)
                .map(|(l, uid)| EncapsulatingConn {
                    cid: ConnTuple {
                        orig_h: l.orig.0,
                        orig_p: l.orig_port(),
                        resp_h: l.resp.0,
                        resp_p: l.resp_port(),
                        proto: l.ip_proto.into(),
                    },
                    tunnel_type: EnumName(l.kind.name()),
                    uid: Some(uid.as_str()),
                })
                .collect();
            self.event(|c| events::TunnelChanged { c, e: ListOf(&shown) });
        }
        self.conn.encap = now;
    }
}
