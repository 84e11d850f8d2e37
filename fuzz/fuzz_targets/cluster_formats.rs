//! Parses values, events, batches of rows and JSON of other nodes; see `formats` in
//! crates/cluster-wire/tests/hostile/bodies.rs.
#![no_main]
#[allow(dead_code, reason = "one body of two")]
#[path = "../../crates/cluster-wire/tests/hostile/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::formats(data));
