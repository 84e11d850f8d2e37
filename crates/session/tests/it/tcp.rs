//! TCP connections: history, states and sizes.
use crate::rig::*;
use event::EventType;

/// Plays segments, ends the run, and compares history, states and sizes of the only connection.
fn check(
    name: &str,
    segments: &[Seg<'_>],
    history: &str,
    states: (u8, u8),
    sizes: (u64, u64),
    weirds: &[&str],
) {
    let mut b = Bench::new();
    for s in segments {
        b.packet(&s.bytes());
    }
    let seen = b.finish();
    let [row] = seen.rows.as_slice() else { panic!("{name}: rows {:?}", seen.rows) };
    assert_eq!((row.history.as_str(), row.states, row.sizes), (history, states, sizes), "{name}");
    assert_eq!(seen.weirds, weirds, "{name}");
}

fn handshake() -> Vec<Seg<'static>> {
    vec![client(SYN, 100, 0, b""), server(SYN | ACK, 500, 101, b""), client(ACK, 101, 501, b"")]
}

fn after_handshake<'a>(more: &[Seg<'a>]) -> Vec<Seg<'a>> {
    let mut all: Vec<Seg<'a>> = handshake();
    all.extend_from_slice(more);
    all
}

#[test]
fn how_connections_begin_and_end() {
    check("only a SYN", &[client(SYN, 100, 0, b"")], "S", (1, 0), (0, 0), &[]);
    check("a handshake", &handshake(), "ShA", (4, 4), (0, 0), &[]);
    check(
        "a whole life",
        &after_handshake(&[
            client(ACK, 101, 501, b"request"),
            server(ACK, 501, 108, b"an answer"),
            client(ACK, 108, 510, b""),
            client(FIN | ACK, 108, 510, b""),
            server(FIN | ACK, 510, 109, b""),
            client(ACK, 109, 511, b""),
        ]),
        "ShADdFf",
        (5, 5),
        (7, 9),
        &[],
    );
    check("rejected", &[client(SYN, 100, 0, b""), server(RST | ACK, 0, 101, b"")], "Sr", (1, 6), (0, 0), &[]);
    check(
        "reset by the originator",
        &after_handshake(&[client(ACK, 101, 501, b"x"), client(RST, 102, 0, b"")]),
        "ShADR",
        (6, 4),
        (1, 0),
        &[],
    );
    check(
        "under way",
        &[client(ACK, 9000, 700, b"abc"), server(ACK, 700, 9003, b"de")],
        "Dd",
        (3, 3),
        (3, 2),
        &[],
    );
    check(
        "one side only",
        &[client(SYN, 100, 0, b""), client(ACK, 101, 501, b"abc")],
        "SD",
        (1, 0),
        (3, 0),
        &["possible_split_routing", "data_before_established"],
    );
}

#[test]
fn a_syn_ack_first_is_turned_round_when_the_connection_goes_on() {
    let mut b = Bench::new();
    b.packet(&server(SYN | ACK, 500, 101, b"").bytes());
    b.packet(&client(ACK, 101, 501, b"").bytes());
    let seen = b.finish();
    let row = &seen.rows[0];
    // Port 80 is a likely server port, so the roles are exchanged with the first packet.
    assert_eq!((row.orig.as_str(), row.history.as_str()), ("10.0.0.1:40000/tcp", "^hA"));
    let mut b = Bench::new();
    let ends = ((CLIENT, 40_000), (SERVER, 50_000));
    b.packet(&server(SYN | ACK, 500, 101, b"").bytes_between(ends.0, ends.1));
    b.packet(&client(ACK, 101, 501, b"").bytes_between(ends.0, ends.1));
    let seen = b.finish();
    assert_eq!((seen.rows[0].orig.as_str(), seen.rows[0].history.as_str()), ("10.0.0.1:40000/tcp", "^hA"));
    assert!(seen.weirds.contains(&"connection_originator_SYN_ack".to_owned()));
}

#[test]
fn sequence_numbers_wrap() {
    let start = u32::MAX - 2;
    let mut b = Bench::new();
    let segs = [
        client(SYN, start, 0, b""),
        server(SYN | ACK, 500, start.wrapping_add(1), b""),
        client(ACK, start.wrapping_add(1), 501, b"0123456789"),
        server(ACK, 501, start.wrapping_add(11), b""),
        client(ACK, start.wrapping_add(11), 501, b"more"),
        server(ACK, 501, start.wrapping_add(15), b""),
    ];
    for s in &segs {
        b.packet(&s.bytes());
    }
    let seen = b.finish();
    assert_eq!((seen.rows[0].sizes, seen.rows[0].history.as_str()), ((14, 0), "ShDa"));
    assert!(seen.gaps.is_empty() && seen.weirds.is_empty());
}

#[test]
fn counts_leave_letters_at_powers_of_ten() {
    let mut segs = after_handshake(&[client(ACK, 101, 501, b"abc")]);
    for _ in 0..10 {
        segs.push(client(ACK, 101, 501, b"abc"));
    }
    check("ten retransmissions", &segs, "ShADTT", (4, 4), (3, 0), &[]);
    let zero = Seg { window: 0, ..server(ACK, 501, 101, b"") };
    check("a window of nothing", &after_handshake(&[zero]), "ShAaw", (4, 4), (0, 0), &[]);
}

