//! Runs the input framework over arbitrary files.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/runtime/tests/input_files/mod.rs"]
mod input_files;

fuzz_target!(|data: &[u8]| input_files::run(data));
