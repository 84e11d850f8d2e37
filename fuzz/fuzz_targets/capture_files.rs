//! Reads capture files in one piece and in many pieces.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/capture/tests/decoders/mod.rs"]
mod decoders;

fuzz_target!(|data: &[u8]| decoders::run(data));
