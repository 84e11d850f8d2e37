//! Conversations over TCP of mail and chat, each heard with its segments in order and out of order.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/conversations/mod.rs"]
mod conversations;
#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

fuzz_target!(|data: &[u8]| rehearsal::disordered(conversations::MAIL_AND_CHAT, data));
