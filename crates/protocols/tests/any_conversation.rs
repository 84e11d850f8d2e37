//! A smoke run of what the fuzz targets of analyzers run for hours: generated conversations, seeded.
mod rehearsal;

use net_types::{Port, TransportProto};

/// Analyzers with the port and transport that their protocol is at home on, and how one of its messages begins.
const HOMES: &[(&str, Port, &[u8])] =
    &[("DNS", Port { proto: TransportProto::Udp, num: 53 }, b"\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x03www")];

#[test]
fn no_conversation_is_too_odd() {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    for &(name, port, start) in HOMES {
        for round in 0..2_000 {
            let mut bytes = Vec::new();
            for _ in 0..next() % 6 {
                let side = (next() as u8) & 0x80;
                // Now and then a gap.
                let gap = if next() % 9 == 0 { 0x40 } else { 0 };
                let words = 4 + next() % 30;
                bytes.push(side | gap | words as u8);
                let beginning = bytes.len();
                if round % 4 != 0 {
                    bytes.extend(start);
                }
                let sparse = round % 2 == 0;
                while bytes.len() < beginning + words as usize * 4 {
                    let n = next();
                    bytes.push(if sparse && n & 0x300 != 0 { 0 } else { n as u8 });
                }
            }
            rehearsal::anything(name, port, &bytes);
        }
    }
}
