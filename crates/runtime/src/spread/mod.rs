//! Distributes frames to several workers in one process. Each worker has its own session and scripts.
//!
//! Frames of a file come in whole buffers ([`SharedFrames`]). The reading thread records each frame's owner, and every
//! worker picks its own frames. Nothing is copied, and a buffer is reused when all workers have finished with it.
//! Frames of interfaces lie in the kernel's ring: they are copied into chunks, which are also reused.
//!
//! Every worker also learns the times of other workers' frames. So its timers fire between the same two frames as with
//! one worker, and connections do not depend on the number of workers. A worker that falls behind slows down the
//! reader; on an interface, the ring buffers frames meanwhile.
//!
//! Workers are nodes of a cluster. So are a manager and a proxy, which get no frames and run on one more thread
//! ([`control`]). Each node has its own script variables. Nodes share the logs ([`JointLogs`]) and send each other
//! events through a hub.
mod control;
mod lane;
mod progress;
mod station;
mod turns;
mod worker;

pub use station::Station;

use crate::capturing::Capturing;
use crate::error::RunError;
use crate::figures::{Board, Figures};
use crate::frame_handler::FrameHandler;
use crate::run::Run;
use crate::summary::Summary;
use capture::{Counters, Frame, Record, SharedFrames};
use cluster::{Caps, Hub};
use log_framework::JointLogs;
use net_types::{Interval, LinkType, Timestamp};
use progress::{Progress, Report};
use std::io;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Weak};
use std::thread::Builder;
use std::time::Duration;
use turns::Turns;
use value::Level;

/// The number of bytes of frames at which a chunk is sent.
const CHUNK: usize = 256 << 10;
/// The number of records, including those for other workers' frames, at which a chunk is sent.
const RECORDS: usize = 8192;
/// The number of messages that a worker's queue holds. A file has as many buffers, so that a worker that had the most to
/// do for a while holds up no other: traffic that a few connections dominate is even only over many megabytes.
const WAITING: usize = capture::SHARED_BUFFERS;
/// As above, for frames of interfaces.
const WAITING_LIVE: usize = 8;
/// The number of buffers that the fastest worker has ahead of it: enough to be never idle, few enough that the buffers
/// that all workers process at the same speed stay in the cache.
const AHEAD: u64 = 8;
/// The number of buffers that are passed on at a time, so that the thread is not woken for each.
const GROUP: u64 = 4;
/// The link type of a record for another worker's frame, of which only the time matters.
const OTHERS: LinkType = LinkType(u32::MAX);

