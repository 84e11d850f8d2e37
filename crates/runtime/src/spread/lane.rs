//! Assigns frames to workers.
//!
//! All frames of a connection, in both directions, must reach the same worker. The same holds for the fragments of a
//! datagram, of which only the first has ports, and for connections that announce others between the same hosts. So the
//! pair of addresses decides. For IP in IP and GRE it is the inner pair, since the tunnel itself is not a connection. A
//! tunnel over UDP is a connection: its outer pair also decides for the connections inside it.
use capture::Frame;
use net_types::LinkType;

/// The most nested headers that are followed.
const DEPTH: usize = 8;

/// Where the addresses of an IPv4 header end that follows an Ethernet header.
const ADDRESSES_END: usize = 34;

/// Returns the number of the worker that owns a frame, below `workers`. The first worker owns all frames without IP.
#[inline]
pub(super) fn lane_of(frame: &Frame<'_>, workers: usize) -> usize {
    match pair_of(frame.link, frame.data) {
        Some(hash) => ((u128::from(hash) * workers as u128) >> 64) as usize,
        None => 0,
    }
}

/// Returns a hash of a frame's pair of addresses, the same in both directions; `None` without IP.
fn pair_of(link: LinkType, data: &[u8]) -> Option<u64> {
    match link {
        LinkType::ETHERNET => ethernet(data),
        LinkType::RAW | LinkType::RAW_BSD | LinkType::RAW_OPENBSD | LinkType::IPV4 | LinkType::IPV6 => {
            ip(data, 0)
        }
        LinkType::NULL | LinkType::LOOP => ip(data.get(4..)?, 0),
        LinkType::LINUX_SLL => network(u16_at(data, 14)?, data.get(16..)?, 0),
        LinkType::LINUX_SLL2 => network(u16_at(data, 0)?, data.get(20..)?, 0),
        _ => None,
    }
}

#[inline]
fn ethernet(data: &[u8]) -> Option<u64> {
    // Most frames carry IPv4 without a tunnel. Two reads decide about them.
    if let Some(head) = data.first_chunk::<ADDRESSES_END>()
        && head[12..14] == [8, 0]
        && head[14] >> 4 == 4
        && !matches!(head[23], 4 | 41 | 47)
    {
        return mix::<4>(&head[26..]);
    }
    network(u16_at(data, 12)?, data.get(14..)?, 0)
}

/// Hashes the packet after an EtherType.
fn network(kind: u16, data: &[u8], depth: usize) -> Option<u64> {
    if depth > DEPTH {
        return None;
    }
    match kind {
        0x0800 | 0x86dd => ip(data, depth),
        // VLAN tags: IEEE 802.1Q, 802.1ad, and QinQ as used before 802.1ad.
        0x8100 | 0x88a8 | 0x9100 => network(u16_at(data, 2)?, data.get(4..)?, depth + 1),
        // PPPoE session, RFC 2516: the PPP protocol follows six bytes.
        0x8864 => match u16_at(data, 6)? {
            0x0021 | 0x0057 => ip(data.get(8..)?, depth + 1),
            _ => None,
        },
        // MPLS, RFC 3032: labels until the bottom of the stack.
        0x8847 | 0x8848 => {
            let labels =
                data.chunks_exact(4).take(DEPTH).position(|l| l.get(2).is_some_and(|b| b & 1 == 1))?;
            ip(data.get((labels + 1) * 4..)?, depth + 1)
        }
        // Cisco FabricPath: a whole Ethernet frame after two bytes.
        0x8903 => network(u16_at(data, 14)?, data.get(16..)?, depth + 1),
        // Transparent Ethernet bridging, within GRE.
        0x6558 => network(u16_at(data, 12)?, data.get(14..)?, depth + 1),
        _ => None,
    }
}

/// Hashes an IP packet: the addresses of the packet that it carries, or else its own.
fn ip(data: &[u8], depth: usize) -> Option<u64> {
    if depth > DEPTH {
        return None;
    }
    match data.first()? >> 4 {
        4 => {
            let hash = mix::<4>(data.get(12..)?)?;
            // Only the first fragment has the inner headers, so fragments are not searched for them.
            let fragment = u16_at(data, 6)? & 0x3fff != 0;
            let header = usize::from(data.first()? & 15) * 4;
            let inner = if fragment { None } else { carried(*data.get(9)?, data.get(header..)?, depth) };
            inner.or(Some(hash))
        }
        6 => {
            let hash = mix::<16>(data.get(8..)?)?;
            carried(*data.get(6)?, data.get(40..)?, depth).or(Some(hash))
        }
        _ => None,
    }
}

