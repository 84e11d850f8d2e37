//! Spicy grammars and .evt files of any bytes, and input for what checks. Oracle: what checks passes the verifier.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/spicy-vm/tests/rehearsal/mod.rs"]
mod rehearsal;

fuzz_target!(|data: &[u8]| rehearsal::grammar_and_input(data));
