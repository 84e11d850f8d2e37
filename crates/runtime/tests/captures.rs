//! Captures into logs: rows equal those of the reference monitor, and damage costs no row that came before it.
#![allow(clippy::disallowed_methods, reason = "a test reads captures and what was written of them")]
#![allow(clippy::print_stdout, reason = "a test that cannot run here says why")]
use capture::{FileSource, Frame, PcapWriter, Precision};
use logging::AsciiConfig;
use net_types::{LinkType, Timestamp};
use runtime::{LogFiles, Monitor, NativeLogs, RunError, Seeds, Summary, Traffic as _};
use session::{Keys, Options, Session};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Runs over a capture, as `egret -C -r` does, with its logs in `folder`.
fn run(capture: &Path, folder: &Path, seeds: &Seeds) -> (Summary, Result<(), RunError>) {
    let options = Options { ignore_checksums: true, ..Options::default() };
    let keys = Keys { sip: seeds.siphash_key(), fixed: seeds.is_deterministic() };
    let logs = NativeLogs::new(LogFiles::new(folder.into(), "log".into(), AsciiConfig::default()));
    let mut monitor =
        Monitor::new(None, None, Rc::new(RefCell::new(Session::new(options, &keys, None))), logs);
    let mut source = FileSource::open(capture).unwrap();
    let mut result = Ok(());
    while result.is_ok() {
        match source.next_batch() {
            Ok(Some(batch)) => result = batch.iter().try_for_each(|f| monitor.frame(&f)),
            Ok(None) => break,
            Err(e) => result = Err(RunError::Capture(capture::SourceError::File(e))),
        }
    }
    monitor.finish(result)
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

/// A set has no order of its own.
fn in_order(set: &str) -> String {
    let mut parts: Vec<&str> = set.split(',').collect();
    parts.sort_unstable();
    parts.join(",")
}

/// The corpus of captures with the reference monitor's logs, where it is.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let named = std::env::var_os("EGRET_CORPUS").map(PathBuf::from);
    let folder = named.into_iter().chain([beside]).find(|p| p.join("random.seed").is_file());
    if folder.is_none() {
        println!("skipped: no corpus of captures (set EGRET_CORPUS to its folder)");
    }
    folder
}

/// Every capture of the corpus that has reference logs: path within it.
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

/// How many of the reference's rows are there, of the most that either has.
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
fn conn_and_tunnel_rows_equal_the_reference_uids_and_all() {
    let Some(folder) = corpus() else { return };
    let seeds = Seeds::parse(&std::fs::read_to_string(folder.join("random.seed")).unwrap()).unwrap();
    let mut all = Vec::new();
    captures(&folder, Path::new(""), &mut all);
    assert!(all.len() > 500, "{} captures", all.len());
    let mut sums = [("conn", 0, 0), ("tunnel", 0, 0)];
    for path in all {
        let out = tempfile::tempdir().unwrap();
        let (_, result) = run(&folder.join("traces").join(&path), out.path(), &seeds);
        result.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for (log, hits, most) in &mut sums {
            let file = format!("{log}.log");
            let expected = rows(&folder.join("logs").join(&path).join(&file), &["service"]);
            let (h, m) = matched(&expected, &rows(&out.path().join(&file), &["service"]));
            *hits += h;
            *most += m;
        }
    }
    // What is missing needs protocol analyzers: connections that DNS ends, roles that it tells, tunnels of proxies.
    for ((log, hits, most), at_least) in sums.into_iter().zip([0.99, 0.94]) {
        let part = f64::from(hits as u32) / f64::from(most as u32);
        println!("{log}: {hits} of {most} rows, {:.2} %", 100.0 * part);
        assert!(part >= at_least, "{log}: {hits} of {most}");
    }
}

/// A UDP flow of one packet to this port.
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
        let (summary, result) = run(&cut, out.path(), &Seeds::zero());
        let whole_packets = (end - 24) / (16 + datagram(0).len());
        assert_eq!(rows(&out.path().join("conn.log"), &[]).len(), whole_packets);
        assert_eq!(summary.stats.packets, whole_packets as u64);
        let e = result.unwrap_err();
        let cause = std::error::Error::source(&e).expect("what the file says").to_string();
        assert!(cause.contains("cut.pcap"), "{e}: {cause}");
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
    let (_, result) = run(&path, dir.path(), &Seeds::zero());
    result.unwrap();
    assert_eq!(rows(&dir.path().join("conn.log"), &[])[0][0], "1000000.123456");
}