/// Frames for one worker, and the times of other workers' frames.
#[derive(Default)]
struct Chunk {
    bytes: Vec<u8>,
    records: Vec<Record>,
    /// The time to advance to after the frames.
    time: Option<Timestamp>,
    /// The counts of sources since the last chunk.
    counted: Option<Counters>,
    /// The time of a request to rotate the logs, which is done after the frames.
    rotate: Option<Timestamp>,
    /// Events reported by sources.
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

/// Messages to a worker.
enum Message {
    Chunk(Chunk),
    Frames(Arc<SharedFrames>),
    /// Mail from other nodes has arrived.
    Mail,
}

/// Returns a function that tells which of N workers owns a frame, for a source that assigns frames.
pub fn lanes(workers: usize) -> impl Fn(&Frame<'_>) -> u16 + Send + 'static {
    move |frame| lane::lane_of(frame, workers.min(MOST)) as u16
}

/// The most workers that frames of a file are assigned to; further workers get none.
const MOST: usize = u16::MAX as usize;

type Outcome = (Summary, Result<(), RunError>);

struct Worker {
    chunk: Chunk,
    /// The number of frames of interfaces that were passed to it.
    frames: u64,
    /// Where its thread shows its figures.
    board: Board,
    send: Option<Arc<SyncSender<Message>>>,
    /// Returns empty chunks for reuse. Disconnected when the worker has processed its last frame.
    back: Receiver<Chunk>,
    /// Dropped so that the worker ends its connections and logs.
    more: Option<Sender<()>>,
    /// Receives the outcome of its runs.
    ended: Receiver<Outcome>,
    /// Dropped so that its thread ends.
    rest: Sender<()>,
}

/// Threads of nodes whose runs have ended. They end when this is dropped, and then return their memory, which takes
/// longer than the end of the process.
pub struct Resting {
    _threads: Vec<Sender<()>>,
}

/// Passes frames to the workers.
pub struct Spread {
    /// The workers, then the thread of manager and proxy.
    workers: Vec<Worker>,
    /// The number of workers that get frames: the first ones.
    lanes: usize,
    hub: Hub,
    logs: JointLogs,
    progress: Progress,
    /// The number of shared buffers of frames that were passed to the workers.
    shared: u64,
    now: Timestamp,
    sent: Timestamp,
    is_told_to_end: bool,
}

/// A chunk that is not full is sent when network time has advanced this far since the last one was sent.
const STALE: Interval = Interval::from_millis(10);

impl Spread {
    /// Starts `n` workers, a manager and a proxy. `load` loads the scripts of a node, and `begin` starts them. As many
    /// nodes load scripts at the same time as there are processors. They start them only after the first worker has
    /// done so ([`Station::wait`]): the first worker does what must be done only once, and reports errors that would be
    /// the same for all. `live` says whether packets come from interfaces.
    ///
    /// # Errors
    /// A thread could not be started, or `load` or `begin` failed.
    pub fn start<E, S>(
        n: usize,
        live: bool,
        load: impl Fn(&Station) -> Result<S, E> + Clone + Send + 'static,
        begin: impl Fn(&Station, S) -> Result<(Run, Capturing), E> + Clone + Send + 'static,
    ) -> Result<(Self, Capturing), E>
    where
        E: From<io::Error> + Send + 'static,
    {
        let (logs, hub) = (JointLogs::default(), Hub::new(n + 2));
        let time = Timestamp::ZERO;
        let progress = Progress::of(n);
        let mut spread = Spread {
            workers: Vec::new(),
            lanes: n,
            hub,
            logs,
            progress: progress.clone(),
            shared: 0,
            now: time,
            sent: time,
            is_told_to_end: false,
        };
        let names: Vec<String> = (1..=n).map(|n| format!("worker-{n}")).collect();
        let (mut begins, mut turns) = (Vec::new(), Turns::new());
        let mut heard_of = Vec::new();
        let caps = if live { Caps::LIVE } else { Caps::FILE };
        for number in 0..=n {
            let control = ["manager".to_owned(), "proxy-1".to_owned()];
            let on_thread = names.get(number..=number).unwrap_or(control.as_slice());
            let (send, messages) = sync_channel(if live { WAITING_LIVE } else { WAITING });
            let mut may_load = (number < n).then(|| turns.next());
            let send = Arc::new(send);
            let stations = on_thread.iter().enumerate().map(|(at, name)| {
                let (begin, turn) = channel();
                let is_first = number == 0;
                begins.push((!is_first).then_some(begin));
                // While workers process an unknown part of a file's buffer, mail to manager and proxy has no place in
                // time: they look for it after each buffer.
                let wake = if live || number < n { Arc::downgrade(&send) } else { Weak::new() };
                let seat = station::Seating { hub: spread.hub.clone(), caps, wake };
                let turn = (!is_first).then_some(turn);
                let may_load = may_load.take().unwrap_or_default();
                Station::new(number + at, name, n, spread.logs.clone(), seat, (may_load, turn))
            });
            let stations: Vec<Station> = stations.collect();
            let seat = if number < n {
                Place::Worker(progress.report(number))
            } else {
                Place::Control(progress.clone())
            };
            let make = (load.clone(), begin.clone());
            heard_of.push(spread.add(make, stations, send, messages, seat)?);
        }
        let mut all = heard_of.into_iter();
        let capturing = match all.next() {
            Some(first) => heard(&first)?,
            None => Capturing::default(),
        };
        for begin in begins.into_iter().flatten() {
            // Fails if the node has ended; its error is received below.
            let _ = begin.send(());
        }
        for ready in all {
            heard(&ready)?;
        }
        Ok((spread, capturing))
    }

    /// Starts the thread of these nodes. Their scripts are all loaded before any are started, since only the start may
    /// have to wait for the first worker. The returned channel receives the result.
    fn add<E, S>(
        &mut self,
        (load, begin): (
            impl Fn(&Station) -> Result<S, E> + Send + 'static,
            impl Fn(&Station, S) -> Result<(Run, Capturing), E> + Send + 'static,
        ),
        stations: Vec<Station>,
        send: Arc<SyncSender<Message>>,
        messages: Receiver<Message>,
        place: Place,
    ) -> io::Result<Receiver<Result<Capturing, E>>>
    where
        E: Send + 'static,
    {
        let number = self.workers.len();
        let ((give_back, back), (more, no_more)) = (channel(), channel());
        let ((tell, ready), (end, ended), (rest, rests)) = (channel(), channel(), channel());
        let board = Board::default();
        let shown = board.clone();
        let life = move || {
            stations.iter().for_each(Station::wait_to_load);
            let loaded: Result<Vec<S>, E> = stations.iter().map(load).collect();
            let made: Result<Vec<(Run, Capturing)>, E> = loaded.and_then(|all| {
                stations.iter().zip(all).map(|(node, scripts)| begin(node, scripts)).collect()
            });
            drop(stations);
            let (mut runs, said) = match made {
                Ok(made) => {
                    let (runs, mut capturing): (Vec<_>, Vec<_>) = made.into_iter().unzip();
                    (runs, Ok(capturing.pop().unwrap_or_default()))
                }
                Err(e) => (Vec::new(), Err(e)),
            };
            // The thread that started this one waits for this.
            let _ = tell.send(said);
            let outcome = match place {
                _ if runs.is_empty() => (Summary::default(), Err(RunError::Worker)),
                Place::Control(progress) => {
                    control::work(runs, messages, (give_back, shown), &no_more, &progress)
                }
                Place::Worker(report) => match runs.pop() {
                    Some(run) => {
                        worker::work(run, number as u16, messages, (give_back, shown), &no_more, report)
                    }
                    None => (Summary::default(), Err(RunError::Worker)),
                },
            };
            let _ = end.send(outcome);
            // This channel never carries messages: see `Resting`.
            let _: Result<(), _> = rests.recv();
        };
        Builder::new()
            .name(if number < self.lanes { format!("worker {number}") } else { "control".to_owned() })
            .spawn(life)?;
        let (chunk, send, more) = (Chunk::default(), Some(send), Some(more));
        self.workers.push(Worker { chunk, frames: 0, board, send, back, more, ended, rest });
        Ok(ready)
    }

    /// Makes all workers rotate their logs.
    ///
    /// # Errors
    /// A worker ended early.
    pub fn rotate(&mut self) -> Result<(), RunError> {
        for w in &mut self.workers {
            w.chunk.rotate = Some(self.now);
        }
        self.flush()
    }

    /// Records that a signal ends the run.
    pub fn told_to_end(&mut self) {
        self.is_told_to_end = true;
    }

    /// What each worker shows, with the frames of interfaces that it was handed.
    pub fn of_workers(&self) -> Vec<(u64, Figures)> {
        self.workers.iter().take(self.lanes).map(|w| (w.frames, w.board.read())).collect()
    }

    /// The sum of what all nodes show.
    pub fn figures(&self) -> Figures {
        let mut all = Figures::default();
        self.workers.iter().for_each(|w| all += w.board.read());
        all
    }

    /// Ends all workers, then proxy and manager. Returns the sum of the workers' summaries, the first error, and the
    /// threads.
    pub fn finish(mut self, result: Result<(), RunError>) -> (Summary, Result<(), RunError>, Resting) {
        let result = result.and_then(|()| self.flush());
        let (mut all, mut ended) = (Summary::default(), Ok(()));
        let (workers, control) = self.workers.split_at_mut(self.lanes);
        // No worker may end the shared logs while another still has frames.
        for part in [&mut *workers, &mut *control] {
            part.iter_mut().for_each(|w| w.send = None);
            for worker in part.iter() {
                while worker.back.recv().is_ok() {}
            }
        }
        // Proxy and manager receive the workers' last messages.
        for (part, counts) in [(workers, true), (control, false)] {
            settle(&self.hub);
            part.iter_mut().for_each(|w| w.more = None);
            for worker in part {
                match worker.ended.recv() {
                    Ok((summary, outcome)) => {
                        if counts {
                            all.join(&summary);
                        } else {
                            all.join_logs(&summary);
                        }
                        ended = ended.and(outcome);
                    }
                    // The thread has panicked.
                    Err(_) => ended = ended.and(Err(RunError::Worker)),
                }
            }
        }
        let (lost, closed) = self.logs.finish();
        all.lost.extend(lost);
        let closed = closed.map_err(RunError::Log);
        // A worker's own error says more than the message that it ended early.
        let result = match result {
            Err(RunError::Worker) => ended.and(result),
            other => other.and(ended),
        };
        (all, result.and(closed), Resting { _threads: self.workers.into_iter().map(|w| w.rest).collect() })
    }

    fn flush(&mut self) -> Result<(), RunError> {
        self.sent = self.now;
        self.workers.iter_mut().filter(|w| !w.chunk.is_empty()).try_for_each(Worker::hand_over)
    }
}

/// The interval at which a suspended worker checks whether scripts have resumed processing, and an ending node checks
/// for mail.
const SUSPENDED: Duration = Duration::from_millis(1);

/// The role of a thread.
enum Place {
    /// Processes frames and reports its progress.
    Worker(Report),
    /// Follows the workers as manager and proxy.
    Control(Progress),
}

/// The number of checks at the end for mail in transit: five seconds in total.
const ROUNDS: u32 = 5000;

/// Waits until no mail between nodes is in transit.
fn settle(hub: &Hub) {
    // This channel never carries messages: it serves as a clock.
    let (_silent, clock) = channel::<()>();
    for _ in 0..ROUNDS {
        if hub.in_flight() == 0 {
            return;
        }
        let _ = clock.recv_timeout(Duration::from_millis(1));
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
        // If a worker ended early, `finish` returns the worker's error.
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
            self.frames += 1;
            c.bytes.extend_from_slice(frame.data);
        }
        if c.bytes.len() >= CHUNK || c.records.len() >= RECORDS { self.hand_over() } else { Ok(()) }
    }
}

impl FrameHandler for Spread {
    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), RunError> {
        let lane = lane::lane_of(frame, self.lanes);
        self.now = self.now.max(frame.ts);
        self.workers.iter_mut().enumerate().try_for_each(|(n, w)| w.take(frame, n == lane))
    }

