//! Name look-ups of scripts, answered by a name server on the loopback interface.
#![expect(clippy::disallowed_methods, reason = "tests read what a run has written")]
mod program;

use namecache_wire::frame::{self, Parsed, Request, Status};
use namecache_wire::nscd::AF_INET;
use namecache_wire::record::encode;
use program::{Said, said};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const A: u16 = 1;
const PTR: u16 = 12;
const TXT: u16 = 16;
const AAAA: u16 = 28;

/// A record: type, seconds, data.
type Record = (u16, u32, Vec<u8>);

/// The records of a name, or the response code.
fn zone(name: &str, rtype: u16) -> Result<Vec<Record>, u8> {
    let address = |n: u8| (A, 60, vec![10, 0, 0, n]);
    let text = |t: &str| (TXT, 60, [&[t.len() as u8], t.as_bytes()].concat());
    Ok(match (name, rtype) {
        ("two.example", A) => vec![address(1), address(2)],
        ("two.example", AAAA) => {
            vec![(AAAA, 60, "2001:db8::1".parse::<std::net::Ipv6Addr>().unwrap().octets().into())]
        }
        ("short.example", A) => vec![(A, 0, vec![10, 0, 0, 9])],
        ("many.example", A) => (1..=200).map(address).collect(),
        ("text.example", TXT) => vec![text("first"), text("second")],
        ("99.0.0.10.in-addr.arpa", PTR) => vec![(PTR, 60, b"\x04Host\x07example\x00".to_vec())],
        ("refused.example", _) => return Err(5),
        ("two.example" | "short.example" | "many.example", _) => Vec::new(),
        _ => return Err(3),
    })
}

/// The answer to a query, truncated if it is too long for UDP; `None` for no answer.
fn answer(query: &[u8], udp: bool) -> Option<Vec<u8>> {
    let (mut at, mut labels) = (12, Vec::new());
    while query[at] != 0 {
        let end = at + 1 + usize::from(query[at]);
        labels.push(String::from_utf8_lossy(&query[at + 1..end]).into_owned());
        at = end;
    }
    let rtype = u16::from_be_bytes([query[at + 1], query[at + 2]]);
    let name = labels.join(".");
    if name == "silent.example" {
        return None;
    }
    let records = zone(&name, rtype);
    let mut m = query[..at + 5].to_vec();
    m[2] = 0x81;
    m[3] = records.as_ref().err().copied().unwrap_or(0);
    m[4..12].fill(0);
    m[5] = 1;
    let records = records.unwrap_or_default();
    if udp && records.len() > 100 {
        m[2] |= 2;
        return Some(m);
    }
    m[6..8].copy_from_slice(&(records.len() as u16).to_be_bytes());
    for (rtype, ttl, data) in records {
        m.extend([0xc0, 12]);
        m.extend(rtype.to_be_bytes());
        m.extend([0, 1]);
        m.extend(ttl.to_be_bytes());
        m.extend((data.len() as u16).to_be_bytes());
        m.extend(data);
    }
    Some(m)
}

/// Starts a name server. Returns its port and its count of queries.
fn name_server() -> (u16, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    // Find a port that is free for UDP and TCP.
    let (udp, tcp) = loop {
        let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
        if let Ok(tcp) = TcpListener::bind(udp.local_addr().unwrap()) {
            break (udp, tcp);
        }
    };
    let port = udp.local_addr().unwrap().port();
    let count = Arc::clone(&asked);
    thread::spawn(move || {
        let mut room = [0; 4096];
        while let Ok((n, from)) = udp.recv_from(&mut room) {
            count.fetch_add(1, Ordering::SeqCst);
            if let Some(m) = answer(&room[..n], true) {
                // Send a forged answer first, which must be ignored.
                let mut forged = m.clone();
                forged[0] ^= 0xff;
                udp.send_to(&forged, from).unwrap();
                udp.send_to(&m, from).unwrap();
            }
        }
    });
    thread::spawn(move || {
        for mut c in tcp.incoming().flatten() {
            let mut len = [0; 2];
            c.read_exact(&mut len).unwrap();
            let mut query = vec![0; u16::from_be_bytes(len).into()];
            c.read_exact(&mut query).unwrap();
            let m = answer(&query, false).unwrap();
            c.write_all(&[&(m.len() as u16).to_be_bytes()[..], &m].concat()).unwrap();
        }
    });
    (port, asked)
}

