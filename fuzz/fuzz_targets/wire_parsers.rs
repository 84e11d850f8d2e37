//! Runs every header parser over the same bytes.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/wire/tests/parsers/mod.rs"]
mod parsers;

fuzz_target!(|data: &[u8]| parsers::run(data));
