//! Several workers write the conn.log that one writes.
#![expect(clippy::disallowed_methods, reason = "a test of a program reads what it wrote")]
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The corpus of captures: named by EGRET_CORPUS, or beside the checkout.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let found = std::env::var_os("EGRET_CORPUS").map_or(beside, PathBuf::from).join("traces");
    found.is_dir().then_some(found)
}

fn captures(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            captures(&path, into);
        } else if path
            .extension()
            .is_some_and(|e| ["pcap", "pcapng", "trace", "cap", "gz"].iter().any(|x| e == *x))
        {
            into.push(path);
        }
    }
}

/// The rows of conn.log, each as often as it is there, without what is drawn anew in each run: uids.
fn rows(capture: &Path, workers: usize) -> BTreeMap<String, usize> {
    let folder = tempfile::tempdir().expect("a folder");
    Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["-C", "--workers", &workers.to_string(), "-r"])
        .arg(capture)
        .current_dir(folder.path())
        .output()
        .expect("egret runs");
    let log = std::fs::read_to_string(folder.path().join("conn.log")).unwrap_or_default();
    let fields: Vec<&str> =
        log.lines().find_map(|l| l.strip_prefix("#fields\t")).unwrap_or("").split('\t').collect();
    let mut rows = BTreeMap::new();
    for line in log.lines().filter(|l| !l.starts_with('#')) {
        let named = line.split('\t').zip(&fields);
        let kept: Vec<String> = named
            .map(|(value, name)| match *name {
                "uid" => String::new(),
                "tunnel_parents" => (value != "(empty)" && value != "-").to_string(),
                _ => value.to_owned(),
            })
            .collect();
        *rows.entry(kept.join("\t")).or_default() += 1;
    }
    rows
}

#[test]
fn any_number_of_workers_writes_the_same_connections() {
    let Some(corpus) = corpus() else {
        println!("skipped: no corpus of captures; EGRET_CORPUS names one");
        return;
    };
    let mut all = Vec::new();
    captures(&corpus, &mut all);
    all.sort();
    let (mut connections, mut wrong) = (0, Vec::new());
    for capture in &all {
        let one = rows(capture, 1);
        connections += one.values().sum::<usize>();
        if rows(capture, 2) != one {
            wrong.push(capture.display().to_string());
        }
    }
    println!("{} captures, {connections} connections", all.len());
    assert!(wrong.is_empty(), "{} of {} differ: {wrong:#?}", wrong.len(), all.len());
}