fn egret(port: u16, dir: &tempfile::TempDir, args: &[&str]) -> Said {
    egret_asking(&format!("127.0.0.1:{port}"), dir, args)
}

fn egret_asking(resolver: &str, dir: &tempfile::TempDir, args: &[&str]) -> Said {
    let mut egret = program::egret(dir.path());
    said(egret.args(args).env("ZEEK_DNS_RESOLVER", resolver).env_remove("ZEEK_DNS_FAKE"))
}

fn printed(ran: &Said) -> String {
    assert!(ran.status.success(), "{}", ran.err);
    ran.out.clone()
}

/// The output of a script that runs until it is terminated.
fn run(port: u16, script: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let code = format!("redef exit_only_after_terminate = T; {script}");
    printed(&egret(port, &dir, &["-b", "-e", &code]))
}

#[test]
fn conditions_get_what_name_servers_say() {
    let (port, _) = name_server();
    let out = run(
        port,
        r#"event zeek_init() {
            when ( local s = lookup_hostname("two.example") ) {
                print |s|, 10.0.0.1 in s, 10.0.0.2 in s, [2001:db8::1] in s;
                when ( local t = lookup_hostname_txt("text.example") ) {
                    print t;
                    when ( local n = lookup_addr(10.0.0.99) ) { print n; terminate(); }
                    timeout 9sec { print "late"; terminate(); }
                }
                timeout 9sec { print "late"; terminate(); }
            }
            timeout 9sec { print "late"; terminate(); }
        }"#,
    );
    assert_eq!(out, "3, T, T, T\nfirst\nHost.example\n");
}

#[test]
fn missing_names_and_refusals_are_reported() {
    let (port, _) = name_server();
    let out = run(
        port,
        r#"event zeek_init() {
            when ( local s = lookup_hostname("none.example") ) {
                print |s|;
                when ( local t = lookup_hostname_txt("refused.example") ) {
                    print t;
                    when ( local n = lookup_addr(10.0.0.98) ) { print n; terminate(); }
                }
            }
        }"#,
    );
    assert_eq!(out, "0\n<???>\n<???>\n");
}

#[test]
fn an_answer_that_is_cut_is_asked_for_again() {
    let (port, _) = name_server();
    let out = run(
        port,
        r#"event zeek_init() {
            when ( local s = lookup_hostname("many.example") ) { print |s|; terminate(); }
        }"#,
    );
    assert_eq!(out, "200\n");
}

#[test]
fn equal_questions_are_asked_once_and_their_answers_kept_for_their_time() {
    let (port, asked) = name_server();
    let script = r#"
        global left = 3;
        function more(name: string) {
            when [name] ( local s = lookup_hostname(name) ) {
                if ( --left == 0 ) terminate();
                else more(name);
            }
        }
        event zeek_init() { more("NAME"); }"#;
    run(port, &script.replace("NAME", "two.example"));
    assert_eq!(asked.swap(0, Ordering::SeqCst), 2, "A and AAAA, once");
    run(port, &script.replace("NAME", "short.example"));
    assert_eq!(asked.swap(0, Ordering::SeqCst), 6, "they hold for no time");
    let at_once = r#"
        global left = 3;
        event zeek_init() {
            local i = 0;
            while ( ++i <= 3 )
                when ( local s = lookup_hostname("short.example") ) { if ( --left == 0 ) terminate(); }
        }"#;
    run(port, at_once);
    assert_eq!(asked.load(Ordering::SeqCst), 2, "three that ask at once");
}

