//! Packets below connections: endpoints, ARP.
use crate::{events, records};
use net_types::{Addr, Port};

records! {
    /// The endpoints of a flow.
    ConnTuple = "conn_id" { orig_h: Addr, orig_p: Port, resp_h: Addr, resp_p: Port, proto: u64 }
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
    /// A protocol number that no layer knows.
    UnknownProtocol<'a> = "unknown_protocol" {
        analyzer_name: &'a str, protocol: u64, first_bytes: &'a [u8], analyzer_history: crate::arg::ListOf<'a, &'a str>
    }
}
