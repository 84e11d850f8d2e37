//! Calls built-in functions with arbitrary text.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/runtime/tests/text_functions/mod.rs"]
mod text_functions;

fuzz_target!(|data: &[u8]| text_functions::run(data));
