//! Conversations of SMB and what stands around it: the first byte chooses the analyzer, the rest is what is said.
#![no_main]
use libfuzzer_sys::fuzz_target;
use net_types::Port;

#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

const HOMES: [(&str, Port); 10] = [
    ("DCE_RPC", Port::tcp(135)),
    ("GSSAPI", Port::tcp(7777)),
    ("KRB", Port::udp(88)),
    ("KRB_TCP", Port::tcp(88)),
    ("NETBIOSSSN", Port::tcp(139)),
    ("NTLM", Port::tcp(7777)),
    ("RDP", Port::tcp(3389)),
    ("RDPEUDP", Port::udp(3389)),
    ("SMB", Port::tcp(445)),
    ("SMB", Port::tcp(139)),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, conversation)) = data.split_first() else { return };
    if let Some(&(name, port)) = HOMES.get(usize::from(choice) % HOMES.len()) {
        rehearsal::anything(name, port, conversation);
    }
});
