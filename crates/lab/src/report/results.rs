//! The results of a report, on disk.
use crate::figures::{Findings, Measure};
use crate::machine::Machine;
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// The version of results.json. Other versions are refused.
const FORMAT: u32 = 1;

/// Everything that the page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Results {
    pub format: u32,
    /// The version of Egret.
    pub version: String,
    pub machine: Machine,
    /// The programs that took part, and their versions.
    pub programs: Vec<(String, String)>,
    /// Whether it is a quick report.
    pub quick: bool,
    /// When the first part began (RFC 3339).
    pub begun: String,
    pub parts: Vec<Done>,
    /// The total duration in seconds.
    #[serde(default)]
    pub seconds: f64,
    /// The number of demands that were met.
    #[serde(default)]
    pub held: usize,
    /// The number of demands that were not met.
    #[serde(default)]
    pub short: usize,
    pub compared: Option<Compared>,
}

/// A part that ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Done {
    /// Its name on the command line.
    pub name: String,
    pub title: String,
    /// The question that it answers, in a sentence.
    pub question: String,
    /// The command that runs the part alone.
    pub command: String,
    /// The time that it took, in seconds.
    pub seconds: f64,
    pub findings: Findings,
    /// The reason why it failed, if it did.
    pub failed: Option<String>,
}

/// The changes since another report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Compared {
    /// The time at which the other report began.
    pub with: String,
    /// The version in the other report.
    pub version: String,
    /// The number of figures in both reports.
    pub figures: usize,
    /// The number of changed figures.
    pub changed: usize,
    /// The changed figures, whose spreads do not overlap.
    pub changes: Vec<Change>,
}

/// A changed figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub part: String,
    pub table: String,
    pub row: String,
    pub column: String,
    pub unit: String,
    pub was: Measure,
    pub is: Measure,
    /// The ratio of new to old.
    pub ratio: f64,
    /// Whether it improved; `None` if neither direction is an improvement.
    pub better: Option<bool>,
}

impl Results {
    /// Creates empty results.
    pub(crate) fn new(machine: Machine, quick: bool, programs: Vec<(String, String)>) -> Self {
        Results {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine,
            programs,
            quick,
            begun: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            parts: Vec::new(),
            seconds: 0.0,
            held: 0,
            short: 0,
            compared: None,
        }
    }

    /// Reads a file that [`save`](Self::save) has written.
    pub(crate) fn load(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let results: Results = serde_json::from_str(&text)
            .with_context(|| format!("{}: not the results of a report", path.display()))?;
        ensure!(
            results.format == FORMAT,
            "{}: results in form {}, where {FORMAT} was expected",
            path.display(),
            results.format
        );
        Ok(results)
    }

    /// Replaces the file in one step.
    pub(crate) fn save(&self, path: &Path) -> anyhow::Result<()> {
        write_whole(path, serde_json::to_string_pretty(self)?.as_bytes())
    }

    /// Whether the part with this name has succeeded.
    pub(crate) fn finished(&self, name: &str) -> bool {
        self.parts.iter().any(|p| p.name == name && p.failed.is_none())
    }

    /// Adds a part, or replaces the one with the same name.
    pub(crate) fn put(&mut self, part: Done) {
        match self.parts.iter_mut().find(|p| p.name == part.name) {
            Some(old) => *old = part,
            None => self.parts.push(part),
        }
        self.sum_up();
    }

    /// Updates the totals over all parts.
    pub(crate) fn sum_up(&mut self) {
        let holds = || self.parts.iter().flat_map(|p| &p.findings.demands).map(|d| d.holds);
        (self.held, self.short) = (holds().filter(|h| *h).count(), holds().filter(|h| !*h).count());
        self.seconds = self.parts.iter().map(|p| p.seconds).sum::<f64>().round();
    }
}

/// Replaces a file in one step: a reader sees either the old or the new content, and if the disk is full, the old
/// content remains.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = path.file_name().context("a file without a name")?.to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().with_context(|| format!("writing {}", path.display())).inspect_err(|_| {
        // Half a file is useless. If removing it fails, the first error is still the one to report.
        let _ = fs::remove_file(&new);
    })
}

impl Compared {
    /// Compares `old` and `new`.
    pub(crate) fn of(old: &Results, new: &Results) -> Self {
        let mut compared = Compared {
            with: old.begun.clone(),
            version: old.version.clone(),
            figures: 0,
            changed: 0,
            changes: Vec::new(),
        };
        for part in &new.parts {
            let Some(before) = old.parts.iter().find(|p| p.name == part.name) else { continue };
            for table in &part.findings.tables {
                let Some(was) = before.findings.tables.iter().find(|t| t.title == table.title) else {
                    continue;
                };
                compared.tables(&part.title, was, table);
            }
        }
        compared.changed = compared.changes.len();
        // The largest changes in either direction come first.
        compared.changes.sort_by(|a, b| b.ratio.ln().abs().total_cmp(&a.ratio.ln().abs()));
        compared
    }

    fn tables(&mut self, part: &str, old: &crate::figures::Table, new: &crate::figures::Table) {
        use crate::figures::Better;
        for row in &new.rows {
            let Some(before) = old.rows.iter().find(|r| r.name == row.name) else { continue };
            for (column, cell) in new.columns.iter().zip(&row.cells) {
                let Some(at) = old.columns.iter().position(|c| c == column) else { continue };
                let (Some(is), Some(was)) = (cell.ours, before.cells.get(at).and_then(|c| c.ours)) else {
                    continue;
                };
                self.figures += 1;
                if is.min <= was.max && was.min <= is.max || was.value == 0.0 || is.value == 0.0 {
                    continue;
                }
                self.changes.push(Change {
                    part: part.to_owned(),
                    table: new.title.clone(),
                    row: row.name.clone(),
                    column: column.clone(),
                    unit: new.unit.clone(),
                    was,
                    is,
                    ratio: is.value / was.value,
                    better: match new.better {
                        Better::Lower => Some(is.value < was.value),
                        Better::Higher => Some(is.value > was.value),
                        Better::Neither => None,
                    },
                });
            }
        }
    }
}
