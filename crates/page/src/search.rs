//! Finds the rows of a log that pass a filter: counts all, reads a window of them.
use crate::filter::{Compiled, Filter};
use crate::index::{Block, Index, Indexed};
use crate::log_file::Form;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Threads of a search.
const THREADS: usize = 4;

/// What to look for in a log.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// The log.
    pub log: &'a str,
    /// Which rows.
    pub filter: &'a Filter,
    /// Rows with times from here on; infinite for any.
    pub from: f64,
    /// Rows with times up to here.
    pub to: f64,
    /// How many passing rows precede the window; `None` for a window at the end.
    pub skip: Option<u64>,
    /// Rows of the window, at most.
    pub take: usize,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Rows that pass.
    pub matched: u64,
    /// How many of them precede the window.
    pub skipped: u64,
    /// The window: the number of the file, and the row.
    pub rows: Vec<(usize, Vec<u8>)>,
}

/// A piece of work: a block of a plain file, or a whole compressed file.
#[derive(Clone, Copy)]
struct Task {
    file: usize,
    block: Option<usize>,
}

/// How many rows of a block pass.
#[derive(Clone, Copy)]
struct Hits {
    file: usize,
    block: usize,
    rows: u64,
}

impl Index {
    /// Looks for rows of a log.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn search(&self, wanted: &Wanted<'_>) -> io::Result<Found> {
        let files = self.logs.get(wanted.log).map_or(&[][..], Vec::as_slice);
        let mut hits = count(files, wanted)?;
        hits.sort_by_key(|h| (h.file, h.block));
        let matched = hits.iter().map(|h| h.rows).sum();
        let take = wanted.take as u64;
        let skip = wanted.skip.unwrap_or_else(|| u64::saturating_sub(matched, take)).min(matched);
        let mut found = Found { matched, skipped: skip, rows: Vec::new() };
        let mut before = 0;
        for h in hits {
            let (first, end) = (before, before + h.rows);
            before = end;
            if end <= skip || found.rows.len() >= wanted.take {
                continue;
            }
            let Some(file) = files.get(h.file) else { continue };
            let mut at = first;
            with_block(file, h.block, &mut |lines| {
                passing(file, wanted, &mut |row| {
                    if at >= skip && found.rows.len() < wanted.take {
                        found.rows.push((h.file, row.to_vec()));
                    }
                    at += 1;
                    found.rows.len() < wanted.take
                })(lines);
            })?;
        }
        Ok(found)
    }
}

/// Hands rows that pass filter and times to `f`.
fn passing<'a>(
    file: &'a Indexed,
    wanted: &'a Wanted<'_>,
    f: &'a mut dyn FnMut(&[u8]) -> bool,
) -> impl FnMut(&[u8]) + 'a {
    let filter = wanted.filter.compiled(&file.file.form);
    let times = Times::new(&file.file.form, wanted);
    move |lines| rows(&filter, &times, lines, f)
}

fn rows(filter: &Compiled<'_>, times: &Option<Times<'_>>, lines: &[u8], f: &mut dyn FnMut(&[u8]) -> bool) {
    filter.rows(lines, &mut |row| times.as_ref().is_some_and(|t| !t.holds(row)) || f(row));
}

/// The times that rows must have.
struct Times<'a> {
    reader: crate::row::Reader<'a>,
    from: f64,
    to: f64,
}

impl<'a> Times<'a> {
    /// `None` if any time will do.
    fn new(form: &'a Form, wanted: &Wanted<'_>) -> Option<Self> {
        let any = wanted.from == f64::NEG_INFINITY && wanted.to == f64::INFINITY;
        (!any).then(|| Times {
            reader: crate::row::Reader::new(form, &["ts"]),
            from: wanted.from,
            to: wanted.to,
        })
    }

    fn holds(&self, row: &[u8]) -> bool {
        let mut cells = Vec::new();
        self.reader.cells(row, &mut cells);
        let ts = cells.first().and_then(|c| c.as_deref()).and_then(crate::row::time);
        ts.is_some_and(|t| self.from <= t && t <= self.to)
    }
}

