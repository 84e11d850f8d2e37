//! A smoke run of what the fuzz targets of analyzers run for hours: generated conversations, seeded.
#[rustfmt::skip]
mod conversations;
mod rehearsal;

use net_types::TransportProto;

#[test]
fn no_conversation_is_too_odd() {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    for &(name, port, start) in conversations::ALL.iter().flat_map(|(_, list)| *list) {
        for round in 0..2_000 {
            let mut bytes = Vec::new();
            for _ in 0..next() % 6 {
                let side = (next() as u8) & 0x80;
                // Now and then a gap.
                let gap = if next() % 9 == 0 { 0x40 } else { 0 };
                let chunks = 1 + start.len() as u64 / 16 + next() % 6;
                bytes.push(side | gap | chunks as u8);
                let end = bytes.len() + chunks as usize * 16;
                if round % 4 != 0 {
                    bytes.extend(start);
                }
                let sparse = round % 2 == 0;
                while bytes.len() < end {
                    let n = next();
                    bytes.push(if sparse && n & 0x300 != 0 { 0 } else { n as u8 });
                }
            }
            rehearsal::anything(name, port, &bytes);
        }
    }
}

#[test]
fn segments_out_of_order_are_heard_like_those_in_order() {
    let mut rng = fastrand::Rng::with_seed(11);
    for (_, list) in conversations::ALL {
        for (choice, (_, _, start)) in list.iter().filter(|c| c.1.proto == TransportProto::Tcp).enumerate() {
            for _ in 0..300 {
                let plan_len = rng.u8(1..20);
                let mut bytes = vec![choice as u8, plan_len];
                bytes.extend((0..plan_len).map(|_| rng.u8(..)));
                for _ in 0..rng.usize(..4) {
                    let chunks = 1 + start.len() / 16;
                    bytes.push(rng.u8(..) & 0x80 | chunks as u8);
                    bytes.extend(*start);
                    bytes.extend((start.len()..chunks * 16).map(|_| rng.u8(..)));
                }
                rehearsal::disordered(list, &bytes);
            }
        }
    }
}
