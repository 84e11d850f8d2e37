// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_ARP.events.bif.zeek, base/init/connections.zeek, base/init/packets.zeek}.
//! Packets below connections: endpoints, ARP.
use crate::arg::{Arg, ConnId, EnumName, ListOf};
use crate::declare::{events, records};
use net_types::{Addr, Port};

records! {
    /// The endpoints of a flow.
    ConnTuple = "conn_id" { orig_h: Addr, orig_p: Port, resp_h: Addr, resp_p: Port, proto: u64 }
    /// An option of an extension header (RFC 8200, 4.2).
    Ip6Option<'a> = "ip6_option" { otype: u64, len: u64, data: &'a [u8] }
    /// A header of hop-by-hop or destination options; `options` lists Ip6Option.
    Ip6Options<'a> = "ip6_hopopts" { nxt: u64, len: u64, options: Arg<'a> }
    /// A routing header.
    Ip6Routing<'a> = "ip6_routing" { nxt: u64, len: u64, rtype: u64, segleft: u64, data: &'a [u8] }
    /// A fragment header; the offset in units of eight bytes.
    Ip6Fragment = "ip6_fragment" { nxt: u64, rsv1: u64, offset: u64, rsv2: u64, more: bool, id: u64 }
    /// An authentication header (RFC 4302).
    Ip6Ah<'a> = "ip6_ah" { nxt: u64, len: u64, rsv: u64, spi: u64, seq: Option<u64>, data: Option<&'a [u8]> }
    /// The unencrypted part of an encapsulated payload (RFC 4303).
    Ip6Esp = "ip6_esp" { spi: u64, seq: u64 }
    /// Binding refresh request.
    Ip6MobilityBrr<'a> = "ip6_mobility_brr" { rsv: u64, options: Arg<'a> }
    /// Home or care-of test init.
    Ip6MobilityTestInit<'a> = "ip6_mobility_hoti" { rsv: u64, cookie: u64, options: Arg<'a> }
    /// Home or care-of test.
    Ip6MobilityTest<'a> = "ip6_mobility_hot" { nonce_idx: u64, cookie: u64, token: u64, options: Arg<'a> }
    /// Binding update.
    Ip6MobilityBu<'a> = "ip6_mobility_bu" { seq: u64, a: bool, h: bool, l: bool, k: bool, life: u64, options: Arg<'a> }
    /// Binding acknowledgement.
    Ip6MobilityBack<'a> = "ip6_mobility_back" { status: u64, k: bool, seq: u64, life: u64, options: Arg<'a> }
    /// Binding error.
    Ip6MobilityBe<'a> = "ip6_mobility_be" { status: u64, hoa: Addr, options: Arg<'a> }
    /// A mobility header's message. The type determines which field is set, if any.
    #[derive(Default)]
    Ip6MobilityMsg<'a> = "ip6_mobility_msg" {
        id: u64, brr: Option<Ip6MobilityBrr<'a>>, hoti: Option<Ip6MobilityTestInit<'a>>,
        coti: Option<Ip6MobilityTestInit<'a>>, hot: Option<Ip6MobilityTest<'a>>, cot: Option<Ip6MobilityTest<'a>>,
        bu: Option<Ip6MobilityBu<'a>>, back: Option<Ip6MobilityBack<'a>>, be: Option<Ip6MobilityBe<'a>>
    }
    /// A mobility header (RFC 6275, 6.1).
    Ip6Mobility<'a> = "ip6_mobility_hdr" {
        nxt: u64, len: u64, mh_type: u64, rsv: u64, chksum: u64, msg: Ip6MobilityMsg<'a>
    }
    /// An extension header. Its number determines which field is set; none if it was not captured completely.
    #[derive(Default)]
    Ip6ExtHdr<'a> = "ip6_ext_hdr" {
        id: u64, hopopts: Option<Ip6Options<'a>>, dstopts: Option<Ip6Options<'a>>, routing: Option<Ip6Routing<'a>>,
        fragment: Option<Ip6Fragment>, ah: Option<Ip6Ah<'a>>, esp: Option<Ip6Esp>, mobility: Option<Ip6Mobility<'a>>
    }
    /// The headers of IPv6 (RFC 8200); `exts` lists Ip6ExtHdr.
    Ip6Hdr<'a> = "ip6_hdr" {
        class: u64, flow: u64, len: u64, nxt: u64, hlim: u64, src: Addr, dst: Addr, exts: Arg<'a>
    }
    /// A header of IPv4 (RFC 791). Lengths and the offset in bytes.
    Ip4Hdr = "ip4_hdr" {
        hl: u64, tos: u64, len: u64, id: u64, df: bool = "DF", mf: bool = "MF", offset: u64, ttl: u64, p: u64,
        sum: u64, src: Addr, dst: Addr
    }
    /// A header of TCP (RFC 9293). Lengths of the header and the payload are in bytes.
    TcpHdr = "tcp_hdr" {
        sport: Port, dport: Port, seq: u64, ack: u64, hl: u64, dl: u64, reserved: u64, flags: u64, win: u64
    }
    /// A header of UDP (RFC 768).
    UdpHdr = "udp_hdr" { sport: Port, dport: Port, ulen: u64 }
    /// The header of every ICMP message.
    IcmpHdr = "icmp_hdr" { icmp_type: u64 }
    /// The headers of a packet.
    #[derive(Default)]
    PktHdr<'a> = "pkt_hdr" {
        ip: Option<Ip4Hdr>, ip6: Option<Ip6Hdr<'a>>, tcp: Option<TcpHdr>, udp: Option<UdpHdr>, icmp: Option<IcmpHdr>
    }
    /// The link layer's header, with the frame's length on the wire and as captured.
    L2Hdr<'a> = "l2_hdr" {
        encap: EnumName, len: u64, cap_len: u64, src: Option<&'a str>, dst: Option<&'a str>, vlan: Option<u64>,
        inner_vlan: Option<u64>, eth_type: Option<u64>, proto: EnumName
    }
    /// The headers of a frame.
    RawPktHdr<'a> = "raw_pkt_hdr" {
        l2: L2Hdr<'a>, ip: Option<Ip4Hdr>, ip6: Option<Ip6Hdr<'a>>, tcp: Option<TcpHdr>, udp: Option<UdpHdr>,
        icmp: Option<IcmpHdr>
    }
}

