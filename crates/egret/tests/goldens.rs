//! Compares the logs of every capture in `samples/` with those in `samples/logs/`.
//!
//! After a change that is meant to change them: `EGRET_BLESS=1 cargo test -p egret --test goldens`, then read the diff.
#![expect(clippy::disallowed_methods, reason = "a test runs the program and reads what it wrote")]
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Logs of a run by name, without lines that differ from run to run.
type Logs = BTreeMap<String, String>;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")
}

/// Logs that describe the run, not the traffic: its scripts, the time of day, the resources of the process.
const OF_THE_RUN: [&str; 5] =
    ["loaded_scripts.log", "packet_filter.log", "stats.log", "telemetry.log", "telemetry_histogram.log"];

/// The logs in a folder.
fn logs(folder: &Path) -> Logs {
    let Ok(entries) = std::fs::read_dir(folder) else { return Logs::new() };
    let logs = entries.map(|e| e.expect("a folder that can be read").path());
    let logs = logs
        .filter(|p| p.extension().is_some_and(|e| e == "log") && !OF_THE_RUN.iter().any(|n| p.ends_with(n)));
    logs.map(|path| {
        let text = std::fs::read_to_string(&path).expect("logs are text");
        let lasting = text.lines().filter(|l| !l.starts_with("#open\t") && !l.starts_with("#close\t"));
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        (name, lasting.map(|l| format!("{l}\n")).collect())
    })
    .collect()
}

/// The logs of a run over a sample. The seeds make uids the same in each run; sets keep a default run's order.
fn written(sample: &Path, options: &[&str]) -> Logs {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = Command::new(env!("CARGO_BIN_EXE_egret"))
        .env_clear()
        .envs([("TZ", "UTC"), ("ZEEK_DNS_FAKE", "1")])
        .env("ZEEK_SEED_FILE", samples().join("random.seed"))
        .args(["-C", "--table-order", "insertion", "-r"])
        .arg(sample)
        .args(options)
        .current_dir(folder.path())
        .output()
        .expect("egret runs");
    assert!(ran.status.success(), "{}: {}", sample.display(), String::from_utf8_lossy(&ran.stderr));
    logs(folder.path())
}

/// The first lines that differ, by log.
fn differences(expected: &Logs, actual: &Logs) -> String {
    let names = expected.keys().chain(actual.keys().filter(|n| !expected.contains_key(*n)));
    let mut said = String::new();
    for name in names {
        let (e, a) = (expected.get(name), actual.get(name));
        if e == a {
            continue;
        }
        let lines =
            |log: Option<&String>| log.map(|t| t.lines().map(str::to_owned).collect()).unwrap_or_default();
        let (e, a): (Vec<String>, Vec<String>) = (lines(e), lines(a));
        let at = e.iter().zip(&a).take_while(|(e, a)| e == a).count();
        let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "nothing".to_owned());
        said += &format!("{name}, line {}:\n  golden: {}\n  run:    {}\n", at + 1, line(&e), line(&a));
    }
    said
}

/// The logs of a sample, written with these options, equal the goldens in `samples/logs/GOLDEN`.
fn check(sample: &str, options: &[&str], golden: &str) {
    let folder = samples().join("logs").join(golden);
    let actual = written(&samples().join(sample), options);
    assert!(actual.contains_key("conn.log"), "{sample}: no conn.log");
    if std::env::var_os("EGRET_BLESS").is_some() {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for goldens");
        for (name, text) in &actual {
            std::fs::write(folder.join(name), text).expect("goldens can be written");
        }
    }
    let said = differences(&logs(&folder), &actual);
    assert!(said.is_empty(), "{sample} {options:?}:\n{said}");
}

#[test]
fn every_sample_gives_the_logs_that_are_kept_of_it() {
    let mut names: Vec<_> = std::fs::read_dir(samples())
        .expect("samples")
        .map(|e| e.expect("a sample").path())
        .filter(|p| p.extension().is_some_and(|e| e == "pcap"))
        .map(|p| p.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 12, "{names:?}");
    for name in &names {
        check(&format!("{name}.pcap"), &[], name);
    }
    // A golden without a sample is never compared.
    let mut kept: Vec<_> = std::fs::read_dir(samples().join("logs"))
        .expect("goldens")
        .map(|e| e.expect("a golden").file_name().to_string_lossy().into_owned())
        .filter(|n| !n.contains('.'))
        .collect();
    kept.sort();
    assert_eq!(kept, names);
}

#[test]
fn the_same_logs_as_json() {
    check("web.pcap", &["LogAscii::use_json=T"], "web.json");
}

/// Tests policies that a default run does not load: the fields that they add to logs, and the logs that they write.
#[test]
fn the_office_under_the_site_policy() {
    check("office.pcap", &["local"], "office.local");
}
