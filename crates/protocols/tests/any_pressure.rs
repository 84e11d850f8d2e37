//! A smoke run of the fuzz target `fuzz/fuzz_targets/memory_pressure.rs`.
#[rustfmt::skip]
mod conversations;
mod pressure;

#[test]
fn connections_end_once_however_short_memory_is() {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    for (_, list) in conversations::ALL {
        for choice in 0..list.len() {
            for _ in 0..60 {
                let steps = 20 + next() % 200;
                let bytes: Vec<u8> =
                    std::iter::once(choice as u8).chain((0..steps * 4).map(|_| next() as u8)).collect();
                pressure::run(list, &bytes);
            }
        }
    }
}
