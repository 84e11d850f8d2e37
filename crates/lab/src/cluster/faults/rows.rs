//! Which of the numbered rows are on the logger's disk.
use super::nodes::Nodes;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::Path;

/// What became of the rows of a worker's process.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) process: u64,
    pub(super) written: u64,
    pub(super) lost: u64,
    pub(super) twice: u64,
    /// Packets that the kernel dropped for want of room.
    pub(super) dropped_packets: u64,
}

/// The fate of the rows of all processes of the workers.
pub(super) fn fates(nodes: &Nodes) -> anyhow::Result<Vec<Fate>> {
    let mut on_disk = BTreeMap::new();
    count_below(&nodes.folder("logger"), &mut on_disk)?;
    let mut fates = Vec::new();
    for worker in ["west", "east"] {
        let folder = nodes.folder(worker);
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some(process) = name.strip_prefix("written-").and_then(|p| p.parse().ok()) else { continue };
            let text = std::fs::read_to_string(&path)?;
            let seen = on_disk.get(&process);
            fates.extend(fate(process, &text, seen.unwrap_or(&BTreeMap::new())));
        }
    }
    Ok(fates)
}

/// Lines of `written` have the number of rows so far, and of packets that were dropped. `on_disk` has how often each
/// row is there.
fn fate(process: u64, written: &str, on_disk: &BTreeMap<u64, u64>) -> Option<Fate> {
    // A process that was killed may leave half a line.
    let whole = &written[..written.rfind('\n')?];
    let (rows, dropped) = whole.lines().last()?.split_once(' ')?;
    let (rows, dropped_packets) = (rows.parse().ok()?, dropped.parse().ok()?);
    let lost = (1..=rows).filter(|n| !on_disk.contains_key(n)).count() as u64;
    let twice = on_disk.values().map(|times| times - 1).sum();
    Some(Fate { process, written: rows, lost, twice, dropped_packets })
}

/// Counts the rows of logs in a folder and those below it, by process and number.
fn count_below(folder: &Path, counts: &mut BTreeMap<u64, BTreeMap<u64, u64>>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            count_below(&path, counts)?;
        } else if name.starts_with("faults") && name.ends_with(".log") {
            count(&std::fs::read_to_string(&path)?, counts);
        }
    }
    Ok(())
}

/// Counts the rows of a log: node, process, number.
fn count(log: &str, counts: &mut BTreeMap<u64, BTreeMap<u64, u64>>) {
    for line in log.lines().filter(|line| !line.starts_with('#')) {
        let mut numbers = line.split('\t').skip(1).map(str::parse::<u64>);
        if let (Some(Ok(process)), Some(Ok(n))) = (numbers.next(), numbers.next()) {
            *counts.entry(process).or_default().entry(n).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_by_process() {
        let mut counts = BTreeMap::new();
        count("#fields\tnode\tprocess\tn\nwest\t7\t1\nwest\t7\t3\neast\t8\t1\nwest\t7\t3\n", &mut counts);
        let of = |process, written| fate(process, written, &counts[&process]);
        let found = Fate { process: 7, written: 4, lost: 2, twice: 1, dropped_packets: 9 };
        assert_eq!(of(7, "2 0\n4 9\n"), Some(found));
        // The last line was not written to its end.
        let found = Fate { process: 8, written: 1, lost: 0, twice: 0, dropped_packets: 0 };
        assert_eq!(of(8, "1 0\n2 1"), Some(found));
    }
}