events! { in packet;
    /// Every packet, before it is analyzed. Handlers run for every packet: for research, not for fast links.
    RawPacket<'a> = "raw_packet" { p: RawPktHdr<'a> }
    /// Every packet of a connection. Handlers run for every packet: for research, not for fast links.
    NewPacket<'a> = "new_packet" { c: ConnId, p: PktHdr<'a> }
    /// A packet with IPv6 extension headers.
    Ipv6ExtHeaders<'a> = "ipv6_ext_headers" { c: ConnId, p: PktHdr<'a> }
    /// A packet whose payload is encrypted (ESP, RFC 4303).
    EspPacket<'a> = "esp_packet" { p: PktHdr<'a> }
    /// A message of Mobile IPv6 (RFC 6275).
    MobileIpv6Message<'a> = "mobile_ipv6_message" { p: PktHdr<'a> }
    /// The payload of a packet of a connection. Handlers run for every packet with payload.
    PacketContents<'a> = "packet_contents" { c: ConnId, contents: &'a [u8] }
    /// A packet contains a protocol that no packet analyzer knows.
    UnknownProtocol<'a> = "unknown_protocol" {
        analyzer_name: &'a str, protocol: u64, first_bytes: &'a [u8], analyzer_history: ListOf<'a, &'a str>
    }
    /// An ARP request (RFC 826): who has this address?
    ArpRequest<'a> = "arp_request" {
        mac_src: &'a str, mac_dst: &'a str, spa: Addr = "SPA", sha: &'a str = "SHA", tpa: Addr = "TPA",
        tha: &'a str = "THA"
    }
    /// An ARP reply: the hardware address of a requested address.
    ArpReply<'a> = "arp_reply" {
        mac_src: &'a str, mac_dst: &'a str, spa: Addr = "SPA", sha: &'a str = "SHA", tpa: Addr = "TPA",
        tha: &'a str = "THA"
    }
    /// An ARP packet that is inconsistent or truncated.
    BadArp<'a> = "bad_arp" {
        spa: Addr = "SPA", sha: &'a str = "SHA", tpa: Addr = "TPA", tha: &'a str = "THA", explanation: &'a str
    }
}
