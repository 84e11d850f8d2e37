// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_DHCP.events.bif.zeek, base/init/infrastructure.zeek}.
//! DHCP (RFC 2131, 2132).
use crate::arg::{ConnId, List};
use crate::declare::{events, records};
use net_types::{Addr, Interval};

records! {
    /// The fixed part of a message. `m_type` is the value of option 53, 0 without it.
    DhcpMsg<'a> = "DHCP::Msg" {
        op: u64, m_type: u64, xid: u64, secs: Interval, flags: u64, ciaddr: Addr, yiaddr: Addr, siaddr: Addr,
        giaddr: Addr, chaddr: &'a [u8], sname: &'a [u8], file_n: &'a [u8]
    }
    /// Option 61; the address is text for hardware types, as sent for type 0.
    DhcpClientId<'a> = "DHCP::ClientID" { hwtype: u64, hwaddr: &'a [u8] }
    /// Option 81 (RFC 4702).
    DhcpClientFqdn<'a> = "DHCP::ClientFQDN" { flags: u64, rcode1: u64, rcode2: u64, domain_name: &'a [u8] }
    /// A part of option 82 (RFC 3046).
    DhcpSubOpt<'a> = "DHCP::SubOpt" { code: u64, value: &'a [u8] }
    /// The values of the options. `options` has their numbers in order, without the end option.
    DhcpOptions<'a> = "DHCP::Options" {
        options: Option<&'a dyn List>, subnet_mask: Option<Addr>, routers: Option<&'a dyn List>,
        dns_servers: Option<&'a dyn List>, host_name: Option<&'a [u8]>, domain_name: Option<&'a [u8]>,
        forwarding: Option<bool>, broadcast: Option<Addr>, vendor: Option<&'a [u8]>, nbns: Option<&'a dyn List>,
        addr_request: Option<Addr>, lease: Option<Interval>, serv_addr: Option<Addr>,
        param_list: Option<&'a dyn List>, message: Option<&'a [u8]>, max_msg_size: Option<u64>,
        renewal_time: Option<Interval>, rebinding_time: Option<Interval>, vendor_class: Option<&'a [u8]>,
        client_id: Option<DhcpClientId<'a>>, user_class: Option<&'a [u8]>, client_fqdn: Option<DhcpClientFqdn<'a>>,
        sub_opt: Option<&'a dyn List>, auto_config: Option<bool>, auto_proxy_config: Option<&'a [u8]>,
        time_offset: Option<i64>, time_servers: Option<&'a dyn List>, name_servers: Option<&'a dyn List>,
        ntp_servers: Option<&'a dyn List>
    }
}

events! { in dhcp;
    /// A DHCP message. DHCP's scripts combine messages with the same transaction id into a row of dhcp.log.
    DhcpMessage<'a> = "dhcp_message" { c: ConnId, is_orig: bool, msg: DhcpMsg<'a>, options: DhcpOptions<'a> }
}
