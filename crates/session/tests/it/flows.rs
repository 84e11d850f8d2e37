//! UDP and ICMP flows, fragments, and tunnels around connections.
use crate::rig::*;
use net_types::{Addr, LinkType};
use session::{ConnKey, TunnelType};

fn rows(packets: &[Vec<u8>]) -> Recorder {
    let mut b = Bench::new();
    for p in packets {
        b.packet(p);
    }
    b.finish()
}

#[test]
fn udp_flows() {
    let ask = udp(CLIENT, 5000, SERVER, 53, b"question");
    let answer = udp(SERVER, 53, CLIENT, 5000, b"an answer");
    let seen = rows(&[ask.clone(), answer.clone(), ask]);
    let row = &seen.rows[0];
    assert_eq!((row.history.as_str(), row.sizes, row.packets), ("Dd", (16, 9), (2, 1)));
    // A first packet from a likely server port comes from the responder.
    let seen = rows(&[answer]);
    assert_eq!((seen.rows[0].orig.as_str(), seen.rows[0].history.as_str()), ("10.0.0.1:5000/udp", "^d"));
}

#[test]
fn icmp_pairs_share_a_flow_and_errors_have_their_own() {
    let seen = rows(&[icmp(CLIENT, SERVER, 8, 0, b"ping"), icmp(SERVER, CLIENT, 0, 0, b"ping")]);
    let [row] = seen.rows.as_slice() else { panic!("{:?}", seen.rows) };
    assert_eq!((row.orig.as_str(), row.resp.as_str()), ("10.0.0.1:8/icmp", "192.0.2.9:0/icmp"));
    assert_eq!((row.sizes, row.packets), ((4, 4), (1, 1)));
    let seen = rows(&[icmp(CLIENT, SERVER, 3, 1, b"x"), icmp(SERVER, CLIENT, 3, 1, b"x")]);
    assert_eq!(seen.rows.len(), 2);
}

#[test]
fn an_unknown_protocol_is_a_flow_without_ports() {
    let seen = rows(&[ipv4(CLIENT, SERVER, 132, b"12345678"), ipv4(SERVER, CLIENT, 132, b"12345678")]);
    let [row] = seen.rows.as_slice() else { panic!("{:?}", seen.rows) };
    assert_eq!((row.orig.as_str(), row.packets), ("10.0.0.1:0/unknown", (1, 1)));
}

fn fragments_of(payload: &[u8], size: usize) -> Vec<Vec<u8>> {
    let datagram = udp_payload(5000, 7777, payload);
    let last = datagram.len().div_ceil(size) - 1;
    let piece = |(i, bytes): (usize, &[u8])| {
        let more = if i < last { 0x2000 } else { 0 };
        fragment(CLIENT, SERVER, 17, 77, more | (i * size / 8) as u16, bytes)
    };
    datagram.chunks(size).enumerate().map(piece).collect()
}

#[test]
fn fragments_come_together_in_any_order() {
    let payload: Vec<u8> = (0..1000).map(|n| n as u8).collect();
    let mut n = fastrand::Rng::with_seed(42);
    for _ in 0..50 {
        let mut all = fragments_of(&payload, 8 * (8 + n.usize(..20)));
        for i in (1..all.len()).rev() {
            all.swap(i, n.usize(..i + 1));
        }
        let seen = rows(&all);
        let [row] = seen.rows.as_slice() else { panic!("{:?}", seen.rows) };
        assert_eq!((row.sizes, row.packets), ((1000, 0), (1, 0)));
        assert!(seen.weirds.is_empty(), "{:?}", seen.weirds);
    }
}

#[test]
fn what_is_odd_about_fragments() {
    let all = fragments_of(&[b'x'; 300], 160);
    let [first, last] = all.as_slice() else { panic!("{}", all.len()) };
    let other = fragment(CLIENT, SERVER, 17, 77, 0x2000, &[b'y'; 160]);
    let small = fragment(CLIENT, SERVER, 17, 78, 0x2000, &[0; 8]);
    let cut = first[..100].to_vec();
    for (packets, expected) in [
        (vec![first.clone(), first.clone(), last.clone()], vec!["fragment_overlap"]),
        (vec![first.clone(), other, last.clone()], vec!["fragment_inconsistency"]),
        (vec![small], vec!["excessively_small_fragment"]),
        (vec![fragment(CLIENT, SERVER, 17, 79, 0x6000, &[0; 64])], vec!["fragment_with_DF"]),
    ] {
        let seen = rows(&packets);
        assert_eq!(seen.weirds, expected);
    }
    let mut b = Bench::new();
    b.frame(LinkType::RAW, &cut, first.len());
    // The first fragment at least shows the endpoints.
    let seen = b.finish();
    assert_eq!((seen.weirds[0].as_str(), seen.rows.len()), ("incompletely_captured_fragment", 1));
}

