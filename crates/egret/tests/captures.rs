//! Logs of captures: rows equal those of the reference monitor, and a damaged capture loses no row from before the damage.
#![allow(clippy::disallowed_methods, reason = "a test reads captures and what was written of them")]
mod program;

use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use program::{Said, egret, said};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Processes a capture with logs in `folder`. The seed file makes uids equal to those of the reference.
fn run(capture: &Path, folder: &Path, seeds: Option<&Path>) -> Said {
    let mut egret = egret(folder);
    egret.env("TZ", "UTC").envs(seeds.map(|file| ("ZEEK_SEED_FILE", file)));
    said(egret.args(["-C", "-r"]).arg(capture))
}

/// Rows of a log, each as its cells, without the columns named in `without`.
fn rows(path: &Path, without: &[&str]) -> Vec<Vec<String>> {
    let Ok(bytes) = std::fs::read(path) else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let fields: Vec<&str> = text
        .lines()
        .find_map(|l| l.strip_prefix("#fields\t"))
        .map(|l| l.split('\t').collect())
        .unwrap_or_default();
    let keep = |row: &str| {
        let cells = row.split('\t').zip(&fields).filter(|(_, f)| !without.contains(f));
        cells.map(|(c, f)| if *f == "tunnel_parents" { in_order(c) } else { c.to_owned() }).collect()
    };
    text.lines().filter(|l| !l.starts_with('#')).map(keep).collect()
}

/// Sorts the members of a set, whose order has no meaning.
fn in_order(set: &str) -> String {
    let mut parts: Vec<&str> = set.split(',').collect();
    parts.sort_unstable();
    parts.join(",")
}

/// The corpus: captures in `traces`, the reference monitor's logs in `logs`, and its `random.seed`.
fn corpus() -> PathBuf {
    PathBuf::from(std::env::var_os("EGRET_CORPUS").expect("EGRET_CORPUS names the folder of a corpus"))
}

/// The paths of all captures of the corpus that have reference logs.
fn captures(folder: &Path, within: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder.join("logs").join(within)).unwrap().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for e in entries {
        let path = within.join(e.file_name());
        if folder.join("traces").join(&path).is_file() {
            found.push(path);
        } else if e.path().is_dir() {
            captures(folder, &path, found);
        }
    }
}

/// The number of reference rows that were found, and the larger of both row counts.
fn matched(expected: &[Vec<String>], actual: &[Vec<String>]) -> (usize, usize) {
    let mut left: HashMap<&[String], usize> = HashMap::new();
    for row in actual {
        *left.entry(row).or_default() += 1;
    }
    let take = |row: &&Vec<String>| match left.get_mut(row.as_slice()) {
        Some(n) if *n > 0 => {
            *n -= 1;
            true
        }
        _ => false,
    };
    (expected.iter().filter(take).count(), expected.len().max(actual.len()))
}

#[test]
#[ignore = "reads a corpus of captures that EGRET_CORPUS names"]
fn rows_of_connections_and_tunnels_equal_the_reference_uids_and_all() {
    let folder = corpus();
    let seeds = folder.join("random.seed");
    let mut all = Vec::new();
    captures(&folder, Path::new(""), &mut all);
    assert!(all.len() > 500, "{} captures", all.len());
    let mut sums = [("conn", 0, 0), ("tunnel", 0, 0)];
    // Every fourth capture, since starting the program takes longer than most of them.
    for path in all.iter().step_by(4) {
        let out = tempfile::tempdir().unwrap();
        let ran = run(&folder.join("traces").join(path), out.path(), Some(&seeds));
        assert!(ran.status.success(), "{}: {}", path.display(), ran.err);
        for (log, hits, most) in &mut sums {
            let file = format!("{log}.log");
            let expected = rows(&folder.join("logs").join(path).join(&file), &["service"]);
            let (h, m) = matched(&expected, &rows(&out.path().join(&file), &["service"]));
            *hits += h;
            *most += m;
        }
    }
    for ((log, hits, most), at_least) in sums.into_iter().zip([0.96, 0.9]) {
        let part = f64::from(hits as u32) / f64::from(most as u32);
        println!("{log}: {hits} of {most} rows, {:.2} %", 100.0 * part);
        assert!(part >= at_least, "{log}: {hits} of {most}");
    }
}

/// A UDP packet to this port, on a flow of its own.
fn datagram(port: u16) -> Vec<u8> {
    let [hi, lo] = port.to_be_bytes();
    let ip = [0x45, 0, 0, 30, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
    [&ip[..], &[0x10, 0, hi, lo, 0, 10, 0, 0, b'o', b'k']].concat()
}

#[test]
fn a_capture_cut_in_a_packet_keeps_every_row_before_the_cut() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("whole.pcap");
    let mut w = PcapWriter::create(&path, Precision::Micros).unwrap();
    for n in 0..100_u16 {
        let data = datagram(7000 + n);
        let ts = Timestamp::from_parts(1_000_000 + i64::from(n), 0);
        w.write(&Frame { ts, link: LinkType::RAW, wire_len: data.len() as u32, data: &data }).unwrap();
    }
    w.finish().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let cut = dir.path().join("cut.pcap");
    for end in [whole.len() - 1, whole.len() / 2 + 3, 24 + 16 + 1] {
        std::fs::write(&cut, &whole[..end]).unwrap();
        let out = tempfile::tempdir().unwrap();
        let ran = run(&cut, out.path(), None);
        let whole_packets = (end - 24) / (16 + datagram(0).len());
        assert_eq!(rows(&out.path().join("conn.log"), &[]).len(), whole_packets);
        assert!(!ran.status.success());
        let said = ran.err;
        assert!(said.contains("cut.pcap"), "{said}");
    }
}

#[test]
fn times_are_cut_to_microseconds() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("nanos.pcap");
    let mut w = PcapWriter::create(&path, Precision::Nanos).unwrap();
    let data = datagram(7000);
    let ts = Timestamp::from_parts(1_000_000, 123_456_999);
    w.write(&Frame { ts, link: LinkType::RAW, wire_len: data.len() as u32, data: &data }).unwrap();
    w.finish().unwrap();
    assert!(run(&path, dir.path(), None).status.success());
    assert_eq!(rows(&dir.path().join("conn.log"), &[])[0][0], "1000000.123456");
}
