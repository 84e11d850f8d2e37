//! Several workers write the same logs as one.
#![expect(clippy::disallowed_methods, reason = "tests read what was written")]
mod program;

use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use program::{Said, egret, said};
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

fn run(folder: &Path, args: &[&str]) -> Said {
    said(egret(folder).args(args))
}

/// UDP exchanges between 200 pairs of hosts, a hundred a second.
fn capture(path: &Path) {
    let mut out = PcapWriter::create(path, Precision::Micros).expect("a capture");
    for n in 0..1000_u32 {
        let host = (n % 200) as u8;
        let (client, server) = ([10, 0, 0, host], [192, 168, 0, 1]);
        let (src, sport, dst, dport) =
            if n % 400 < 200 { (client, 4000_u16, server, 9999_u16) } else { (server, 9999, client, 4000) };
        let mut data = vec![0x45, 0, 0, 32, 0, 0, 0, 0, 64, 17, 0, 0];
        data.extend(src.into_iter().chain(dst));
        data.extend(sport.to_be_bytes().into_iter().chain(dport.to_be_bytes()));
        data.extend([0, 12, 0, 0]);
        data.extend(*b"text");
        let ts = Timestamp::from_nanos(1_000_000_000 + i64::from(n) * 10_000_000);
        out.write(&Frame { ts, link: LinkType::RAW, wire_len: 32, data: &data }).expect("written");
    }
    out.finish().expect("written");
}

fn read(file: &Path) -> String {
    String::from_utf8(std::fs::read(file).expect("a log")).expect("text")
}

/// The rows of a log without values that differ from run to run: uids, and ids of files.
fn rows(file: &Path) -> Vec<String> {
    let text = read(file);
    let fields: Vec<&str> =
        text.lines().find_map(|l| l.strip_prefix("#fields\t")).expect("a header").split('\t').collect();
    let drawn = |name: &str| {
        ["uid", "uids", "conn_uids", "fuid", "id", "cert_chain_fuids"].contains(&name)
            || name.ends_with("_fuids")
    };
    let rows = text.lines().filter(|l| !l.starts_with('#')).map(|l| {
        let cells = l.split('\t').zip(&fields).map(|(cell, name)| if drawn(name) { "*" } else { cell });
        cells.collect::<Vec<_>>().join("\t")
    });
    let mut rows: Vec<String> = rows.collect();
    rows.sort_unstable();
    rows
}

fn logs(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").file_name());
    let mut logs: Vec<String> =
        names.filter_map(|n| n.into_string().ok()).filter(|n| n.ends_with(".log")).collect();
    logs.sort_unstable();
    logs
}

#[test]
fn workers_write_what_one_writes() {
    let (one, three) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/office.pcap");
    for (folder, workers) in [(&one, "1"), (&three, "3")] {
        let ran = run(folder.path(), &["-C", "--workers", workers, "-r", sample]);
        assert!(ran.status.success() && ran.err.is_empty(), "{}", ran.err);
    }
    assert_eq!(logs(one.path()), logs(three.path()));
    // The time in packet_filter.log is that of the machine.
    for log in logs(one.path()).into_iter().filter(|l| l != "packet_filter.log") {
        assert_eq!(rows(&one.path().join(&log)), rows(&three.path().join(&log)), "{log}");
    }
    let text = read(&three.path().join("conn.log"));
    assert_eq!((text.matches("#fields").count(), text.matches("#close").count()), (1, 1));
}

/// Frames that the filter rejects do not advance time, whatever worker owns them.
#[test]
fn a_filter_is_one_for_all_workers() {
    let (one, three) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/office.pcap");
    for (folder, workers) in [(&one, "1"), (&three, "3")] {
        let ran = run(folder.path(), &["-C", "--workers", workers, "-f", "udp", "-r", sample]);
        let said = ran.err;
        if said.contains("libpcap, which cannot be opened") {
            test_needs::unmet(said);
            return;
        }
        assert!(ran.status.success(), "{said}");
    }
    let conn = |folder: &Path| rows(&folder.join("conn.log"));
    assert!(conn(one.path()).len() > 10);
    assert_eq!(conn(one.path()), conn(three.path()));
}

/// No two connections have the same uid, even with seeds from a file.
#[test]
fn workers_number_apart() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    let ran = run(folder.path(), &["-C", "-D", "--workers", "3", "-r", "x.pcap"]);
    assert!(ran.status.success(), "{}", ran.err);
    let text = read(&folder.path().join("conn.log"));
    let uids: Vec<&str> =
        text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split('\t').nth(1)).collect();
    assert_eq!((uids.len(), uids.iter().collect::<HashSet<_>>().len()), (200, 200));
}

