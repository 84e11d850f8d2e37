//! Packets as scripts see, filter, discard and write them.
#![expect(clippy::disallowed_methods, reason = "tests read what a run has written")]
mod program;

use program::{egret, said};
use std::fs;
use std::path::{Path, PathBuf};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name)
}

/// Runs a script over a sample in a new folder. Returns its output.
fn run(folder: &Path, capture: &str, script: &str) -> String {
    let said = said(egret(folder).args(["-b", "-C", "-r"]).arg(sample(capture)).args(["-e", script]));
    assert!(said.status.success(), "{script}\n{}", said.err);
    assert!(!said.err.contains("error"), "{script}\n{}", said.err);
    said.out
}

/// Runs a script over a sample and compares its output.
#[track_caller]
fn check(capture: &str, script: &str, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), capture, script).trim(), expected);
}

#[test]
fn every_frame_is_shown_and_is_at_hand_while_its_handlers_run() {
    let script = "global frames = 0; global same = T;
        event raw_packet(p: raw_pkt_hdr)
            {
            ++frames;
            local now = get_current_packet();
            local shown = get_current_packet_header();
            if ( now$caplen != p$l2$cap_len || |now$data| != now$caplen || cat(shown) != cat(p) )
                same = F;
            dump_current_packet(\"copy.pcap\");
            }
        event zeek_done() { print frames, same, get_current_packet()$caplen; }";
    let folder = tempfile::tempdir().unwrap();
    let said = run(folder.path(), "ping.pcap", script);
    let frames: usize = said.split(',').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(frames > 0 && said.trim() == format!("{frames}, T, 0"), "{said}");

    let copy = folder.path().join("copy.pcap");
    let count = "global n = 0; event raw_packet(p: raw_pkt_hdr) { ++n; } event zeek_done() { print n; }";
    let again = program::said(egret(folder.path()).args(["-b", "-C", "-r"]).arg(&copy).args(["-e", count]));
    assert_eq!(again.out.trim(), frames.to_string());
}

#[test]
fn discarded_packets_are_not_processed() {
    let count = "global n = 0; event new_connection(c: connection) { ++n; } event zeek_done() { print n; }";
    check(
        "ping.pcap",
        &format!("function discarder_check_ip(p: pkt_hdr): bool {{ return T; }} {count}"),
        "0",
    );
    let tcp =
        "global n = 0; event connection_established(c: connection) { ++n; } event zeek_done() { print n; }";
    check(
        "web.pcap",
        &format!("function discarder_check_tcp(p: pkt_hdr, d: string): bool {{ return p?$tcp; }} {tcp}"),
        "0",
    );
}

#[test]
fn packets_are_dropped_by_their_addresses() {
    let script = "global n = 0; global first: addr;
        event new_packet(c: connection, p: pkt_hdr)
            {
            if ( n == 0 )
                {
                first = c$id$orig_h;
                install_src_net_filter(addr_to_subnet(first), 0, 1.0);
                install_dst_addr_filter(first, 0, 1.0);
                }

            if ( first == c$id$orig_h || first == c$id$resp_h )
                ++n;
            }
        event zeek_done() { print n, uninstall_dst_addr_filter(first), uninstall_dst_addr_filter(10.99.99.99); }";
    check("ping.pcap", script, "1, T, F");
}

#[test]
fn contents_of_a_connection_go_to_a_file() {
    let script = "event connection_established(c: connection)
        {
        if ( c$id$resp_p == 80/tcp )
            set_contents_file(c$id, CONTENTS_RESP, open(\"resp\"));
        }";
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "web.pcap", script);
    let written = fs::read(folder.path().join("resp")).expect("there are contents");
    assert!(written.starts_with(b"HTTP/1."), "{:?}", written.get(..20));
}

#[test]
fn a_suspended_run_waits_with_its_packets() {
    let script = "event zeek_init() { suspend_processing(); schedule 0 sec { go_on() }; }
        event go_on() { print \"on\", network_time(); continue_processing(); }
        event network_time_init() { print \"time\"; }
        event new_connection(c: connection) { print \"packets\"; terminate(); }";
    check("ping.pcap", &format!("global go_on: event(); {script}"), "on, 0.0\ntime\npackets");
}

#[test]
fn metrics_are_collected_by_name() {
    let script = "@load base/frameworks/telemetry
        global seen = Telemetry::register_counter_family(Telemetry::MetricOpts($prefix=\"test\", $name=\"seen\",
            $label_names=vector(\"kind\")));
        event zeek_done()
            {
            Telemetry::counter_family_inc(seen, vector(\"a\"), 2.0);
            Telemetry::counter_family_inc(seen, vector(\"a\"));
            for ( _, m in Telemetry::collect_metrics(\"test\") )
                print m$opts$name, m$label_values, m$value;
            }";
    check("ping.pcap", script, "test_seen_total, [a], 3.0");
}

#[test]
fn rules_of_netcontrol_drop_packets_here() {
    let script = "@load base/frameworks/netcontrol
        global n = 0; global first: addr;
        event NetControl::init() { NetControl::activate(NetControl::create_packetfilter(), 0); }
        event new_packet(c: connection, p: pkt_hdr)
            {
            if ( n == 0 )
                {
                first = c$id$orig_h;
                NetControl::add_rule(NetControl::Rule($ty=NetControl::DROP, $target=NetControl::MONITOR,
                    $entity=NetControl::Entity($ty=NetControl::ADDRESS, $ip=addr_to_subnet(first))));
                }

            if ( first == c$id$orig_h || first == c$id$resp_h )
                ++n;
            }
        event zeek_done() { print n, |NetControl::find_rules_addr(10.99.99.99)|; }";
    check("ping.pcap", script, "1, 0");
}

#[test]
fn frames_that_no_analyzer_takes_are_written_where_c_says() {
    let folder = tempfile::tempdir().unwrap();
    // A capture of one frame with an unassigned EtherType (the header of libpcap's format, then the frame).
    let ethernet = [&[0; 12][..], &[0x12, 0x34], &[b'x'; 46]].concat();
    let words = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    let len = u32::try_from(ethernet.len()).unwrap();
    let unknown =
        [words(&[0xa1b2_c3d4, 4 << 16 | 2, 0, 0, 65535, 1]), words(&[1, 0, len, len]), ethernet].concat();
    fs::write(folder.path().join("unknown.pcap"), &unknown).unwrap();
    let size = |capture: &Path| {
        let ran = said(egret(folder.path()).args(["-b", "-C", "-c", "left.pcap", "-r"]).arg(capture));
        assert!(ran.status.success(), "{}", ran.err);
        fs::metadata(folder.path().join("left.pcap")).expect("a capture").len()
    };
    assert_eq!(size(&folder.path().join("unknown.pcap")), unknown.len() as u64);
    assert_eq!(size(&sample("dns.pcap")), 24, "no frame, but the header of the file");
    assert!(size(&sample("ping.pcap")) > 24, "fragments that wait for others");
}

#[test]
fn a_row_is_the_same_whether_or_not_a_script_sees_the_connection() {
    let rows = |capture: &str, script: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut run = egret(folder.path());
        run.env("ZEEK_SEED_FILE", sample("random.seed")).args(["-C", "-r"]).arg(sample(capture));
        let ran = said(run.args(["-e", script]));
        assert!(ran.status.success(), "{capture}\n{}", ran.err);
        let log = fs::read_to_string(folder.path().join("conn.log")).expect("conn.log");
        let rows: Vec<String> = log.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect();
        (rows, ran.out.lines().count())
    };
    let mut unseen = 0;
    for capture in ["ping.pcap", "office.pcap", "dns.pcap", "tls.pcap", "web.pcap", "smbtorture.pcap"] {
        let (straight, told) =
            rows(capture, "event Conn::unseen_connection(rec: Conn::Info) { print rec$uid; }");
        let (by_scripts, none) = rows(
            capture,
            "event new_connection(c: connection) { }
             event Conn::unseen_connection(rec: Conn::Info) { print rec$uid; }",
        );
        assert_eq!(straight, by_scripts, "{capture}");
        assert_eq!(none, 0, "{capture}");
        unseen += told;
    }
    assert!(unseen > 0, "no connection was left to the session");
}

#[test]
fn a_handler_that_changes_the_header_of_a_message_changes_no_other_event() {
    let change = "function change(m: dns_msg) { m$id = 70000; }";
    let by_any = "function change(m: any) { local known = m as dns_msg; known$id = 70000; }";
    let other_type = "type other: dns_msg; function change(m: other) { m$id = 70000; }";
    let with_set = "redef record dns_msg += { names: set[string] &default=set(); };";
    let id = "msg$id >= 70000";
    for (declared, change, is_changed) in [
        ("", "msg$id = 70000;", id),
        ("", "msg$id += 70000;", id),
        ("", "while ( msg$id < 70000 ) ++msg$id;", id),
        ("", "local all = vector(msg); all[0]$id = 70000;", id),
        (change, "change(msg);", id),
        (by_any, "change(msg);", id),
        (other_type, "change(msg);", id),
        (with_set, "add msg$names[\"x\"];", "|msg$names| > 0"),
    ] {
        let script = format!(
            "@load base/protocols/dns
            global changed = 0; global ends = 0; global spoiled = 0;
            {declared}
            event dns_message(c: connection, is_orig: bool, msg: dns_msg, len: count)
                {{
                {change}
                if ( {is_changed} )
                    ++changed;
                }}
            event dns_end(c: connection, msg: dns_msg)
                {{
                ++ends;
                if ( {is_changed} )
                    ++spoiled;
                }}
            event zeek_done() {{ print changed > 0, ends > 0, spoiled; }}"
        );
        check("dns.pcap", &script, "T, T, 0");
    }
}

#[test]
fn sequence_numbers_are_those_of_the_last_segments() {
    let script = "global same = 0; global other = 0;
        event new_packet(c: connection, p: pkt_hdr)
            {
            if ( ! p?$tcp || p$tcp$dl == 0 )
                return;
            local from_orig = p$tcp$sport == c$id$orig_p;
            local next_seq = from_orig ? get_orig_seq(c$id) : get_resp_seq(c$id);
            local fin = p$tcp$flags & TH_FIN;
            if ( next_seq == p$tcp$seq + p$tcp$dl + fin )
                ++same;
            else
                ++other;
            }
        event zeek_done() { print same > 20, other; }";
    check("smtp.pcap", script, "T, 0");
    let of_udp = "event dns_end(c: connection, msg: dns_msg) { exit(get_orig_seq(c$id) == 0 ? 7 : 0); }";
    let folder = tempfile::tempdir().unwrap();
    let said = said(egret(folder.path()).args(["-C", "-r"]).arg(sample("dns.pcap")).args(["-e", of_udp]));
    assert!(said.err.contains("does not correspond to an active TCP connection"), "{}", said.err);
    assert_eq!(said.status.code(), Some(7));
}

#[test]
fn scripts_see_and_set_the_state_of_a_login() {
    // Mail is no login, but it is lines: the phrases of servers that scripts know are missing in it.
    let script = "redef login_non_failure_msgs += { \"250\" };
        event zeek_init() { Analyzer::register_for_port(Analyzer::ANALYZER_TELNET, 25/tcp); }
        global lines = 0; global states: set[count]; global done = F;
        event login_input_line(c: connection, line: string)
            {
            ++lines;
            add states[get_login_state(c$id)];
            if ( lines == 3 )
                {
                assert set_login_state(c$id, LOGIN_STATE_SKIP);
                assert get_login_state(c$id) != LOGIN_STATE_SKIP;
                }
            }
        event tcp_packet(c: connection, is_orig: bool, flags: string, seq: count, ack: count, len: count, payload: string)
            {
            if ( lines == 3 && is_orig && len > 0 && ! done )
                {
                done = T;
                print lines, get_login_state(c$id);
                }
            }
        event dns_end(c: connection, msg: dns_msg) { assert ! set_login_state(c$id, 0); }";
    check("smtp.pcap", script, "3, 2");
}

#[test]
fn scripts_let_signatures_match_a_text() {
    let folder = tempfile::tempdir().unwrap();
    let signatures = "signature words { ip-proto == tcp\npayload /.*fox/\nevent \"seen\" }
        signature request { http-request /\\/only-here/\nevent \"asked\" }";
    fs::write(folder.path().join("some.sig"), signatures).unwrap();
    let script = "global tried = F; global figures: MatcherStats;
        event tcp_packet(c: connection, is_orig: bool, flags: string, seq: count, ack: count, len: count, payload: string)
            {
            if ( tried || ! is_orig || len == 0 )
                return;
            tried = T;
            print match_signatures(c, 2, \"/only-here\", T, T, T, T);
            print match_signatures(c, 2, \"/elsewhere\", T, T, T, T);
            print get_matcher_stats()$matchers > 2;
            local f = open(\"figures\");
            print dump_rule_stats(f);
            close(f);
            print table_pattern_matcher_stats(table([/a/] = 1, [/b/] = 2))$matchers;
            }
        event signature_match(state: signature_state, msg: string, data: string)
            { print msg, data; }";
    let said = said(
        egret(folder.path())
            .args(["-b", "-C", "-s", "./some.sig", "-r"])
            .arg(sample("smtp.pcap"))
            .args(["-e", script]),
    );
    assert!(said.status.success() && !said.err.contains("error"), "{}", said.err);
    assert_eq!(said.out.trim(), "T\nT\nT\nT\n2\nasked, /only-here");
    let figures = fs::read_to_string(folder.path().join("figures")).unwrap();
    assert!(figures.contains("words: 1 patterns\nrequest: 1 patterns\n"), "{figures}");
}