#[test]
fn a_call_may_wait_and_names_of_the_system_are_not_asked_for() {
    let (port, asked) = name_server();
    let dir = tempfile::tempdir().unwrap();
    let code = r#"
        const two = blocking_lookup_hostname("two.example");
        print |two|, 10.0.0.2 in two;
        print blocking_lookup_hostname("10.1.2.3");
        print 127.0.0.1 in blocking_lookup_hostname("localhost");
        print get_dns_stats()$cached_hosts > 0;"#;
    let out = printed(&egret(port, &dir, &["-b", "-e", code]));
    assert_eq!(out, "3, T\n{\n10.1.2.3\n}\nT\nT\n");
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    let o = egret(port, &dir, &["-b", "-e", r#"print blocking_lookup_hostname("none.example");"#]);
    assert!(o.err.contains("Can't resolve host: none.example"), "{o:?}");
}

#[test]
fn a_condition_times_out_while_servers_are_silent() {
    let (port, _) = name_server();
    let out = run(
        port,
        r#"event zeek_init() {
            when ( local s = lookup_hostname("silent.example") ) { print "answered", s; terminate(); }
            timeout 200msec { print "late"; terminate(); }
        }"#,
    );
    assert_eq!(out, "late\n");
}

/// A socket like that of the cache daemon: it knows one host, knows that another does not exist, and serves no others.
fn daemon(dir: &tempfile::TempDir) -> String {
    let path = dir.path().join("socket");
    let listener = UnixListener::bind(&path).unwrap();
    thread::spawn(move || {
        for mut c in listener.incoming().flatten() {
            let (mut got, mut room) = (Vec::new(), [0; 1024]);
            let answer = loop {
                let n = c.read(&mut room).unwrap();
                got.extend_from_slice(&room[..n]);
                let Parsed::Whole(Request::Read { name: b"hosts", key }, _) = frame::parse(&got) else {
                    continue;
                };
                let address = u32::from_le_bytes([10, 0, 0, 7]);
                let mut record = Vec::new();
                let status = match key {
                    b"\x03served.example" => {
                        encode(&[AF_INET, address, 0, 0, 0], &[b"served.example"], &mut record).unwrap();
                        Status::Found
                    }
                    [2, 2, 0, 0, 0, 10, 0, 0, 7] => {
                        encode(&[AF_INET, address], &[b"served.example", b"alias"], &mut record).unwrap();
                        Status::Found
                    }
                    b"\x03none.example" => Status::Absent,
                    _ => Status::Unserved,
                };
                let mut out = Vec::new();
                frame::answer(3, status, &record, &mut out);
                break out;
            };
            c.write_all(&answer).unwrap();
        }
    });
    path.display().to_string()
}

#[test]
fn a_daemon_is_asked_first_where_one_is_named() {
    let (port, asked) = name_server();
    let dir = tempfile::tempdir().unwrap();
    let socket = daemon(&dir);
    let code = r#"redef exit_only_after_terminate = T;
        event zeek_init() {
            print blocking_lookup_hostname("served.example");
            print |blocking_lookup_hostname("none.example")|;
            when ( local n = lookup_addr(10.0.0.7) ) { print n; terminate(); }
            timeout 9sec { print "late"; terminate(); }
        }"#;
    let out = printed(&egret_asking(&format!("{socket},127.0.0.1:{port}"), &dir, &["-b", "-e", code]));
    assert_eq!(out, "{\n10.0.0.7\n}\n0\nserved.example\n");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    let code = r#"print |blocking_lookup_hostname("two.example")|;"#;
    let out = printed(&egret_asking(&format!("{socket},127.0.0.1:{port}"), &dir, &["-b", "-e", code]));
    assert_eq!(
        (out.as_str(), asked.load(Ordering::SeqCst)),
        ("3\n", 2),
        "name servers know what it does not serve"
    );
}

#[test]
fn host_names_in_scripts_stand_for_their_addresses() {
    let (port, _) = name_server();
    let dir = tempfile::tempdir().unwrap();
    let code = "const all: set[addr] = { two.example, short.example }; print |all|, 10.0.0.1 in all, 10.0.0.9 in all;";
    let o = egret(port, &dir, &["-b", "--plain-errors", "-e", code]);
    assert_eq!(printed(&o), "4, T, T\n");
    let said = o.err;
    assert!(said.contains("DNS lookup of host literal 'two.example' is deprecated"), "{said}");
}

#[test]
fn primed_names_are_found_without_a_server() {
    let (port, asked) = name_server();
    let dir = tempfile::tempdir().unwrap();
    let code = r#"
        const two = blocking_lookup_hostname("two.example");
        event zeek_init() { print |two|; }"#;
    let o = egret(port, &dir, &["-b", "-P", "-e", code]);
    assert_eq!(o.status.code(), Some(1), "there is no .state: {o:?}");
    fs::create_dir(dir.path().join(".state")).unwrap();
    assert_eq!(printed(&egret(port, &dir, &["-b", "-P", "-e", code])), "");
    let saved = fs::read_to_string(dir.path().join(".state/.zeek-dns-cache")).unwrap();
    let mut lines = saved.lines();
    assert_eq!(lines.next(), Some("1"));
    let head: Vec<&str> = lines.next().unwrap().split(' ').skip(1).collect();
    assert_eq!(head, ["1", "two.example", "0", "two.example", "1", "3", "60"]);
    asked.store(0, Ordering::SeqCst);
    assert_eq!(printed(&egret(port, &dir, &["-b", "-F", "-e", code])), "3\n");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    let other = code.replace("two.example", "other.example");
    let o = egret(port, &dir, &["-b", "-F", "-e", &other]);
    assert_eq!(o.status.code(), Some(1));
    assert!(o.err.contains("can't find DNS entry for other.example in cache"), "{o:?}");
}

#[test]
fn packets_go_on_while_a_name_is_looked_up() {
    let (port, _) = name_server();
    let dir = tempfile::tempdir().unwrap();
    let capture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/office.pcap");
    // At its original speed the capture lasts long enough for an answer to arrive in the middle.
    let code = r#"
        global asked = F;
        event new_connection(c: connection) {
            if ( asked ) return;
            asked = T;
            when ( local s = lookup_hostname("two.example") ) { print |s|, reading_traces(); terminate(); }
        }"#;
    let o = egret(port, &dir, &["-b", "-C", "--pseudo-realtime", "-r", capture, "-e", code]);
    assert_eq!(o.out, "3, T\n", "{o:?}");
}

#[test]
fn changes_of_a_mapping_are_events() {
    let (port, _) = name_server();
    // IPv4 and IPv6 are asked for one after the other.
    let out = run(
        port,
        r#"event dns_mapping_altered(dm: dns_mapping, old_addrs: addr_set, new_addrs: addr_set) {
            print dm$req_host, dm$valid, |dm$addrs|, |old_addrs|, [2001:db8::1] in new_addrs;
            terminate();
        }
        event zeek_init() { when ( local s = lookup_hostname("two.example") ) {} }"#,
    );
    assert_eq!(out, "two.example, T, 3, 0, T\n");
}

#[test]
fn fakes_need_no_server() {
    let code = r#"event zeek_init() {
        when ( local s = lookup_hostname("example.com") ) { print s; terminate(); }
        print "before";
    }"#;
    let dir = tempfile::tempdir().unwrap();
    let code = format!("redef exit_only_after_terminate = T; {code}");
    let o = said(program::egret(dir.path()).args(["-b", "-e", &code]).env("ZEEK_DNS_FAKE", "1"));
    assert_eq!(printed(&o), "before\n{\nce06:236:f21f:587:8c10:121d:c47d:b412\n}\n");
}