/// Each worker sees a part of a scan; the manager combines them, and one notice results.
#[test]
fn a_scan_over_two_workers_is_one_notice() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    let code = r#"
        redef enum Notice::Type += { Popular };
        event zeek_init() {
            local r = SumStats::Reducer($stream="clients", $apply=set(SumStats::UNIQUE));
            SumStats::create([$name="popular", $epoch=5min, $reducers=set(r), $threshold=150.0,
                $threshold_val(key: SumStats::Key, result: SumStats::Result) = {
                    return result["clients"]$unique + 0.0;
                },
                $threshold_crossed(key: SumStats::Key, result: SumStats::Result) = {
                    NOTICE(Notice::Info($note=Popular, $msg="many clients", $src=key$host));
                }]);
        }
        event new_connection(c: connection) {
            SumStats::observe("clients", [$host=c$id$resp_h], [$str=cat(c$id$orig_h)]);
        }"#;
    for workers in ["1", "2", "4"] {
        let ran = run(folder.path(), &["-C", "--workers", workers, "-r", "x.pcap", "-e", code]);
        assert!(ran.status.success() && ran.err.is_empty(), "{}", ran.err);
        assert_eq!(rows(&folder.path().join("notice.log")).len(), 1, "{workers} workers");
    }
}

/// Events reach the nodes that subscribe, with values of all kinds, and count as remote there.
#[test]
fn nodes_send_each_other_events() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    let code = r#"
        type R: record { a: count; b: string &optional; s: set[addr, port]; v: vector of interval; };
        global ping: event(from: string, r: R, p: pattern, sn: subnet, t: table[string] of R);
        global pong: event(from: string, to: string);
        event ping(from: string, r: R, p: pattern, sn: subnet, t: table[string] of R) {
            print Cluster::node, from, is_remote_event(), r, p == "abb", sn, |t|, t["x"]?$b;
            Cluster::publish(Cluster::node_topic(from), pong, Cluster::node, from);
        }
        event pong(from: string, to: string) { print Cluster::node, "answered by", from; }
        event Cluster::node_up(name: string, id: string) {
            if ( Cluster::local_node_type() != Cluster::WORKER || name != "manager" ) return;
            local r = R($a=7, $s=set([10.0.0.1, 80/tcp]), $v=vector(1sec, 2min));
            Cluster::publish(Cluster::manager_topic, ping, Cluster::node, r, /ab+/, 10.0.0.0/8, table(["x"] = r));
        }"#;
    let ran = run(folder.path(), &["-b", "-C", "--workers", "2", "-r", "x.pcap", "-e", code]);
    assert!(ran.status.success() && ran.err.is_empty(), "{}", ran.err);
    let said = ran.out.replace('\n', " ");
    for worker in ["worker-1", "worker-2"] {
        let asked = format!(
            "manager, {worker}, T, [a=7, b=<uninitialized>, s={{ [10.0.0.1, 80/tcp] }}, v=[1.0 sec, 2.0 mins]], \
             T, 10.0.0.0/8, 1, F"
        );
        let squeezed: Vec<&str> = said.split_whitespace().collect();
        let squeezed = squeezed.join(" ");
        assert!(squeezed.contains(&asked), "{squeezed}");
        assert!(squeezed.contains(&format!("{worker}, answered by, manager")), "{squeezed}");
    }
}

/// Nodes that share what they know in stores log what one alone does.
#[test]
fn what_is_known_is_logged_once_with_stores_too() {
    let capture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/office.pcap");
    let kinds = ["host", "service", "cert"];
    let all = [("1", "F"), ("1", "T"), ("2", "T")].map(|(workers, has_stores)| {
        let dir = tempfile::tempdir().expect("a folder");
        let mut args =
            vec!["-C", "-r", capture, "--workers", workers, "-e", "redef Site::local_nets += { 0.0.0.0/0 };"];
        args.extend(["policy/protocols/conn/known-hosts", "policy/protocols/conn/known-services"]);
        args.push("policy/protocols/ssl/known-certs");
        let options = kinds.map(|kind| {
            [format!("Known::use_{kind}_store={has_stores}"), format!("Known::{kind}_store_timeout=1day")]
        });
        args.extend(options.iter().flatten().map(String::as_str));
        let said = run(dir.path(), &args);
        assert!(said.status.success() && said.err.is_empty(), "{}", said.err);
        kinds.map(|kind| rows(&dir.path().join(format!("known_{kind}s.log"))))
    });
    assert!(all[0].iter().all(|rows| !rows.is_empty()), "{:?}", all[0]);
    assert_eq!(all[0], all[1], "with stores");
    assert_eq!(all[0], all[2], "with stores and two workers");
}

