//! Feeds files in pieces to every kind of file analyzer: PE, certificates, OCSP, entropy, digests, extraction, events.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/whole_files/mod.rs"]
mod whole_files;

fuzz_target!(|data: &[u8]| whole_files::run(data));
