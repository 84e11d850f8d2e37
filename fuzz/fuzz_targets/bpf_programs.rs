//! Runs filter programs over frames.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/capture/tests/programs/mod.rs"]
mod programs;

fuzz_target!(|data: &[u8]| programs::run(data));
