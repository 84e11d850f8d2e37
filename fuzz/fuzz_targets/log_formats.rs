//! Writes rows of arbitrary cells as TSV and as JSON; both must contain the same values.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/logging/tests/formats/mod.rs"]
mod formats;

fuzz_target!(|data: &[u8]| formats::run(data));
