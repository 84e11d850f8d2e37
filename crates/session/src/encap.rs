//! Tunnels around a packet.
use crate::key::ConnKey;
use crate::uid::Uid;
use net_types::{Addr, Port, TransportProto};

/// Kind of a tunnel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TunnelType {
    /// IP in IP, any pair of versions (RFC 2003, RFC 4213, RFC 2473).
    Ip,
    /// AYIYA.
    Ayiya,
    /// Teredo (RFC 4380).
    Teredo,
    /// SOCKS, as the proxied connection sees it.
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

    /// The name in scripts and logs.
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
    /// The kind.
    pub kind: TunnelType,
    /// The originator's address and port.
    pub orig: (Addr, u16),
    /// The responder's address and port.
    pub resp: (Addr, u16),
    /// The transport that carries it.
    pub transport: TransportProto,
    /// The IP protocol that carries it; 65535 if none.
    pub ip_proto: u16,
    /// The uid of the connection, or of the address pair, that carries it.
    pub uid: Uid,
}

impl Layer {
    /// A tunnel between two addresses.
    pub(crate) fn between(src: Addr, dst: Addr, kind: TunnelType, ip_proto: u8, uid: Uid) -> Self {
        let transport = match ip_proto {
            // ICMPv6 is not a transport here.
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

    /// True if both are the same tunnel, in either direction.
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

/// The tunnels around a packet, outermost first.
#[derive(Clone, Default, Debug)]
pub struct Encapsulation(Vec<Layer>);

impl Encapsulation {
    /// The layers, outermost first.
    pub fn layers(&self) -> &[Layer] {
        &self.0
    }

    /// The number of tunnels.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// Adds an innermost tunnel.
    pub(crate) fn push(&mut self, layer: Layer) {
        self.0.push(layer);
    }

    /// Keeps the outermost `depth` tunnels.
    pub(crate) fn truncate(&mut self, depth: usize) {
        self.0.truncate(depth);
    }

    /// True if both are the same sequence of tunnels.
    pub(crate) fn is_same(&self, o: &Encapsulation) -> bool {
        self.0.len() == o.0.len() && self.0.iter().zip(&o.0).all(|(a, b)| a.is_same(b))
    }
}
