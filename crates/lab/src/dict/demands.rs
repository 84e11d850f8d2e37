//! The bars of the product's table: ratios to the baselines in the same run.
use super::cell::{Cell, Figures};
use super::keys::{self, Spec};
use super::{Plan, interleaved};
use crate::bars::Bars;
use crate::stats::{median, spread};
use std::process::ExitCode;

const OPERATIONS: [&str; 4] = ["insert", "hit", "miss", "remove"];

/// The published bytes per entry of the clustered table, by size.
const PUBLISHED: [(usize, f64); 6] =
    [(1, 136.0), (10, 73.0), (100, 73.0), (1000, 89.0), (10_000, 79.0), (100_000, 102.0)];

/// A group of bars that are measured together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Group {
    /// Bytes of the published population
    Population,
    /// Four operations and bytes by keys and sizes
    Operations,
    /// The worst single insertion
    Growth,
    /// Ordered removal, walks, shrinking
    Order,
    /// Copies in the order of iteration
    Copies,
}

/// Measures and checks all bars, or only those of one group.
pub(super) fn judge(plan: &Plan, only: Option<Group>) -> anyhow::Result<ExitCode> {
    let wanted = |group| only.is_none_or(|o| o == group);
    let mut bars = Bars::default();
    if wanted(Group::Population) {
        population(plan, &mut bars)?;
    }
    if wanted(Group::Operations) {
        let mut sums = Sums::default();
        operations(plan, &mut bars, &mut sums, Kind::Connections)?;
        match keys::identifiers() {
            Some(path) => {
                operations(plan, &mut bars, &mut sums, Kind::Identifiers(path.display().to_string()))?;
            }
            None => println!(
                "identifier keys: left out, no keys/ID.100000.ckey under EGRET_CORPUS or ../shared/corpus"
            ),
        }
        operations(plan, &mut bars, &mut sums, Kind::Integers)?;
        sums.judge(&mut bars);
    }
    if wanted(Group::Growth) {
        growth(plan, &mut bars)?;
    }
    if wanted(Group::Order) {
        order_and_shrink(plan, &mut bars)?;
    }
    if wanted(Group::Copies) {
        copies(plan, &mut bars)?;
    }
    Ok(bars.finish())
}

#[derive(Clone)]
enum Kind {
    Connections,
    Identifiers(String),
    Integers,
}

impl Kind {
    fn name(&self) -> &'static str {
        match self {
            Kind::Connections => "connection keys",
            Kind::Identifiers(_) => "identifier keys",
            Kind::Integers => "8-byte keys",
        }
    }

    fn keys(&self) -> &str {
        match self {
            Kind::Connections => "conn",
            Kind::Identifiers(path) => path,
            Kind::Integers => "u64",
        }
    }

    fn sizes(&self) -> Vec<Option<usize>> {
        let small = [1, 10, 100, 1000, 10_000].into_iter().map(Some);
        let large: &[Option<usize>] =
            if matches!(self, Kind::Identifiers(_)) { &[None] } else { &[Some(100_000), None] };
        small.chain(large.iter().copied()).collect()
    }
}

/// Returns the ratios of a figure of two tables, run by run.
fn ratios(ours: &[Figures], theirs: &[Figures], figure: impl Fn(&Figures) -> f64) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(a, b)| figure(a) / figure(b)).collect()
}

fn at_most(bars: &mut Bars, name: &str, values: &[f64], limit: f64) {
    bars.at_most(name, median(values), spread(values), limit);
}

fn population(plan: &Plan, bars: &mut Bars) -> anyhow::Result<()> {
    let dictionaries = if plan.quick { 77_046 } else { 770_463 };
    let cells = ["Dict", "clustered", "hashbrown", "chained"]
        .map(|c| Cell::Population { column: c.into(), dictionaries });
    let m = interleaved(&cells, plan.runs)?;
    for (i, name, limit) in [(1, "clustered", 0.40), (2, "hashbrown", 0.50), (3, "chained", 0.20)] {
        at_most(
            bars,
            &format!("population, bytes of {name}'s"),
            &ratios(&m[0], &m[i], |f| f["bytes"]),
            limit,
        );
    }
    let handle = size_of::<dict::Dict<u64>>() as f64;
    bars.at_most("bytes of a handle, and of an empty dictionary in all", handle, (handle, handle), 8.0);
    Ok(())
}

/// The sums of the four operations over all sizes for each baseline, from which geometric means are made.
#[derive(Default)]
struct Sums {
    clustered: Vec<f64>,
    hashbrown: Vec<f64>,
}

impl Sums {
    fn judge(&self, bars: &mut Bars) {
        for (name, values, limit) in
            [("clustered", &self.clustered, 0.70), ("hashbrown", &self.hashbrown, 0.90)]
        {
            let mean = (values.iter().map(|v| v.ln()).sum::<f64>() / values.len() as f64).exp();
            bars.at_most(
                &format!("four operations, geometric mean over byte strings, of {name}'s"),
                mean,
                spread(values),
                limit,
            );
        }
    }
}

