//! Conversations of what runs a network or a plant: the first byte chooses the analyzer, the rest is what is said.
#![no_main]
use libfuzzer_sys::fuzz_target;
use net_types::Port;

#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

const HOMES: &[(&str, Port)] = &[
    ("DHCP", Port::udp(67)),
    ("DNP3_TCP", Port::tcp(20_000)),
    ("DNP3_UDP", Port::udp(20_000)),
    ("LDAP_TCP", Port::tcp(389)),
    ("LDAP_UDP", Port::udp(389)),
    ("MODBUS", Port::tcp(502)),
    ("MQTT", Port::tcp(1883)),
    ("MOUNT", Port::tcp(635)),
    ("NCP", Port::tcp(524)),
    ("NFS", Port::tcp(2049)),
    ("NTP", Port::udp(123)),
    ("PORTMAPPER", Port::udp(111)),
    ("POSTGRESQL", Port::tcp(5432)),
    ("QUIC", Port::udp(443)),
    ("RADIUS", Port::udp(1812)),
    ("REDIS", Port::tcp(6379)),
    ("SNMP", Port::udp(161)),
    ("SYSLOG", Port::udp(514)),
    ("STREAM_EVENT", Port::tcp(9)),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, conversation)) = data.split_first() else { return };
    if let Some(&(name, port)) = HOMES.get(usize::from(choice) % HOMES.len()) {
        rehearsal::anything(name, port, conversation);
    }
});
