//! A short run of the fuzz target for log formats: generated rows, seeded.
mod formats;

#[test]
fn both_formats_hold_the_same_values() {
    let mut rng = fastrand::Rng::with_seed(5);
    for round in 0..300 {
        // Bytes with a meaning in one of the formats are frequent here.
        let special = b"\t\n,\\\"-(empty)x \x00\x7f\xc3\xa9\xff";
        let bytes: Vec<u8> = (0..rng.usize(..400))
            .map(|_| if round % 2 == 0 { special[rng.usize(..special.len())] } else { rng.u8(..) })
            .collect();
        formats::run(&bytes);
    }
}
