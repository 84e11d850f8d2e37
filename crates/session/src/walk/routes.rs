//! Routes: the layer after a header, where scripts have changed it (`PacketAnalyzer::register_packet_analyzer`).
use super::{Layer, Walk};
use crate::encap::TunnelType;
use foldhash::HashMap;
use net_types::LinkType;
use wire::{EtherType, IpProto};

/// The maximum number of routes. Scripts add few; a script that adds more is refused.
const MAX_ROUTES: usize = 4096;

/// The layer, tunnel or protocol that follows a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Follows {
    Layer(Layer),
    Tunnel(TunnelType),
    Ip(IpProto),
}

/// The routes that scripts have set, by the name of a layer and a number in its header.
#[derive(Clone, Default)]
pub struct Routes {
    changed: HashMap<(&'static str, u64), Follows>,
}

/// Why a route cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RouteError {
    /// The header of the layer has no number that determines the next layer.
    #[error("packet analyzer {0} has no numbers that others can be registered for")]
    Parent(String),
    /// The second layer cannot follow the first.
    #[error("packet analyzer {child} cannot follow {parent}")]
    Child {
        /// The first layer.
        parent: &'static str,
        /// The second layer.
        child: String,
    },
    /// There are too many routes.
    #[error("more than {MAX_ROUTES} packet analyzers are registered")]
    TooMany,
}

/// Layers whose header has an EtherType or another number that determines the next layer.
pub(super) const BY_LAYER: [&str; 12] = [
    "ROOT",
    "ETHERNET",
    "VLAN",
    "VNTAG",
    "PPPOE",
    "PPP",
    "PPPSERIAL",
    "SNAP",
    "NULL",
    "NFLOG",
    "LINUXSLL",
    "LINUXSLL2",
];

const LAYERS: [Layer; 21] = [
    Layer::Ethernet,
    Layer::Vlan,
    Layer::VnTag,
    Layer::Pbb,
    Layer::Mpls,
    Layer::Pppoe,
    Layer::Ppp,
    Layer::PppSerial,
    Layer::Snap,
    Layer::Novell,
    Layer::Llc,
    Layer::Fddi,
    Layer::Null,
    Layer::Nflog,
    Layer::Sll,
    Layer::Sll2,
    Layer::Radiotap,
    Layer::Ieee80211,
    Layer::Arp,
    Layer::Ip,
    Layer::Skip,
];

/// Protocols that can follow IP.
const TRANSPORTS: [(&str, IpProto); 5] = [
    ("TCP", IpProto::TCP),
    ("UDP", IpProto::UDP),
    ("ICMP", IpProto::ICMP),
    ("GRE", IpProto::GRE),
    ("IPTUNNEL", IpProto::IPV4),
];

/// Tunnels that can be registered for UDP ports.
const TUNNELS: [(&str, TunnelType); 6] = [
    ("AYIYA", TunnelType::Ayiya),
    ("TEREDO", TunnelType::Teredo),
    ("GTPV1", TunnelType::Gtpv1),
    ("VXLAN", TunnelType::Vxlan),
    ("GENEVE", TunnelType::Geneve),
    ("GRE", TunnelType::Gre),
];

/// The ports of tunnels without registration.
const USUAL_PORTS: [(u16, TunnelType); 7] = [
    (5072, TunnelType::Ayiya),
    (3544, TunnelType::Teredo),
    (2152, TunnelType::Gtpv1),
    (2123, TunnelType::Gtpv1),
    (4789, TunnelType::Vxlan),
    (6081, TunnelType::Geneve),
    (4754, TunnelType::Gre),
];

impl Layer {
    /// A layer by its name in scripts, in any case.
    pub(super) fn named(name: &str) -> Option<Layer> {
        LAYERS.iter().copied().find(|l| l.name().eq_ignore_ascii_case(name))
    }
}

