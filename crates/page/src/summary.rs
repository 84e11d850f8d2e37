//! What the overview shows, gathered while logs are read.
use crate::log_file::{Form, LogFile};
use crate::row::{self, Reader, number};
use crate::top::Top;
use std::collections::BTreeMap;

/// Points of a curve that are kept; beyond, neighbours are merged.
const POINTS: usize = 20_000;
/// Notices that are shown.
const NOTICES: usize = 50;

/// Traffic in a span of time.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub(crate) struct Traffic {
    pub(crate) connections: u64,
    pub(crate) bytes: f64,
}

/// A line of notice.log.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    pub(crate) ts: f64,
    pub(crate) note: String,
    pub(crate) message: String,
    pub(crate) uid: String,
}

/// What the overview shows.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    /// Traffic by the number of its step in time.
    pub(crate) traffic: BTreeMap<i64, Traffic>,
    /// Seconds of a step.
    pub(crate) step: i64,
    pub(crate) connections: u64,
    pub(crate) bytes: f64,
    pub(crate) originators: Top,
    pub(crate) responders: Top,
    pub(crate) ports: Top,
    pub(crate) services: Top,
    pub(crate) weirds: Top,
    /// The latest, last one last.
    pub(crate) notices: Vec<Notice>,
    pub(crate) notes: Top,
    /// Packets that were dropped, by capture_loss.log and stats.log: when, and a share of 100.
    pub(crate) loss: BTreeMap<i64, f64>,
    /// Memory in megabytes, by stats.log.
    pub(crate) memory: BTreeMap<i64, f64>,
}

impl Default for Summary {
    fn default() -> Self {
        Summary {
            traffic: BTreeMap::new(),
            step: 1,
            connections: 0,
            bytes: 0.0,
            originators: Top::default(),
            responders: Top::default(),
            ports: Top::default(),
            services: Top::default(),
            weirds: Top::default(),
            notices: Vec::new(),
            notes: Top::default(),
            loss: BTreeMap::new(),
            memory: BTreeMap::new(),
        }
    }
}

/// Columns that the overview needs, by log.
pub(crate) fn columns(log: &str) -> &'static [&'static str] {
    match log {
        "conn" => {
            &["ts", "id.orig_h", "id.resp_h", "id.resp_p", "proto", "service", "orig_bytes", "resp_bytes"]
        }
        "notice" => &["ts", "note", "msg", "uid"],
        "weird" => &["ts", "name"],
        "capture_loss" => &["ts", "percent_lost"],
        "stats" => &["ts", "mem", "pkts_proc", "pkts_dropped"],
        _ => &["ts"],
    }
}

