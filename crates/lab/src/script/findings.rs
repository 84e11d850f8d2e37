//! The cost of scripts, for the report.
use super::programs::{MEMORY, SPEED};
use super::{cost, write};
use crate::figures::{Better, Cell, Demand, Findings, Measure, Plot, Table};
use crate::setup::Setup;
use crate::stats::median;
use anyhow::{Result, ensure};
use std::path::Path;

pub(crate) fn findings(setup: &Setup) -> Result<Findings> {
    let egret = std::env::current_exe()?.with_file_name("egret");
    ensure!(egret.is_file(), "{} is not there (cargo build --release -p egret)", egret.display());
    let python = Path::new("python3");
    let dir = tempfile::tempdir()?;
    let pairs = if setup.quick { 1 } else { 5 };
    let bare = |file: &Path| cost(python, &[&egret, Path::new("-b"), file]);
    let empty = write(dir.path(), "empty.zeek", "event zeek_init() { }")?;
    let starts = (0..pairs.max(3)).map(|_| bare(&empty)).collect::<Result<Vec<_>>>()?;
    let base = median(&starts.iter().map(|c| c.cpu).collect::<Vec<_>>());
    let idle = median(&starts.iter().map(|c| c.peak).collect::<Vec<_>>());

    let mut out = Findings::default();
    let mut table = Table::new(
        "Programs, beside CPython doing the same",
        "times as long as CPython",
        Better::Lower,
        "program",
        &["beside Zeek's interpreter", "beside Zeek's optimizer"],
    )
    .plotted(Plot::LogBars)
    .noted("Processor time less that of an empty run. “Published” is here what Zeek 8.0.9 takes, on the same scale.");
    for p in SPEED {
        let zeek = write(dir.path(), &format!("{}.zeek", p.name), p.zeek)?;
        let other = write(dir.path(), &format!("{}.py", p.name), p.python)?;
        let mut ratios = Vec::new();
        for _ in 0..pairs {
            let ours = (bare(&zeek)?.cpu - base).max(0.001);
            ratios.push(ours / cost(python, &[python, &other])?.cpu);
        }
        let ours = Measure::of(&ratios);
        table.row(
            p.name,
            true,
            vec![Cell::new(ours, Some(p.interpreted)), Cell::new(ours, Some(p.optimized))],
        );
        out.demands.extend(Demand::at_most(&format!("{}: ratio to CPython", p.name), ours, p.limit()));
    }
    let mut memory = Table::new("Memory of values", "bytes each", Better::Lower, "program", &["bytes"])
        .plotted(Plot::Bars)
        .noted("“Published” is here what Zeek 8.0.9 takes.");
    for m in MEMORY {
        let file = write(dir.path(), &format!("{}.zeek", m.name), m.zeek)?;
        let each = Measure::exact((bare(&file)?.peak - idle) / 1e6);
        memory.row(m.name, true, vec![Cell::new(each, Some(m.zeek_bytes.into()))]);
        out.demands.extend(Demand::at_most(&format!("{}: bytes each", m.name), each, m.limit));
    }
    out.tables = vec![table, memory];
    Ok(out)
}
