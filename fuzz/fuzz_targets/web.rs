//! Feeds conversations of DNS, HTTP, WebSocket, TLS and SSH: the first byte selects the analyzer, the rest is the
//! conversation.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/conversations/mod.rs"]
mod conversations;
#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

fuzz_target!(|data: &[u8]| rehearsal::chosen(conversations::WEB, data));
