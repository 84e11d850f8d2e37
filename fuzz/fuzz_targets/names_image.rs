//! Reads mapped memory of the name-service cache; see `image` in crates/namecache/tests/hostile/bodies.rs.
#![no_main]
#[allow(dead_code, reason = "one body of three, and no seeds")]
#[path = "../../crates/namecache/tests/hostile/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::image(data));
