use super::super::Decoder;
use super::*;

fn file(big: bool, magic: u32, minor: u16, network: u32, packets: &[([u32; 4], &[u8])]) -> Vec<u8> {
    let w4 = |v: u32| if big { v.to_be_bytes() } else { v.to_le_bytes() };
    let w2 = |v: u16| if big { v.to_be_bytes() } else { v.to_le_bytes() };
    let mut f = w4(magic).to_vec();
    f.extend(w2(2));
    f.extend(w2(minor));
    for v in [0, 0, 100, network] {
        f.extend(w4(v));
    }
    for (header, data) in packets {
        header.iter().for_each(|&v| f.extend(w4(v)));
        f.extend(*data);
    }
    f
}

/// Records as (nanoseconds, data, wire length, link), the number of unread bytes, and the error.
type Decoded = (Vec<(i64, Vec<u8>, u32, u32)>, usize, Option<(usize, Corruption)>);

fn decode(bytes: &[u8]) -> Decoded {
    let mut out = Vec::new();
    let end = Decoder::default().decode(bytes, usize::MAX >> 1, &mut out);
    let frames = crate::Batch::new(bytes, &out)
        .iter()
        .map(|f| (f.ts.nanos(), f.data.to_vec(), f.wire_len, f.link.0))
        .collect();
    match end {
        Ok(p) => (frames, bytes.len() - p.consumed, None),
        Err(e) => (frames, 0, Some(e)),
    }
}

#[test]
fn both_orders_and_resolutions() {
    for big in [false, true] {
        for (magic, nanos) in [(MICROS, 5_000_007_000), (NANOS, 5_000_000_007)] {
            let f = file(big, magic, 4, 1, &[([5, 7, 2, 60], b"ab"), ([5, 7, 0, 0], b"")]);
            let expected = vec![(nanos, b"ab".to_vec(), 60, 1), (nanos, vec![], 0, 1)];
            assert_eq!(decode(&f), (expected, 0, None));
        }
    }
}

#[test]
fn the_modified_format_has_longer_record_headers() {
    let mut f = file(false, MODIFIED, 4, 1, &[([5, 7, 2, 2], b"")]);
    f.extend([9; 8]);
    f.extend(b"ab");
    assert_eq!(decode(&f).0, [(5_000_007_000, b"ab".to_vec(), 2, 1)]);
}

#[test]
fn old_versions_have_the_lengths_the_other_way_round() {
    let lens = |minor, a, b| {
        let f = file(false, MICROS, minor, 1, &[([0, 0, a, b], b"ab")]);
        decode(&f).0.first().map(|(_, d, wire, _)| (d.len(), *wire))
    };
    assert_eq!(lens(2, 60, 2), Some((2, 60)));
    assert_eq!(lens(3, 60, 2), Some((2, 60)));
    assert_eq!(lens(3, 2, 60), Some((2, 60)));
    assert_eq!(lens(4, 2, 60), Some((2, 60)));
}

#[test]
fn a_declared_check_sequence_is_no_part_of_the_frame() {
    let network = 1 | 0x0400_0000 | 2 << 28;
    let f = file(false, MICROS, 4, network, &[([0, 0, 6, 6], b"abFCSx"), ([0, 0, 3, 60], b"abc")]);
    assert_eq!(decode(&f).0, [(0, b"ab".to_vec(), 2, 1), (0, b"abc".to_vec(), 56, 1)]);
}

#[test]
fn frames_are_cut_at_the_snap_length() {
    let f = file(false, MICROS, 4, 1, &[([0, 0, 120, 120], &[7; 120]), ([0, 0, 1, 1], b"z")]);
    let (frames, ..) = decode(&f);
    assert_eq!((frames[0].1.len(), frames[0].2, frames[1].1.as_slice()), (100, 120, &b"z"[..]));
}

#[test]
fn a_cut_file_keeps_what_came_before() {
    let f = file(false, MICROS, 4, 1, &[([0, 0, 2, 2], b"ab"), ([0, 0, 2, 2], b"cd")]);
    for cut in 0..f.len() {
        let (frames, left, error) = decode(&f[..cut]);
        assert_eq!(error, None);
        let whole = match cut {
            0..24 => (0, cut),
            24..42 => (0, cut - 24),
            _ => (1, cut - 42),
        };
        assert_eq!((frames.len(), left), whole, "{cut} bytes");
    }
}

#[test]
fn what_is_corrupt() {
    assert_eq!(decode(b"GET / HTTP/1.1\r\n").2, Some((0, Corruption::UnknownFormat(*b"GET "))));
    let version = Corruption::Version { format: "pcap", version: (2, 5) };
    assert_eq!(decode(&file(false, MICROS, 5, 1, &[])).2, Some((0, version)));
    let f = file(false, MICROS, 4, 1, &[([0, 0, 1, 1], b"a"), ([0, 0, 262_145, 0], b"")]);
    let (frames, _, error) = decode(&f);
    assert_eq!(frames.len(), 1);
    let too_long = Corruption::TooLong { what: "packet", len: 262_145, max: 262_144 };
    assert_eq!(error, Some((41, too_long)));
    assert_eq!(too_long.to_string(), "a packet of 262145 bytes, where the format allows 262144");
}
