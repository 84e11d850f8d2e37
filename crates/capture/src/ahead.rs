//! A capture file as a source of packets, read ahead by a thread.
//!
//! The kernel's copy of a capture and the walk over its records take as long as a tenth of all that follows. A thread
//! does both, a few buffers ahead, while the frames of the buffer before are processed. Buffers go round, so nothing is
//! copied or allocated on the way.
use crate::error::Error;
use crate::file::{FileSource, Portion};
use crate::frame::Batch;
use crate::source::{Counters, Filled, PacketSource, SourceError};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Buffers that go round. All stay in the cache.
const PORTIONS: usize = 6;
/// So many go back at a time: who waits for one is woken for all of them, and waking costs as much as a dozen packets.
const GROUP: usize = 3;

/// What the reader found: frames, or the end.
type Found = Result<Option<Portion>, Error>;

/// A capture file as a [`PacketSource`].
pub struct FilePackets {
    name: String,
    found: Receiver<Found>,
    spare: SyncSender<Portion>,
    portion: Portion,
    /// Buffers that were processed and wait to go back with others.
    spent: Vec<Portion>,
    taken: usize,
    position: u64,
    ended: bool,
    counters: Counters,
}

impl FilePackets {
    /// Reads `file` from where it stands.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn new(mut file: FileSource) -> Result<Self, SourceError> {
        let name = file.path().display().to_string();
        let (spare, spares) = sync_channel::<Portion>(PORTIONS);
        let (out, found) = sync_channel::<Found>(PORTIONS);
        // The portion at hand, which is none yet, is the last that goes round.
        for _ in 1..PORTIONS {
            let _ = spare.send(Portion::default());
        }
        let read = move || {
            // Ends with the capture, and where nobody takes frames any more.
            while let Ok(mut portion) = spares.recv() {
                let found = file.next_portion(&mut portion).map(|more| more.then_some(portion));
                let ended = !matches!(found, Ok(Some(_)));
                if out.send(found).is_err() || ended {
                    break;
                }
            }
        };
        // It is not waited for: it may be in a read from a pipe that nobody writes to any more.
        if let Err(e) = std::thread::Builder::new().name("reader".to_owned()).spawn(read) {
            return Err(SourceError::Device(format!("{name}: no thread to read it: {e}")));
        }
        Ok(FilePackets {
            name,
            found,
            spare,
            portion: Portion::default(),
            spent: Vec::with_capacity(GROUP),
            taken: 0,
            position: 0,
            ended: false,
            counters: Counters::default(),
        })
    }
}

/// Has the headers of all frames on their way from the other processor's cache at the same time. One after the other,
/// each would be waited for.
fn fetch_headers(frames: Batch<'_>) {
    let touched = frames
        .iter()
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
        self.spent.push(std::mem::take(&mut self.portion));
        if self.spent.len() >= GROUP {
            for portion in self.spent.drain(..) {
                // A reader that is done needs no buffer.
                let _ = self.spare.send(portion);
            }
        }
        self.taken = 0;
        match self.found.recv() {
            Ok(Ok(Some(portion))) => {
                self.position = portion.position;
                self.portion = portion;
                let batch = self.portion.batch();
                fetch_headers(batch);
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
                Err(SourceError::Device(format!("{}: its reader ended before it did", self.name)))
            }
        }
    }

    fn current(&self) -> Batch<'_> {
        self.portion.batch().skip(self.taken)
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

    /// A capture of `frames` frames of four bytes each, which hold their numbers.
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

    /// A stream without end that tells when it is let go of.
    struct Endless(std::io::Cursor<Vec<u8>>, SyncSender<()>);

    impl std::io::Read for Endless {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            if self.0.position() == self.0.get_ref().len() as u64 {
                // Behind the file's header.
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
