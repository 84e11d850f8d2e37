//! The analyzer: reports each datagram as an event.
use super::parser::{HardwareAddr, Message, Options, Problem};
use crate::{Maker, Settings};
use event::List;
use event::dhcp as ev;
use net_types::Interval;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};

/// Returns the maker of analyzers.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Dhcp)))
}

/// The analyzer of a connection. It has no state, because messages are independent.
pub struct Dhcp;

impl Analyzer for Dhcp {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        let message = match Message::read(packet.payload, &mut |w| cx.anomaly(w)) {
            Ok(m) => m,
            Err(Problem::Cookie(cookie)) => return cx.violate(&format!("bad cookie ({cookie:#010x})"), None),
            Err(Problem::Short(e)) => return cx.violate(&e.to_string(), Some(packet.payload)),
        };
        if message.options.message_type.is_none() {
            cx.violate("no DHCP message type option", None);
        }
        report(cx, from, &message);
        // Confirmed at the first message: many connections have only one.
        cx.confirm();
    }
}

fn report(cx: &mut Context<'_, '_>, from: Role, m: &Message<'_>) {
    if !cx.wants::<ev::DhcpMessage<'_>>() {
        return;
    }
    let chaddr = HardwareAddr::of(&m.chaddr);
    let [ciaddr, yiaddr, siaddr, giaddr] = m.addrs;
    let msg = ev::DhcpMsg {
        op: m.op.into(),
        m_type: m.options.message_type.unwrap_or(0).into(),
        xid: m.xid.into(),
        secs: Interval::from_secs(m.secs.into()),
        flags: m.flags.into(),
        ciaddr,
        yiaddr,
        siaddr,
        giaddr,
        chaddr: chaddr.as_bytes(),
        sname: m.sname,
        file_n: m.file,
    };
    let mut id_text = HardwareAddr::of(&[]);
    let client_id = m.options.client_id_shown(&mut id_text);
    let options = shown(&m.options, client_id);
    cx.event(|c| ev::DhcpMessage { c, is_orig: from.is_orig(), msg, options });
}

fn shown<'a>(o: &'a Options<'_>, client_id: Option<ev::DhcpClientId<'a>>) -> ev::DhcpOptions<'a> {
    fn list<T: List>(l: &Option<T>) -> Option<&dyn List> {
        l.as_ref().map(|l| l as &dyn List)
    }
    ev::DhcpOptions {
        options: Some(&o.all),
        subnet_mask: o.subnet_mask,
        routers: list(&o.routers),
        dns_servers: list(&o.dns_servers),
        host_name: o.host_name,
        domain_name: o.domain_name,
        forwarding: o.forwarding,
        broadcast: o.broadcast,
        vendor: o.vendor,
        nbns: list(&o.nbns),
        addr_request: o.addr_request,
        lease: o.lease,
        serv_addr: o.serv_addr,
        param_list: list(&o.param_list),
        message: o.message,
        max_msg_size: o.max_msg_size.map(u64::from),
        renewal_time: o.renewal_time,
        rebinding_time: o.rebinding_time,
        vendor_class: o.vendor_class,
        client_id,
        user_class: o.user_class,
        client_fqdn: o.client_fqdn,
        sub_opt: list(&o.sub_opt),
        auto_config: o.auto_config,
        auto_proxy_config: o.auto_proxy_config,
        time_offset: o.time_offset.map(i64::from),
        time_servers: list(&o.time_servers),
        name_servers: list(&o.name_servers),
        ntp_servers: list(&o.ntp_servers),
    }
}
