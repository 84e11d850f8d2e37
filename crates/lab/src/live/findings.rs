//! The cost of a replay at the published rate, for the report.
use super::{Args, Replay, Scripts, replay};
use crate::figures::{Better, Cell, Demand, Findings, Measure, Table};
use crate::published;
use crate::setup::Setup;
use crate::setup::capture_from;

/// The published rate in Mb/s.
const RATE: u32 = 500;

/// The seed of the replayed capture, in the same folder as the other seed: office traffic, with HTTPS and DNS as in the
/// publication.
const SEED: &str = "office.pcap";

pub(crate) fn findings(setup: &Setup) -> anyhow::Result<Findings> {
    let (name, packets) = published::CAPTURES[if setup.quick { 1 } else { 2 }];
    let seed = setup.seed.with_file_name(SEED);
    let capture = capture_from(&seed, &setup.captures, name, packets)?;
    let rounds = if setup.quick { 2 } else { 5 };
    let replays = |scripts: Scripts| -> anyhow::Result<Vec<Replay>> {
        let (capture, poller) = (capture.clone(), "auto".to_owned());
        let args =
            Args { capture, rates: vec![RATE], poller, scripts, runs: rounds, search: false, bars: false };
        (0..rounds).map(|_| replay(&args, RATE)).collect()
    };
    let (runs, alone) = (replays(Scripts::Default)?, replays(Scripts::Conn)?);
    type Figure = fn(&Replay) -> Option<f64>;
    let of =
        |runs: &[Replay], figure: Figure| Measure::of(&runs.iter().filter_map(figure).collect::<Vec<_>>());
    let figures: [Figure; published::LIVE.len()] = [
        |r| Some(r.loss() * 100.0),
        |r| Some(r.counts.cpu.as_secs_f64()),
        |r| Some(r.cpu() * 100.0),
        |r| Some((r.counts.sleeps + r.counts.preempted) as f64),
        |r| Some(r.counts.faults as f64),
        |r| r.hardware.map(|(cycles, _)| cycles as f64),
        |r| r.hardware.map(|(_, instructions)| instructions as f64),
        |r| Some(r.counts.peak_kib as f64 / 1024.0),
    ];
    let mut table = Table::new(
        "A replay at 500 Mb/s",
        "as each row says",
        Better::Lower,
        "",
        &["default scripts, beside 3.0 (busy)", "default scripts, beside 3.1 (waits)", "conn.log alone"],
    )
    .noted(
        "The publication replayed five minutes of HTTPS and DNS, 9,199,281 packets; here it is a capture made from an \
         office's traffic, with shorter packets, so that more of them come in a second. What grows with the time or \
         with the packets (task clock, switches, faults, cycles, instructions) shows how it is made up and not how much \
         faster it is. Losses, the share of a processor and memory compare.",
    );
    for ((name, known), figure) in published::LIVE.into_iter().zip(figures) {
        let ours = of(&runs, figure);
        let mut cells = known.map(|k| Cell::new(ours, Some(k))).to_vec();
        cells.push(Cell::new(of(&alone, figure), None));
        table.row(name, false, cells);
    }
    let mut replayed = Table::new(
        "What was replayed",
        "as each row says",
        Better::Neither,
        "",
        &["to default scripts", "to conn.log alone"],
    );
    for (name, figure) in [
        ("packets", (|r| Some(r.sent as f64)) as Figure),
        ("Mb/s", |r| Some(r.mbps)),
        ("packets a second", |r| Some(r.sent as f64 / r.took.as_secs_f64())),
        ("seconds", |r| Some(r.took.as_secs_f64())),
    ] {
        let cells = [&runs, &alone].map(|runs| Cell::new(of(runs, figure), None));
        replayed.row(name, false, cells.to_vec());
    }
    let mut missing = Vec::new();
    if runs.iter().chain(&alone).any(|r| r.hardware.is_none()) {
        missing.push(
            "cycles and instructions: this machine does not count them, or perf is not there".to_owned(),
        );
    }
    // The bar applies to the worst run, not to the median.
    let worst = |runs: &[Replay], figure| of(runs, figure).map(|m| Measure { value: m.max, ..m });
    let demands = [
        Demand::at_most("500 Mb/s, default scripts: % of packets lost", worst(&runs, figures[0]), 0.0),
        Demand::at_most("500 Mb/s, default scripts: peak memory, MB", worst(&runs, figures[7]), 100.0),
        Demand::at_most("500 Mb/s, conn.log alone: % of packets lost", worst(&alone, figures[0]), 0.0),
        Demand::at_most("500 Mb/s, conn.log alone: % of a processor", of(&alone, figures[2]), 8.0),
    ];
    Ok(Findings {
        tables: vec![table, replayed],
        demands: demands.into_iter().flatten().collect(),
        missing,
        ..Findings::default()
    })
}
