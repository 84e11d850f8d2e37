//! The published test of a name-service cache, for the report.
use super::published::{self, Row};
use super::stage::{Contestant, Stage};
use super::world::World;
use super::{Args, world};
use crate::figures::{Better, Cell, Findings, Measure, Plot, Table};
use crate::published::{GETENT, NAMES};
use crate::setup::Setup;

/// The arrangements in the publication, and their counterparts here.
const ARRANGEMENTS: [(&str, &str); 4] = [
    ("off", "files"),
    ("one thread", "egret, mapped, one thread (-s)"),
    ("threads", "egret, mapped (nscd's protocol)"),
    ("flushed each time", "egret, mapped, flushed after each query"),
];

pub(crate) fn findings(setup: &Setup) -> anyhow::Result<Findings> {
    let args = Args::of_report();
    let rounds = if setup.quick { 50 } else { args.queries };
    let mut out = Findings::default();
    let (rows, getent) = super::in_world(&args, |world| {
        for who in Contestant::ALL {
            out.missing.extend(who.missing(world).map(|why| format!("{}: {why}", who.name())));
        }
        Ok((published::rows(world, rounds)?, getent(world, setup.quick)?))
    })?;
    let columns = ["mean", "median", "deviation", "smallest", "largest"];
    let mut table =
        Table::new("Processor time of a process's queries, as published", "µs", Better::Lower, "", &columns).noted(
            "A process asks twice; getrusage before and after. “Off” is without a cache, from files; the others are Egret \
             in the published arrangements.",
        );
    for (name, known) in NAMES {
        let Some(values) = values_of(&rows, name) else { continue };
        let cells = statistics(values).into_iter().zip(known).map(|(ours, k)| Cell::new(ours, Some(k)));
        table.row(name, !name.contains(" off,"), cells.collect());
    }
    out.tables.extend([table, getent]);
    for (db, title) in [("passwd", "A user's entry"), ("services", "A service's entry")] {
        let mut wall = Table::new(
            &format!("{title}: what a process waits, by who answers"),
            "µs",
            Better::Lower,
            "",
            &["first query", "second query"],
        )
        .plotted(Plot::LogBars);
        let mut names: Vec<&str> =
            rows.iter().filter_map(|r| r.name.split(&format!(", {db}, ")).next()).collect();
        names.retain(|n| !n.ends_with("-cpu") && !n.ends_with("first") && !n.ends_with("second"));
        names.dedup();
        for name in names {
            let of = |query: &str| {
                let row = rows.iter().find(|r| r.name == format!("{name}, {db}, {query}"));
                Cell::new(row.and_then(|r| Measure::of(&r.values)), None)
            };
            wall.row(name, name.starts_with("egret"), vec![of("first"), of("second")]);
        }
        out.tables.push(wall);
    }
    out.remarks.push(format!(
        "{} users, {} of them in the large world; {rounds} processes a row.",
        world::SMALL,
        world::LARGE
    ));
    Ok(out)
}

/// Measures the time of a getent process, including its start and end.
fn getent(world: &World, quick: bool) -> anyhow::Result<Table> {
    let mut table =
        Table::new("A getent process", "ms", Better::Lower, "", &["without a cache", "with it"]).noted(
            "From before it starts to after its end, many one after the other. The third published series, of passes \
             over all users one by one, is left out: its times do not fit the number of processes that it names.",
        );
    let (rounds, processes) = if quick { (3, 50) } else { (5, 500) };
    for (name, command, known) in GETENT {
        let mut cells = Vec::new();
        for (who, known) in [Contestant::Files, Contestant::EgretMapped].into_iter().zip(known) {
            let mut stage = Stage::new(world, "small");
            stage.play(who);
            let round = format!(
                "a=$(date +%s%N); n=0; while [ $n -lt {processes} ]; do {command} >/dev/null; n=$((n+1)); done; \
                 b=$(date +%s%N); echo \"ns $((b - a))\"; "
            );
            stage.step("getent", &round.repeat(rounds));
            let figures = stage.run()?;
            let each = |ns: &f64| ns / 1e6 / f64::from(processes);
            let ms: Vec<f64> = figures.all("getent.ns").iter().map(each).collect();
            cells.push(Cell::new(Measure::of(&ms), Some(known)));
        }
        table.row(name, false, cells);
    }
    Ok(table)
}

/// Returns the figures measured for a published row, `DATABASE, ARRANGEMENT, QUERY`.
fn values_of<'a>(rows: &'a [Row], name: &str) -> Option<&'a [f64]> {
    let mut words = name.split(", ");
    let (db, arrangement, query) = (words.next()?, words.next()?, words.next()?);
    let who = ARRANGEMENTS.iter().find(|(known, _)| *known == arrangement)?.1;
    let name = format!("{who}, {db}, {query}-cpu");
    rows.iter().find(|r| r.name == name).map(|r| r.values.as_slice())
}

/// Returns mean, median, standard deviation, minimum and maximum.
fn statistics(values: &[f64]) -> [Option<Measure>; 5] {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let deviation = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
    let (min, max) = crate::stats::spread(values);
    [mean, crate::stats::median(values), deviation, min, max].map(Measure::exact)
}
