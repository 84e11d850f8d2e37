//! The cost of an idle monitor, for the report.
use super::{Args, measure};
use crate::figures::{Better, Cell, Demand, Findings, Measure, Plot, Table};
use crate::published;
use crate::setup::Setup;

pub(crate) fn findings(setup: &Setup) -> anyhow::Result<Findings> {
    let args = Args { seconds: if setup.quick { 5 } else { 30 }, connections: 10_000, bars: false };
    let costs = measure(&args)?;
    let columns = ["no timers", "10,000 timers"];
    let table = |title: &str, unit: &str| Table::new(title, unit, Better::Lower, "loop", &columns);
    let mut cpu = table("Processor time without traffic", "% of a processor").plotted(Plot::LogBars).noted(
        "Published: five readings of top, the middle one, for a loop that polls without end and one that waits.",
    );
    let mut wakeups = table("Wakeups without traffic", "a second");
    let mut peak = table("Peak memory", "MB");
    let mut names: Vec<&str> = costs.iter().map(|c| c.name).collect();
    names.dedup();
    for name in names {
        let of = |timers: bool| costs.iter().find(|c| c.name == name && c.timers == timers);
        let known = published::IDLE.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
        let cells = |figure: fn(&super::Cost) -> f64, known: Option<f64>| {
            [(false, known), (true, None)]
                .map(|(t, k)| Cell::new(of(t).and_then(|c| Measure::exact(figure(c))), k))
                .to_vec()
        };
        let ours = name != "busy";
        cpu.row(name, ours, cells(|c| c.cpu, known));
        wakeups.row(name, ours, cells(|c| c.wakeups, None));
        peak.row(name, ours, cells(|c| c.peak_mb, None));
    }
    let find = |name: &str| costs.iter().find(|c| c.name == name && c.timers);
    let epoll = find("epoll");
    // A value below the resolution counts as the resolution.
    let times = epoll.zip(find("busy")).map(|(epoll, busy)| busy.cpu / epoll.cpu.max(1e-4));
    let demand = |name: &str, figure: Option<f64>, limit| {
        Demand::at_most(name, figure.and_then(Measure::exact), limit)
    };
    let demands = [
        demand("10,000 timers pending: % of a processor", epoll.map(|c| c.cpu), 0.1),
        demand("10,000 timers pending: wakeups a second", epoll.map(|c| c.wakeups), 2.0),
        Demand::at_least(
            "10,000 timers pending: the busy loop over it",
            times.and_then(Measure::exact),
            50.0,
        ),
    ];
    Ok(Findings {
        tables: vec![cpu, wakeups, peak],
        demands: demands.into_iter().flatten().collect(),
        ..Findings::default()
    })
}
