//! `egret-lab loop CAPTURE`: the published table, with the frames of a capture and real processing.
//!
//! "Process" is the time for processing a frame, including logs; "overhead" is the time between two frames. Both are
//! measured with the processor's clock before and after each frame, less the cost of reading the clock; time in which
//! other programs had the processor is included. The capture is read into memory first, so that no arrangement pays for
//! reading the file.
use super::actor::{self, Work};
use super::quiet::loop_of;
use super::table::{every, ratio_bars};
use crate::bars::Bars;
use crate::null_sink::NullSink;
use crate::published::LOOPS as PUBLISHED;
use crate::stats::{median, spread};
use ::runloop::{Cadence, Clock, PollerKind};
use capture::{Batch, Counters, FileSource, Filled, Frame, PacketSource, Record, SourceError};
use net_types::Timestamp;
use runtime::{FrameHandler, Level, Packets, RunError};
use session::{Keys, Options, Session};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum number of bytes of a capture to read.
const MOST: usize = 1 << 30;

/// A capture in memory.
struct Loaded {
    bytes: Vec<u8>,
    records: Vec<Record>,
}

fn load(path: &Path, most: usize) -> anyhow::Result<Loaded> {
    let mut file = FileSource::open(path)?;
    let mut loaded = Loaded { bytes: Vec::new(), records: Vec::new() };
    while let Some(batch) = file.next_batch()? {
        for f in batch.iter() {
            let at = loaded.bytes.len();
            loaded.bytes.extend_from_slice(f.data);
            let len = u32::try_from(f.data.len())?;
            loaded.records.push(Record { ts: f.ts, at, len, wire_len: f.wire_len, link: f.link });
        }
        if loaded.bytes.len() > most {
            break;
        }
    }
    anyhow::ensure!(!loaded.records.is_empty(), "{}: no frames", path.display());
    Ok(loaded)
}

/// The capture in memory as a source of packets.
struct Memory {
    loaded: Arc<Loaded>,
    at: usize,
}

impl PacketSource for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }
    fn is_live(&self) -> bool {
        false
    }
    fn fill(&mut self) -> Result<Filled, SourceError> {
        Ok(if self.at < self.loaded.records.len() { Filled::Frames } else { Filled::End })
    }
    fn current(&self) -> Batch<'_> {
        let end = self.loaded.records.len().min(self.at + 256);
        Batch::new(&self.loaded.bytes, &self.loaded.records[self.at..end])
    }
    fn consume(&mut self, frames: usize) {
        self.at += frames;
    }
    fn counters(&mut self) -> Counters {
        Counters::default()
    }
}

/// Measures the processing of frames and the time between them.
struct Timed {
    session: Session,
    clock: Clock,
    ended: u64,
    frames: u64,
    process: u64,
    between: u64,
}

/// ns per frame.
#[derive(Clone, Copy, Debug)]
struct Split {
    overhead: f64,
    process: f64,
}

impl Timed {
    fn new() -> Self {
        let mut clock = Clock::new();
        let end = Instant::now() + Duration::from_millis(5);
        while Instant::now() < end {}
        clock.calibrate(clock.now());
        let options = Options { ignore_checksums: true, ..Options::default() };
        let keys = Keys { sip: Default::default(), fixed: true };
        let session = Session::new(options, &keys, None);
        Timed { session, clock, ended: 0, frames: 0, process: 0, between: 0 }
    }

    /// Measures the cost of reading the clock, in its ticks: the median of many short series.
    fn cost(&self) -> f64 {
        const LOOKS: u64 = 1000;
        let row = |_| {
            let start = self.clock.stamp();
            let mut last = start;
            for _ in 0..LOOKS {
                last = std::hint::black_box(self.clock.stamp());
            }
            (last - start) as f64 / LOOKS as f64
        };
        median(&(0..1000).map(row).collect::<Vec<f64>>())
    }

    fn split(self) -> Split {
        let cost = self.cost();
        // Each interval includes the cost of one reading.
        let nanos = |stamps: u64| {
            let mean = stamps as f64 / self.frames.max(1) as f64 - cost;
            mean.max(0.0) * self.clock.nanos(1 << 20) / f64::from(1 << 20)
        };
        Split { overhead: nanos(self.between), process: nanos(self.process) }
    }
}

impl FrameHandler for Timed {
    #[inline]
    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), RunError> {
        let start = self.clock.stamp();
        if self.ended > 0 {
            self.between += start - self.ended;
            self.frames += 1;
        }
        let Frame { ts, link, wire_len, data } = *frame;
        let frame = session::Frame { ts, link, data, wire_len: wire_len as usize };
        self.session.handle_frame(&frame, &mut NullSink);
        self.ended = self.clock.stamp();
        self.process += self.ended - start;
        Ok(())
    }
    fn now(&self) -> Timestamp {
        self.session.now()
    }
    fn time(&mut self, now: Timestamp) -> Result<(), RunError> {
        self.session.handle_time(now, &mut NullSink);
        Ok(())
    }
    fn next_due(&mut self) -> Option<Timestamp> {
        self.session.next_timer()
    }
    fn pause(&mut self) -> Result<(), RunError> {
        Ok(())
    }
    fn report(&mut self, _: Level, text: String) -> Result<(), RunError> {
        eprintln!("{text}");
        Ok(())
    }
}

const DESCRIPTORS: usize = 4;

