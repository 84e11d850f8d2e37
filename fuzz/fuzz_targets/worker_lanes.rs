#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/runtime/tests/lanes/mod.rs"]
mod lanes;

fuzz_target!(|data: &[u8]| lanes::run(data));
