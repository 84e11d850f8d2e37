//! Measured figures next to the published ones. The report stores them as JSON and renders its page from that JSON
//! alone.
use crate::stats::{median, spread};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A figure of several runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measure {
    /// The representative value: the median unless a table says otherwise.
    pub value: f64,
    pub min: f64,
    pub max: f64,
    pub runs: usize,
}

impl Measure {
    /// Returns the median and the spread; `None` without runs, or if a figure is not finite.
    pub(crate) fn of(runs: &[f64]) -> Option<Self> {
        if runs.is_empty() || runs.iter().any(|r| !r.is_finite()) {
            return None;
        }
        let (min, max) = spread(runs);
        Some(Measure { value: median(runs), min, max, runs: runs.len() })
    }

    /// Returns the mean without the smallest and the largest run, as in the publication. With fewer than three runs,
    /// returns the mean of all runs.
    pub(crate) fn trimmed(runs: &[f64]) -> Option<Self> {
        let mut sorted = runs.to_vec();
        sorted.sort_by(f64::total_cmp);
        let kept = if sorted.len() < 3 { &sorted[..] } else { &sorted[1..sorted.len() - 1] };
        let value = kept.iter().sum::<f64>() / kept.len() as f64;
        Some(Measure { value, ..Measure::of(runs)? })
    }

    /// Wraps a count, which does not vary.
    pub(crate) fn exact(value: f64) -> Option<Self> {
        Measure::of(&[value])
    }
}

/// The direction that is an improvement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Better {
    Lower,
    Higher,
    /// Neither direction is an improvement.
    Neither,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// The figure measured here.
    pub ours: Option<Measure>,
    /// The published figure.
    pub published: Option<f64>,
    /// The ratio of measured to published.
    pub ratio: Option<f64>,
}

impl Cell {
    pub(crate) fn new(ours: Option<Measure>, published: Option<f64>) -> Self {
        let ratio = match (ours, published) {
            (Some(o), Some(p)) if p != 0.0 => Some(o.value / p),
            _ => None,
        };
        Cell { ours, published, ratio }
    }
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub name: String,
    /// Whether this is the product's row, which is highlighted.
    pub product: bool,
    /// The cells, one per column.
    pub cells: Vec<Cell>,
}

/// The way in which a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Plot {
    /// One line per row across the columns, on a logarithmic scale.
    Lines,
    /// One bar per cell, grouped by row, starting at zero.
    Bars,
    /// Bars on a logarithmic scale.
    LogBars,
}

/// A table of measured and published figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Table {
    pub title: String,
    pub unit: String,
    pub better: Better,
    /// The meaning of the columns, such as "entries".
    pub across: String,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    pub plot: Option<Plot>,
    /// A note for readers.
    pub note: String,
}

impl Table {
    /// Creates a table without rows.
    pub(crate) fn new(title: &str, unit: &str, better: Better, across: &str, columns: &[&str]) -> Self {
        Table {
            title: title.to_owned(),
            unit: unit.to_owned(),
            better,
            across: across.to_owned(),
            columns: columns.iter().map(|c| (*c).to_owned()).collect(),
            rows: Vec::new(),
            plot: None,
            note: String::new(),
        }
    }

    pub(crate) fn plotted(mut self, plot: Plot) -> Self {
        self.plot = Some(plot);
        self
    }

    pub(crate) fn noted(mut self, note: &str) -> Self {
        note.clone_into(&mut self.note);
        self
    }

    /// Adds a row, filled up with empty cells.
    pub(crate) fn row(&mut self, name: &str, product: bool, mut cells: Vec<Cell>) {
        cells.resize(self.columns.len(), Cell::default());
        self.rows.push(Row { name: name.to_owned(), product, cells });
    }
}

/// A limit for a figure, and whether it is met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Demand {
    pub name: String,
    /// Whether the limit is an upper limit.
    pub at_most: bool,
    pub limit: f64,
    pub measured: Measure,
    pub holds: bool,
}

impl Demand {
    pub(crate) fn at_most(name: &str, measured: Option<Measure>, limit: f64) -> Option<Self> {
        let m = measured?;
        Some(Demand { name: name.to_owned(), at_most: true, limit, measured: m, holds: m.value <= limit })
    }

    pub(crate) fn at_least(name: &str, measured: Option<Measure>, limit: f64) -> Option<Self> {
        let m = measured?;
        Some(Demand { name: name.to_owned(), at_most: false, limit, measured: m, holds: m.value >= limit })
    }
}

/// The results of one part of the report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Findings {
    pub tables: Vec<Table>,
    pub demands: Vec<Demand>,
    /// Remarks, such as why figures differ from the published ones.
    pub remarks: Vec<String>,
    /// Measurements that could not run, each with the reason.
    pub missing: Vec<String>,
}

/// Formats the findings as text: a block per table, with published figures in brackets.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.missing.iter().chain(&self.remarks) {
            writeln!(f, "{line}")?;
        }
        for t in &self.tables {
            writeln!(f, "\n{}, {}", t.title, t.unit)?;
            let widest = t.rows.iter().map(|r| r.name.chars().count()).max().unwrap_or(0);
            let columns: String = t.columns.iter().map(|c| format!("{c:>24}")).collect();
            writeln!(f, "    {:<widest$}{columns}", t.across)?;
            for row in &t.rows {
                write!(f, "    {:<widest$}", row.name)?;
                for cell in &row.cells {
                    let ours = cell.ours.map_or_else(|| "-".to_owned(), |m| format!("{:.2}", m.value));
                    let known = cell.published.map_or_else(String::new, |p| format!(" ({p:.2})"));
                    write!(f, "{:>24}", ours + &known)?;
                }
                writeln!(f)?;
            }
        }
        for d in &self.demands {
            let (sign, verdict) =
                (if d.at_most { "<=" } else { ">=" }, if d.holds { "held" } else { "short" });
            let m = d.measured;
            writeln!(
                f,
                "{}: demanded {sign} {:.4}, measured {:.4} ({:.4} to {:.4}) {verdict}",
                d.name, d.limit, m.value, m.min, m.max
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trimmed_mean_drops_the_ends() {
        let m = Measure::trimmed(&[9.0, 1.0, 2.0, 4.0]).unwrap();
        assert_eq!((m.value, m.min, m.max, m.runs), (3.0, 1.0, 9.0, 4));
        assert_eq!(Measure::trimmed(&[4.0, 2.0]).unwrap().value, 3.0);
        assert_eq!(Measure::of(&[]), None);
        assert_eq!(Measure::of(&[1.0, f64::NAN]), None);
    }

    #[test]
    fn a_ratio_needs_both() {
        let ours = Measure::exact(3.0);
        assert_eq!(Cell::new(ours, Some(6.0)).ratio, Some(0.5));
        assert_eq!(Cell::new(ours, Some(0.0)).ratio, None);
        assert_eq!(Cell::new(None, Some(6.0)).ratio, None);
    }
}
