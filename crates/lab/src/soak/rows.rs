//! Counts the rows of logs, by the flow that they are about.
use crate::flood;
use crate::intensify::play;
use anyhow::Context;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::Ipv4Addr;
use std::path::Path;

/// The number of the first flow of floods; smaller numbers would have the endpoints of ordinary flows.
pub(super) const FIRST: u32 = 1 << 20;

/// Logs with rows that depend on other flows: a row stands for many flows, or for the first with a trait.
const SHARED: [&str; 3] = ["weird", "notice", "tunnel"];

/// The rows of one flow by log, in the order of [`Rows::logs`].
pub(super) type Of = Vec<u16>;

/// The rows that were counted.
#[derive(Default)]
pub(super) struct Rows {
    /// The logs whose rows have endpoints.
    logs: Vec<String>,
    /// The ordinary flows whose rows are not the expected ones, or not yet.
    pub(super) open: HashMap<u64, Of>,
    /// The flows whose rows were the expected ones.
    pub(super) whole: HashSet<u64>,
    /// What is expected of each kind of flow.
    expected: Vec<Of>,
    /// The rows in conn.log of each flow of a flood.
    pub(super) floods: HashMap<u32, u16>,
    /// All rows by log.
    pub(super) all: BTreeMap<String, u64>,
    /// Rows in conn.log about flows that were not sent.
    pub(super) strange: u64,
}

impl Rows {
    /// Takes what was counted as the expectation: the rows of each of `kinds` flows.
    pub(super) fn expecting(of: &Rows, kinds: usize) -> Self {
        let expected = (0..kinds as u64).map(|k| of.open.get(&k).cloned().unwrap_or_default()).collect();
        Rows { logs: of.logs.clone(), expected, ..Rows::default() }
    }

    /// The names of the logs with endpoints.
    pub(super) fn logs(&self) -> &[String] {
        &self.logs
    }

    /// What is expected of a flow.
    pub(super) fn expected(&self, flow: u64) -> &[u16] {
        &self.expected[(flow % self.expected.len() as u64) as usize]
    }

    /// Counts the rows of a log file.
    pub(super) fn take(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let log = name.split(['.', '-']).next().unwrap_or_default().to_owned();
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let fields = text.lines().find_map(|l| l.strip_prefix("#fields\t")).unwrap_or_default();
        let at = |name: &str| fields.split('\t').position(|f| f == name);
        let places = (at("id.orig_h"), at("id.orig_p"), at("id.resp_h"), at("id.resp_p"));
        let rows = text.lines().filter(|l| !l.starts_with('#'));
        *self.all.entry(log.clone()).or_default() += rows.clone().count() as u64;
        let (Some(orig), Some(orig_p), Some(resp), Some(resp_p)) = places else { return Ok(()) };
        if SHARED.contains(&log.as_str()) {
            return Ok(());
        }
        for row in rows {
            let cells: Vec<&str> = row.split('\t').collect();
            let address = |at: usize| cells.get(at).and_then(|c| c.parse::<Ipv4Addr>().ok());
            let port = |at: usize| cells.get(at).and_then(|c| c.parse::<u16>().ok());
            let ends = (address(orig), port(orig_p), address(resp), port(resp_p));
            let (Some(a), Some(ap), Some(b), Some(bp)) = ends else { continue };
            self.row(&log, (a, ap), (b, bp));
        }
        Ok(())
    }

    fn row(&mut self, log: &str, orig: (Ipv4Addr, u16), resp: (Ipv4Addr, u16)) {
        let flow = play::flow_between(orig, resp.0).or_else(|| play::flow_between(resp, orig.0));
        if let Some(n) = flood::flow_of(orig.0, resp.0, FIRST) {
            if log == "conn" {
                *self.floods.entry(n).or_default() += 1;
            }
        } else if let Some(flow) = flow {
            self.ordinary(log, flow);
        } else if log == "conn" {
            self.strange += 1;
        }
    }

    fn ordinary(&mut self, log: &str, flow: u64) {
        let at = self.logs.iter().position(|l| l == log).unwrap_or_else(|| {
            self.logs.push(log.to_owned());
            self.logs.len() - 1
        });
        let expected = self.expected.get((flow % self.expected.len().max(1) as u64) as usize);
        // One row more than a flow had when it was whole.
        let before = if self.whole.remove(&flow) { expected.cloned() } else { None };
        let rows = self.open.entry(flow).or_insert_with(|| before.unwrap_or_default());
        if rows.len() <= at {
            rows.resize(at + 1, 0);
        }
        rows[at] += 1;
        if expected.is_some_and(|e| *e == *rows) {
            self.open.remove(&flow);
            self.whole.insert(flow);
        }
    }
}
