//! Spreads frames over several workers in one process. Each worker has its own session and scripts.
//!
//! Frames of a file come in whole buffers ([`SharedFrames`]). The thread that reads the file has sorted them, every worker
//! picks its own, nothing is copied, and a buffer is reused when all workers are done with it. Frames of interfaces lie in
//! the kernel's ring: they are copied into chunks, which are reused, too.
//!
//! Every worker also learns the times of other workers' frames. So its timers fire between the same two frames as with
//! one worker, and connections do not depend on the number of workers. A worker that falls behind holds up the reader; on
//! an interface, the ring absorbs that.
//!
//! Variables of scripts are a worker's own; only the logs are shared ([`JointLogs`]).
mod lane;

use crate::capturing::Capturing;
use crate::error::RunError;
use crate::frame_handler::FrameHandler;
use crate::run::Run;
use crate::summary::Summary;
use capture::{Batch, Counters, Frame, Record, SharedFrames};
use log_framework::JointLogs;
use net_types::{Interval, LinkType, Timestamp};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use value::Level;

/// A chunk is sent when its frames have this many bytes.
const CHUNK: usize = 256 << 10;
/// A chunk is sent when it has this many records, including those for other workers' frames.
const RECORDS: usize = 8192;
/// Messages that a queue to a worker holds: as many as there are buffers of a file.
const WAITING: usize = 8;
/// The link type in a record for another worker's frame, of which only the time counts.
const OTHERS: LinkType = LinkType(u32::MAX);

/// Frames for one worker, and the times of other workers' frames.
#[derive(Default)]
struct Chunk {
    bytes: Vec<u8>,
    records: Vec<Record>,
    /// Time to advance to after the frames.
    time: Option<Timestamp>,
    /// What sources have counted since the last chunk.
    counted: Option<Counters>,
    /// Rotate the logs after the frames: when that was requested.
    rotate: Option<Timestamp>,
    /// What happened to sources.
    reports: Vec<(Level, String)>,
}

impl Chunk {
    fn is_empty(&self) -> bool {
        self.records.is_empty()
            && self.time.is_none()
            && self.counted.is_none()
            && self.rotate.is_none()
            && self.reports.is_empty()
    }
}

/// What a worker is sent.
enum Message {
    Chunk(Chunk),
    Frames(Arc<SharedFrames>),
}

