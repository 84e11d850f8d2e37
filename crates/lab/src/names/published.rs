//! The published test: the first and the second query of a process, in wall-clock and CPU time (getrusage), for each
//! contestant.
use super::stage::{CONFIG, Contestant, Stage};
use super::world::World;
use crate::stats::median;
use anyhow::Context;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The figures of one contestant, database and query (`CONTESTANT, DATABASE, QUERY`), in µs per process.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) values: Vec<f64>,
}

/// Runs the test and writes a plot.
pub(super) fn run(world: &World, rounds: usize, plot: &Path) -> anyhow::Result<()> {
    let rows = rows(world, rounds)?;
    fs::create_dir_all(plot.parent().context("the plot's directory")?)?;
    fs::write(plot, svg(&rows))?;
    println!("plot: {}", plot.display());
    Ok(())
}

/// Runs the test.
pub(super) fn rows(world: &World, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    println!(
        "{:62} {:>12} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "us", "total", "mean", "median", "stdev", "min", "max"
    );
    for who in Contestant::ALL {
        if let Some(why) = who.missing(world) {
            println!("{}: not measured, {why}", who.name());
            continue;
        }
        one(world, who.name(), rounds, &mut rows, &|s| s.play(who))?;
    }
    one(world, "egret, mapped, one thread (-s)", rounds, &mut rows, &|s| {
        s.nsswitch("files");
        s.egret(CONFIG, "-s");
    })?;
    one(world, "egret, caching off", rounds, &mut rows, &|s| {
        s.nsswitch("files");
        s.egret("enable-cache passwd no\nenable-cache services no\n", "");
    })?;
    let daemon = world.daemon.display().to_string();
    flushed(world, &daemon, rounds, &mut rows)?;
    Ok(rows)
}

fn one(
    world: &World,
    name: &str,
    rounds: usize,
    rows: &mut Vec<Row>,
    play: &dyn Fn(&mut Stage<'_>),
) -> anyhow::Result<()> {
    let mut s = Stage::new(world, "small");
    play(&mut s);
    queries(&mut s, rounds, "");
    collect(name, s, rows)
}

fn flushed(world: &World, daemon: &str, rounds: usize, rows: &mut Vec<Row>) -> anyhow::Result<()> {
    let mut s = Stage::new(world, "small");
    s.nsswitch("files");
    s.egret(CONFIG, "");
    queries(&mut s, rounds / 4 + 1, &format!("{daemon} -I all;"));
    collect("egret, mapped, flushed after each query", s, rows)
}

fn queries(s: &mut Stage<'_>, rounds: usize, after: &str) {
    s.step("passwd", &format!("n=0; while [ $n -lt {rounds} ]; do $W/probe first passwd user000$((10 + n % 13)); {after} n=$((n+1)); done"));
    s.step("services", &format!("n=0; while [ $n -lt {rounds} ]; do $W/probe first services service-$((n % 159))/tcp; {after} n=$((n+1)); done"));
}

fn collect(name: &str, s: Stage<'_>, rows: &mut Vec<Row>) -> anyhow::Result<()> {
    let f = s.run()?;
    for db in ["passwd", "services"] {
        for (query, scale) in [("first", 1e3), ("second", 1e3), ("first-cpu", 1.0), ("second-cpu", 1.0)] {
            let values: Vec<f64> = f.all(&format!("{db}.{query}")).iter().map(|v| v / scale).collect();
            if values.is_empty() {
                println!("{name}: {db}, {query}: not measured");
                continue;
            }
            let row = Row { name: format!("{name}, {db}, {query}"), values };
            row.print();
            rows.push(row);
        }
    }
    Ok(())
}

impl Row {
    fn print(&self) {
        let n = self.values.len() as f64;
        let total: f64 = self.values.iter().sum();
        let mean = total / n;
        let deviation = (self.values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
        let (lo, hi) = crate::stats::spread(&self.values);
        let middle = median(&self.values);
        println!("{:62} {total:12.1} {mean:9.2} {middle:9.2} {deviation:9.2} {lo:9.2} {hi:9.2}", self.name);
    }
}

/// Plots the wall-clock medians as bars on a logarithmic scale.
fn svg(rows: &[Row]) -> String {
    let shown: Vec<&Row> = rows.iter().filter(|r| !r.name.ends_with("cpu")).collect();
    let height = shown.len() * 18 + 40;
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='{height}' font-family='sans-serif' font-size='12'>\n"
    );
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<text x='10' y='20'>First and second query of a process, median, microseconds (logarithmic)</text>"
    );
    for (i, r) in shown.iter().enumerate() {
        let (y, m) = (i * 18 + 34, median(&r.values));
        let width = (m.max(0.05) / 0.05).log10() * 90.0;
        let colour = if r.name.starts_with("egret") { "#2a7" } else { "#888" };
        let _ = writeln!(out, "<text x='10' y='{}'>{}</text>", y + 11, r.name.replace('&', "&amp;"));
        let _ = writeln!(out, "<rect x='430' y='{y}' width='{width:.1}' height='13' fill='{colour}'/>");
        let _ = writeln!(out, "<text x='{:.1}' y='{}'>{m:.2}</text>", 436.0 + width, y + 11);
    }
    out.push_str("</svg>\n");
    out
}
