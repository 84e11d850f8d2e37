//! The cost of run loops, for the report.
use super::table::{SCANNED, ratios, table};
use super::{capture, notice, timers};
use crate::figures::{Better, Cell, Demand, Findings, Measure, Plot, Table};
use crate::setup::Setup;
use crate::{published, setup};

/// The arrangement of the monitor.
const OURS: &str = "epoll, adaptive";
/// The best published arrangement.
const BEST: &str = "poll, every 25";

pub(crate) fn findings(setup: &Setup) -> anyhow::Result<Findings> {
    let mut out = Findings::default();
    let runs = if setup.quick { 2 } else { 7 };
    out.remarks.push(
        "The captures of the publication may not be distributed: the big and small flows here are those of the long and \
         the short capture made from the seed."
            .to_owned(),
    );
    captures(setup, runs, &mut out)?;
    let mut memory = Table::new(
        "Packets in memory, without processing",
        "ns a packet",
        Better::Lower,
        "descriptors",
        &["4", "64"],
    )
    .plotted(Plot::LogBars);
    let (few, many) = (table(setup.quick, runs, 4)?, table(setup.quick, runs, 64)?);
    for row in &few {
        let other = many.iter().find(|r| r.name == row.name);
        let cells = vec![
            Cell::new(Measure::of(&row.nanos), None),
            Cell::new(other.and_then(|r| Measure::of(&r.nanos)), None),
        ];
        memory.row(&row.name, row.name.ends_with("adaptive"), cells);
    }
    out.tables.push(memory);
    for (name, rows, base, limit) in [
        ("in memory: over a loop that never polls", &few, "never polls", 1.2),
        ("in memory: over select every 25 and a scan of all sources", &few, SCANNED, 0.10),
        ("in memory: 64 descriptors over 4", &many, OURS, 1.05),
    ] {
        let ratios = ratios(rows, OURS, &few, base);
        out.demands.extend(Demand::at_most(name, Measure::of(&ratios), limit));
    }

    let columns = ["median", "99 % within", "longest"];
    let mut noticed = Table::new(
        "A descriptor becomes ready under load: until it has its turn",
        "µs",
        Better::Lower,
        "",
        &columns,
    );
    for n in notice::measure(setup.quick)? {
        let limit = if n.kind == ::runloop::PollerKind::Epoll { 60.0 } else { 25.0 };
        let name = format!("{}, {:?} a packet: noticed within, 99 %, µs", n.kind, n.cost);
        out.demands.extend(Demand::at_most(&name, Measure::exact(n.p99), limit));
        let cells = [n.p50, n.p99, n.most].map(|v| Cell::new(Measure::exact(v), None));
        noticed.row(&format!("{}, {:?} a packet", n.kind, n.cost), true, cells.to_vec());
    }
    out.tables.push(noticed);

    let measured = timers::measure(setup.quick, runs);
    let name = "a timer set, cancelled or fired with a million pending, ns";
    out.demands.extend(Demand::at_most(name, Measure::of(&measured.ours), 60.0));
    let mut pending = Table::new(
        "One timer more, with a million pending",
        "ns",
        Better::Lower,
        "",
        &["set, cancelled or fired"],
    )
    .plotted(Plot::Bars);
    for (name, ours, values) in [
        ("Egret's wheel", true, &measured.ours),
        ("heap", false, &measured.heap),
        ("tree", false, &measured.tree),
    ] {
        pending.row(name, ours, vec![Cell::new(Measure::of(values), None)]);
    }
    out.tables.push(pending);
    Ok(out)
}

/// Measures the published table on a long and on a short capture.
fn captures(setup: &Setup, runs: usize, out: &mut Findings) -> anyhow::Result<()> {
    let columns = ["big: between", "big: processing", "small: between", "small: processing"];
    let mut table = Table::new("A packet, and what lies between two", "ns", Better::Lower, "", &columns).noted(
        "Processing is from handing a packet over to having it back; between is all other time. Egret's own arrangement \
         is the adaptive one: it asks for other work when enough time has passed.",
    );
    let mut between =
        Table::new("Between two packets", "ns", Better::Lower, "", &["big", "small"]).plotted(Plot::LogBars);
    let mut both = Vec::new();
    for (name, packets) in [published::CAPTURES[1], published::CAPTURES[0]] {
        let path = setup::capture(setup, name, packets)?;
        both.push(capture::table(&path, runs.min(5), setup.quick)?);
    }
    out.remarks.push(capture::order(&both[0]));
    for (name, rows) in ["big", "small"].into_iter().zip(&both) {
        let find = |name: &str| rows.iter().find(|r| r.name == name);
        let (Some(ours), Some(best)) = (find(OURS), find(BEST)) else { continue };
        let over = |of: Vec<f64>| {
            let ratios: Vec<f64> = ours.overhead().iter().zip(of).map(|(a, b)| a / b).collect();
            Measure::of(&ratios)
        };
        for (title, ratio, limit) in [
            ("between two packets, over poll every 25", over(best.overhead()), 1.0 / 3.0),
            ("between two packets, over processing one", over(ours.process()), 0.05),
        ] {
            out.demands.extend(Demand::at_most(&format!("{name} flows: {title}"), ratio, limit));
        }
    }
    for row in &both[0] {
        let small = both[1].iter().find(|r| r.name == row.name);
        let known = published::LOOPS.iter().find(|(name, _)| *name == row.name).map(|(_, figures)| figures);
        let measured = [
            Measure::of(&row.overhead()),
            Measure::of(&row.process()),
            small.and_then(|r| Measure::of(&r.overhead())),
            small.and_then(|r| Measure::of(&r.process())),
        ];
        let cell = |i: usize| Cell::new(measured[i], known.map(|k| k[i]));
        let ours = row.name.ends_with("adaptive");
        table.row(&row.name, ours, (0..4).map(cell).collect());
        between.row(&row.name, ours, vec![cell(0), cell(2)]);
    }
    out.tables.extend([between, table]);
    Ok(())
}
