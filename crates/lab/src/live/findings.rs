//! What a replay at the published rate costs, for the report.
use super::{Args, Replay, replay};
use crate::figures::{Better, Cell, Demand, Findings, Measure, Table};
use crate::report::parts::Around;
use crate::report::{capture, published};

/// The published rate, Mb/s.
const RATE: u32 = 500;

pub(crate) fn findings(around: &Around) -> anyhow::Result<Findings> {
    let (name, packets) = published::CAPTURES[if around.quick { 1 } else { 2 }];
    let args = Args {
        capture: capture(around, name, packets)?,
        rates: vec![RATE],
        poller: "auto".to_owned(),
        runs: if around.quick { 2 } else { 5 },
        search: false,
        bars: false,
    };
    let runs: Vec<Replay> = (0..args.runs).map(|_| replay(&args, RATE)).collect::<Result<_, _>>()?;
    let of =
        |figure: fn(&Replay) -> Option<f64>| Measure::of(&runs.iter().filter_map(figure).collect::<Vec<_>>());
    type Figure = fn(&Replay) -> Option<f64>;
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
        &["beside the busy loop (3.0)", "beside the loop that waits (3.1)"],
    )
    .noted(
        "The publication replayed five minutes of HTTPS and DNS, 9,199,281 packets; here it is the capture made from the \
         seed, so what grows with the time or with the packets (task clock, switches, faults, cycles, instructions) \
         shows how it is made up and not how much faster it is. Losses, the share of a processor and memory compare.",
    );
    for ((name, known), figure) in published::LIVE.into_iter().zip(figures) {
        let ours = of(figure);
        table.row(name, false, known.map(|k| Cell::new(ours, Some(k))).to_vec());
    }
    let mut replayed = Table::new("What was replayed", "as each row says", Better::Neither, "", &["here"]);
    for (name, figure) in [
        ("packets", (|r| Some(r.sent as f64)) as Figure),
        ("Mb/s", |r| Some(r.mbps)),
        ("seconds", |r| Some(r.took.as_secs_f64())),
    ] {
        replayed.row(name, false, vec![Cell::new(of(figure), None)]);
    }
    let mut missing = Vec::new();
    if runs.iter().any(|r| r.hardware.is_none()) {
        missing.push(
            "cycles and instructions: this machine does not count them, or perf is not there".to_owned(),
        );
    }
    let demands = [
        Demand::at_most("500 Mb/s: % of packets lost", of(figures[0]), 0.0),
        Demand::at_most("500 Mb/s: % of a processor", of(figures[2]), 8.0),
        Demand::at_most("500 Mb/s: peak memory, MB", of(figures[7]), 100.0),
    ];
    Ok(Findings {
        tables: vec![table, replayed],
        demands: demands.into_iter().flatten().collect(),
        missing,
        ..Findings::default()
    })
}
