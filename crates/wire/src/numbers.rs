//! Numbers that identify the protocol after a header.

/// An EtherType (<https://www.iana.org/assignments/ieee-802-numbers>).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EtherType(pub u16);

impl EtherType {
    /// Internet Protocol version 4.
    pub const IPV4: EtherType = EtherType(0x0800);
    /// Address Resolution Protocol.
    pub const ARP: EtherType = EtherType(0x0806);
    /// Transparent Ethernet bridging.
    pub const BRIDGING: EtherType = EtherType(0x6558);
    /// Reverse ARP.
    pub const RARP: EtherType = EtherType(0x8035);
    /// 802.1Q customer tag.
    pub const VLAN: EtherType = EtherType(0x8100);
    /// Internet Protocol version 6.
    pub const IPV6: EtherType = EtherType(0x86dd);
    /// PPTP's enhanced GRE payload.
    pub const PPP: EtherType = EtherType(0x880b);
    /// MPLS unicast.
    pub const MPLS: EtherType = EtherType(0x8847);
    /// PPPoE session stage.
    pub const PPPOE: EtherType = EtherType(0x8864);
    /// 802.1ad service tag.
    pub const QINQ: EtherType = EtherType(0x88a8);
    /// ERSPAN types I and II.
    pub const ERSPAN: EtherType = EtherType(0x88be);
    /// 802.1ah provider backbone bridging.
    pub const PBB: EtherType = EtherType(0x88e7);
    /// Cisco FabricPath.
    pub const FABRICPATH: EtherType = EtherType(0x8903);
    /// 802.1BR and Cisco's VN-Tag.
    pub const VNTAG: EtherType = EtherType(0x8926);
    /// QinQ before 802.1ad.
    pub const QINQ_OLD: EtherType = EtherType(0x9100);
    /// ERSPAN type III.
    pub const ERSPAN3: EtherType = EtherType(0x22eb);
}

/// An IP protocol number, also the type of an IPv6 extension header
/// (<https://www.iana.org/assignments/protocol-numbers>).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IpProto(pub u8);

impl IpProto {
    /// IPv6 hop-by-hop options.
    pub const HOPOPTS: IpProto = IpProto(0);
    /// ICMP.
    pub const ICMP: IpProto = IpProto(1);
    /// IPv4 in IP.
    pub const IPV4: IpProto = IpProto(4);
    /// TCP.
    pub const TCP: IpProto = IpProto(6);
    /// UDP.
    pub const UDP: IpProto = IpProto(17);
    /// IPv6 in IP.
    pub const IPV6: IpProto = IpProto(41);
    /// IPv6 routing header.
    pub const ROUTING: IpProto = IpProto(43);
    /// IPv6 fragment header.
    pub const FRAGMENT: IpProto = IpProto(44);
    /// GRE.
    pub const GRE: IpProto = IpProto(47);
    /// Encapsulating Security Payload.
    pub const ESP: IpProto = IpProto(50);
    /// Authentication Header.
    pub const AH: IpProto = IpProto(51);
    /// ICMPv6.
    pub const ICMPV6: IpProto = IpProto(58);
    /// Nothing follows.
    pub const NONE: IpProto = IpProto(59);
    /// IPv6 destination options.
    pub const DSTOPTS: IpProto = IpProto(60);
    /// SCTP.
    pub const SCTP: IpProto = IpProto(132);
    /// Mobility header.
    pub const MOBILITY: IpProto = IpProto(135);
    /// Not used on the wire: "the IP header itself is the last one".
    pub const RAW: IpProto = IpProto(255);
}