#[test]
fn fragments_that_stay_alone_are_forgotten_and_their_number_is_capped() {
    let mut opts = quiet_options();
    opts.caps.fragmented_datagrams = 10;
    let mut b = Bench::with(opts, None);
    for id in 0..20 {
        b.packet(&fragment(CLIENT, SERVER, 17, id, 0x2000, &[0; 64]));
    }
    assert_eq!(b.session.stats().fragmented, 10);
    assert!(b.seen.weirds.iter().any(|w| w == "fragment_cap_exceeded"));
    b.wait(301);
    assert_eq!(b.session.stats().fragmented, 0);
}

#[test]
fn an_ipv6_datagram_in_fragments() {
    let datagram = udp_payload(5000, 7777, &[b'z'; 200]);
    let piece = |at: usize, to: usize, more: u16| {
        let mut p = vec![17, 0];
        p.extend((at as u16 | more).to_be_bytes());
        p.extend([0, 0, 0, 9]);
        p.extend(&datagram[at..to]);
        // A hop-by-hop header before the fragment header; its next-header field must be rewritten.
        let mut hop = vec![44, 0, 1, 4, 0, 0, 0, 0];
        hop.extend(p);
        ipv6(1, 2, 0, &hop)
    };
    let seen = rows(&[piece(104, 208, 0), piece(0, 104, 1)]);
    let [row] = seen.rows.as_slice() else { panic!("{:?} {:?}", seen.rows, seen.weirds) };
    assert_eq!(row.sizes, (200, 0));
}

#[test]
fn tunnels_are_walked_and_remembered() {
    let inner = udp([10, 1, 1, 1], 4000, [10, 1, 1, 2], 4001, b"inside");
    let ethernet = |p: &[u8]| [&[2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0][..], p].concat();
    let six = ipv6(1, 2, 17, &udp_payload(4000, 4001, b"inside"));
    let teredo_six = {
        let mut p = six.clone();
        p[8..12].copy_from_slice(&[0x20, 1, 0, 0]);
        p
    };
    let gtp = [&[0x30, 255, 0, inner.len() as u8, 0, 0, 0, 1][..], &inner].concat();
    let ayiya = [&[0x40, 0x52, 0x11, 4, 0, 0, 0, 0][..], &[0; 16], &[0; 20], &inner].concat();
    for (outer, kind) in [
        (ipv4(CLIENT, SERVER, 4, &inner), "Tunnel::IP"),
        (ipv4(CLIENT, SERVER, 41, &six), "Tunnel::IP"),
        (ipv6(1, 2, 4, &inner), "Tunnel::IP"),
        (ipv6(1, 2, 41, &six), "Tunnel::IP"),
        (ipv4(CLIENT, SERVER, 47, &[&[0, 0, 8, 0][..], &inner].concat()), "Tunnel::GRE"),
        (
            ipv4(
                CLIENT,
                SERVER,
                47,
                &[&[0x10, 0, 0x88, 0xbe, 0, 0, 0, 1][..], &[0; 8], &ethernet(&inner)].concat(),
            ),
            "Tunnel::GRE",
        ),
        (
            udp(CLIENT, 9000, SERVER, 4789, &[&[8, 0, 0, 0, 0, 0, 1, 0][..], &ethernet(&inner)].concat()),
            "Tunnel::VXLAN",
        ),
        (
            udp(
                CLIENT,
                9000,
                SERVER,
                6081,
                &[&[0, 0, 0x65, 0x58, 0, 0, 1, 0][..], &ethernet(&inner)].concat(),
            ),
            "Tunnel::GENEVE",
        ),
        (udp(CLIENT, 9000, SERVER, 2152, &gtp), "Tunnel::GTPv1"),
        (udp(CLIENT, 9000, SERVER, 5072, &ayiya), "Tunnel::AYIYA"),
        (udp(CLIENT, 9000, SERVER, 9001, &teredo_six), "Tunnel::TEREDO"),
    ] {
        let seen = rows(&[outer.clone(), outer]);
        let within: Vec<_> = seen.rows.iter().filter(|r| r.orig.contains(":4000/udp")).collect();
        let [row] = within.as_slice() else { panic!("{kind}: {:?} {:?}", seen.rows, seen.weirds) };
        assert_eq!((row.tunnels.as_slice(), row.sizes), (&[kind][..], (12, 0)), "{kind}");
        assert!(seen.weirds.is_empty(), "{kind}: {:?}", seen.weirds);
    }
}

