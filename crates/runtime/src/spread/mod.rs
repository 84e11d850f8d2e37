//! Many workers in one process: frames are handed to them by what belongs together, each has its own sessions.
//!
//! The thread that reads hands out chunks: bytes and records, copied once, since a worker may be behind. Every worker
//! is told every frame's time, also those of others' frames, so that its timers fire between the same two frames as
//! they would with one worker, and connections do not depend on how many there are. Chunks come back when they are done:
//! nothing is allocated for long. A worker that is behind makes the reader wait; on an interface the ring takes that up.
//!
//! Scripts, and with them logs, run in one worker so far: what several share follows the rules of a cluster, and joins
//! here as another [`Traffic`] in each worker.
mod lane;

use crate::drive::{Monitor, RunError, Summary, Traffic};
use capture::{Batch, Frame, Record};
use net_types::{Interval, LinkType, Timestamp};
use std::io;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, JoinHandle};

/// Bytes of frames in a chunk, about.
const CHUNK: usize = 256 << 10;
/// Records in a chunk, times of others' frames included.
const RECORDS: usize = 8192;
/// Chunks that wait for a worker.
const WAITING: usize = 8;
/// Stands in a record for a frame of another worker: only its time counts.
const OTHERS: LinkType = LinkType(u32::MAX);

/// Frames for one worker, and the times of the others.
#[derive(Default)]
struct Chunk {
    bytes: Vec<u8>,
    records: Vec<Record>,
    /// Time goes on to here behind the frames.
    time: Option<Timestamp>,
}

impl Chunk {
    fn is_empty(&self) -> bool {
        self.records.is_empty() && self.time.is_none()
    }
}

type Outcome = (Summary, Result<(), RunError>);

struct Worker {
    chunk: Chunk,
    send: Option<SyncSender<Chunk>>,
    back: Receiver<Chunk>,
    thread: Option<JoinHandle<Outcome>>,
}

/// Hands frames to workers.
pub struct Spread {
    workers: Vec<Worker>,
    now: Timestamp,
    sent: Timestamp,
}

/// Chunks are sent half full when frames are so old by the time of others.
const STALE: Interval = Interval::from_millis(10);

impl Spread {
    /// Starts `n` workers; each makes its own monitor, told its number.
    ///
    /// # Errors
    /// Where the system has no more threads.
    pub fn start(n: usize, make: impl Fn(usize) -> Monitor + Clone + Send + 'static) -> io::Result<Self> {
        let mut workers = Vec::new();
        for number in 0..n.max(1) {
            let (send, chunks) = sync_channel(WAITING);
            let (give_back, back) = channel();
            let make = make.clone();
            let work = move || work(make(number), &chunks, &give_back);
            let thread = Builder::new().name(format!("worker {number}")).spawn(work)?;
            workers.push(Worker { chunk: Chunk::default(), send: Some(send), back, thread: Some(thread) });
        }
        Ok(Spread { workers, now: Timestamp::ZERO, sent: Timestamp::ZERO })
    }

    /// Ends all workers. Their summaries are joined; the first of their errors counts.
    pub fn finish(mut self, mut result: Result<(), RunError>) -> Outcome {
        result = result.and(self.flush());
        let mut all = Summary::default();
        for worker in &mut self.workers {
            worker.send = None;
        }
        for worker in &mut self.workers {
            match worker.thread.take().map(JoinHandle::join) {
                Some(Ok((summary, outcome))) => {
                    all.join(&summary);
                    result = result.and(outcome);
                }
                _ => result = result.and(Err(RunError::Worker)),
            }
        }
        (all, result)
    }

    fn flush(&mut self) -> Result<(), RunError> {
        self.sent = self.now;
        self.workers.iter_mut().filter(|w| !w.chunk.is_empty()).try_for_each(Worker::hand_over)
    }
}

impl Worker {
    fn hand_over(&mut self) -> Result<(), RunError> {
        let empty = self.back.try_recv().unwrap_or_default();
        let chunk = std::mem::replace(&mut self.chunk, empty);
        let sent = self.send.as_ref().is_some_and(|s| s.send(chunk).is_ok());
        // One that ended early had an error, which the end of the run shows.
        if sent { Ok(()) } else { Err(RunError::Worker) }
    }

    #[inline]
    fn take(&mut self, frame: &Frame<'_>, mine: bool) -> Result<(), RunError> {
        let c = &mut self.chunk;
        let at = c.bytes.len();
        let link = if mine { frame.link } else { OTHERS };
        let len = if mine { frame.data.len() as u32 } else { 0 };
        c.records.push(Record { ts: frame.ts, at, len, wire_len: frame.wire_len, link });
        if mine {
            c.bytes.extend_from_slice(frame.data);
        }
        if c.bytes.len() >= CHUNK || c.records.len() >= RECORDS { self.hand_over() } else { Ok(()) }
    }
}

impl Traffic for Spread {
    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), RunError> {
        let lane = lane::lane_of(frame, self.workers.len());
        self.now = self.now.max(frame.ts);
        self.workers.iter_mut().enumerate().try_for_each(|(n, w)| w.take(frame, n == lane))
    }

    fn now(&self) -> Timestamp {
        self.now
    }

    fn time(&mut self, now: Timestamp) -> Result<(), RunError> {
        self.now = self.now.max(now);
        for w in &mut self.workers {
            w.chunk.time = Some(now);
        }
        self.flush()
    }

    /// Workers keep their timers to themselves: time passes for them every second of silence.
    fn next_due(&mut self) -> Option<Timestamp> {
        Some(Timestamp::from_nanos(self.now.nanos().saturating_add(1_000_000_000)))
    }

    fn pause(&mut self) -> Result<(), RunError> {
        if self.now - self.sent >= STALE { self.flush() } else { Ok(()) }
    }
}

/// What a worker's thread does.
fn work(mut monitor: Monitor, chunks: &Receiver<Chunk>, back: &Sender<Chunk>) -> Outcome {
    let mut result = Ok(());
    while let Ok(mut chunk) = chunks.recv() {
        result = process(&mut monitor, &mut chunk);
        if result.is_err() {
            break;
        }
        chunk.bytes.clear();
        chunk.records.clear();
        // Where the reader has ended, nobody wants it back.
        let _ = back.send(chunk);
    }
    monitor.finish(result)
}

fn process(monitor: &mut Monitor, chunk: &mut Chunk) -> Result<(), RunError> {
    for frame in Batch::new(&chunk.bytes, &chunk.records).iter() {
        if frame.link == OTHERS {
            monitor.pass(frame.ts);
        } else {
            monitor.frame(&frame)?;
        }
    }
    if let Some(now) = chunk.time.take() {
        monitor.time(now)?;
    }
    monitor.pause()
}
