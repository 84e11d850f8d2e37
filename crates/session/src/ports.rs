//! Sets of ports.
#[rustfmt::skip]
mod likely;

use net_types::{Port, TransportProto};

/// A set of TCP and UDP ports as a bit map.
#[derive(Clone, PartialEq, Eq)]
pub struct PortSet {
    tcp: Box<[u64; 1024]>,
    udp: Box<[u64; 1024]>,
}

impl Default for PortSet {
    fn default() -> Self {
        PortSet { tcp: Box::new([0; 1024]), udp: Box::new([0; 1024]) }
    }
}

impl std::fmt::Debug for PortSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = [TransportProto::Tcp, TransportProto::Udp]
            .into_iter()
            .flat_map(|proto| (0..=u16::MAX).map(move |num| Port { proto, num }))
            .filter(|p| self.has(*p));
        f.debug_set().entries(all.map(|p| p.to_string())).finish()
    }
}

impl PortSet {
    fn words(&self, proto: TransportProto) -> Option<&[u64; 1024]> {
        match proto {
            TransportProto::Tcp => Some(&self.tcp),
            TransportProto::Udp => Some(&self.udp),
            TransportProto::Icmp | TransportProto::Unknown => None,
        }
    }

    /// True if the set contains the port.
    #[inline]
    pub fn has(&self, port: Port) -> bool {
        let word = self.words(port.proto).and_then(|w| w.get(usize::from(port.num / 64)));
        word.is_some_and(|w| w >> (port.num % 64) & 1 == 1)
    }

    /// Adds a TCP or UDP port.
    pub fn add(&mut self, port: Port) {
        let words = match port.proto {
            TransportProto::Tcp => &mut self.tcp,
            TransportProto::Udp => &mut self.udp,
            TransportProto::Icmp | TransportProto::Unknown => return,
        };
        if let Some(w) = words.get_mut(usize::from(port.num / 64)) {
            *w |= 1 << (port.num % 64);
        }
    }

    /// The default scripts' `likely_server_ports`: the ports of all supported protocols.
    pub fn likely_servers() -> Self {
        let mut set = PortSet::default();
        for p in likely::TCP {
            set.add(Port::tcp(*p));
        }
        for p in likely::UDP {
            set.add(Port::udp(*p));
        }
        set
    }
}

impl FromIterator<Port> for PortSet {
    fn from_iter<I: IntoIterator<Item = Port>>(ports: I) -> Self {
        let mut set = PortSet::default();
        for p in ports {
            set.add(p);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_belongs_to_its_transport() {
        let set: PortSet = [Port::tcp(80), Port::udp(65535)].into_iter().collect();
        assert!(set.has(Port::tcp(80)) && set.has(Port::udp(65535)));
        assert!(!set.has(Port::udp(80)) && !set.has(Port::icmp(80)));
        assert!(PortSet::likely_servers().has(Port::tcp(443)));
        assert!(!PortSet::likely_servers().has(Port::tcp(514)));
    }
}
