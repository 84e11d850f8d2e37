// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_ICMP.events.bif.zeek, base/init/connections.zeek}.
//! ICMP and ICMPv6.
use crate::packet::ConnTuple;
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};
use net_types::{Addr, Interval};

records! {
    /// Facts of one ICMP message.
    IcmpInfo = "icmp_info" { v6: bool, itype: u64, icode: u64, len: u64, ttl: u64 }
    /// The packet inside an error message.
    IcmpContext = "icmp_context" {
        id: ConnTuple, len: u64, proto: u64, frag_offset: u64, bad_hdr_len: bool, bad_checksum: bool, mf: bool = "MF",
        df: bool = "DF"
    }
    /// A prefix of a router advertisement.
    Icmp6Prefix = "icmp6_nd_prefix_info" {
        prefix_len: u64, l_flag: bool = "L_flag", a_flag: bool = "A_flag", valid_lifetime: Interval,
        preferred_lifetime: Interval, prefix: Addr
    }
    /// An option of neighbour discovery (RFC 4861, 4.6).
    Icmp6Option<'a> = "icmp6_nd_option" {
        otype: u64, len: u64, link_address: Option<&'a [u8]>, prefix: Option<Icmp6Prefix>,
        redirect: Option<IcmpContext>, mtu: Option<u64>, payload: Option<&'a [u8]>
    }
}

events! { in icmp;
    /// An ICMP message without a specific event.
    IcmpSent = "icmp_sent" { c: ConnId, info: IcmpInfo }
    /// An ICMP message without a specific event, with its payload.
    IcmpSentPayload<'a> = "icmp_sent_payload" { c: ConnId, info: IcmpInfo, payload: &'a [u8] }
    /// An echo request: a ping.
    IcmpEchoRequest<'a> = "icmp_echo_request" { c: ConnId, info: IcmpInfo, id: u64, seq: u64, payload: &'a [u8] }
    /// An echo reply: the answer to a ping.
    IcmpEchoReply<'a> = "icmp_echo_reply" { c: ConnId, info: IcmpInfo, id: u64, seq: u64, payload: &'a [u8] }
    /// An ICMPv6 error without a specific event.
    IcmpErrorMessage = "icmp_error_message" { c: ConnId, info: IcmpInfo, code: u64, context: IcmpContext }
    /// A packet could not be delivered.
    IcmpUnreachable = "icmp_unreachable" { c: ConnId, info: IcmpInfo, code: u64, context: IcmpContext }
    /// A packet was too big for a link (ICMPv6).
    IcmpPacketTooBig = "icmp_packet_too_big" { c: ConnId, info: IcmpInfo, code: u64, context: IcmpContext }
    /// Time exceeded: a packet's hop limit or its reassembly time ran out; traceroute causes these.
    IcmpTimeExceeded = "icmp_time_exceeded" { c: ConnId, info: IcmpInfo, code: u64, context: IcmpContext }
    /// A router or host could not process a header of a packet.
    IcmpParameterProblem = "icmp_parameter_problem" { c: ConnId, info: IcmpInfo, code: u64, context: IcmpContext }
    /// A router solicitation (RFC 4861).
    IcmpRouterSolicitation<'a> = "icmp_router_solicitation" {
        c: ConnId, info: IcmpInfo, options: ListOf<'a, Icmp6Option<'a>>
    }
    /// A router advertisement (RFC 4861).
    IcmpRouterAdvertisement<'a> = "icmp_router_advertisement" {
        c: ConnId, info: IcmpInfo, cur_hop_limit: u64, managed: bool, other: bool, home_agent: bool, pref: u64,
        proxy: bool, rsv: u64, router_lifetime: Interval, reachable_time: Interval, retrans_timer: Interval,
        options: ListOf<'a, Icmp6Option<'a>>
    }
    /// A neighbor solicitation: a host looks for an address (RFC 4861).
    IcmpNeighborSolicitation<'a> = "icmp_neighbor_solicitation" {
        c: ConnId, info: IcmpInfo, tgt: Addr, options: ListOf<'a, Icmp6Option<'a>>
    }
    /// A neighbor advertisement: a host announces its address (RFC 4861).
    IcmpNeighborAdvertisement<'a> = "icmp_neighbor_advertisement" {
        c: ConnId, info: IcmpInfo, router: bool, solicited: bool, override_: bool = "override", tgt: Addr,
        options: ListOf<'a, Icmp6Option<'a>>
    }
    /// A redirect: a router names a better next hop.
    IcmpRedirect<'a> = "icmp_redirect" {
        c: ConnId, info: IcmpInfo, tgt: Addr, dest: Addr, options: ListOf<'a, Icmp6Option<'a>>
    }
}
