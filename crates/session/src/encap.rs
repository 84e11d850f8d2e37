//! Tunnels around a packet.
use crate::key::ConnKey;
use crate::uid::Uid;
use net_types::{Addr, Port, TransportProto};

/// What kind of tunnel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TunnelType {
    /// IP in IP, any pair of versions (RFC 2003, RFC 4213, RFC 2473).
    Ip,
    /// AYIYA.
    Ayiya,
    /// Teredo (RFC 4380).
    Teredo,
    /// SOCKS, as proxied.
    Socks,
    /// GTPv1-U (3GPP TS 29.281).
    Gtpv1,
    /// HTTP CONNECT.
    Http,
    /// GRE (RFC 2784, RFC 2637), ERSPAN included.
    Gre,
    /// VXLAN (RFC 7348).
    Vxlan,
    /// GENEVE (RFC 8926).
    Geneve,
}

impl TunnelType {
    pub(crate) const COUNT: usize = 9;

    /// The name as scripts and logs have it.
    pub const fn name(self) -> &'static str {
        match self {
            TunnelType::Ip => "Tunnel::IP",
            TunnelType::Ayiya => "Tunnel::AYIYA",
            TunnelType::Teredo => "Tunnel::TEREDO",
            TunnelType::Socks => "Tunnel::SOCKS",
            TunnelType::Gtpv1 => "Tunnel::GTPv1",
            TunnelType::Http => "Tunnel::HTTP",
            TunnelType::Gre => "Tunnel::GRE",
            TunnelType::Vxlan => "Tunnel::VXLAN",
            TunnelType::Geneve => "Tunnel::GENEVE",
        }
    }
}

/// One tunnel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// What kind.
    pub kind: TunnelType,
    /// Its originator's address and port.
    pub orig: (Addr, u16),
    /// Its responder's.
    pub resp: (Addr, u16),
    /// The transport it runs over.
    pub transport: TransportProto,
    /// The IP protocol it runs over; 65535 where it has none.
    pub ip_proto: u16,
    /// The uid of the connection that carries it, or of the pair of addresses.
    pub uid: Uid,
}

impl Layer {
    /// A tunnel between two addresses.
    pub(crate) fn between(src: Addr, dst: Addr, kind: TunnelType, ip_proto: u8, uid: Uid) -> Self {
        let transport = match ip_proto {
            // ICMPv6 does not count here.
            58 => TransportProto::Unknown,
            p => crate::key::transport_of(p.into()),
        };
        Layer { kind, orig: (src, 0), resp: (dst, 0), transport, ip_proto: ip_proto.into(), uid }
    }

    /// A tunnel inside a connection.
    pub(crate) fn inside(key: &ConnKey, orig: u8, kind: TunnelType, uid: Uid) -> Self {
        Layer {
            kind,
            orig: key.end(orig),
            resp: key.end(1 - orig),
            transport: key.transport(),
            ip_proto: key.proto(),
            uid,
        }
    }

    /// The originator's port.
    pub const fn orig_port(&self) -> Port {
        Port { proto: self.transport, num: self.orig.1 }
    }

    /// The responder's port.
    pub const fn resp_port(&self) -> Port {
        Port { proto: self.transport, num: self.resp.1 }
    }

    /// True where both are the same tunnel, be it in the other direction.
    fn is_same(&self, o: &Layer) -> bool {
        if (self.kind, self.uid, self.transport, self.ip_proto) != (o.kind, o.uid, o.transport, o.ip_proto) {
            return false;
        }
        let either_way = (self.orig.0, self.resp.0) == (o.orig.0, o.resp.0)
            || (self.orig.0, self.resp.0) == (o.resp.0, o.orig.0);
        match self.kind {
            TunnelType::Ip | TunnelType::Gre => either_way,
            TunnelType::Vxlan => either_way && self.resp.1 == o.resp.1,
            _ => self.orig == o.orig && self.resp == o.resp,
        }
    }
}

/// The tunnels around a packet, the outermost first.
#[derive(Clone, Default, Debug)]
pub struct Encapsulation(Vec<Layer>);

impl Encapsulation {
    /// The layers, the outermost first.
    pub fn layers(&self) -> &[Layer] {
        &self.0
    }

    /// How many there are.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// One more inside.
    pub(crate) fn push(&mut self, layer: Layer) {
        self.0.push(layer);
    }

    /// Leaves only the outermost `depth`.
    pub(crate) fn truncate(&mut self, depth: usize) {
        self.0.truncate(depth);
    }

    /// True where both are the same tunnels.
    pub(crate) fn is_same(&self, o: &Encapsulation) -> bool {
        self.0.len() == o.0.len() && self.0.iter().zip(&o.0).all(|(a, b)| a.is_same(b))
    }
}