fn on_loop(kind: PollerKind, cadence: Cadence, loaded: &Arc<Loaded>) -> anyhow::Result<Split> {
    let (mut work, _quiet) = loop_of(kind, cadence, DESCRIPTORS)?;
    let source = Memory { loaded: Arc::clone(loaded), at: 0 };
    work.add(Box::new(Packets::new(Box::new(source), |_| {})))?;
    let mut timed = Timed::new();
    work.run(&mut timed)?;
    Ok(timed.split())
}

/// The work of the actor that handles packets.
struct ActorWork {
    source: Memory,
    timed: Timed,
}

impl Work for ActorWork {
    type Out = Split;
    fn one(&mut self) -> bool {
        if !matches!(self.source.fill(), Ok(Filled::Frames)) {
            return false;
        }
        let done = self.source.current().iter().next().is_some_and(|f| self.timed.frame(&f).is_ok());
        self.source.consume(1);
        done
    }
    fn finish(self) -> Split {
        self.timed.split()
    }
}

fn on_actors(batch: u32, loaded: &Arc<Loaded>) -> anyhow::Result<Split> {
    let loaded = Arc::clone(loaded);
    let make = move || ActorWork { source: Memory { loaded, at: 0 }, timed: Timed::new() };
    Ok(actor::run(batch, DESCRIPTORS, make)?.out)
}

pub(super) struct Row {
    pub(super) name: String,
    splits: Vec<Split>,
}

impl Row {
    pub(super) fn overhead(&self) -> Vec<f64> {
        self.splits.iter().map(|s| s.overhead).collect()
    }
    pub(super) fn process(&self) -> Vec<f64> {
        self.splits.iter().map(|s| s.process).collect()
    }
}

pub(super) fn table(path: &Path, runs: usize, quick: bool) -> anyhow::Result<Vec<Row>> {
    let loaded = Arc::new(load(path, if quick { MOST / 16 } else { MOST })?);
    println!("\n{}: {} frames, {} bytes", path.display(), loaded.records.len(), loaded.bytes.len());
    let mut rows: Vec<Row> = Vec::new();
    for run in 0..runs.max(1) {
        let mut note = |name: String, split: Split| match rows.iter_mut().find(|r| r.name == name) {
            Some(row) => row.splits.push(split),
            None => rows.push(Row { name, splits: vec![split] }),
        };
        for kind in [PollerKind::Epoll, PollerKind::IoUring] {
            match on_loop(kind, Cadence::default(), &loaded) {
                Ok(split) => note(format!("{kind}, adaptive"), split),
                Err(e) if run == 0 => println!("{kind}: left out: {e:#}"),
                Err(_) => {}
            }
        }
        for kind in [PollerKind::Poll, PollerKind::Epoll, PollerKind::Select, PollerKind::Busy] {
            for n in [1, 25] {
                note(format!("{kind}, every {n}"), on_loop(kind, every(n), &loaded)?);
            }
        }
        for n in [1, 25] {
            note(format!("actor, every {n}"), on_actors(n, &loaded)?);
        }
    }
    Ok(rows)
}

fn print(rows: &[Row]) {
    println!(
        "{:<20} {:>10} {:>17} {:>10}   published, overhead and process: {:>16} {:>18}",
        "ns a packet", "overhead", "(spread)", "process", "big flows", "small flows"
    );
    for row in rows {
        let (o, (lo, hi)) = (median(&row.overhead()), spread(&row.overhead()));
        let range = format!("({lo:.1} to {hi:.1})");
        let published =
            PUBLISHED.iter().find(|p| p.0 == row.name).map_or(String::new(), |(_, [a, b, c, d])| {
                format!("{:>34}{a:>8.1} {b:>9.1} {c:>9.1} {d:>9.1}", "")
            });
        println!("{:<20} {o:>10.1} {range:>17} {:>10.1}{published}", row.name, median(&row.process()));
    }
    println!("{}", order(rows));
}

/// Returns whether the arrangements have the published order here; if not, returns both orders.
pub(super) fn order(rows: &[Row]) -> String {
    let mut published: Vec<_> = PUBLISHED.iter().map(|(name, figures)| (*name, figures[0])).collect();
    published.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut here: Vec<_> = published
        .iter()
        .filter_map(|(name, _)| Some((*name, median(&rows.iter().find(|r| r.name == *name)?.overhead()))))
        .collect();
    here.sort_by(|a, b| a.1.total_cmp(&b.1));
    let names = |list: &[(&str, f64)]| list.iter().map(|x| x.0).collect::<Vec<_>>().join(" < ");
    if names(&published) == names(&here) {
        return "The arrangements have the published order of overheads here.".to_owned();
    }
    format!(
        "The arrangements do not have the published order of overheads on this kernel. Published: {}. Here: {}.",
        names(&published),
        names(&here)
    )
}

/// Measures each capture; checks `bars` if given.
pub(super) fn run(
    paths: &[PathBuf],
    runs: usize,
    quick: bool,
    bars: &mut Option<Bars>,
) -> anyhow::Result<()> {
    for path in paths {
        let rows = table(path, runs.min(5), quick)?;
        print(&rows);
        let Some(bars) = bars else { continue };
        let find = |name: &str| rows.iter().find(|r| r.name == name);
        if let (Some(ours), Some(poll)) = (find("epoll, adaptive"), find("poll, every 25")) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let title = format!("{name}: overhead over that of poll every 25");
            ratio_bars(bars, &title, &ours.overhead(), &poll.overhead(), 1.0 / 3.0);
            let title = format!("{name}: overhead over process");
            ratio_bars(bars, &title, &ours.overhead(), &ours.process(), 0.05);
        }
    }
    Ok(())
}
