//! Conversations over TCP of an office, each heard with its segments in order and out of order.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/conversations/mod.rs"]
mod conversations;
#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

fuzz_target!(|data: &[u8]| rehearsal::disordered(conversations::OFFICE_NETWORK, data));