/// Hashes the packet inside a tunnel that is not a connection itself.
fn carried(protocol: u8, data: &[u8], depth: usize) -> Option<u64> {
    match protocol {
        // A packet of the other version is not followed: the outer pair tells of it.
        4 if data.first()? >> 4 == 4 => ip(data, depth + 1),
        41 if data.first()? >> 4 == 6 => ip(data, depth + 1),
        47 => {
            // RFC 2784 and 2890. Version 1 (RFC 2637) carries PPP and is not followed.
            let flags = u16_at(data, 0)?;
            let kind = u16_at(data, 2)?;
            let optional = [0x8000, 0x2000, 0x1000].iter().filter(|&&bit| flags & bit != 0).count() * 4;
            match flags & 7 {
                0 => network(kind, data.get(4 + optional..)?, depth + 1),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Hashes two addresses of N bytes each, regardless of their order.
#[inline]
fn mix<const N: usize>(addresses: &[u8]) -> Option<u64> {
    let (a, rest) = addresses.split_first_chunk::<N>()?;
    let b = rest.first_chunk::<N>()?;
    let fold = |bytes: &[u8; N]| {
        bytes.as_chunks::<4>().0.iter().fold(0u64, |h, c| {
            (h ^ u64::from(u32::from_be_bytes(*c))).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    };
    let (a, b) = (fold(a), fold(b));
    let both = (a.wrapping_add(b) ^ (a ^ b).rotate_left(32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    Some((both ^ both >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93))
}

fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    data.get(at..)?.first_chunk().copied().map(u16::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use net_types::Timestamp;

    fn v4(src: u8, dst: u8, protocol: u8, fragment: u16, payload: &[u8]) -> Vec<u8> {
        let mut p = vec![0x45, 0, 0, 0, 0, 7, (fragment >> 8) as u8, fragment as u8, 64, protocol, 0, 0];
        p.extend([10, 0, 0, src, 10, 9, 0, dst]);
        p.extend(payload);
        p
    }

    fn on_ethernet(kind: &[u16], packet: &[u8]) -> Vec<u8> {
        let mut f = vec![0; 12];
        for (n, k) in kind.iter().enumerate() {
            f.extend(k.to_be_bytes());
            if n + 1 < kind.len() {
                f.extend([0, 5]);
            }
        }
        f.extend(packet);
        f
    }

    fn lane(link: LinkType, data: &[u8]) -> usize {
        lane_of(&Frame { ts: Timestamp::ZERO, link, wire_len: data.len() as u32, data }, 64)
    }

    #[test]
    fn related_frames_go_to_one_worker() {
        for n in 0..50 {
            let plain = v4(n, 200, 17, 0, &[1, 2, 3, 4]);
            let home = lane(LinkType::RAW, &plain);
            let back = {
                let mut b = plain.clone();
                b[12..16].copy_from_slice(&plain[16..20]);
                b[16..20].copy_from_slice(&plain[12..16]);
                b
            };
            let gre = [&[0x20, 0, 8, 0, 0, 0, 0, 9][..], &plain].concat();
            for (what, data) in [
                ("back", on_ethernet(&[0x800], &back)),
                ("VLAN", on_ethernet(&[0x88a8, 0x8100, 0x800], &plain)),
                ("MPLS", on_ethernet(&[0x8847], &[&[0, 0, 0, 9, 0, 0, 1, 9], &plain[..]].concat())),
                ("PPPoE", on_ethernet(&[0x8864], &[&[0x11, 0, 0, 1, 0, 9, 0, 0x21], &plain[..]].concat())),
                ("fragment", on_ethernet(&[0x800], &v4(n, 200, 17, 0x2000, &[]))),
                ("later fragment", on_ethernet(&[0x800], &v4(n, 200, 17, 185, b"anything"))),
                ("IP in IP", on_ethernet(&[0x800], &v4(1, 2, 4, 0, &plain))),
                ("GRE", on_ethernet(&[0x800], &v4(3, 4, 47, 0, &gre))),
            ] {
                assert_eq!(lane(LinkType::ETHERNET, &data), home, "{what} of {n}");
            }
        }
    }

    #[test]
    fn a_carried_packet_of_another_version_does_not_count() {
        let home = lane(LinkType::RAW, &v4(1, 2, 17, 0, &[]));
        for n in 0..50 {
            let wrong = v4(1, 2, 41, 0, &v4(n, 200, 17, 0, &[1, 2, 3, 4]));
            assert_eq!(lane(LinkType::RAW, &wrong), home);
        }
    }

    #[test]
    fn pairs_spread() {
        let mut count = [0; 64];
        for n in 0..6400u32 {
            let mut p = v4((n >> 8) as u8, n as u8, 6, 0, &[]);
            p[14] = (n >> 4) as u8;
            count[lane(LinkType::RAW, &p)] += 1;
        }
        assert!(count.iter().all(|&c| (40..200).contains(&c)), "{count:?}");
    }

    #[test]
    fn damaged_frames_have_a_worker() {
        let frame = on_ethernet(&[0x8100, 0x800], &v4(1, 2, 47, 0, &[0xb0, 0, 0x65, 0x58, 0, 0]));
        for cut in 0..=frame.len() {
            assert!(lane(LinkType::ETHERNET, &frame[..cut]) < 64);
        }
        assert_eq!(lane(LinkType::IEEE802_11, &frame), 0);
    }
}
