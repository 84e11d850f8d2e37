//! A capture file as a packet source, read ahead by a thread.
//!
//! Copying a capture from the kernel and walking its records takes about a tenth of the time of all processing. A
//! thread does both, a few buffers ahead of processing. Buffers are recycled, so nothing is copied or allocated per
//! frame.
use crate::error::Error;
use crate::file::{FileSource, Lanes, Portion};
use crate::frame::{Batch, Frame};
use crate::source::{Counters, Filled, PacketSource, SourceError};
use net_types::Timestamp;
use std::sync::mpsc::{Receiver, RecvError, SyncSender, TryRecvError, sync_channel};

/// Number of recycled buffers. All fit into the cache.
const PORTIONS: usize = 6;
/// Number of buffers returned at a time. The reader is woken once for all of them; a wakeup costs as much as a dozen
/// packets.
const GROUP: usize = 3;

/// Number of recycled buffers that several threads share, which bounds how far one thread can be ahead of another. They
/// exceed the first-level caches in any case, and each costs all threads a wakeup.
const SHARED: usize = 8;
const SHARED_BYTES: usize = 512 << 10;

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
    portion: Portion,
    /// Processed buffers that will be returned as a group.
    spent: Vec<Portion>,
    /// The portion was given away; its receiver returns it to the reader.
    lent: bool,
    taken: usize,
    position: u64,
    ended: bool,
    counters: Counters,
}

/// Frames shared by several threads, each of which processes its own. The buffer is recycled when the last thread drops
/// it.
pub struct SharedFrames {
    portion: Portion,
    home: SyncSender<Portion>,
}

impl SharedFrames {
    /// The frames with the lane of each.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Frame<'_>, u16)> {
        self.portion.batch().iter().zip(self.portion.lanes.iter().copied())
    }

    /// The latest timestamp of the frames.
    #[must_use]
    pub fn latest(&self) -> Timestamp {
        self.portion.batch().iter().map(|f| f.ts).fold(Timestamp::ZERO, Timestamp::max)
    }

    /// Prefetches the headers of this lane's frames from the other processor's cache. Fetched on demand, each would be
    /// waited for.
    pub fn fetch(&self, lane: u16) {
        fetch_headers(self.iter().filter(|(_, whose)| *whose == lane).map(|(frame, _)| frame));
    }
}

impl Drop for SharedFrames {
    fn drop(&mut self) {
        // The channel has room for all buffers; a reader that has finished needs none.
        let _ = self.home.try_send(std::mem::take(&mut self.portion));
    }
}

impl FilePackets {
    /// Reads `file` from its current position.
    ///
    /// # Errors
    /// The reader thread cannot be started.
    pub fn new(file: FileSource) -> Result<Self, SourceError> {
        Self::read(file, PORTIONS, None)
    }

