//! The nodes as a table, from the reports that they write.
use super::plan::{Plan, STATUS};
use anyhow::Result;
use serde_json::Value;
use site_file::cluster::Node;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A node whose last report is older is silent.
const FRESH: f64 = 5.0;

/// How long to wait for the next reports, from which rates follow.
const NEXT: Duration = Duration::from_millis(2500);

/// The last reports of the nodes of this machine.
pub(super) struct Seen(BTreeMap<String, Report>);

#[derive(Clone, Default)]
struct Report {
    ts: f64,
    pid: u64,
    met: Vec<String>,
    packets: u64,
    dropped: u64,
    events_in: u64,
    events_out: u64,
    rows: u64,
    waiting: u64,
    lost: u64,
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64())
}

impl Seen {
    pub(super) fn read(plan: &Plan, state: &Path) -> Self {
        let of = |node: &Node| {
            let text = std::fs::read_to_string(state.join(&node.name).join(STATUS)).ok()?;
            Some((node.name.clone(), Report::read(&serde_json::from_str(&text).ok()?)))
        };
        Seen(plan.local().filter_map(of).collect())
    }

    fn fresh(&self, node: &Node) -> Option<&Report> {
        self.0.get(&node.name).filter(|r| now() - r.ts < FRESH)
    }

    /// Which nodes of this machine are not up, and which have not met others that they should have.
    pub(super) fn missing(&self, plan: &Plan) -> Vec<String> {
        let mut missing = Vec::new();
        for node in plan.local() {
            let Some(report) = self.fresh(node) else {
                missing.push(format!("{} has not started", node.name));
                continue;
            };
            let others = plan.cluster.nodes.iter().filter(|other| plan.meets(node, other));
            let absent: Vec<&str> = others
                .map(|o| o.name.as_str())
                .filter(|name| !report.met.iter().any(|m| m == name))
                .collect();
            if !absent.is_empty() {
                missing.push(format!("{} has not met {}", node.name, absent.join(", ")));
            }
        }
        missing
    }
}

impl Report {
    fn read(value: &Value) -> Self {
        let n = |key: &str| value.get(key).and_then(Value::as_u64).unwrap_or(0);
        let met = value.get("met").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        Report {
            ts: value.get("ts").and_then(Value::as_f64).unwrap_or(0.0),
            pid: n("pid"),
            met: met.iter().filter_map(|m| m.as_str().map(str::to_owned)).collect(),
            packets: n("packets"),
            dropped: n("dropped"),
            events_in: n("events_in"),
            events_out: n("events_out"),
            rows: n("rows"),
            waiting: n("waiting"),
            lost: n("lost"),
        }
    }
}

const HEAD: [&str; 12] = [
    "node",
    "role",
    "host",
    "state",
    "process",
    "met",
    "packets/s",
    "dropped",
    "events/s in",
    "out",
    "rows/s",
    "waiting/lost",
];

/// Prints the table. Returns the reports that it shows.
pub(super) fn print(plan: &Plan, state: &Path) -> Result<Seen> {
    let before = Seen::read(plan, state);
    let until = Instant::now() + NEXT;
    let mut seen = Seen::read(plan, state);
    let is_newer = |seen: &Seen| {
        seen.0.iter().all(|(name, report)| before.0.get(name).is_none_or(|old| report.ts > old.ts))
    };
    while !is_newer(&seen) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
        seen = Seen::read(plan, state);
    }
    let here: Vec<&str> = plan.local().map(|n| n.name.as_str()).collect();
    let rows = plan.cluster.nodes.iter().map(|node| match here.contains(&node.name.as_str()) {
        true => row(plan, node, before.0.get(&node.name), &seen),
        false => distant(node, &seen),
    });
    let mut all = vec![HEAD.map(str::to_owned)];
    all.extend(rows);
    let widths: Vec<usize> =
        (0..HEAD.len()).map(|at| all.iter().map(|r| r[at].chars().count()).max().unwrap_or(0)).collect();
    for row in &all {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        println!("{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    Ok(seen)
}

fn row(plan: &Plan, node: &Node, before: Option<&Report>, seen: &Seen) -> [String; 12] {
    let role = format!("{:?}", node.role).to_lowercase();
    let Some(report) = seen.0.get(&node.name) else {
        return cells([&node.name, &role, &node.host, "down"]);
    };
    let age = now() - report.ts;
    let others = plan.cluster.nodes.iter().filter(|other| plan.meets(node, other)).count();
    let state = match age < FRESH {
        true if report.met.len() >= others => "up".to_owned(),
        true => "meeting".to_owned(),
        false => format!("silent {age:.0} s"),
    };
    let rate = |get: fn(&Report) -> u64| {
        let old = before.filter(|old| old.pid == report.pid && report.ts > old.ts);
        old.map_or("-".to_owned(), |old| {
            let n = get(report).saturating_sub(get(old)) as f64 / (report.ts - old.ts);
            format!("{n:.0}")
        })
    };
    [
        node.name.clone(),
        role,
        node.host.clone(),
        state,
        report.pid.to_string(),
        format!("{}/{others}", report.met.len().min(others)),
        rate(|r| r.packets),
        report.dropped.to_string(),
        rate(|r| r.events_in),
        rate(|r| r.events_out),
        rate(|r| r.rows),
        format!("{}/{}", report.waiting, report.lost),
    ]
}

/// A node of another machine: only whether a node of this one has met it is known.
fn distant(node: &Node, seen: &Seen) -> [String; 12] {
    let role = format!("{:?}", node.role).to_lowercase();
    let is_met = seen.0.values().any(|r| now() - r.ts < FRESH && r.met.contains(&node.name));
    cells([&node.name, &role, &node.host, if is_met { "met" } else { "not met" }])
}

fn cells(first: [&str; 4]) -> [String; 12] {
    let mut all = std::array::from_fn(|_| "-".to_owned());
    for (cell, text) in all.iter_mut().zip(first) {
        text.clone_into(cell);
    }
    all
}
