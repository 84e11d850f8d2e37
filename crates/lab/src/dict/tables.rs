//! Prints the figures as text tables and returns them as JSON.
use super::cell::{self, Cell, Figures};
use super::keys::{self, Spec};
use super::{Plan, interleaved, sys};
use crate::machine::Machine;
use crate::stats::median;
use serde_json::{Value, json};

const OPERATIONS: [&str; 4] = ["insert", "hit", "miss", "remove"];

/// Explains a series. It is printed with the series and is part of the JSON.
pub(super) const WHY_FLAT: &str = "\
The published series shows failed lookups and removals of the clustered table staying flat where successful lookups rise
tenfold. What rises is not an operation but the first pass: the four are timed one after the other over all dictionaries,
lookups that succeed come first after filling, and they pay for bringing back what filling pushed out of the caches, the
TLB and, at the published scale (8 GB machine, 4.4 to 5.8 GB of clustered dictionaries), out of memory. Failed lookups come
next and find the tables resident; they also read the least: a stored hash rules keys out, so a clustered miss touches
slots only (4.4 of 7.3 KB a dictionary), never a key. Removals read both, but after two passes everything that fits is
back. The chained table, at 125 bytes an entry, no longer fits from 600,000 rounds on (7.5 GB), so each of its passes pays
again: its failed lookups and removals rise there too. Where everything fits in memory, as here, all four grow slowly with
the share of cache misses.";

/// Runs the requested measurements.
pub(super) fn asked(plan: &Plan, specs: &[Spec]) -> anyhow::Result<Value> {
    let mut out = Vec::new();
    for spec in specs {
        out.push(grid(plan, &spec.to_string(), &[("", spec.clone())])?);
    }
    Ok(json!({ "machine": Machine::read()?.to_string(), "tables": out }))
}

/// Measures the whole table.
pub(super) fn everything(plan: &Plan) -> anyhow::Result<Value> {
    let machine = Machine::read()?.to_string();
    println!("{machine}");
    let mut tables = Vec::new();
    for (title, keys, sizes) in key_kinds(plan.quick) {
        let specs: Vec<(String, Spec)> = sizes
            .iter()
            .map(|&size| {
                let n = size.unwrap_or(keys::CONNECTIONS);
                let rounds = (keys::rounds_for(n) / if plan.quick { 10 } else { 1 }).max(1);
                let name = size.map_or("all".to_owned(), |n| n.to_string());
                (name, Spec { keys: keys.clone(), size, rounds })
            })
            .collect();
        let specs: Vec<(&str, Spec)> = specs.iter().map(|(n, s)| (n.as_str(), s.clone())).collect();
        tables.push(grid(plan, title, &specs)?);
    }
    let rounds = rounds_series(plan)?;
    let population = simple(plan, "published population, bytes a dictionary", |column| Cell::Population {
        column,
        dictionaries: if plan.quick { 77_046 } else { 770_463 },
    })?;
    let mut growth = Vec::new();
    for entries in if plan.quick { vec![1_000_000] } else { vec![1_000_000, 10_000_000] } {
        let title = format!("single insertions growing to {entries} entries, µs of CPU time");
        growth.push(simple(plan, &title, |column| Cell::Growth { column, entries })?);
    }
    let copy =
        simple(plan, "filling, and copying in iteration order, 1.2 M entries, ns an entry", |column| {
            Cell::Copy { column, entries: 1_200_000 }
        })?;
    Ok(json!({
        "machine": machine, "tables": tables, "rounds": rounds, "population": population, "growth": growth, "copy": copy,
        "hashing": hashing(), "why the series is flat": WHY_FLAT,
    }))
}

/// Returns titles, keys and sizes of the whole table.
fn key_kinds(quick: bool) -> Vec<(&'static str, String, Vec<Option<usize>>)> {
    let sizes = |top: &[Option<usize>]| {
        let small = [1, 10, 100, 1000, 10_000];
        small.into_iter().map(Some).chain(top.iter().copied()).collect::<Vec<_>>()
    };
    let mut out = vec![("37-byte connection keys", "conn".to_owned(), sizes(&[Some(100_000), None]))];
    match keys::identifiers() {
        Some(path) => out.push(("published identifiers", path.display().to_string(), sizes(&[None]))),
        None => println!(
            "published identifiers: left out, no keys/ID.100000.ckey under EGRET_CORPUS or ../shared/corpus"
        ),
    }
    if !quick {
        out.push(("8-byte integers", "u64".to_owned(), sizes(&[Some(100_000), None])));
    }
    out
}

