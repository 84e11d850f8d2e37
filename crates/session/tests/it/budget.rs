//! What a session gives up when memory runs short, and the page that lists its caps.
use crate::rig::*;
use session::{Caps, Weird};

/// A session with flows of one packet each, one a second.
fn flows(n: u8) -> Bench {
    let mut bench = Bench::new();
    for host in 1..=n {
        bench.packet(&udp([10, 0, 0, host], 5000, SERVER, 9999, b"text"));
        bench.wait(1);
    }
    bench
}

#[test]
fn the_longest_silent_connections_end_first_and_are_reported() {
    let mut b = flows(20);
    // The first two were heard again, one of them after the search for silent ones.
    b.packet(&udp([10, 0, 0, 1], 5000, SERVER, 9999, b"more"));
    assert_eq!(b.session.end_silent(2, 0, &mut b.seen), 2);
    b.packet(&udp([10, 0, 0, 4], 5000, SERVER, 9999, b"more"));
    assert_eq!(b.session.end_silent(2, 0, &mut b.seen), 2);
    let ended: Vec<&str> = b.seen.rows.iter().map(|r| r.orig.as_str()).collect();
    let expected = ["10.0.0.2:5000/udp", "10.0.0.3:5000/udp", "10.0.0.5:5000/udp", "10.0.0.6:5000/udp"];
    assert_eq!(ended, expected);
    assert!(b.seen.weirds.iter().any(|w| w.contains("memory_budget_used")), "{:?}", b.seen.weirds);
    assert_eq!(b.session.stats().ended_for_memory, 4);
    // Some are spared.
    assert_eq!(b.session.end_silent(100, 10, &mut b.seen), 6);
    assert_eq!(b.finish().rows.len(), 20);
}

#[test]
fn connections_without_a_conversation_end_before_others() {
    let mut b = Bench::new();
    // A conversation of long ago, over UDP and over TCP.
    let host = [10, 1, 0, 1];
    b.packet(&udp(host, 5000, SERVER, 9999, b"question"));
    b.packet(&udp(SERVER, 9999, host, 5000, b"answer"));
    let tcp = |s: Seg<'_>, host, port| s.bytes_between((host, 5000), (SERVER, port));
    b.packet(&tcp(client(SYN, 100, 0, b""), host, 80));
    b.packet(&tcp(server(SYN | ACK, 500, 101, b""), host, 80));
    b.packet(&tcp(client(ACK, 101, 501, b"question"), host, 80));
    b.packet(&tcp(server(ACK, 501, 109, b"answer"), host, 80));
    b.wait(2);
    // A flood: datagrams and SYNs without an answer, a SYN that was refused.
    for n in 1..=20 {
        b.packet(&udp([10, 0, 0, n], 5000, SERVER, 9999, b"text"));
        b.packet(&tcp(client(SYN, 1, 0, b""), [10, 0, 1, n], 80));
        b.packet(&tcp(client(SYN, 1, 0, b""), [10, 0, 2, n], 81));
        b.packet(&tcp(server(RST | ACK, 0, 2, b""), [10, 0, 2, n], 81));
    }
    assert_eq!(b.session.end_silent(60, 0, &mut b.seen), 60);
    assert!(b.seen.rows.iter().all(|r| !r.orig.starts_with("10.1.")), "{:?}", b.seen.rows);
    assert_eq!(b.session.end_silent(60, 0, &mut b.seen), 2);
}

#[test]
fn saving_memory_is_reported_once_until_it_ends() {
    let mut b = flows(3);
    for on in [true, true, false, true] {
        b.session.save_memory(on, &mut b.seen);
    }
    let told = b.seen.weirds.iter().filter(|w| w.contains("memory_budget_nearly_used")).count();
    assert_eq!(told, 2);
}

#[test]
fn fragments_that_wait_for_long_are_dropped_and_new_ones_stay() {
    let mut b = Bench::new();
    let datagram = udp_payload(5000, 7777, &[b'x'; 192]);
    let first = |id| fragment(CLIENT, SERVER, 17, id, 0x2000, &datagram[..160]);
    let last = |id| fragment(CLIENT, SERVER, 17, id, 160 / 8, &datagram[160..]);
    for id in 0..100 {
        b.packet(&first(id));
    }
    b.wait(2);
    b.packet(&first(1000));
    assert_eq!(b.session.stats().fragmented, 101);
    assert_eq!(b.session.drop_stale_fragments(), 100);
    assert_eq!(b.session.drop_stale_fragments(), 0);
    assert_eq!(b.session.stats().fragmented, 1);
    // The new datagram completes. One that was dropped does not, and its timer is gone: a datagram that begins in its
    // place lives as long as any other.
    b.packet(&last(1000));
    b.packet(&last(7));
    assert_eq!(b.session.stats().fragmented, 1);
    b.wait(4);
    assert_eq!(b.session.stats().fragmented, 1);
    assert_eq!(b.finish().rows.len(), 1);
}

#[test]
fn the_page_about_hardening_lists_every_cap() {
    let page = include_str!("../../../../docs/hardening.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|l| l.starts_with("| `"))
        .map(|l| l.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    // `Caps { connections: 4194304, … }`
    let caps = format!("{:?}", Caps::default());
    let fields = caps.trim_start_matches("Caps { ").trim_end_matches(" }").split(", ");
    let mut listed = 0;
    for field in fields {
        let (name, value) = field.split_once(": ").expect("a field and its value");
        let row = rows
            .iter()
            .find(|r| r[0] == format!("`{name}`"))
            .unwrap_or_else(|| panic!("{name} is not listed"));
        assert_eq!(row[1], value, "{name}");
        listed += 1;
    }
    assert_eq!(rows.len(), listed, "a cap is listed that does not exist");
    for weird in [
        Weird::ConnectionCap,
        Weird::FragmentCap,
        Weird::ReassemblyCap,
        Weird::HistoryCap,
        Weird::AnalyzerCap,
        Weird::MemoryTight,
        Weird::MemoryOut,
    ] {
        assert!(page.contains(&format!("`{}`", weird.name())), "{}", weird.name());
    }
}
