//! A smoke run of what the fuzz target of files runs for hours: certificates with bytes changed and cut, seeded.
mod file_parsers;

#[test]
fn no_file_is_too_odd() {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    let seeds: [&[u8]; 4] = [
        include_bytes!("../src/x509/testdata/host.der"),
        include_bytes!("../src/x509/testdata/mid.der"),
        include_bytes!("../src/x509/testdata/rsa.der"),
        include_bytes!("../src/x509/testdata/host.ocsp"),
    ];
    for round in 0..4_000 {
        let mut bytes = Vec::new();
        for _ in 0..=next() % 3 {
            bytes.extend_from_slice(seeds[next() as usize % seeds.len()]);
        }
        if round % 3 == 0 {
            bytes.truncate(next() as usize % bytes.len());
        }
        for _ in 0..next() % 4 {
            if !bytes.is_empty() {
                let at = next() as usize % bytes.len();
                bytes[at] = next() as u8;
            }
        }
        file_parsers::run(&bytes);
    }
}
