//! Layers that scripts can turn off: tunnels and other layers that carry packets.
use crate::encap::TunnelType;

/// The layers that are off, one bit each.
#[derive(Clone, Copy, Default)]
pub(crate) struct LayersOff(u16);

const UNKNOWN_IP_TRANSPORT: u16 = 1 << 10;
const ARP: u16 = 1 << 11;

const fn bit(kind: TunnelType) -> u16 {
    1 << kind as u16
}

/// Names, as in `PacketAnalyzer::ANALYZER_…`.
const NAMES: [(&str, u16); 9] = [
    ("VXLAN", bit(TunnelType::Vxlan)),
    ("GENEVE", bit(TunnelType::Geneve)),
    ("TEREDO", bit(TunnelType::Teredo)),
    ("AYIYA", bit(TunnelType::Ayiya)),
    ("GTPV1", bit(TunnelType::Gtpv1)),
    ("GRE", bit(TunnelType::Gre)),
    ("IPTUNNEL", bit(TunnelType::Ip)),
    ("UNKNOWN_IP_TRANSPORT", UNKNOWN_IP_TRANSPORT),
    ("ARP", ARP),
];

impl LayersOff {
    fn named(name: &str) -> Option<u16> {
        NAMES.iter().find(|(n, _)| *n == name).map(|(_, b)| *b)
    }

    pub(crate) fn is_on(self, name: &str) -> Option<bool> {
        Self::named(name).map(|b| self.0 & b == 0)
    }

    pub(crate) fn set(&mut self, name: &str, off: bool) -> bool {
        let Some(b) = Self::named(name) else { return false };
        if off {
            self.0 |= b;
        } else {
            self.0 &= !b;
        }
        true
    }

    #[inline]
    pub(super) fn tunnel(self, kind: TunnelType) -> bool {
        self.0 & bit(kind) != 0
    }

    #[inline]
    pub(super) fn unknown_ip_transport(self) -> bool {
        self.0 & UNKNOWN_IP_TRANSPORT != 0
    }

    #[inline]
    pub(super) fn arp(self) -> bool {
        self.0 & ARP != 0
    }
}
