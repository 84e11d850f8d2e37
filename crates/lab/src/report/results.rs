//! What a report has found so far, on disk.
use crate::figures::{Findings, Measure};
use crate::machine::Machine;
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// The form of results.json; another number is not read.
const FORMAT: u32 = 1;

/// All that the page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Results {
    pub format: u32,
    /// Version of Egret.
    pub version: String,
    pub machine: Machine,
    /// Programs that took part, with what they say of their version.
    pub programs: Vec<(String, String)>,
    /// Smaller work, for a look.
    pub quick: bool,
    /// When the first part began (RFC 3339).
    pub begun: String,
    pub parts: Vec<Done>,
    /// How long all of them took, to the second.
    #[serde(default)]
    pub seconds: f64,
    /// How many demands hold.
    #[serde(default)]
    pub held: usize,
    /// How many do not.
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
    /// What it asks, in a sentence.
    pub question: String,
    /// What does the same by hand.
    pub command: String,
    /// How long it took.
    pub seconds: f64,
    pub findings: Findings,
    /// Why it ended before its end.
    pub failed: Option<String>,
}

/// What changed since another report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Compared {
    /// When that one began.
    pub with: String,
    /// Its version.
    pub version: String,
    /// Figures that are in both.
    pub figures: usize,
    /// How many of them changed.
    pub changed: usize,
    /// Those whose spreads do not touch.
    pub changes: Vec<Change>,
}

/// A figure that is not what it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub part: String,
    pub table: String,
    pub row: String,
    pub column: String,
    pub unit: String,
    pub was: Measure,
    pub is: Measure,
    /// What is over what was.
    pub ratio: f64,
    /// `None` where neither side is good.
    pub better: Option<bool>,
}

impl Results {
    /// Nothing measured yet.
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

    /// Reads what [`save`](Self::save) wrote.
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

    /// Writes all, or leaves what is there.
    pub(crate) fn save(&self, path: &Path) -> anyhow::Result<()> {
        write_whole(path, serde_json::to_string_pretty(self)?.as_bytes())
    }

    /// The part of a name, if it ran to its end.
    pub(crate) fn finished(&self, name: &str) -> bool {
        self.parts.iter().any(|p| p.name == name && p.failed.is_none())
    }

    /// Puts a part in place of what was there under its name.
    pub(crate) fn put(&mut self, part: Done) {
        match self.parts.iter_mut().find(|p| p.name == part.name) {
            Some(old) => *old = part,
            None => self.parts.push(part),
        }
        self.sum_up();
    }

    /// Counts what the parts have together.
    pub(crate) fn sum_up(&mut self) {
        let holds = || self.parts.iter().flat_map(|p| &p.findings.demands).map(|d| d.holds);
        (self.held, self.short) = (holds().filter(|h| *h).count(), holds().filter(|h| !*h).count());
        self.seconds = self.parts.iter().map(|p| p.seconds).sum::<f64>().round();
    }
}

/// Replaces a file in one step: who reads sees all of the old one or all of the new one, and a full disk leaves the old.
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
        // Half a file helps nobody; where it cannot be removed either, the error says enough.
        let _ = fs::remove_file(&new);
    })
}

impl Compared {
    /// What changed from `old` to `new`.
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
        // What changed most comes first, in either direction.
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
