//! Feeds TCP conversations of the web with their segments in order and out of order; the results must be equal.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/conversations/mod.rs"]
mod conversations;
#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

fuzz_target!(|data: &[u8]| rehearsal::disordered(conversations::WEB, data));