fn operations(plan: &Plan, bars: &mut Bars, sums: &mut Sums, kind: Kind) -> anyhow::Result<()> {
    let strings = !matches!(kind, Kind::Integers);
    let connections = matches!(kind, Kind::Connections);
    for size in kind.sizes() {
        let n = size.unwrap_or(keys::CONNECTIONS);
        let rounds = (keys::rounds_for(n) / if plan.quick { 10 } else { 1 }).max(1);
        let spec = Spec { keys: kind.keys().to_owned(), size, rounds };
        let mut columns = vec!["Dict", "clustered", "hashbrown"];
        if connections {
            columns.push("chained");
        }
        let cells: Vec<Cell> =
            columns.into_iter().map(|c| Cell::Operations { column: c.into(), spec: spec.clone() }).collect();
        let m = interleaved(&cells, plan.runs)?;
        let (ours, clustered, hashbrown) = (&m[0], &m[1], &m[2]);
        let at = format!("{} at {}", kind.name(), size.map_or("all".to_owned(), |n| n.to_string()));
        let sum = |f: &Figures| OPERATIONS.iter().map(|o| f[*o]).sum::<f64>();
        let bytes = |f: &Figures| f["bytes"];
        if strings {
            at_most(bars, &format!("{at}: bytes of clustered's"), &ratios(ours, clustered, bytes), 0.85);
            at_most(bars, &format!("{at}: bytes of hashbrown's"), &ratios(ours, hashbrown, bytes), 1.0);
            if let Some((_, published)) = PUBLISHED.iter().find(|(s, _)| size == Some(*s)) {
                let values: Vec<f64> = ours.iter().map(|f| f["bytes"] / published).collect();
                at_most(bars, &format!("{at}: bytes of the published clustered figure"), &values, 1.05);
            }
        }
        let (of_clustered, of_hashbrown) = (ratios(ours, clustered, sum), ratios(ours, hashbrown, sum));
        at_most(
            bars,
            &format!("{at}: four operations of clustered's"),
            &of_clustered,
            if strings { 0.80 } else { 0.95 },
        );
        if strings {
            at_most(bars, &format!("{at}: four operations of hashbrown's"), &of_hashbrown, 1.0);
            sums.clustered.push(median(&of_clustered));
            sums.hashbrown.push(median(&of_hashbrown));
        }
        for op in OPERATIONS {
            at_most(bars, &format!("{at}: {op} of clustered's"), &ratios(ours, clustered, |f| f[op]), 1.05);
            let limit = match op {
                "insert" => 1.05,
                "hit" => 1.1,
                "miss" => 1.5,
                _ => 1.0,
            };
            if strings && (op != "remove" || n >= 100) {
                at_most(
                    bars,
                    &format!("{at}: {op} of hashbrown's"),
                    &ratios(ours, hashbrown, |f| f[op]),
                    limit,
                );
            }
        }
        if connections {
            let limit = if size == Some(100_000) { 0.90 } else { 0.80 };
            at_most(
                bars,
                &format!("{at}: clustered's bytes of chained's"),
                &ratios(clustered, &m[3], bytes),
                limit,
            );
            if n <= 10 {
                at_most(
                    bars,
                    &format!("{at}: clustered's four operations of chained's"),
                    &ratios(clustered, &m[3], sum),
                    0.70,
                );
            }
        }
    }
    Ok(())
}

fn growth(plan: &Plan, bars: &mut Bars) -> anyhow::Result<()> {
    let sizes: &[(usize, f64)] =
        if plan.quick { &[(1_000_000, 200.0)] } else { &[(1_000_000, 200.0), (10_000_000, 500.0)] };
    for &(entries, limit) in sizes {
        let m = interleaved(&[Cell::Growth { column: "Dict".into(), entries }], plan.runs)?;
        let worst: Vec<f64> = m[0].iter().map(|f| f["worst us"]).collect();
        at_most(bars, &format!("worst single insertion to {entries} entries, µs of CPU time"), &worst, limit);
    }
    Ok(())
}

fn order_and_shrink(plan: &Plan, bars: &mut Bars) -> anyhow::Result<()> {
    let m = interleaved(
        &["Dict", "clustered"].map(|c| Cell::Ordered { column: c.into(), entries: 100_000 }),
        plan.runs,
    )?;
    at_most(bars, "ordered removal at 100,000 of clustered's", &ratios(&m[0], &m[1], |f| f["remove"]), 0.1);
    // A cursor has a constant size, whatever the table contains.
    let state = size_of::<dict::Cursor>() as f64;
    bars.at_most("bytes that a walk needs at any size", state, (state, state), 24.0);
    let entries = if plan.quick { 1_000_000 } else { 16_700_000 };
    let m = interleaved(&[Cell::Shrink { entries }], plan.runs)?;
    let back: Vec<f64> = m[0].iter().map(|f| f["back"]).collect();
    bars.at_least(
        &format!("part of the bytes back after all but 10 of {entries} went"),
        median(&back),
        spread(&back),
        0.95,
    );
    Ok(())
}

fn copies(plan: &Plan, bars: &mut Bars) -> anyhow::Result<()> {
    for tenths in if plan.quick { vec![10] } else { (10..=20).collect() } {
        let entries = tenths * 100_000;
        let m = interleaved(&[Cell::Copy { column: "Dict".into(), entries }], plan.runs)?;
        let values: Vec<f64> = m[0].iter().map(|f| f["copy"] / f["fill"]).collect();
        at_most(
            bars,
            &format!("copy of {entries} entries in iteration order, of the time to fill"),
            &values,
            1.1,
        );
    }
    Ok(())
}
