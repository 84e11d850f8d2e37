//! Packets below connections: endpoints, ARP.
use crate::{events, records};
use crate::ConnId;
use net_types::{Addr, Port};

records! {
    /// The endpoints of a flow.
    ConnTuple = "conn_id" { orig_h: Addr, orig_p: Port, resp_h: Addr, resp_p: Port, proto: u64 }
    /// A header of IPv4 (RFC 791). Lengths and the offset in bytes.
    Ip4Hdr = "ip4_hdr" {
        hl: u64, tos: u64, len: u64, id: u64, df: bool = "DF", mf: bool = "MF", offset: u64, ttl: u64, p: u64,
        sum: u64, src: Addr, dst: Addr
    }
    /// The fixed header of IPv6 (RFC 8200). Extension headers are not shown.
    Ip6Hdr = "ip6_hdr" { class: u64, flow: u64, len: u64, nxt: u64, hlim: u64, src: Addr, dst: Addr }
    /// A header of TCP (RFC 9293): lengths of the header and of what comes behind it, in bytes.
    TcpHdr = "tcp_hdr" {
        sport: Port, dport: Port, seq: u64, ack: u64, hl: u64, dl: u64, reserved: u64, flags: u64, win: u64
    }
    /// A header of UDP (RFC 768).
    UdpHdr = "udp_hdr" { sport: Port, dport: Port, ulen: u64 }
    /// What all messages of ICMP begin with.
    IcmpHdr = "icmp_hdr" { icmp_type: u64 }
    /// The headers of a packet.
    PktHdr = "pkt_hdr" {
        ip: Option<Ip4Hdr>, ip6: Option<Ip6Hdr>, tcp: Option<TcpHdr>, udp: Option<UdpHdr>, icmp: Option<IcmpHdr>
    }
}

events! { in packet;
    /// An ARP request (RFC 826). Hardware addresses as text.
    ArpRequest<'a> = "arp_request" {
        mac_src: &'a str, mac_dst: &'a str, spa: Addr, sha: &'a str, tpa: Addr, tha: &'a str
    }
    /// An ARP reply.
    ArpReply<'a> = "arp_reply" {
        mac_src: &'a str, mac_dst: &'a str, spa: Addr, sha: &'a str, tpa: Addr, tha: &'a str
    }
    /// An ARP packet that makes no sense.
    BadArp<'a> = "bad_arp" { spa: Addr, sha: &'a str, tpa: Addr, tha: &'a str, explanation: &'a str }
    /// A packet of a connection, whatever becomes of it.
    NewPacket = "new_packet" { c: ConnId, p: PktHdr }
    /// A protocol number that no layer knows.
    UnknownProtocol<'a> = "unknown_protocol" {
        analyzer_name: &'a str, protocol: u64, first_bytes: &'a [u8], analyzer_history: crate::arg::ListOf<'a, &'a str>
    }
}
