//! A smoke run of `fuzz/fuzz_targets/capture_files.rs`: samples with generated damage.
#![expect(clippy::disallowed_methods, reason = "samples are files")]
mod decoders;

use std::path::Path;

/// A pcapng file of two sections in both byte orders, with one packet of each kind.
fn pcapng() -> Vec<u8> {
    let section = |big: bool| {
        let w4 = |v: u32| if big { v.to_be_bytes() } else { v.to_le_bytes() };
        let w2 = |v: u16| if big { v.to_be_bytes() } else { v.to_le_bytes() };
        let block = |kind: u32, body: &[u8]| {
            let len = w4(12 + body.len().next_multiple_of(4) as u32);
            let padding = vec![0; body.len().next_multiple_of(4) - body.len()];
            [&w4(kind)[..], &len, body, &padding, &len].concat()
        };
        let packet = |first: [u8; 4]| [&first[..], &w4(1), &w4(2), &w4(3), &w4(9), b"abc"].concat();
        [
            block(0x0a0d_0d0a, &[&w4(0x1a2b_3c4d)[..], &w2(1), &w2(0), &[0xff; 8]].concat()),
            block(1, &[&w2(1)[..], &w2(0), &w4(64), &w2(9), &w2(1), &[9, 0, 0, 0], &w4(0)].concat()),
            block(6, &packet(w4(0))),
            block(2, &packet([&w2(0)[..], &w2(0)].concat().try_into().unwrap())),
            block(3, &[&w4(5)[..], b"abcde"].concat()),
            block(5, &[0; 12]),
        ]
        .concat()
    };
    [section(false), section(true)].concat()
}

#[test]
fn damaged_files_read_the_same_in_one_piece_and_in_many() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/dhcp.pcap");
    let originals = [pcapng(), std::fs::read(sample).unwrap()];
    let mut x: u64 = 3;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as usize
    };
    for original in &originals {
        decoders::run(original);
        for _ in 0..4000 {
            let mut bytes = original.clone();
            for _ in 0..next() % 4 {
                let at = next() % bytes.len();
                match next() % 3 {
                    0 => bytes[at] ^= 1 << (next() % 8),
                    1 => bytes[at] = [0, 0xff, 0x7f, 0x80][next() % 4],
                    _ => bytes.truncate(at.max(1)),
                }
            }
            decoders::run(&bytes);
        }
    }
}