#[test]
fn missing_bytes_are_a_gap() {
    let mut b = Bench::new();
    for s in after_handshake(&[
        client(ACK, 101, 501, b"abc"),
        client(ACK, 110, 501, b"jkl"),
        server(ACK, 501, 113, b""),
        client(ACK, 113, 501, b"m"),
    ]) {
        b.packet(&s.bytes());
    }
    let seen = b.finish();
    assert_eq!(seen.gaps, [(true, 4, 6)]);
    assert_eq!((seen.rows[0].history.as_str(), seen.rows[0].sizes), ("ShADaG", (13, 0)));
}

#[test]
fn a_retransmission_with_other_bytes_is_noticed_where_somebody_wants_to_know() {
    let segs = after_handshake(&[client(ACK, 101, 501, b"good"), client(ACK, 101, 501, b"evil")]);
    for wanted in [true, false] {
        let mut b = Bench::new();
        b.seen.unwanted.set(event::conn::RexmitInconsistency::ID, !wanted);
        for s in &segs {
            b.packet(&s.bytes());
        }
        let seen = b.finish();
        assert_eq!(seen.events.iter().any(|e| e == "rexmit_inconsistency"), wanted);
    }
}

#[test]
fn timers_end_what_is_over() {
    let mut b = Bench::new();
    b.packet(&client(SYN, 100, 0, b"").bytes());
    b.wait(6);
    assert_eq!(b.seen.rows.len(), 1, "an attempt");
    assert!(b.seen.events.iter().any(|e| e == "connection_attempt"));
    let mut b = Bench::new();
    for s in handshake() {
        b.packet(&s.bytes());
    }
    b.wait(299);
    assert_eq!(b.seen.rows.len(), 0, "silent, but not for long enough");
    b.wait(2);
    assert_eq!(b.seen.rows.len(), 1, "silent");
    let mut b = Bench::new();
    for s in after_handshake(&[client(FIN | ACK, 101, 501, b""), server(FIN | ACK, 501, 102, b"")]) {
        b.packet(&s.bytes());
    }
    b.wait(4);
    assert_eq!(b.seen.rows.len(), 0, "closed a moment ago");
    b.wait(2);
    assert_eq!(b.seen.rows.len(), 1, "closed");
}

#[test]
fn a_new_syn_between_the_same_endpoints_is_a_new_connection() {
    let mut b = Bench::new();
    for s in handshake() {
        b.packet(&s.bytes());
    }
    b.packet(&client(SYN, 100, 0, b"").bytes());
    assert_eq!(b.seen.rows.len(), 0, "the same SYN again");
    b.packet(&client(SYN, 70_000, 0, b"").bytes());
    assert_eq!(b.seen.rows.len(), 1);
    assert_eq!(b.seen.weirds, ["active_connection_reuse"]);
    assert_eq!(b.finish().rows.len(), 2);
}

#[test]
fn bad_checksums_are_counted_and_the_segment_passed_over() {
    let mut b = Bench::with(session::Options::default(), None);
    let mut p = client(SYN, 100, 0, b"").bytes();
    // The IP header's checksum is valid, TCP's is not.
    let sum = !wire::Checksum::new().bytes(&p[..20]).sum();
    p[10..12].copy_from_slice(&sum.to_be_bytes());
    b.packet(&p);
    let seen = b.finish();
    assert_eq!((seen.rows[0].history.as_str(), seen.rows[0].packets), ("C", (0, 0)));
    assert_eq!(seen.weirds, ["bad_TCP_checksum"]);
}

#[test]
fn histories_are_capped() {
    let mut opts = quiet_options();
    opts.caps.history = 50;
    let mut b = Bench::with(opts, None);
    for s in handshake() {
        b.packet(&s.bytes());
    }
    for n in 0..200 {
        b.packet(&client(FIN | ACK, 101 + n * 3, 501, b"").bytes());
    }
    let seen = b.finish();
    assert_eq!(seen.rows[0].history.len(), 50);
    assert_eq!(seen.weirds.iter().filter(|w| *w == "history_cap_exceeded").count(), 1);
}

#[test]
fn a_fin_before_the_first_number_shows_no_gap() {
    let mut b = Bench::new();
    for s in after_handshake(&[client(FIN | ACK, 99, 501, b""), server(ACK, 501, 101, b"")]) {
        b.packet(&s.bytes());
    }
    let seen = b.finish();
    assert!(seen.gaps.is_empty(), "{:?}", seen.gaps);
    assert_eq!(seen.weirds, ["TCP_seq_underflow_or_misorder"]);
}

#[test]
fn numbers_more_than_half_the_circle_from_the_first_are_no_underflow() {
    let (half, whole) = (0x7000_0000, 0xe000_0000);
    let mut opts = quiet_options();
    opts.tcp_max_above_hole_without_any_acks = 0;
    let mut b = Bench::with(opts, None);
    for s in after_handshake(&[
        client(ACK, 101 + half, 501, b"abc"),
        client(ACK, 101 + whole, 501, b"def"),
        server(ACK, 501, 104 + half, b""),
        server(ACK, 501, 104 + whole, b""),
    ]) {
        b.packet(&s.bytes());
    }
    let seen = b.finish();
    assert_eq!(seen.rows[0].sizes, (u64::from(whole) + 3, 0));
    let second = u64::from(half) + 4;
    assert_eq!(seen.gaps, [(true, 1, u64::from(half)), (true, second, u64::from(half) - 3)]);
    assert!(!seen.weirds.iter().any(|w| w.contains("underflow")), "{:?}", seen.weirds);
}
