//! The name-service cache: see crates/namecache/tests/hostile/bodies.rs, `config`.
#![no_main]
#[allow(dead_code, reason = "one body of three, and no seeds")]
#[path = "../../crates/namecache/tests/hostile/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::config(data));
