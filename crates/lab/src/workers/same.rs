//! Whether several workers write the rows of one: all logs of each capture, row by row, order aside.
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Logs whose rows tell of the process rather than of the traffic.
const OF_THE_PROCESS: [&str; 4] = ["packet_filter.log", "stats.log", "telemetry.log", "loaded_scripts.log"];

/// The sorted rows of a run's logs by file, without values that are random in each run; or the code of a failure.
type Rows = Result<BTreeMap<String, Vec<String>>, Option<i32>>;

/// How the logs of several workers differ from those of one.
pub(super) struct Difference {
    pub(super) capture: PathBuf,
    /// Each log with the numbers of rows that one and several workers alone wrote, and the first of them.
    pub(super) logs: Vec<(String, usize, usize, String)>,
}

/// Compares the logs of all captures in a folder and its subfolders. Returns their number and the differences.
pub(super) fn compare(
    egret: &Path,
    folder: &Path,
    workers: usize,
) -> anyhow::Result<(usize, Vec<Difference>)> {
    let captures = captures_below(folder)?;
    let mut differences = Vec::new();
    for capture in &captures {
        let logs = match (rows(egret, capture, 1)?, rows(egret, capture, workers)?) {
            (Ok(one), Ok(several)) => differing(&one, &several),
            (Err(one), Err(several)) if one == several => Vec::new(),
            (one, several) => {
                let how =
                    |run: &Rows| run.as_ref().err().map_or("ended well".to_owned(), |c| format!("{c:?}"));
                vec![(format!("end: {} and {}", how(&one), how(&several)), 0, 0, String::new())]
            }
        };
        if !logs.is_empty() {
            differences.push(Difference { capture: capture.clone(), logs });
        }
    }
    Ok((captures.len(), differences))
}

fn differing(
    one: &BTreeMap<String, Vec<String>>,
    several: &BTreeMap<String, Vec<String>>,
) -> Vec<(String, usize, usize, String)> {
    let names: BTreeSet<&String> = one.keys().chain(several.keys()).collect();
    let mut found = Vec::new();
    for name in names {
        let of = |run: &BTreeMap<String, Vec<String>>| run.get(name).cloned().unwrap_or_default();
        let (mut left, mut right) = (Vec::new(), of(several));
        for row in of(one) {
            match right.binary_search(&row) {
                Ok(at) => drop(right.remove(at)),
                Err(_) => left.push(row),
            }
        }
        let first = left.first().map(|r| format!("- {r}")).or(right.first().map(|r| format!("+ {r}")));
        if let Some(first) = first {
            found.push((name.clone(), left.len(), right.len(), first));
        }
    }
    found
}

/// Returns all captures in a folder and its subfolders, sorted.
fn captures_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|e| ["pcap", "trace", "pcapng", "cap"].iter().any(|k| e == *k))
            {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn rows(egret: &Path, capture: &Path, workers: usize) -> anyhow::Result<Rows> {
    let folder = tempfile::tempdir()?;
    let status = Command::new(egret)
        .current_dir(folder.path())
        .env_remove("ZEEK_SEED_FILE")
        .env("ZEEK_DNS_FAKE", "1")
        .args(["-C", "--workers", &workers.to_string(), "-r"])
        .arg(std::path::absolute(capture)?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .with_context(|| egret.display().to_string())?;
    if !status.success() {
        return Ok(Err(status.code()));
    }
    let mut logs = BTreeMap::new();
    for entry in std::fs::read_dir(folder.path())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.ends_with(".log") || OF_THE_PROCESS.contains(&&*name) {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let rows = text.lines().filter(|l| !l.starts_with('#'));
        // Before the first packet, reports have the time of day.
        let rows =
            rows.map(|l| if name == "reporter.log" { l.split_once('\t').map_or(l, |(_, l)| l) } else { l });
        let mut rows: Vec<String> = rows.map(without_ids).collect();
        rows.sort_unstable();
        logs.insert(name, rows);
    }
    Ok(Ok(logs))
}

/// A row with a star in place of each id of a connection or a file.
fn without_ids(row: &str) -> String {
    let mut text = String::with_capacity(row.len());
    let mut rest = row;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        text.push_str(if is_id(word) { "*" } else { word });
        let next = rest[end..].find(is_word).map_or(rest.len(), |at| end + at);
        text.push_str(&rest[end..next]);
        rest = &rest[next..];
    }
    text
}

/// Whether a word looks like an id: `C` or `F` and about 17 letters and digits. One id in ten thousand has no lower case.
fn is_id(word: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| word.bytes().skip(1).any(|b| kind(&b));
    word.starts_with(['C', 'F'])
        && (14..=20).contains(&word.len())
        && (has(u8::is_ascii_digit) || (has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lose_their_ids_and_nothing_else() {
        let row = "1.5\tCHhAvVGS1DHFjwGM9\t10.0.0.1\t4000\t10.0.0.2\t80\ttcp\tSF\tCx9qP31vYJ6mZx0Ab4,FmES5u32sYpV7JYN\té|Continue_after_that";
        assert_eq!(
            without_ids(row),
            "1.5\t*\t10.0.0.1\t4000\t10.0.0.2\t80\ttcp\tSF\t*,*\té|Continue_after_that"
        );
        let (id, none) = ("C5QQFM2BD5ZU35IGB3", "CONTINUEAFTERTHAT");
        assert_eq!((without_ids(id), without_ids(none)), ("*".to_owned(), none.to_owned()));
    }

    #[test]
    fn differing_rows_are_counted_on_both_sides() {
        let logs = |rows: &[&str]| {
            BTreeMap::from([("x.log".to_owned(), rows.iter().map(|&r| r.to_owned()).collect::<Vec<_>>())])
        };
        assert!(differing(&logs(&["a", "a", "b"]), &logs(&["a", "a", "b"])).is_empty());
        let found = differing(&logs(&["a", "a", "b"]), &logs(&["a", "b", "c", "d"]));
        assert_eq!(found, [("x.log".to_owned(), 1, 2, "- a".to_owned())]);
        assert_eq!(
            differing(&logs(&["a"]), &BTreeMap::new()),
            [("x.log".to_owned(), 1, 0, "- a".to_owned())]
        );
    }
}