/// Measures a block per operation, with a column per size and a row per table.
fn grid(plan: &Plan, title: &str, specs: &[(&str, Spec)]) -> anyhow::Result<Value> {
    let mut measured: Vec<Vec<Figures>> = Vec::new();
    for (_, spec) in specs {
        let cells: Vec<Cell> =
            plan.columns.iter().map(|c| Cell::Operations { column: c.clone(), spec: spec.clone() }).collect();
        measured.push(interleaved(&cells, plan.runs)?.iter().map(|runs| medians(runs)).collect());
    }
    println!("{title}: {}", specs.iter().map(|(_, s)| s.to_string()).collect::<Vec<_>>().join(" "));
    for figure in OPERATIONS.into_iter().chain(["bytes"]) {
        let unit = if figure == "bytes" { "bytes an entry" } else { "ns" };
        println!(
            "{:<22}{}",
            format!("  {figure}, {unit}"),
            specs.iter().map(|(n, _)| format!("{n:>10}")).collect::<String>()
        );
        for (c, column) in plan.columns.iter().enumerate() {
            let row: String = measured.iter().map(|m| format!("{:>10.1}", m[c][figure])).collect();
            println!("    {column:<18}{row}");
        }
    }
    println!();
    let cells: Vec<Value> = specs
        .iter()
        .zip(&measured)
        .flat_map(|((name, spec), m)| {
            let row = |(c, f): (usize, &Figures)| {
                json!({ "size": name, "spec": spec.to_string(), "column": plan.columns[c], "figures": f })
            };
            m.iter().enumerate().map(row).collect::<Vec<_>>()
        })
        .collect();
    Ok(json!({ "title": title, "cells": cells }))
}

/// Measures 100 entries in an increasing number of dictionaries, which exceeds the processor's caches step by step.
fn rounds_series(plan: &Plan) -> anyhow::Result<Value> {
    // The size in bytes of the chained table, the largest one.
    const BYTES: usize = 100 * 160;
    let available = sys::available_memory()?;
    let mut series = Vec::new();
    let mut left_out = Vec::new();
    for rounds in [1, 10, 100, 200, 400, 600, 800, 1000, 2000, 4000, 8000].map(|k| k * 1000) {
        if rounds * BYTES > available / 2 || plan.quick && rounds > 10_000 {
            left_out.push(rounds);
        } else {
            series.push((rounds.to_string(), Spec { keys: "conn".into(), size: Some(100), rounds }));
        }
    }
    let specs: Vec<(&str, Spec)> = series.iter().map(|(n, s)| (n.as_str(), s.clone())).collect();
    let plan = Plan { runs: plan.runs.min(3), columns: plan.columns.clone(), quick: plan.quick };
    let table = grid(&plan, "size 100 by rounds", &specs)?;
    if let (Some(first), false) = (left_out.first(), left_out.is_empty()) {
        println!(
            "from {first} rounds on left out: not enough memory ({} GB needed), or --quick\n",
            first * BYTES * 2 / 1_000_000_000
        );
    }
    println!("{WHY_FLAT}\n");
    Ok(table)
}

/// Measures one cell per table.
fn simple(plan: &Plan, title: &str, cell: impl Fn(String) -> Cell) -> anyhow::Result<Value> {
    let cells: Vec<Cell> = plan.columns.iter().cloned().map(cell).collect();
    let measured = interleaved(&cells, plan.runs.min(3))?;
    println!("{title}");
    let mut rows = Vec::new();
    for (column, runs) in plan.columns.iter().zip(&measured) {
        let m = medians(runs);
        let text: String = m.iter().map(|(k, v)| format!("  {k} {v:.3}")).collect();
        println!("    {column:<14}{text}");
        rows.push(json!({ "column": column, "figures": m }));
    }
    println!();
    Ok(json!({ "title": title, "cells": rows }))
}

fn hashing() -> Value {
    println!("hashing one key, ns: 8, 37, 48, 256 bytes");
    let rows = cell::hashing();
    for (name, ns) in &rows {
        println!("    {name:<26}{}", ns.map(|n| format!("{n:>8.1}")).concat());
    }
    println!();
    rows.into_iter().map(|(name, ns)| json!({ "hash": name, "ns": ns })).collect()
}

fn medians(runs: &[Figures]) -> Figures {
    let Some(first) = runs.first() else { return Figures::new() };
    first.keys().map(|k| (k.clone(), median(&runs.iter().map(|r| r[k]).collect::<Vec<_>>()))).collect()
}
