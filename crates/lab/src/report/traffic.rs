//! A capture with all default scripts and logs, beside `tcpdump -nn -r` in the same run.
use super::parts::Around;
use super::{capture, published};
use crate::app::run_monitor;
use crate::figures::{Better, Cell, Findings, Measure, Plot, Table};
use anyhow::{Context, ensure};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

pub(super) fn findings(around: &Around) -> anyhow::Result<Findings> {
    let egret = std::env::current_exe()?.with_file_name("egret");
    ensure!(egret.exists(), "{} is not there (cargo build --release -p egret)", egret.display());
    let captures = &published::CAPTURES[..if around.quick { 2 } else { 3 }];
    let columns: Vec<&str> = captures.iter().map(|(name, _)| *name).collect();
    let table = |title: &str, unit: &str| Table::new(title, unit, Better::Lower, "packets", &columns);
    let (mut ours, mut theirs, mut ratios, mut memory) = (vec![], vec![], vec![], vec![]);
    for (name, packets) in captures {
        let path = capture(around, name, *packets)?;
        let (mut a, mut b, mut mb) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..if around.quick { 3 } else { 5 } {
            let ran = run_monitor(&egret, &path, &["-C"])?;
            a.push(ran.wall);
            mb.push(ran.mb);
            b.push(tcpdump(&path)?);
        }
        let ratio: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a / b).collect();
        for (list, figures) in [(&mut ours, &a), (&mut theirs, &b), (&mut ratios, &ratio), (&mut memory, &mb)]
        {
            list.push(Cell::new(Measure::of(figures), None));
        }
    }
    let mut time = table("Wall time of a capture", "s").plotted(Plot::LogBars);
    time.row("egret -C -r", true, ours);
    time.row("tcpdump -nn -r", false, theirs);
    let mut of = table("Egret's wall time of tcpdump's", "ratio");
    of.row("egret / tcpdump", true, ratios);
    let mut peak = table("Peak memory", "MB");
    peak.row("egret -C -r", true, memory);
    Ok(Findings { tables: vec![time, of, peak], ..Findings::default() })
}

/// Seconds that tcpdump takes.
fn tcpdump(path: &Path) -> anyhow::Result<f64> {
    let started = Instant::now();
    let status = Command::new("tcpdump")
        .args(["-nn", "-r"])
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("tcpdump (Debian: apt install tcpdump)")?;
    ensure!(status.success(), "tcpdump cannot read {}: {status}", path.display());
    Ok(started.elapsed().as_secs_f64())
}
