//! Arbitrary frames to workers: each has an owner, and both directions of what they carry have the same.
//!
//! The smoke run and the fuzz target share this file.
use capture::Frame;
use net_types::{LinkType, Timestamp};

/// The link types whose frames have an IP packet.
const LINKS: [LinkType; 7] = [
    LinkType::ETHERNET,
    LinkType::RAW,
    LinkType::NULL,
    LinkType::LOOP,
    LinkType::LINUX_SLL,
    LinkType::LINUX_SLL2,
    LinkType::IEEE802_11,
];

/// The first byte is the number of workers, the second one chooses the link type and the headers around the packet. The rest
/// is a frame, and also the addresses and the payload of a packet.
pub(crate) fn run(data: &[u8]) {
    let [workers, shape, rest @ ..] = data else { return };
    let workers = usize::from(*workers).max(1);
    let lane = runtime::lanes(workers);
    let of = |link: LinkType, data: &[u8]| {
        let n = lane(&Frame { ts: Timestamp::ZERO, link, wire_len: data.len() as u32, data });
        assert!(usize::from(n) < workers, "worker {n} of {workers}");
        n
    };
    let link = LINKS.get(usize::from(*shape) % LINKS.len()).copied().unwrap_or(LinkType::RAW);
    of(link, rest);
    let Some((addresses, payload)) = rest.split_first_chunk::<32>() else { return };
    let (a, b) = addresses.split_at(16);
    let packet = if shape >> 7 == 0 { v4 } else { v6 };
    let (there, back) = (packet(a, b, payload), packet(b, a, payload));
    let home = of(LinkType::RAW, &there);
    assert_eq!(of(LinkType::RAW, &back), home, "the other direction");
    // Headers around it change nothing, as long as there are not too many.
    let (mut there, mut kind) = (there, if shape >> 7 == 0 { 0x0800_u16 } else { 0x86dd });
    for around in [shape >> 3 & 3, shape >> 5 & 3] {
        (there, kind) = wrap(around, kind, &there);
    }
    let frame = [&[0; 12][..], &kind.to_be_bytes(), &there].concat();
    assert_eq!(of(LinkType::ETHERNET, &frame), home, "in an Ethernet frame");
}

/// Puts a header around a packet or frame content of an EtherType. Returns it with its own EtherType.
fn wrap(how: u8, kind: u16, inner: &[u8]) -> (Vec<u8>, u16) {
    match how {
        1 => ([&[0, 5][..], &kind.to_be_bytes(), inner].concat(), 0x8100),
        2 => {
            // RFC 2784, between fixed hosts.
            let gre = [&[0, 0][..], &kind.to_be_bytes(), inner].concat();
            let mut outer = vec![0x45, 0, 0, 0, 0, 0, 0, 0, 64, 47, 0, 0, 172, 16, 0, 1, 172, 16, 0, 2];
            outer.extend(gre);
            (outer, 0x0800)
        }
        3 => {
            let frame = [&[2; 12][..], &kind.to_be_bytes(), inner].concat();
            ([&[0, 0][..], &frame].concat(), 0x8903)
        }
        _ => (inner.to_vec(), kind),
    }
}

/// A UDP packet, so that nothing inside is followed.
fn v4(src: &[u8], dst: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut p = vec![0x45, 0, 0, 0, 0, 0, 0, 0, 64, 17, 0, 0];
    p.extend(&src[..4]);
    p.extend(&dst[..4]);
    p.extend(payload);
    p
}

fn v6(src: &[u8], dst: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut p = vec![0x60, 0, 0, 0, 0, 0, 17, 64];
    p.extend(src);
    p.extend(dst);
    p.extend(payload);
    p
}