/// Which of N workers owns a frame, for a source that sorts frames.
pub fn lanes(workers: usize) -> impl Fn(&Frame<'_>) -> u16 + Send + 'static {
    move |frame| lane::lane_of(frame, workers.min(MOST)) as u16
}

/// The most workers that frames of a file are sorted for; more get none.
const MOST: usize = u16::MAX as usize;

type Outcome = (Summary, Result<(), RunError>);

struct Worker {
    chunk: Chunk,
    send: Option<SyncSender<Message>>,
    /// Empty chunks to reuse. Disconnected when the worker has processed its last frame.
    back: Receiver<Chunk>,
    /// Dropped to let the worker end its connections and logs.
    more: Option<Sender<()>>,
    thread: Option<JoinHandle<Outcome>>,
}

/// Holds a worker back until the first worker is ready.
pub struct Begin(Option<Receiver<()>>);

impl Begin {
    /// Waits until the first worker is ready. Returns false if it failed to start: then no worker may.
    #[must_use]
    pub fn wait(&self) -> bool {
        self.0.as_ref().is_none_or(|begin| begin.recv().is_ok())
    }
}

/// Hands frames to the workers.
pub struct Spread {
    workers: Vec<Worker>,
    logs: JointLogs,
    now: Timestamp,
    sent: Timestamp,
}

/// A chunk that is not full is sent when network time has advanced this far since the last one was.
const STALE: Interval = Interval::from_millis(10);

impl Spread {
    /// Starts `n` workers. `make` is given a worker's number, the logs that all share, and what holds it back. Workers load
    /// scripts at the same time, but the others wait for the first before they [run](Begin) them: so the first does what
    /// is done once, and reports errors that are the same in all.
    ///
    /// # Errors
    /// A thread could not be started, or `make` failed.
    pub fn start<E, M>(n: usize, make: M) -> Result<(Self, Capturing), E>
    where
        E: From<io::Error> + Send + 'static,
        M: Fn(usize, JointLogs, &Begin) -> Result<(Run, Capturing), E> + Clone + Send + 'static,
    {
        let logs = JointLogs::default();
        let mut spread = Spread { workers: Vec::new(), logs, now: Timestamp::ZERO, sent: Timestamp::ZERO };
        let first = spread.add(make.clone(), Begin(None))?;
        let add = |_| {
            let (begin, turn) = channel();
            Ok((spread.add(make.clone(), Begin(Some(turn)))?, begin))
        };
        let others = (1..n).map(add).collect::<io::Result<Vec<_>>>()?;
        let capturing = heard(&first)?;
        for (_, begin) in &others {
            // This fails if the worker has ended: its error is received below.
            let _ = begin.send(());
        }
        for (ready, _) in &others {
            heard(ready)?;
        }
        Ok((spread, capturing))
    }

    /// Starts a worker. What is received is the result of `make`.
    fn add<E, M>(&mut self, make: M, turn: Begin) -> io::Result<Receiver<Result<Capturing, E>>>
    where
        E: Send + 'static,
        M: FnOnce(usize, JointLogs, &Begin) -> Result<(Run, Capturing), E> + Send + 'static,
    {
        let (number, logs) = (self.workers.len(), self.logs.clone());
        let (send, chunks) = sync_channel(WAITING);
        let ((give_back, back), (more, no_more)) = (channel(), channel());
        let (tell, ready) = channel();
        let life = move || {
            let (made, said) = match make(number, logs, &turn) {
                Ok((run, capturing)) => (Some(run), Ok(capturing)),
                Err(e) => (None, Err(e)),
            };
            // The thread that started this worker waits for this.
            let _ = tell.send(said);
            match made {
                Some(run) => work(run, number as u16, chunks, give_back, &no_more),
                None => (Summary::default(), Err(RunError::Worker)),
            }
        };
        let thread = Builder::new().name(format!("worker {number}")).spawn(life)?;
        let (chunk, send, more, thread) = (Chunk::default(), Some(send), Some(more), Some(thread));
        self.workers.push(Worker { chunk, send, back, more, thread });
        Ok(ready)
    }

    /// Has all workers rotate their logs.
    ///
    /// # Errors
    /// A worker ended before its time.
    pub fn rotate(&mut self) -> Result<(), RunError> {
        for w in &mut self.workers {
            w.chunk.rotate = Some(self.now);
        }
        self.flush()
    }

    /// Ends all workers. Returns the sum of their summaries, and the first error.
    pub fn finish(mut self, result: Result<(), RunError>) -> Outcome {
        let result = result.and_then(|()| self.flush());
        let (mut all, mut ended) = (Summary::default(), Ok(()));
        for worker in &mut self.workers {
            worker.send = None;
        }
        // No worker may end the shared logs while another still has frames.
        for worker in &self.workers {
            while worker.back.recv().is_ok() {}
        }
        for worker in &mut self.workers {
            worker.more = None;
        }
        for worker in &mut self.workers {
            match worker.thread.take().map(JoinHandle::join) {
                Some(Ok((summary, outcome))) => {
                    all.join(&summary);
                    ended = ended.and(outcome);
                }
                _ => ended = ended.and(Err(RunError::Worker)),
            }
        }
        let (lost, closed) = self.logs.finish();
        all.lost.extend(lost);
        let closed = closed.map_err(RunError::Log);
        // A worker's own error says more than that it ended early.
        let result = match result {
            Err(RunError::Worker) => ended.and(result),
            other => other.and(ended),
        };
        (all, result.and(closed))
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
        self.send(Message::Chunk(chunk))
    }

    fn send(&self, message: Message) -> Result<(), RunError> {
        let sent = self.send.as_ref().is_some_and(|s| s.send(message).is_ok());
        // If a worker ended early, `finish` returns its error.
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

impl FrameHandler for Spread {
    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), RunError> {
        let lane = lane::lane_of(frame, self.workers.len());
        self.now = self.now.max(frame.ts);
        self.workers.iter_mut().enumerate().try_for_each(|(n, w)| w.take(frame, n == lane))
    }

    fn shares(&self) -> bool {
        true
    }

    fn share(&mut self, frames: SharedFrames) -> Result<(), RunError> {
        self.now = self.now.max(frames.latest());
        // Keep the order: what was collected before is sent before.
        self.flush()?;
        let frames = Arc::new(frames);
        self.workers.iter().try_for_each(|w| w.send(Message::Frames(Arc::clone(&frames))))
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

    /// One second on: timers are known only to the workers, so time advances every second without frames.
    fn next_due(&mut self) -> Option<Timestamp> {
        Some(Timestamp::from_nanos(self.now.nanos().saturating_add(1_000_000_000)))
    }

    fn pause(&mut self) -> Result<(), RunError> {
        if self.now - self.sent >= STALE { self.flush() } else { Ok(()) }
    }

    /// The first worker reports.
    fn report(&mut self, level: Level, text: String) -> Result<(), RunError> {
        if let Some(first) = self.workers.first_mut() {
            first.chunk.reports.push((level, text));
        }
        self.flush()
    }

    /// Sources belong to no worker: the first one gets their counts.
    fn counted(&mut self, more: Counters) {
        if let Some(first) = self.workers.first_mut() {
            *first.chunk.counted.get_or_insert_default() += more;
        }
    }
}

/// Waits until a worker has started.
fn heard<E: From<io::Error>>(ready: &Receiver<Result<Capturing, E>>) -> Result<Capturing, E> {
    ready.recv().unwrap_or_else(|_| Err(io::Error::other("a worker ended before it began").into()))
}

/// Processes messages until the reader has sent the last one, then ends the run.
fn work(
    mut run: Run,
    lane: u16,
    messages: Receiver<Message>,
    back: Sender<Chunk>,
    no_more: &Receiver<()>,
) -> Outcome {
    let mut result = Ok(());
    while result.is_ok() {
        let next = match run.patience() {
            Some(wait) => messages.recv_timeout(wait),
            None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match next {
            Ok(Message::Frames(frames)) => result = process_shared(&mut run, &frames, lane, no_more),
            Ok(Message::Chunk(mut chunk)) => {
                result = process(&mut run, &mut chunk, no_more);
                chunk.bytes.clear();
                chunk.records.clear();
                // This fails once the reader has ended.
                let _ = back.send(chunk);
            }
            Err(RecvTimeoutError::Timeout) => result = run.idle(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    drop((messages, back));
    // Nothing is ever sent: this returns when all workers are done with their frames.
    let _ = no_more.recv();
    run.finish(result)
}

/// How often a suspended worker looks whether scripts have resumed processing.
const SUSPENDED: Duration = Duration::from_millis(1);

/// Waits while scripts have suspended processing.
#[inline]
fn resumed(run: &mut Run, no_more: &Receiver<()>) -> Result<(), RunError> {
    while run.is_suspended() {
        run.idle()?;
        // Sleep: this channel is silent until all frames are processed.
        let _ = no_more.recv_timeout(SUSPENDED);
    }
    Ok(())
}

fn process_shared(
    run: &mut Run,
    frames: &SharedFrames,
    lane: u16,
    no_more: &Receiver<()>,
) -> Result<(), RunError> {
    frames.fetch(lane);
    for (frame, whose) in frames.iter() {
        let heard = whose == lane;
        if heard {
            run.own_frame(&frame)?;
        }
        // Scripts can suspend processing only if handlers ran.
        if heard || run.pass_over(&frame)? {
            resumed(run, no_more)?;
        }
    }
    run.catch_up()?;
    run.pause()
}

fn process(run: &mut Run, chunk: &mut Chunk, no_more: &Receiver<()>) -> Result<(), RunError> {
    if let Some(more) = chunk.counted.take() {
        run.counted(more);
    }
    for frame in Batch::new(&chunk.bytes, &chunk.records).iter() {
        resumed(run, no_more)?;
        if frame.link == OTHERS {
            run.pass(frame.ts)?;
        } else {
            run.frame(&frame)?;
        }
    }
    if let Some(now) = chunk.time.take() {
        run.time(now)?;
    }
    if let Some(at) = chunk.rotate.take() {
        run.rotate(at)?;
    }
    for (level, text) in chunk.reports.drain(..) {
        run.report(level, text)?;
    }
    run.pause()
}
