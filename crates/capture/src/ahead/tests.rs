//! Tests of reading ahead.
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
    let frames = 2_500_000;
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
        if held.len() > SHARED_BUFFERS - 4 {
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
