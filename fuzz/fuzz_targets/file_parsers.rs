//! Runs every file parser over the same bytes.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/file_parsers/mod.rs"]
mod file_parsers;

fuzz_target!(|data: &[u8]| file_parsers::run(data));
