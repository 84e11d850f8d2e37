//! Runs a capture with all default scripts and logs, compared with `tcpdump -nn -r` in the same run.
use crate::figures::{Better, Cell, Findings, Measure, Plot, Table};
use crate::published;
use crate::setup::{Setup, capture};
use crate::traffic::measure;

pub(super) fn findings(setup: &Setup) -> anyhow::Result<Findings> {
    let captures = &published::CAPTURES[..if setup.quick { 2 } else { 3 }];
    let columns: Vec<&str> = captures.iter().map(|(name, _)| *name).collect();
    let table = |title: &str, unit: &str| Table::new(title, unit, Better::Lower, "packets", &columns);
    let (mut ours, mut theirs, mut ratios, mut memory) = (vec![], vec![], vec![], vec![]);
    for (name, packets) in captures {
        let path = capture(setup, name, *packets)?;
        let rounds = measure(&path, if setup.quick { 3 } else { 5 })?;
        let figures = [&rounds.egret, &rounds.tcpdump, &rounds.ratios(), &rounds.mb];
        for (list, figures) in [&mut ours, &mut theirs, &mut ratios, &mut memory].into_iter().zip(figures) {
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
