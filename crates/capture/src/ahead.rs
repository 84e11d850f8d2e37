//! A capture file as a packet source, read ahead by a thread.
//!
//! Copying a capture from the kernel and walking its records takes about a tenth of the time of all processing. A
//! thread does both, a few buffers ahead of processing. Buffers are recycled, so nothing is copied or allocated per
//! frame.
//!
//! For a regular file, the loop waits. A pipe may be silent for any time, so its reader rings a [`Bell`]: the run loop
//! sleeps on the bell's descriptor and continues to handle signals and timers.
use crate::bell::{Bell, Ringer, bell};
use crate::error::Error;
use crate::file::{FileSource, Lanes, Portion};
use crate::frame::{Batch, Frame};
use crate::shared::{SharedFrames, fetch_headers};
use crate::source::{Counters, Filled, PacketSource, SourceError};
use std::os::fd::BorrowedFd;
use std::sync::mpsc::{Receiver, SendError, SyncSender, TryRecvError, sync_channel};

/// Number of recycled buffers. All fit into the cache.
const PORTIONS: usize = 6;
/// Number of buffers returned at a time. The reader is woken once for all of them; a wakeup costs as much as a dozen
/// packets.
const GROUP: usize = 3;

/// The most recycled buffers that several threads share, which bounds how far one thread can be ahead of another. A buffer
/// is made only when all others are in use. They exceed the first-level caches in any case, and each costs all threads a
/// wakeup.
pub const SHARED_BUFFERS: usize = 128;
const SHARED_BYTES: usize = 512 << 10;
/// Number of shared buffers that are read before they are asked for. Who shares them decides how far ahead threads are.
const SHARED_AHEAD: usize = 4;

/// How often a thread checks for frames, yielding in between, before it sleeps. Large frames that are not analyzed are
/// processed as fast as they are read; sleeping and waking each time would take longer than reading them.
const LOOKS: u32 = 200;

/// The reader's result: frames, or `None` at the end.
type Found = Result<Option<Portion>, Error>;

/// A capture file as a [`PacketSource`].
pub struct FilePackets {
    name: String,
    found: Receiver<Found>,
    spare: SyncSender<Portion>,
    /// Rung by the reader of a pipe; `None` for a regular file.
    bell: Option<Bell>,
    portion: Portion,
    /// Processed buffers that will be returned as a group.
    spent: Vec<Portion>,
    /// The portion was handed to another thread, which returns it to the reader.
    lent: bool,
    taken: usize,
    position: u64,
    ended: bool,
    counters: Counters,
}

impl FilePackets {
    /// Reads `file` from its current position.
    ///
    /// # Errors
    /// The reader thread cannot be started.
    pub fn new(file: FileSource) -> Result<Self, SourceError> {
        Self::read(file, (PORTIONS, PORTIONS), None)
    }

