//! A smoke run of what `fuzz/fuzz_targets/bpf_programs.rs` runs for hours.
mod programs;

/// `udp port 53` over Ethernet, as tcpdump -dd prints its beginning.
const SEED: &[u8] = &[
    6, 0x28, 0, 0, 0, 12, 0, 0, 0, 0x15, 0, 0, 3, 0, 8, 0, 0, 0x30, 0, 0, 0, 23, 0, 0, 0, 0x15, 0, 0, 1, 17,
    0, 0, 0, 0x06, 0, 0, 0, 0, 0, 0, 0, 0x06, 0, 0, 0, 0, 0, 4, 0,
];

#[test]
fn changed_programs_end_over_any_frame() {
    let mut x: u64 = 7;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as usize
    };
    let frame: Vec<u8> = (0..64).collect();
    for _ in 0..200_000 {
        let mut bytes = [SEED, &frame].concat();
        for _ in 0..1 + next() % 6 {
            let at = next() % bytes.len();
            bytes[at] = next() as u8;
        }
        programs::run(&bytes);
    }
}