#[test]
fn each_node_runs_the_scripts_under_a_name_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    let code = "global n = 0; event new_connection(c: connection) { ++n; } \
                event zeek_done() { print fmt(\"%s saw %s\", Cluster::node, n > 0); }";
    let ran = run(folder.path(), &["-b", "-C", "--workers", "3", "-r", "x.pcap", "-e", code]);
    assert!(ran.status.success(), "{}", ran.err);
    let said = ran.out;
    let mut lines: Vec<&str> = said.lines().collect();
    lines.sort_unstable();
    let expected = ["manager saw F", "proxy-1 saw F", "worker-1 saw T", "worker-2 saw T", "worker-3 saw T"];
    assert_eq!(lines, expected);
}

/// A log is rotated for all workers, and no row is lost. The connections begin within two seconds; rows of workers that lag
/// behind may make more files.
#[test]
fn rotation_is_for_all() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    let code = "module Rows; export { redef enum Log::ID += { LOG }; type Info: record { n: count &log; }; } \
                redef Log::default_rotation_interval = 1sec; \
                event zeek_init() { Log::create_stream(Rows::LOG, [$columns=Info, $path=\"t\"]); } \
                event new_connection(c: connection) { Log::write(Rows::LOG, [$n=port_to_count(c$id$orig_p)]); }";
    let ran = run(folder.path(), &["-b", "-C", "--workers", "3", "-r", "x.pcap", "-e", code]);
    assert!(ran.status.success() && ran.err.is_empty(), "{}", ran.err);
    let files = logs(folder.path());
    assert!(files.len() >= 2, "{files:?}");
    let count: usize = files.iter().map(|f| rows(&folder.path().join(f)).len()).sum();
    assert_eq!(count, 200, "{files:?}");
    for f in &files {
        assert!(read(&folder.path().join(f)).contains("#close"), "{f}");
    }
}

/// `terminate` or an error in one worker ends the run as it does without workers.
#[test]
fn scripts_of_a_worker_end_the_run() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    let code = |what: &str| format!("event new_connection(c: connection) {{ {what} }}");
    for (what, status) in [("terminate();", 0), ("exit(7);", 7)] {
        let ran = run(folder.path(), &["-b", "-C", "--workers", "3", "-r", "x.pcap", "-e", &code(what)]);
        assert_eq!(ran.status.code(), Some(status), "{what} {}", ran.err);
    }
    let ran =
        run(folder.path(), &["-b", "-C", "--workers", "3", "-r", "x.pcap", "-e", "event no_such_thing( {"]);
    let said = ran.err;
    assert_eq!((ran.status.code(), said.matches("expected").count()), (Some(1), 1), "{said}");
}

#[test]
fn options_that_need_one_order_of_packets_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    for (more, why) in [
        (&["-w", "y.pcap"][..], "-w and -c do not work with --workers"),
        (&["-"], "- does not work with --workers"),
    ] {
        let ran = run(folder.path(), &[&["-C", "--workers", "3", "-r", "x.pcap"], more].concat());
        let said = ran.err;
        assert_eq!(ran.status.code(), Some(1), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

/// On an interface without frames, timers of all nodes fire when they are due, not once a second.
#[test]
fn timers_need_no_frames() {
    if !test_needs::root() || !test_needs::programs(&["unshare"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = r#"
        global n = 0;
        event end() { print "late"; terminate(); }
        event tick()
            {
            if ( ++n == 1 ) schedule 12 sec { end() };
            if ( n < 20 ) { schedule 0.1 sec { tick() }; return; }
            print fmt("%s: 20 ticks", Cluster::node);
            flush_all();
            }
        event zeek_init() { schedule 0.1 sec { tick() }; }
    "#;
    std::fs::write(folder.path().join("ticks.zeek"), script).expect("written");
    let run = said(Command::new("unshare").current_dir(folder.path()).args([
        "-n",
        "sh",
        "-c",
        "ip link set lo up && exec \"$0\" -b --workers 2 -i lo ticks.zeek",
        env!("CARGO_BIN_EXE_egret"),
    ]));
    let before_the_end = run.out.split("late").next().unwrap_or("");
    for node in ["worker-1", "worker-2", "manager", "proxy-1"] {
        assert!(before_the_end.contains(&format!("{node}: 20 ticks")), "{run:?}");
    }
}
