//! Link types of capture files and interfaces.

/// A link type by its number in capture files (<https://www.tcpdump.org/linktypes.html>).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LinkType(pub u32);

impl LinkType {
    /// BSD loopback: a 4-byte address family in the writer's byte order.
    pub const NULL: LinkType = LinkType(0);
    /// IEEE 802.3.
    pub const ETHERNET: LinkType = LinkType(1);
    /// PPP, with or without HDLC-like framing.
    pub const PPP: LinkType = LinkType(9);
    /// FDDI.
    pub const FDDI: LinkType = LinkType(10);
    /// Raw IP as some BSDs number it.
    pub const RAW_BSD: LinkType = LinkType(12);
    /// Raw IP as OpenBSD numbers it.
    pub const RAW_OPENBSD: LinkType = LinkType(14);
    /// PPP in HDLC-like framing (RFC 1662).
    pub const PPP_SERIAL: LinkType = LinkType(50);
    /// Raw IP; the version is in the first nibble.
    pub const RAW: LinkType = LinkType(101);
    /// IEEE 802.11.
    pub const IEEE802_11: LinkType = LinkType(105);
    /// OpenBSD loopback: a 4-byte address family in network order.
    pub const LOOP: LinkType = LinkType(108);
    /// Linux "cooked" capture.
    pub const LINUX_SLL: LinkType = LinkType(113);
    /// 802.11 after a radiotap header.
    pub const IEEE802_11_RADIOTAP: LinkType = LinkType(127);
    /// Raw IPv4.
    pub const IPV4: LinkType = LinkType(228);
    /// Raw IPv6.
    pub const IPV6: LinkType = LinkType(229);
    /// Linux netfilter log.
    pub const NFLOG: LinkType = LinkType(239);
    /// Linux "cooked" capture, version 2.
    pub const LINUX_SLL2: LinkType = LinkType(276);
}
