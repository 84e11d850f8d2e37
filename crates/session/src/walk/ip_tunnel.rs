//! Tunnels directly above IP: IP in IP (RFC 2003, RFC 4213, RFC 2473) and GRE with ERSPAN.
use super::{Layer, Packet, Walk};
use crate::encap::TunnelType;
use crate::weird::Weird;
use wire::IpProto;
use wire::ip;
use wire::tunnel::gre;

/// The source of the weirds of both kinds of tunnel.
const SOURCE: &str = "IPTUNNEL";

/// How the length in an inner IP header compares with the available bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inner {
    Fits,
    /// Not IP of the expected version.
    NoIp,
    /// Fewer bytes than the header says.
    Short,
    /// More bytes than the header says.
    Long,
}

/// Checks the IP header inside a tunnel.
pub(super) fn inspect_inner(bytes: &[u8], proto: IpProto) -> Inner {
    let total = match proto {
        IpProto::IPV6 => match ip::v6::Headers::of(bytes) {
            None => return Inner::Short,
            Some(h) if bytes.first().is_some_and(|b| b >> 4 == 6) => h.total_len(),
            Some(_) => return Inner::NoIp,
        },
        IpProto::IPV4 => match ip::v4::Header::of(bytes) {
            Some(h) if h.version() == 4 => usize::from(h.total_len()),
            _ => return Inner::NoIp,
        },
        _ => return Inner::NoIp,
    };
    match bytes.len().cmp(&total) {
        std::cmp::Ordering::Less => Inner::Short,
        std::cmp::Ordering::Equal => Inner::Fits,
        std::cmp::Ordering::Greater => Inner::Long,
    }
}

impl Walk<'_> {
    /// Walks a packet of an IP-in-IP tunnel.
    pub(super) fn ip_in_ip(&mut self, p: &Packet<'_>, outer: &ip::Packet<'_>) -> bool {
        self.checked_inner(p, outer, outer.captured(), outer.proto(), TunnelType::Ip)
    }

    /// Walks a packet of a GRE tunnel, directly above IP or in UDP.
    pub(super) fn gre(&mut self, p: &Packet<'_>, outer: &ip::Packet<'_>, bytes: &[u8]) -> bool {
        let g = match gre::Packet::parse(bytes) {
            Ok(g) => g,
            Err(e) => {
                self.anomaly(p, e);
                return false;
            }
        };
        let layer = match g.carries {
            gre::Carries::Ethernet => Layer::Ethernet,
            gre::Carries::Ieee80211(_) => Layer::Ieee80211,
            // Whatever the EtherType, only IP is followed.
            gre::Carries::EtherType(_) => Layer::Ip,
            gre::Carries::Ipv4 | gre::Carries::Ipv6 => {
                let proto = if g.carries == gre::Carries::Ipv4 { IpProto::IPV4 } else { IpProto::IPV6 };
                self.checked_inner(p, outer, g.payload, proto, TunnelType::Gre);
                return true;
            }
        };
        self.inner(p, outer, g.payload, layer, TunnelType::Gre);
        true
    }

    /// Walks a packet that must be IP with a matching length.
    fn checked_inner(
        &mut self,
        p: &Packet<'_>,
        outer: &ip::Packet<'_>,
        bytes: &[u8],
        proto: IpProto,
        kind: TunnelType,
    ) -> bool {
        if self.too_deep(p) {
            return false;
        }
        let weird = match inspect_inner(bytes, proto) {
            Inner::Fits => return self.inner(p, outer, bytes, Layer::Ip, kind),
            Inner::NoIp => Weird::InvalidInnerIpVersion,
            Inner::Short => Weird::TruncatedInnerIp,
            Inner::Long => Weird::InnerIpPayloadLengthMismatch,
        };
        self.packet_weird(p, weird.name(), "", SOURCE);
        false
    }

    fn too_deep(&mut self, p: &Packet<'_>) -> bool {
        let deep = self.session.encap.depth() >= self.session.env.opts.tunnel_max_depth;
        if deep {
            self.packet_weird(p, Weird::ExceededTunnelMaxDepth.name(), "", SOURCE);
        }
        deep
    }

    fn inner(
        &mut self,
        p: &Packet<'_>,
        outer: &ip::Packet<'_>,
        bytes: &[u8],
        layer: Layer,
        kind: TunnelType,
    ) -> bool {
        if self.too_deep(p) {
            return false;
        }
        let tunnel = self.session.ip_tunnels.between(
            outer.src(),
            outer.dst(),
            kind,
            outer.proto().0,
            &mut self.session.env,
        );
        let depth = self.session.encap.depth();
        self.session.encap.push(tunnel);
        let (ok, _) = self.walk_inner(bytes, bytes.len(), layer);
        self.session.encap.truncate(depth);
        ok
    }
}