    /// Reads `file` for several threads. `lane_of` assigns each frame to a thread; the reader calls it while the frame
    /// is in its cache. The threads take frames from [`share`](PacketSource::share).
    ///
    /// # Errors
    /// The reader thread cannot be started.
    pub fn sorted(
        mut file: FileSource,
        lane_of: impl Fn(&Frame<'_>) -> u16 + Send + 'static,
    ) -> Result<Self, SourceError> {
        file.read_more_at_once(SHARED_BYTES);
        Self::read(file, SHARED, Some(Box::new(lane_of)))
    }

    fn read(mut file: FileSource, portions: usize, lanes: Option<Box<Lanes>>) -> Result<Self, SourceError> {
        let name = file.path().display().to_string();
        let (spare, spares) = sync_channel::<Portion>(portions);
        let (out, found) = sync_channel::<Found>(portions);
        // The current portion, still empty, counts as one of the buffers.
        for _ in 1..portions {
            let _ = spare.send(Portion::default());
        }
        let read = move || {
            // Ends with the capture, or when the receiver is dropped.
            while let Ok(mut portion) = spares.recv() {
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
                if out.send(found).is_err() || ended {
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

impl FilePackets {
    /// The reader's next result; after `looks` checks it sleeps until there is one.
    fn next(&self, looks: u32) -> Result<Found, RecvError> {
        for _ in 0..looks {
            match self.found.try_recv() {
                Ok(found) => return Ok(found),
                Err(TryRecvError::Empty) => std::thread::yield_now(),
                Err(TryRecvError::Disconnected) => return Err(RecvError),
            }
        }
        self.found.recv()
    }
}

/// Prefetches the headers of all frames from the other processor's cache. Fetched on demand, each would be waited for.
fn fetch_headers<'a>(frames: impl Iterator<Item = Frame<'a>>) {
    let touched = frames
        .fold(0, |sum, f| sum ^ f.data.first().copied().unwrap_or(0) ^ f.data.get(63).copied().unwrap_or(0));
    std::hint::black_box(touched);
}

impl PacketSource for FilePackets {
    fn name(&self) -> &str {
        &self.name
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
        // A thread that gives buffers away leaves the processors to their receivers.
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
            Err(_) => {
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
mod tests {
    use super::*;
    use crate::frame::Frame;
    use crate::source::Filled;
    use crate::write::{PcapWriter, Precision};
    use net_types::{LinkType, Timestamp};
    use std::path::Path;

    /// A capture of `frames` frames of four bytes each, which contain their numbers.
    fn numbers(path: &Path, frames: u32) {
        let mut out = PcapWriter::create(path, Precision::Micros).unwrap();
        for n in 0..frames {
            let data = n.to_be_bytes();
            let ts = Timestamp::from_parts(i64::from(n), 0);
            out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len: 60, data: &data }).unwrap();
        }
        out.finish().unwrap();
    }

    fn open(path: &Path) -> FilePackets {
        FilePackets::new(FileSource::open(path).unwrap()).unwrap()
    }

    #[test]
    fn frames_of_a_file_are_taken_a_few_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("numbers.pcap");
        numbers(&path, 100_000);
        let mut source = open(&path);
        let (mut next, mut take) = (0u32, 1);
        while source.fill().unwrap() == Filled::Frames {
            let batch = source.current();
            let some = batch.len().min(take);
            for frame in batch.iter().take(some) {
                assert_eq!(frame.data, next.to_be_bytes());
                next += 1;
            }
            source.consume(some);
            take = take % 37 + 1;
        }
        assert_eq!(next, 100_000);
        assert_eq!(source.fill().unwrap(), Filled::End);
        assert_eq!(
            source.counters(),
            Counters { received: 100_000, bytes: 6_000_000, link: 100_000, dropped: 0 }
        );
    }

    #[test]
    fn shared_frames_are_sorted_and_their_buffers_come_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("numbers.pcap");
        // More frames than the recycled buffers hold.
        let frames = 400_000;
        numbers(&path, frames);
        let last = |data: &[u8]| u16::from(*data.last().unwrap());
        let mut source =
            FilePackets::sorted(FileSource::open(&path).unwrap(), move |f| last(f.data) % 3).unwrap();
        let (mut next, mut held) = (0u32, std::collections::VecDeque::new());
        while source.fill().unwrap() == Filled::Frames {
            let shared = source.share().unwrap();
            assert!(source.current().is_empty() && source.share().is_none(), "the frames were given away");
            for (frame, lane) in shared.iter() {
                assert_eq!((frame.data, lane), (&next.to_be_bytes()[..], last(frame.data) % 3));
                next += 1;
            }
            assert_eq!(shared.latest(), Timestamp::from_parts(i64::from(next) - 1, 0));
            held.push_back(shared);
            // A consumer as slow as the number of buffers allows.
            if held.len() > SHARED - 4 {
                held.pop_front();
            }
        }
        assert_eq!((next, source.counters().received), (frames, u64::from(frames)));
    }

    #[test]
    fn frames_that_were_begun_are_not_shared() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("numbers.pcap");
        numbers(&path, 10);
        let mut source = FilePackets::sorted(FileSource::open(&path).unwrap(), |_| 0).unwrap();
        assert_eq!(source.fill().unwrap(), Filled::Frames);
        source.consume(1);
        assert!(source.share().is_none());
        assert_eq!(source.current().len(), 9);
        let mut plain = open(&path);
        assert_eq!(plain.fill().unwrap(), Filled::Frames);
        assert!(plain.share().is_none(), "frames without lanes cannot be shared");
    }

    #[test]
    fn frames_before_damage_come_before_the_error_which_comes_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cut.pcap");
        numbers(&path, 20_000);
        let len = std::fs::metadata(&path).unwrap().len();
        std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(len - 1).unwrap();
        let mut source = open(&path);
        let mut frames = 0;
        let error = loop {
            match source.fill() {
                Ok(Filled::Frames) => frames += source.current().len(),
                Ok(other) => panic!("{other:?} before the error"),
                Err(e) => break e,
            }
            source.consume(usize::MAX);
        };
        assert_eq!(frames, 19_999);
        assert!(error.to_string().contains("cut.pcap"), "{error}");
        assert_eq!(source.fill().unwrap(), Filled::End);
        assert_eq!(source.position(), len - 1 - 19);
    }

    /// An endless stream that reports when it is dropped.
    struct Endless(std::io::Cursor<Vec<u8>>, SyncSender<()>);

    impl std::io::Read for Endless {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            if self.0.position() == self.0.get_ref().len() as u64 {
                // Right after the file header.
                self.0.set_position(24);
            }
            self.0.read(to)
        }
    }

    impl Drop for Endless {
        fn drop(&mut self) {
            let _ = self.1.send(());
        }
    }

    #[test]
    fn the_reader_ends_with_whom_it_reads_for() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("numbers.pcap");
        numbers(&path, 1000);
        let (gone, is_gone) = sync_channel(1);
        let stream = Endless(std::io::Cursor::new(std::fs::read(&path).unwrap()), gone);
        let mut source = FilePackets::new(FileSource::from_reader("endless", stream).unwrap()).unwrap();
        for _ in 0..10 {
            assert_eq!(source.fill().unwrap(), Filled::Frames);
            source.consume(usize::MAX);
        }
        assert!(is_gone.try_recv().is_err());
        drop(source);
        is_gone.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
    }
}
