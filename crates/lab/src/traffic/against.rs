//! Runs two monitors on the same captures, alternating: CPU time, wall time and peak memory of one relative to the
//! other.
use super::floods::{FLOWS, Flood};
use crate::app::{self, run_monitor};
use crate::bars::Bars;
use crate::cpu_time;
use crate::figures::Measure;
use crate::stats::{median, spread};
use serde_json::json;
use std::path::Path;

/// The bars, relative to the other monitor: CPU time on a capture and on a flood of flows, and peak memory.
const MAX_OF_CPU: f64 = 0.5;
const MAX_OF_FLOOD: f64 = 0.5;
const MAX_OF_MB: f64 = 0.75;

/// The cost of one monitor, for each round.
#[derive(Default)]
struct Runs {
    /// CPU seconds of all its threads, in user and kernel mode.
    cpu: Vec<f64>,
    /// Wall-clock seconds.
    wall: Vec<f64>,
    /// Peak memory in MB.
    mb: Vec<f64>,
}

impl Runs {
    fn add(&mut self, monitor: &Path, capture: &Path) -> anyhow::Result<()> {
        let before = cpu_time::children();
        let ran = run_monitor(monitor, capture, &["-C"])?;
        self.cpu.push((cpu_time::children() - before) as f64 / 1e9);
        self.wall.push(ran.wall);
        self.mb.push(ran.mb);
        Ok(())
    }
}

/// Both monitors' runs over one capture.
pub(super) struct Pairs {
    name: String,
    flood: Option<Flood>,
    ours: Runs,
    theirs: Runs,
}

impl Pairs {
    /// Runs the monitor in this program's folder and `other`, alternately.
    pub(super) fn measure(other: &Path, capture: &Path, rounds: usize) -> anyhow::Result<Self> {
        Self::measure_as(capture.display().to_string(), None, other, capture, rounds)
    }

    /// Like [`Pairs::measure`], over a flood of flows that is made in `folder` and then removed.
    pub(super) fn measure_flood(
        other: &Path,
        flood: Flood,
        folder: &Path,
        rounds: usize,
    ) -> anyhow::Result<Self> {
        let capture = folder.join("flood.pcap");
        flood.write(&capture)?;
        let pairs = Self::measure_as(flood.to_string(), Some(flood), other, &capture, rounds);
        std::fs::remove_file(&capture)?;
        pairs
    }

    fn measure_as(
        name: String,
        flood: Option<Flood>,
        other: &Path,
        capture: &Path,
        rounds: usize,
    ) -> anyhow::Result<Self> {
        let egret = app::product()?;
        app::cache(capture)?;
        let (mut ours, mut theirs) = (Runs::default(), Runs::default());
        for round in 0..rounds {
            // Swap the order in every round.
            if round % 2 == 0 {
                theirs.add(other, capture)?;
                ours.add(&egret, capture)?;
            } else {
                ours.add(&egret, capture)?;
                theirs.add(other, capture)?;
            }
        }
        Ok(Pairs { name, flood, ours, theirs })
    }

    /// Returns the measured quantities: name, unit, and both monitors' figures.
    fn figures(&self) -> [(&'static str, &'static str, &[f64], &[f64]); 3] {
        [
            ("CPU", "s", &self.ours.cpu, &self.theirs.cpu),
            ("wall", "s", &self.ours.wall, &self.theirs.wall),
            ("peak memory", "MB", &self.ours.mb, &self.theirs.mb),
        ]
    }

    pub(super) fn print(&self) {
        println!("{}", self.name);
        for (name, unit, ours, theirs) in self.figures() {
            let each = ratios(ours, theirs);
            let (from, to) = spread(&each);
            let (ours, theirs, ratio) = (median(ours), median(theirs), median(&each));
            println!(
                "    {name:<14}{ours:>10.3} {unit:<2} of {theirs:>10.3} {unit:<2} = {ratio:.3} ({from:.3} to {to:.3})"
            );
        }
        if self.flood.is_some() {
            let each = |cpu: &[f64]| median(cpu) * 1e6 / f64::from(FLOWS);
            let (ours, theirs) = (each(&self.ours.cpu), each(&self.theirs.cpu));
            println!("    {:<14}{ours:>10.2} µs of {theirs:>10.2} µs", "CPU a flow");
        }
    }

    pub(super) fn as_json(&self) -> serde_json::Value {
        let figures = self.figures().map(|(name, unit, ours, theirs)| {
            json!({
                "figure": name,
                "unit": unit,
                "ours": Measure::of(ours),
                "theirs": Measure::of(theirs),
                "ratio": Measure::of(&ratios(ours, theirs)),
            })
        });
        json!({ "capture": self.name, "figures": figures })
    }

    pub(super) fn judge(&self, bars: &mut Bars) {
        let limit = if self.flood.is_some() { MAX_OF_FLOOD } else { MAX_OF_CPU };
        let cpu = ratios(&self.ours.cpu, &self.theirs.cpu);
        bars.at_most(&format!("{}: CPU time", self.name), median(&cpu), spread(&cpu), limit);
        let mb = ratios(&self.ours.mb, &self.theirs.mb);
        bars.at_most(&format!("{}: peak memory", self.name), median(&mb), spread(&mb), MAX_OF_MB);
    }
}

fn ratios(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
}