/// Counts the rows that pass, by block.
fn count(files: &[Indexed], wanted: &Wanted<'_>) -> io::Result<Vec<Hits>> {
    let in_time = |b: &Block| {
        b.last >= wanted.from && b.first <= wanted.to
            || wanted.from == f64::NEG_INFINITY && wanted.to == f64::INFINITY
    };
    let all = wanted.filter.is_empty() && wanted.from == f64::NEG_INFINITY && wanted.to == f64::INFINITY;
    let mut hits = Vec::new();
    let mut tasks = Vec::new();
    for (file, f) in files.iter().enumerate() {
        if all {
            let known = f.blocks.iter().enumerate();
            hits.extend(known.map(|(block, b)| Hits { file, block, rows: b.rows.into() }));
        } else if f.file.is_plain() {
            let blocks = f.blocks.iter().enumerate().filter(|(_, b)| in_time(b));
            tasks.extend(blocks.map(|(block, _)| Task { file, block: Some(block) }));
        } else if f.blocks.iter().any(in_time) {
            tasks.push(Task { file, block: None });
        }
    }
    if tasks.is_empty() {
        return Ok(hits);
    }
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<io::Error>> = Mutex::new(None);
    let worker = || {
        let mut mine = Vec::new();
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(e) = count_task(files, *task, wanted, &mut mine) {
                *failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(e);
            }
        }
        mine
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(THREADS).min(tasks.len());
    let parts = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mut parts = vec![worker()];
        parts.extend(others.into_iter().filter_map(|t| t.join().ok()));
        parts
    });
    hits.extend(parts.into_iter().flatten());
    match failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(e) => Err(e),
        None => Ok(hits),
    }
}

fn count_task(files: &[Indexed], task: Task, wanted: &Wanted<'_>, hits: &mut Vec<Hits>) -> io::Result<()> {
    let Some(file) = files.get(task.file) else { return Ok(()) };
    let mut tally = |block: usize, lines: &[u8]| {
        let mut rows = 0;
        passing(file, wanted, &mut |_| {
            rows += 1;
            true
        })(lines);
        if rows > 0 {
            hits.push(Hits { file: task.file, block, rows });
        }
    };
    match task.block {
        Some(block) => with_block(file, block, &mut |lines| tally(block, lines)),
        None => {
            file.file.lines(0, &mut |at, lines| {
                tally(file.blocks.partition_point(|b| b.offset <= at).saturating_sub(1), lines);
                true
            })?;
            Ok(())
        }
    }
}

/// Hands the lines of a block to `f`.
fn with_block(file: &Indexed, block: usize, f: &mut dyn FnMut(&[u8])) -> io::Result<()> {
    let Some(b) = file.blocks.get(block) else { return Ok(()) };
    if file.file.is_plain() {
        let mut lines = vec![0; b.len as usize];
        File::open(&file.file.path)?.read_exact_at(&mut lines, b.offset)?;
        f(&lines);
        return Ok(());
    }
    let until = file.blocks.get(block + 1).map_or(u64::MAX, |b| b.offset);
    file.file.lines(0, &mut |at, lines| {
        if at >= b.offset && at < until {
            f(lines);
        }
        at < until
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_what_passes() {
        let folder = tempfile::tempdir().unwrap();
        let text: String =
            (0..60_000).map(|i| format!("{{\"ts\":{i}.0,\"n\":{},\"uid\":\"C{i}\"}}\n", i % 10)).collect();
        std::fs::write(folder.path().join("a.log"), &text).unwrap();
        let mut gz = flate2::write::GzEncoder::new(
            File::create(folder.path().join("b.log.gz")).unwrap(),
            flate2::Compression::fast(),
        );
        io::Write::write_all(&mut gz, text.as_bytes()).unwrap();
        gz.finish().unwrap();
        let index = Index::new(folder.path()).unwrap();
        let columns: Vec<String> = ["ts", "n", "uid"].map(str::to_owned).to_vec();
        for log in ["a", "b"] {
            let check = |filter: &str, from: f64, to: f64, skip: Option<u64>, matched: u64, first: &str| {
                let filter = Filter::parse(filter, &columns).unwrap();
                let found = index.search(&Wanted { log, filter: &filter, from, to, skip, take: 2 }).unwrap();
                let row = found.rows.first().map(|(_, r)| String::from_utf8_lossy(r).into_owned());
                assert_eq!((found.matched, found.rows.len()), (matched, 2), "{log}");
                assert!(
                    row.as_deref().is_some_and(|r| r.contains(&format!("\"{first}\""))),
                    "{log} {row:?} {first}"
                );
            };
            let (any, none) = (f64::NEG_INFINITY, f64::INFINITY);
            check("", any, none, Some(0), 60_000, "C0");
            check("", any, none, Some(59_000), 60_000, "C59000");
            check("", any, none, None, 60_000, "C59998");
            check("n=3", any, none, Some(1), 6_000, "C13");
            check("n>7", any, none, None, 12_000, "C59998");
            check("", 30_000.0, 40_000.0, Some(0), 10_001, "C30000");
            check("n=3", 30_000.0, 40_000.0, None, 1_000, "C39983");
        }
    }
}