impl Summary {
    /// Takes in a row of a log: the cells of its [`columns`]. Returns its time.
    pub(crate) fn take(&mut self, log: &str, cells: &[Option<std::borrow::Cow<'_, [u8]>>]) -> Option<f64> {
        let cell = |i: usize| cells.get(i).and_then(|c| c.as_deref());
        let text = |i: usize| String::from_utf8_lossy(cell(i).unwrap_or_default()).into_owned();
        let ts = cell(0).and_then(row::time);
        match log {
            "conn" => {
                let sent = |i: usize| cell(i).and_then(number).unwrap_or(0.0);
                let bytes = sent(6) + sent(7);
                self.connection(ts, bytes);
                for (top, i) in [(&mut self.originators, 1), (&mut self.responders, 2)] {
                    if let Some(host) = cell(i) {
                        top.add(host, bytes);
                    }
                }
                if let (Some(port), Some(proto)) = (cell(3), cell(4)) {
                    let mut key = [0u8; 24];
                    let mut len = 0;
                    for b in port.iter().chain(b"/").chain(proto) {
                        if let Some(slot) = key.get_mut(len) {
                            *slot = *b;
                            len += 1;
                        }
                    }
                    self.ports.add(key.get(..len).unwrap_or_default(), bytes);
                }
                if let Some(service) = cell(5) {
                    self.services.add(service, bytes);
                }
            }
            "notice" => {
                self.notes.add(cell(1).unwrap_or(b"-"), 0.0);
                let notice = Notice { ts: ts.unwrap_or(0.0), note: text(1), message: text(2), uid: text(3) };
                if self.notices.len() >= NOTICES {
                    self.notices.remove(0);
                }
                self.notices.push(notice);
            }
            "weird" => self.weirds.add(cell(1).unwrap_or(b"-"), 0.0),
            "capture_loss" => {
                if let (Some(ts), Some(lost)) = (ts, cell(1).and_then(number)) {
                    self.loss.insert(ts as i64, lost);
                }
            }
            "stats" => {
                let n = |i: usize| cell(i).and_then(number);
                if let (Some(ts), Some(mem)) = (ts, n(1)) {
                    self.memory.insert(ts as i64, mem);
                }
                if let (Some(ts), Some(seen), Some(dropped)) = (ts, n(2), n(3))
                    && seen + dropped > 0.0
                {
                    self.loss.insert(ts as i64, 100.0 * dropped / (seen + dropped));
                }
            }
            _ => {}
        }
        ts
    }

    /// Adds what another reader gathered.
    pub(crate) fn merge(&mut self, other: Summary) {
        self.connections += other.connections;
        self.bytes += other.bytes;
        let step = self.step.max(other.step);
        self.widen(step);
        for (at, t) in other.traffic {
            let point = self.traffic.entry((at * other.step).div_euclid(step)).or_default();
            point.connections += t.connections;
            point.bytes += t.bytes;
        }
        for (top, more) in [
            (&mut self.originators, other.originators),
            (&mut self.responders, other.responders),
            (&mut self.ports, other.ports),
            (&mut self.services, other.services),
            (&mut self.weirds, other.weirds),
            (&mut self.notes, other.notes),
        ] {
            top.merge(more);
        }
        self.notices.extend(other.notices);
        self.notices.sort_by(|a, b| a.ts.total_cmp(&b.ts));
        self.notices.drain(..self.notices.len().saturating_sub(NOTICES));
        self.loss.extend(other.loss);
        self.memory.extend(other.memory);
    }

    /// Merges points until a step has at least this many seconds, a power of two.
    fn widen(&mut self, step: i64) {
        while self.step < step {
            let mut merged: BTreeMap<i64, Traffic> = BTreeMap::new();
            for (at, t) in std::mem::take(&mut self.traffic) {
                let m = merged.entry(at.div_euclid(2)).or_default();
                m.connections += t.connections;
                m.bytes += t.bytes;
            }
            self.traffic = merged;
            self.step *= 2;
        }
    }

    fn connection(&mut self, ts: Option<f64>, bytes: f64) {
        self.connections += 1;
        self.bytes += bytes;
        let Some(ts) = ts else { return };
        let point = self.traffic.entry((ts as i64).div_euclid(self.step)).or_default();
        point.connections += 1;
        point.bytes += bytes;
        // Times that are far apart end at one point in the longest step.
        while self.traffic.len() > POINTS && self.step < i64::MAX / 4 {
            self.widen(self.step * 2);
        }
    }
}

/// Reads rows of a file for its summary.
pub(crate) struct Gatherer<'a> {
    reader: Reader<'a>,
    log: &'a str,
}

impl<'a> Gatherer<'a> {
    pub(crate) fn new(file: &'a LogFile, log: &'a str) -> Self {
        Gatherer { reader: Reader::new(&file.form, columns(log)), log }
    }

    /// Takes in the rows of whole lines. Returns their number and the first and last time.
    pub(crate) fn take(&self, lines: &[u8], form: &Form, into: &mut Summary) -> (u32, f64, f64) {
        let (mut rows, mut first, mut last) = (0u32, f64::INFINITY, f64::NEG_INFINITY);
        let mut cells = Vec::new();
        for line in rows_of(lines, form) {
            rows += 1;
            self.reader.cells(line, &mut cells);
            if let Some(ts) = into.take(self.log, &cells) {
                first = first.min(ts);
                last = last.max(ts);
            }
        }
        (rows, first, last)
    }
}

/// The rows among lines: those of a head or foot are left out.
pub(crate) fn rows_of<'l>(lines: &'l [u8], form: &Form) -> impl Iterator<Item = &'l [u8]> {
    let columns = matches!(form, Form::Columns(_));
    let mut rest = lines;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = rest.get(..end).unwrap_or_default();
            rest = rest.get(end + 1..).unwrap_or_default();
            if !(line.is_empty() || columns && line.starts_with(b"#")) {
                return Some(line);
            }
        }
        None
    })
}
