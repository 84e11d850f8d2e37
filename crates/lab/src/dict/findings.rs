//! The published tables of single dictionaries, for the report.
use super::cell::{Cell as Work, Figures};
use super::keys::{self, Spec};
use super::{interleaved, sys, tables};
use crate::figures::{Better, Cell, Findings, Measure, Plot, Table};
use crate::published;
use crate::setup::Setup;

/// The published tables, the product, and the table that Rust programs usually use.
const COLUMNS: [&str; 4] = ["chained", "clustered", "Dict", "hashbrown"];

/// All runs of a table: for each column, its runs.
type Runs = Vec<Vec<Figures>>;

pub(crate) fn findings(setup: &Setup) -> anyhow::Result<Findings> {
    let mut out = Findings::default();
    let runs = if setup.quick { 3 } else { 5 };
    let mut by_size = Vec::new();
    for size in published::SIZES {
        let size = size.parse::<usize>().ok();
        let n = size.unwrap_or(keys::CONNECTIONS);
        let rounds = (keys::rounds_for(n) / if setup.quick { 10 } else { 1 }).max(1);
        by_size.push(measured(Spec { keys: "conn".to_owned(), size, rounds }, runs)?);
    }
    let sizes = published::SIZES;
    out.tables.push(
        grid("Bytes an entry, by size", "bytes", "entries", &sizes, &by_size, "bytes", &|row, at| {
            published::BYTES.get(row)?.get(at).copied()
        })
        .noted("Keys are 37-byte connection tuples. The table itself and malloc's own bytes count."),
    );
    for (op, (figure, name)) in published::OPERATIONS.into_iter().enumerate() {
        let title = format!("{}, by size", article(name));
        out.tables.push(grid(&title, "ns", "entries", &sizes, &by_size, figure, &|row, at| {
            published::NS[op].get(row).map(|r| r[at])
        }));
    }
    by_rounds(setup, runs, &mut out)?;
    growth(setup, &mut out)?;
    out.remarks.push(tables::WHY_FLAT.replace('\n', " "));
    Ok(out)
}

/// Returns the name of an operation with its article.
fn article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
    format!("{article} {name}")
}

fn measured(spec: Spec, runs: usize) -> anyhow::Result<Runs> {
    let cells: Vec<Work> =
        COLUMNS.iter().map(|c| Work::Operations { column: (*c).to_owned(), spec: spec.clone() }).collect();
    interleaved(&cells, runs)
}

/// Makes a table of one figure. `known` returns the published figure of a row and column.
fn grid(
    title: &str,
    unit: &str,
    across: &str,
    columns: &[&str],
    all: &[Runs],
    figure: &str,
    known: &dyn Fn(usize, usize) -> Option<f64>,
) -> Table {
    let mut table = Table::new(title, unit, Better::Lower, across, columns).plotted(Plot::Lines);
    for (row, name) in COLUMNS.into_iter().enumerate() {
        let cells = all.iter().enumerate().map(|(at, runs)| {
            let values: Vec<f64> = runs[row].iter().filter_map(|f| f.get(figure).copied()).collect();
            Cell::new(Measure::of(&values), known(row, at))
        });
        table.row(name, name == "Dict", cells.collect());
    }
    table
}

/// Measures 100 entries in an increasing number of dictionaries.
fn by_rounds(setup: &Setup, runs: usize, out: &mut Findings) -> anyhow::Result<()> {
    /// The size in bytes of a chained dictionary of 100 entries, the largest one.
    const BYTES: usize = 100 * 160;
    let available = sys::available_memory()?;
    let mut all = Vec::new();
    let mut left_out = Vec::new();
    for thousands in published::ROUNDS {
        let rounds = thousands * 1000;
        if rounds * BYTES > available / 2 {
            left_out.push(format!("{thousands}K"));
        } else if !(setup.quick && thousands > 10) {
            let spec = Spec { keys: "conn".to_owned(), size: Some(100), rounds };
            all.push(measured(spec, runs.min(3))?);
        }
    }
    if !left_out.is_empty() {
        out.missing.push(format!(
            "size 100 by rounds: {} rounds, for which this machine has not the memory",
            left_out.join(", ")
        ));
    }
    if setup.quick {
        out.missing.push("size 100 by rounds: the larger ones, in a quick report".to_owned());
    }
    let names: Vec<String> = published::ROUNDS.iter().take(all.len()).map(|k| format!("{k}K")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for (op, (figure, name)) in published::OPERATIONS.into_iter().enumerate() {
        let title = format!("{} at 100 entries, by rounds", article(name));
        let mut table = grid(&title, "ns", "dictionaries", &names, &all, figure, &|row, at| {
            published::NS_BY_ROUNDS[op].get(row).map(|r| r[at])
        });
        table.plot = table.plot.filter(|_| all.len() > 2);
        out.tables.push(table);
    }
    Ok(())
}

/// Measures the slowest insertion while a table grows.
fn growth(setup: &Setup, out: &mut Findings) -> anyhow::Result<()> {
    let sizes: &[(&str, usize)] =
        if setup.quick { &[("1M", 1_000_000)] } else { &[("1M", 1_000_000), ("10M", 10_000_000)] };
    let names: Vec<&str> = sizes.iter().map(|s| s.0).collect();
    let mut table =
        Table::new("The longest single insertion while growing", "µs", Better::Lower, "entries", &names)
            .plotted(Plot::LogBars)
            .noted("Of processor time: what others do on the machine does not count.");
    let mut all = Vec::new();
    for (_, entries) in sizes {
        let cells: Vec<Work> =
            COLUMNS.iter().map(|c| Work::Growth { column: (*c).to_owned(), entries: *entries }).collect();
        all.push(interleaved(&cells, 3)?);
    }
    for (row, name) in COLUMNS.into_iter().enumerate() {
        let cells = all.iter().map(|runs| {
            let worst: Vec<f64> = runs[row].iter().filter_map(|f| f.get("worst us").copied()).collect();
            Cell::new(Measure::of(&worst), None)
        });
        table.row(name, name == "Dict", cells.collect());
    }
    out.tables.push(table);
    Ok(())
}