    fn is_told_to_end(&self) -> bool {
        self.is_told_to_end
    }

    fn shares(&self) -> bool {
        true
    }

    fn share(&mut self, frames: SharedFrames) -> Result<(), RunError> {
        self.now = self.now.max(frames.latest());
        // Earlier frames are sent first, to keep the order.
        self.flush()?;
        if self.shared.is_multiple_of(GROUP) {
            self.progress.wait_for_fastest((self.shared + GROUP).saturating_sub(AHEAD));
        }
        self.shared += 1;
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

    /// Returns a time one second ahead. Nodes sleep until their own timers are due ([`Run::patience`]); for all others,
    /// time advances every second without frames.
    fn next_due(&mut self) -> Option<Timestamp> {
        Some(Timestamp::from_nanos(self.now.nanos().saturating_add(1_000_000_000)))
    }

    fn pause(&mut self) -> Result<(), RunError> {
        if self.now - self.sent >= STALE { self.flush() } else { Ok(()) }
    }

    /// Reports through the first worker.
    fn report(&mut self, level: Level, text: String) -> Result<(), RunError> {
        if let Some(first) = self.workers.first_mut() {
            first.chunk.reports.push((level, text));
        }
        self.flush()
    }

    /// Passes the counts to the first worker, since sources belong to no worker.
    fn counted(&mut self, more: Counters) {
        if let Some(first) = self.workers.first_mut() {
            *first.chunk.counted.get_or_insert_default() += more;
        }
    }
}

/// Waits until a worker has started. Returns the result of its start.
fn heard<E: From<io::Error>>(ready: &Receiver<Result<Capturing, E>>) -> Result<Capturing, E> {
    ready.recv().unwrap_or_else(|_| Err(io::Error::other("a worker ended before it began").into()))
}
