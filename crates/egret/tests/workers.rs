//! Several workers follow the connections that one follows; what they cannot do yet is said.
use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_egret")).args(args).current_dir(folder).output().expect("egret runs")
}

/// UDP exchanges between 200 pairs of hosts.
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
        let ts = Timestamp::from_nanos(1_000_000_000 + i64::from(n) * 1_000_000);
        out.write(&Frame { ts, link: LinkType::RAW, wire_len: 32, data: &data }).expect("written");
    }
    out.finish().expect("written");
}

#[test]
fn workers_run_without_scripts() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    let ran = run(folder.path(), &["-b", "-C", "--workers", "3", "-r", "x.pcap"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["x.pcap"], "nobody writes logs");
}

#[test]
fn workers_with_scripts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    capture(&folder.path().join("x.pcap"));
    for more in [&[][..], &["-b", "-e", "event zeek_init() {}"]] {
        let ran = run(folder.path(), &[&["-C", "--workers", "3", "-r", "x.pcap"], more].concat());
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(1), "{said}");
        assert!(
            said.contains("--workers: scripts, which write the logs, run in one worker so far"),
            "{said}"
        );
    }
}