#[test]
fn tunnels_in_tunnels_end_at_the_cap() {
    let mut p = udp([10, 1, 1, 1], 4000, [10, 1, 1, 2], 4001, b"inside");
    for n in 0..4 {
        p = ipv4([10, 9, n, 1], [10, 9, n, 2], 4, &p);
    }
    let seen = rows(std::slice::from_ref(&p));
    assert_eq!((seen.rows.len(), seen.weirds.len()), (1, 0));
    let seen = rows(&[ipv4(CLIENT, SERVER, 4, &p)]);
    assert_eq!(
        (seen.rows.len(), seen.weirds.as_slice()),
        (0, &["exceeded_tunnel_max_depth_in_tunnel".to_owned()][..])
    );
}

#[test]
fn a_tunnel_around_a_connection_may_change() {
    let inner = udp([10, 1, 1, 1], 4000, [10, 1, 1, 2], 4001, b"inside");
    let seen =
        rows(&[ipv4(CLIENT, SERVER, 4, &inner), inner.clone(), ipv4(SERVER, CLIENT, 4, &inner), inner]);
    assert_eq!(seen.events.iter().filter(|e| *e == "tunnel_changed").count(), 3);
    assert_eq!(seen.rows.len(), 1);
}

/// No bytes make the walk fail, whatever layer they are parsed as.
#[test]
fn hostile_bytes_do_no_harm() {
    let links = [0, 1, 9, 10, 12, 50, 101, 105, 108, 113, 127, 228, 229, 239, 276, 9999];
    let seeds = [
        udp(CLIENT, 5000, SERVER, 53, b"question"),
        ipv4(
            CLIENT,
            SERVER,
            47,
            &[0x10, 0, 0x88, 0xbe, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6],
        ),
        udp(
            CLIENT,
            9000,
            SERVER,
            2152,
            &[0x34, 255, 0, 9, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0x45, 0, 0, 20],
        ),
        Seg { flags: SYN | ACK, data: b"abc", ..Seg::default() }.bytes(),
        ipv6(1, 2, 0, &[44, 0, 1, 4, 0, 0, 0, 0, 17, 0, 0, 1, 0, 0, 0, 9, 1, 2, 3, 4, 5, 6, 7, 8]),
        fragment(CLIENT, SERVER, 17, 1, 0x2001, &[0; 40]),
    ];
    let mut n = fastrand::Rng::with_seed(7);
    let mut b = Bench::with(session::Options::default(), None);
    for round in 0..60_000 {
        let mut data = if round % 5 == 0 {
            (0..n.usize(..120)).map(|_| n.u8(..)).collect()
        } else {
            seeds[n.usize(..seeds.len())].clone()
        };
        for _ in 0..n.usize(..6) {
            let at = n.usize(..data.len().max(1));
            if let Some(b) = data.get_mut(at) {
                *b = n.u8(..);
            }
        }
        if n.usize(..4) == 0 {
            data.truncate(n.usize(..data.len() + 1));
        }
        let link = LinkType(links[if round % 2 == 0 { 6 } else { n.usize(..links.len()) }]);
        let wire_len = data.len() + n.usize(..3) * 10;
        b.session.options_mut().ignore_checksums = n.usize(..2) == 0;
        b.frame(link, &data, wire_len);
        if n.usize(..1000) == 0 {
            b.wait(n.usize(..1000) as i64);
        }
        b.seen.events.clear();
        b.seen.rows.clear();
        b.seen.weirds.clear();
    }
    b.finish();
}

#[test]
fn a_tunnel_that_is_forgotten_begins_anew() {
    let six = ipv6(1, 2, 17, &udp_payload(4000, 4001, b"inside"));
    let gtp = [&[0x30, 255, 0, six.len() as u8, 0, 0, 0, 1][..], &six].concat();
    for (port, inner, kind, event) in [
        (3544, &six, TunnelType::Teredo, "new_teredo_state"),
        (2152, &gtp, TunnelType::Gtpv1, "new_gtpv1_state"),
    ] {
        let mut b = Bench::new();
        let outer = udp(CLIENT, 9000, SERVER, port, inner);
        let key = ConnKey::of((Addr::v4(CLIENT), 9000), (Addr::v4(SERVER), port), 17, false).key;
        for begun in 1..=2 {
            b.packet(&outer);
            b.packet(&outer);
            assert_eq!(b.seen.events.iter().filter(|e| *e == event).count(), begun, "{event}");
            let id = b.session.find(&key).unwrap();
            assert!(b.session.forget_tunnel(id, kind) && !b.session.forget_tunnel(id, kind));
        }
    }
}