impl Routes {
    /// Makes `child` the layer that follows `parent` where its header has `number`. Names are as in
    /// `PacketAnalyzer::ANALYZER_…`. Returns the name of the layer that followed until now.
    ///
    /// # Errors
    /// `parent` has no such numbers, `child` cannot follow it, or there are too many routes.
    pub fn set(
        &mut self,
        parent: &str,
        number: u64,
        child: &str,
    ) -> Result<Option<&'static str>, RouteError> {
        let known = BY_LAYER.into_iter().chain(["IP", "UDP"]).find(|n| *n == parent);
        let parent = known.ok_or_else(|| RouteError::Parent(parent.to_owned()))?;
        let follows = match parent {
            "IP" => TRANSPORTS.iter().find(|(n, _)| *n == child).map(|(_, p)| Follows::Ip(*p)),
            "UDP" => TUNNELS.iter().find(|(n, _)| *n == child).map(|(_, t)| Follows::Tunnel(*t)),
            _ => LAYERS.iter().find(|l| l.name() == child).map(|l| Follows::Layer(*l)),
        };
        let follows = follows.ok_or_else(|| RouteError::Child { parent, child: child.to_owned() })?;
        let before = self.get(parent, number).or_else(|| usual(parent, number)).map(Follows::name);
        if usual(parent, number) == Some(follows) {
            self.changed.remove(&(parent, number));
        } else if self.changed.len() < MAX_ROUTES {
            self.changed.insert((parent, number), follows);
        } else {
            return Err(RouteError::TooMany);
        }
        Ok(before)
    }

    fn get(&self, parent: &'static str, number: u64) -> Option<Follows> {
        self.changed.get(&(parent, number)).copied()
    }

    /// Whether scripts have set no routes.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }
}

impl Follows {
    fn name(self) -> &'static str {
        match self {
            Follows::Layer(l) => l.name(),
            Follows::Tunnel(t) => TUNNELS.iter().find(|(_, k)| *k == t).map_or("", |(n, _)| n),
            Follows::Ip(p) => TRANSPORTS.iter().find(|(_, k)| *k == p).map_or("", |(n, _)| n),
        }
    }
}

/// The layer that follows without a route.
fn usual(parent: &'static str, number: u64) -> Option<Follows> {
    let small = u16::try_from(number).ok()?;
    match parent {
        "ROOT" => Some(Follows::Layer(Layer::of_link(LinkType(small.into())))),
        "ETHERNET" | "VLAN" => Walk::by_ethertype(EtherType(small)).map(Follows::Layer),
        "LINUXSLL" | "LINUXSLL2" | "SNAP" => super::link::ip_or_arp(EtherType(small)).map(Follows::Layer),
        "UDP" => USUAL_PORTS.iter().find(|(p, _)| *p == small).map(|(_, t)| Follows::Tunnel(*t)),
        "IP" => {
            let proto = IpProto(u8::try_from(number).ok()?);
            TRANSPORTS.iter().find(|(_, p)| *p == proto).map(|(_, p)| Follows::Ip(*p))
        }
        _ => None,
    }
}

impl Walk<'_> {
    #[inline]
    fn routed(&self, parent: &'static str, number: u64) -> Option<Follows> {
        // Nearly always there are no routes, which costs one comparison.
        self.session.routes.as_ref()?.get(parent, number)
    }

    /// The layer to which scripts route a number in the header of `parent`.
    #[inline]
    pub(super) fn routed_layer(&self, parent: &'static str, number: u64) -> Option<Layer> {
        match self.routed(parent, number)? {
            Follows::Layer(l) => Some(l),
            _ => None,
        }
    }

    /// The protocol as which packets of an IP protocol are parsed.
    #[inline]
    pub(super) fn routed_proto(&self, proto: IpProto) -> IpProto {
        match self.routed("IP", proto.0.into()) {
            Some(Follows::Ip(p)) => p,
            _ => proto,
        }
    }

    /// The tunnel that scripts have registered for a UDP port.
    #[inline]
    pub(super) fn routed_tunnel(&self, port: u16) -> Option<TunnelType> {
        match self.routed("UDP", port.into())? {
            Follows::Tunnel(t) => Some(t),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_names_what_it_replaces() {
        let mut r = Routes::default();
        assert_eq!(r.set("ETHERNET", 0x800, "SKIP"), Ok(Some("IP")));
        assert_eq!(r.set("ETHERNET", 0x800, "VLAN"), Ok(Some("SKIP")));
        assert_eq!(r.set("ETHERNET", 0x9999, "IP"), Ok(None));
        assert_eq!(r.set("ROOT", 1, "SKIP"), Ok(Some("ETHERNET")));
        assert_eq!(r.set("UDP", 4790, "VXLAN"), Ok(None));
        assert_eq!(r.set("IP", 47, "UDP"), Ok(Some("GRE")));
        assert_eq!(r.set("ETHERNET", 0x800, "IP"), Ok(Some("VLAN")));
        assert_eq!(r.changed.len(), 4);
    }

    #[test]
    fn a_route_that_cannot_be_is_refused() {
        let mut r = Routes::default();
        assert_eq!(r.set("MPLS", 1, "IP"), Err(RouteError::Parent("MPLS".to_owned())));
        let refused = RouteError::Child { parent: "UDP", child: "IP".to_owned() };
        assert_eq!(r.set("UDP", 1, "IP"), Err(refused));
        assert!(r.is_empty());
    }
}
