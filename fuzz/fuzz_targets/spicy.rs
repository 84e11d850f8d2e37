//! Compiles arbitrary bytes as Spicy grammars and .evt files, and feeds input to those that pass the checker. Oracle: a
//! grammar that passes the checker also passes the verifier.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/spicy-vm/tests/rehearsal/mod.rs"]
mod rehearsal;

fuzz_target!(|data: &[u8]| rehearsal::grammar_and_input(data));
