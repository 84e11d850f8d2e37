//! A smoke run of what the fuzz target of whole files runs for hours: programs and certificates in pieces, seeded.
mod whole_files;

/// The headers of a program: for DOS, of the file and of one section.
fn program() -> Vec<u8> {
    let mut p = vec![0; 64];
    p[..2].copy_from_slice(b"MZ");
    p[8] = 4;
    p[60] = 128;
    p.resize(128, 0x90);
    p.extend(b"PE\0\0\x64\x86\x01\0");
    p.extend([0; 12]);
    p.extend(b"\xf0\0\x22\0\x0b\x02");
    p.resize(128 + 24 + 240, 1);
    p.extend(b".text\0\0\0");
    p.resize(p.len() + 32, 2);
    p
}

#[test]
fn no_whole_file_is_too_odd() {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    let program = program();
    let seeds: [&[u8]; 3] = [
        &program,
        include_bytes!("../src/x509/testdata/host.der"),
        include_bytes!("../src/x509/testdata/host.ocsp"),
    ];
    for round in 0..4_000 {
        let mut bytes = Vec::new();
        let mut seed = seeds[round % seeds.len()].to_vec();
        for _ in 0..next() % 4 {
            let at = next() as usize % seed.len();
            seed[at] = next() as u8;
        }
        let mut rest = &seed[..];
        while !rest.is_empty() {
            let what = next() as u8;
            // Mostly the next bytes; now and then something else in between.
            let what = if next() % 4 == 0 { what } else { what & !7 };
            let len = (usize::from(what >> 3) * 8).min(rest.len());
            bytes.push(what);
            bytes.extend_from_slice(&rest[..len]);
            rest = if what & 7 < 4 { &rest[len..] } else { rest };
        }
        whole_files::run(&bytes);
    }
}
