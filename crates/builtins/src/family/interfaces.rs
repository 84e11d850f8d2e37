//! The network interfaces of this machine.
use crate::call::{Answer, Call, Stop, family};
use outside::Interface;
use value::Value;

family! {
    "Pcap::findalldevs" => find,
}

/// Lists the interfaces. If the system refuses, reports the reason and returns an empty set.
fn find(c: &mut Call<'_>) -> Answer {
    let found = match c.this_machine().interfaces() {
        Ok(found) => found,
        Err(e) => {
            c.error(&format!("Error calling pcap_findalldevs: {}", outside::system_error(&e)));
            Vec::new()
        }
    };
    let records = found.iter().map(|one| record(c, one)).collect::<Result<Vec<_>, Stop>>()?;
    c.set_of("Pcap::Interfaces", records)
}

/// Makes a `Pcap::Interface`.
fn record(c: &mut Call<'_>, one: &Interface) -> Answer {
    let info = c.new_record("Pcap::Interface")?;
    info.set_named("name", Value::string(one.name.as_bytes()));
    if let Some(description) = &one.description {
        info.set_named("description", Value::string(description.as_bytes()));
    }
    let addresses = one.addresses.iter().map(|a| Value::from(*a)).collect();
    info.set_named("addrs", c.set_of("addr_set", addresses)?);
    info.set_named("is_loopback", one.is_loopback);
    info.set_named("is_up", one.is_up);
    info.set_named("is_running", one.is_running);
    Ok(info.into())
}
