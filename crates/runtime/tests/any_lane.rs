//! A short run of the fuzz target `fuzz/fuzz_targets/worker_lanes.rs`.
mod lanes;

#[test]
fn any_frame_has_an_owner() {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as u8
    };
    for _ in 0..50_000 {
        let len = usize::from(next()) % 120;
        let bytes: Vec<u8> = (0..len).map(|_| next()).collect();
        lanes::run(&bytes);
    }
}
