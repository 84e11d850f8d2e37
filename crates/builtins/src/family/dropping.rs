//! Drops packets by their addresses.
use crate::call::{Answer, Call, Stop, family};
use net_types::Subnet;
use session::By;

family! {
    "install_src_addr_filter" => |c| drop_from(c, By::Source),
    "install_src_net_filter" => |c| drop_from(c, By::Source),
    "install_dst_addr_filter" => |c| drop_from(c, By::Destination),
    "install_dst_net_filter" => |c| drop_from(c, By::Destination),
    "uninstall_src_addr_filter" => |c| drop_no_more(c, By::Source),
    "uninstall_src_net_filter" => |c| drop_no_more(c, By::Source),
    "uninstall_dst_addr_filter" => |c| drop_no_more(c, By::Destination),
    "uninstall_dst_net_filter" => |c| drop_no_more(c, By::Destination),
}

/// Returns an address or subnet argument as a subnet.
fn net(c: &Call<'_>) -> Result<Subnet, Stop> {
    match c.addr(0) {
        Ok(a) => Subnet::new(a, a.width()).ok_or(Stop::Argument(0)),
        Err(_) => c.subnet(0),
    }
}

fn drop_from(c: &mut Call<'_>, by: By) -> Answer {
    let (net, flags, chance) = (net(c)?, c.count(1)?, c.double(2)?);
    c.traffic().order(move |s, _| s.dropping_mut().add(by, net, flags as u8, chance));
    Ok(true.into())
}

fn drop_no_more(c: &mut Call<'_>, by: By) -> Answer {
    let net = net(c)?;
    let live = c.traffic().live.clone();
    let there = live.and_then(|l| l.ask(|s| s.dropping().has(by, net))).unwrap_or(false);
    c.traffic().order(move |s, _| s.dropping_mut().remove(by, net));
    Ok(there.into())
}
