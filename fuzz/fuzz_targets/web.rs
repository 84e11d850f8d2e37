//! Conversations of DNS, HTTP, WebSocket, TLS and SSH: the first byte chooses the analyzer, the rest is what is said.
#![no_main]
use libfuzzer_sys::fuzz_target;
use net_types::Port;

#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

const HOMES: &[(&str, Port)] = &[
    ("DNS", Port::udp(53)),
    ("DNS", Port::tcp(53)),
    ("DTLS", Port::udp(443)),
    ("HTTP", Port::tcp(80)),
    ("SSH", Port::tcp(22)),
    ("SSL", Port::tcp(443)),
    ("WEBSOCKET", Port::tcp(8080)),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, conversation)) = data.split_first() else { return };
    if let Some(&(name, port)) = HOMES.get(usize::from(choice) % HOMES.len()) {
        rehearsal::anything(name, port, conversation);
    }
});
