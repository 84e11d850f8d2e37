//! Captures of short UDP flows.
use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use std::path::Path;

/// Writes a capture of UDP exchanges, a request and an answer each, 20 ms apart, between hosts numbered from `first`.
pub(crate) fn exchanges(path: &Path, first: u32, n: u32) {
    let mut out = PcapWriter::create(path, Precision::Micros).expect("a capture");
    for i in first..first + n {
        let (client, server) = ([10, (i >> 16) as u8, (i >> 8) as u8, i as u8], [192, 168, 0, 1]);
        for (step, src, sport, dst, dport) in
            [(0, client, 4000u16, server, 9999u16), (1, server, 9999, client, 4000)]
        {
            let mut f =
                vec![2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0, 0x45, 0, 0, 32, 0, 0, 0, 0, 64, 17, 0, 0];
            f.extend(src.into_iter().chain(dst));
            f.extend(sport.to_be_bytes().into_iter().chain(dport.to_be_bytes()));
            f.extend([0, 12, 0, 0]);
            f.extend(*b"text");
            f.resize(60, 0);
            let ts = Timestamp::from_nanos(i64::from(i) * 20_000_000 + step * 1000);
            out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len: 60, data: &f }).expect("written");
        }
    }
    out.finish().expect("written");
}