    /// Reads `file` for several threads. `lane_of` assigns each frame to a thread; the reading thread calls it while
    /// the frame is in the cache. The threads take frames from [`share`](PacketSource::share).
    ///
    /// # Errors
    /// The reader thread cannot be started.
    pub fn sorted(
        mut file: FileSource,
        lane_of: impl Fn(&Frame<'_>) -> u16 + Send + 'static,
    ) -> Result<Self, SourceError> {
        file.read_more_at_once(SHARED_BYTES);
        Self::read(file, (SHARED_BUFFERS, SHARED_AHEAD), Some(Box::new(lane_of)))
    }

    /// Reads `file` into at most `portions` buffers. The reader waits while `ahead` of them have not been asked for.
    fn read(
        mut file: FileSource,
        (portions, ahead): (usize, usize),
        lanes: Option<Box<Lanes>>,
    ) -> Result<Self, SourceError> {
        let name = file.path().display().to_string();
        let (spare, spares) = sync_channel::<Portion>(portions);
        let (out, found) = sync_channel::<Found>(ahead);
        let failed = |e: std::io::Error| {
            SourceError::Device(format!("{}: cannot start its reader thread: {e}", file.path().display()))
        };
        let (bell, ringer) = if file.is_slow() { bell().map_err(failed)? } else { (None, None) };
        // The current portion, still empty, counts as one of the buffers.
        let mut spares = Spares { returned: spares, held: Vec::new(), unmade: portions - 1 };
        let outlet = Outlet { out, ringer };
        let read = move || {
            // Ends with the capture, or when the receiver is dropped.
            while let Some(mut portion) = spares.next() {
                let found = file.next_portion(&mut portion).map(|more| more.then_some(portion));
                let ended = !matches!(found, Ok(Some(_)));
                let found = found.map(|portion| {
                    portion.map(|mut portion| {
                        if let Some(lane_of) = &lanes {
                            portion.sort(lane_of);
                        }
                        portion
                    })
                });
                if outlet.send(found).is_err() || ended {
                    break;
                }
            }
        };
        // The thread is not joined: it may block in a read from a pipe without a writer.
        if let Err(e) = std::thread::Builder::new().name("reader".to_owned()).spawn(read) {
            return Err(SourceError::Device(format!("{name}: cannot start its reader thread: {e}")));
        }
        Ok(FilePackets {
            name,
            found,
            spare,
            bell,
            portion: Portion::default(),
            spent: Vec::with_capacity(GROUP),
            lent: false,
            taken: 0,
            position: 0,
            ended: false,
            counters: Counters::default(),
        })
    }
}

/// The buffers that the reader may fill.
struct Spares {
    returned: Receiver<Portion>,
    held: Vec<Portion>,
    /// The number of buffers that may still be made.
    unmade: usize,
}

impl Spares {
    /// Returns the buffer that came back last, which is the most likely to be in the cache. `None` if none will come back.
    fn next(&mut self) -> Option<Portion> {
        self.held.extend(self.returned.try_iter());
        if let Some(portion) = self.held.pop() {
            return Some(portion);
        }
        if self.unmade > 0 {
            self.unmade -= 1;
            return Some(Portion::default());
        }
        self.returned.recv().ok()
    }
}

/// The reader's end of the channel. The channel closes before the last ring.
struct Outlet {
    out: SyncSender<Found>,
    ringer: Option<Ringer>,
}

impl Outlet {
    fn send(&self, found: Found) -> Result<(), SendError<Found>> {
        self.out.send(found)?;
        if let Some(ringer) = &self.ringer {
            ringer.ring();
        }
        Ok(())
    }
}

impl FilePackets {
    /// The reader's next result. After `looks` checks, this waits for a regular file; for a pipe, `Empty` means that
    /// its reader will ring.
    fn next(&self, looks: u32) -> Result<Found, TryRecvError> {
        for _ in 0..looks {
            match self.found.try_recv() {
                Err(TryRecvError::Empty) => std::thread::yield_now(),
                other => return other,
            }
        }
        let Some(bell) = &self.bell else {
            return self.found.recv().map_err(|_| TryRecvError::Disconnected);
        };
        bell.expect();
        self.found.try_recv()
    }
}

impl PacketSource for FilePackets {
    fn name(&self) -> &str {
        &self.name
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.bell.as_ref().map(Bell::descriptor)
    }

    fn is_live(&self) -> bool {
        false
    }

    fn fill(&mut self) -> Result<Filled, SourceError> {
        if self.taken < self.portion.batch().len() {
            return Ok(Filled::Frames);
        }
        if self.ended {
            return Ok(Filled::End);
        }
        if let Some(bell) = &self.bell {
            bell.hush();
        }
        // A thread that passes buffers on does not poll, so that their receivers can use the processors.
        let looks = if self.lent { 0 } else { LOOKS };
        if !std::mem::take(&mut self.lent) {
            self.spent.push(std::mem::take(&mut self.portion));
        }
        if self.spent.len() >= GROUP {
            for portion in self.spent.drain(..) {
                // A reader that has finished needs no buffer.
                let _ = self.spare.send(portion);
            }
        }
        self.taken = 0;
        match self.next(looks) {
            Ok(Ok(Some(portion))) => {
                self.position = portion.position;
                self.portion = portion;
                let batch = self.portion.batch();
                if self.portion.lanes.is_empty() {
                    fetch_headers(batch.iter());
                }
                self.counters.received += batch.len() as u64;
                self.counters.bytes += batch.iter().map(|f| u64::from(f.wire_len)).sum::<u64>();
                Ok(Filled::Frames)
            }
            Ok(Ok(None)) => {
                self.ended = true;
                Ok(Filled::End)
            }
            Ok(Err(e)) => {
                self.ended = true;
                Err(SourceError::File(e))
            }
            Err(TryRecvError::Empty) => {
                // The reader already has the portion.
                self.lent = true;
                Ok(Filled::Nothing)
            }
            Err(TryRecvError::Disconnected) => {
                self.ended = true;
                Err(SourceError::Device(format!("{}: its reader thread ended before the capture", self.name)))
            }
        }
    }

    fn current(&self) -> Batch<'_> {
        self.portion.batch().skip(self.taken)
    }

    fn share(&mut self) -> Option<SharedFrames> {
        let whole = self.taken == 0 && !self.portion.lanes.is_empty();
        whole.then(|| {
            self.lent = true;
            SharedFrames { portion: std::mem::take(&mut self.portion), home: self.spare.clone() }
        })
    }

    fn consume(&mut self, frames: usize) {
        self.taken = self.taken.saturating_add(frames).min(self.portion.batch().len());
    }

    fn position(&self) -> u64 {
        self.position
    }

    fn counters(&mut self) -> Counters {
        Counters { link: self.counters.received, ..self.counters }
    }
}

impl std::fmt::Debug for FilePackets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FilePackets({} at byte {})", self.name, self.position())
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests write their captures")]
mod tests;
