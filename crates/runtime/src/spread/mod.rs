//! Many workers in one process: frames are handed to them by what belongs together, each has its own sessions.
//!
//! Frames of a file come as a whole buffer ([`SharedFrames`]), in which every worker looks for its own: the thread that
//! reads has sorted them, nothing is copied, and the buffer is read into again when all are done with it. Frames of
//! interfaces, which lie in the kernel's ring, are copied into chunks, which come back when they are done: nothing is
//! allocated for long. Every worker learns every frame's time, also those of others' frames, so that its timers fire
//! between the same two frames as they would with one worker, and connections do not depend on how many there are. A
//! worker that is behind makes the reader wait; on an interface the ring takes that up.
//!
//! Each worker has scripts of its own, with variables of its own; logs are what they have in common ([`JointLogs`]).
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

/// Bytes of frames in a chunk, about.
const CHUNK: usize = 256 << 10;
/// Records in a chunk, times of others' frames included.
const RECORDS: usize = 8192;
/// Messages that wait for a worker: as many as buffers of a file go round.
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
    /// What sources have counted since the last one.
    counted: Option<Counters>,
    /// New logs are to be begun: when that was ordered.
    rotate: Option<Timestamp>,
}

impl Chunk {
    fn is_empty(&self) -> bool {
        self.records.is_empty() && self.time.is_none() && self.counted.is_none() && self.rotate.is_none()
    }
}

/// What a worker is sent.
enum Message {
    Chunk(Chunk),
    Frames(Arc<SharedFrames>),
}

/// Whose a frame is, of so many workers, for a source that sorts them.
pub fn lanes(workers: usize) -> impl Fn(&Frame<'_>) -> u16 + Send + 'static {
    move |frame| lane::lane_of(frame, workers.min(MOST)) as u16
}

/// Workers that frames of a file are sorted for: more have nothing to do.
const MOST: usize = u16::MAX as usize;

type Outcome = (Summary, Result<(), RunError>);

struct Worker {
    chunk: Chunk,
    send: Option<SyncSender<Message>>,
    /// Chunks that are done; it ends when the worker has had its last frame.
    back: Receiver<Chunk>,
    /// Once it is gone, the worker may end its connections and logs.
    more: Option<Sender<()>>,
    thread: Option<JoinHandle<Outcome>>,
}

/// When it is a worker's turn to do what others see.
pub struct Begin(Option<Receiver<()>>);

impl Begin {
    /// Waits until the first worker is there; false where it will not be, and so nobody.
    #[must_use]
    pub fn wait(&self) -> bool {
        self.0.as_ref().is_none_or(|begin| begin.recv().is_ok())
    }
}

/// Hands frames to workers.
pub struct Spread {
    workers: Vec<Worker>,
    logs: JointLogs,
    now: Timestamp,
    sent: Timestamp,
}

/// Chunks are sent half full when frames are so old by the time of others.
const STALE: Interval = Interval::from_millis(10);

impl Spread {
    /// Starts `n` workers, told their numbers and the logs that they share. They may load at the same time; when the first
    /// is there it is the [turn](Begin) of the others, so that what is done once, or wrong in all of them, is done and said
    /// by it.
    ///
    /// # Errors
    /// Where the system has no more threads; why a worker could not be made.
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
            // Where it has ended, its own word says so.
            let _ = begin.send(());
        }
        for (ready, _) in &others {
            heard(ready)?;
        }
        Ok((spread, capturing))
    }

    /// One more worker; what is received is whether it came to be.
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
            // Who started it waits for this.
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

    /// Has all workers begin new logs.
    ///
    /// # Errors
    /// A worker ended before its time.
    pub fn rotate(&mut self) -> Result<(), RunError> {
        for w in &mut self.workers {
            w.chunk.rotate = Some(self.now);
        }
        self.flush()
    }

    /// Ends all workers. Their summaries are joined; the first of their errors counts.
    pub fn finish(mut self, result: Result<(), RunError>) -> Outcome {
        let result = result.and_then(|()| self.flush());
        let (mut all, mut ended) = (Summary::default(), Ok(()));
        for worker in &mut self.workers {
            worker.send = None;
        }
        // Nobody ends the logs while others still have frames: what they write belongs in the same files.
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
        let closed = self.logs.finish().map_err(RunError::Log);
        // Why one ended before its time says more than that it did.
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
        // What was said before comes before.
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

    /// Workers keep their timers to themselves: time passes for them every second of silence.
    fn next_due(&mut self) -> Option<Timestamp> {
        Some(Timestamp::from_nanos(self.now.nanos().saturating_add(1_000_000_000)))
    }

    fn pause(&mut self) -> Result<(), RunError> {
        if self.now - self.sent >= STALE { self.flush() } else { Ok(()) }
    }

    /// Sources belong to no worker: the first speaks for them.
    fn counted(&mut self, more: Counters) {
        if let Some(first) = self.workers.first_mut() {
            *first.chunk.counted.get_or_insert_default() += more;
        }
    }
}

/// Waits until a worker is there.
fn heard<E: From<io::Error>>(ready: &Receiver<Result<Capturing, E>>) -> Result<Capturing, E> {
    ready.recv().unwrap_or_else(|_| Err(io::Error::other("a worker ended before it began").into()))
}

/// What a worker's thread does.
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
                // Where the reader has ended, nobody wants it back.
                let _ = back.send(chunk);
            }
            Err(RecvTimeoutError::Timeout) => result = run.idle(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    drop((messages, back));
    // Nothing is ever sent: it ends when all are here.
    let _ = no_more.recv();
    run.finish(result)
}

/// Between two looks at whether scripts that have suspended processing go on.
const SUSPENDED: Duration = Duration::from_millis(1);

/// Waits while scripts have suspended processing.
#[inline]
fn resumed(run: &mut Run, no_more: &Receiver<()>) -> Result<(), RunError> {
    while run.is_suspended() {
        run.idle()?;
        // Nothing comes by it before the frames are done: a wait that costs nothing.
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
        // Only where scripts had a say they may have suspended processing.
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
    run.pause()
}
