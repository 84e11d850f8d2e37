//! Reads a capture in one piece and in small ones. Both must give the same frames and the same end.
use capture::{Batch, ErrorKind, FileSource, Record, decode::Decoder};
use std::io::{self, Read};

/// Returns as few bytes at a time as a reader may.
struct Pieces(io::Cursor<Vec<u8>>, usize);

impl Read for Pieces {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 * 5 % 97 + 1;
        let n = buf.len().min(self.1);
        self.0.read(&mut buf[..n])
    }
}

/// Reads `bytes` both ways; compressed files only in pieces.
pub(crate) fn run(bytes: &[u8]) {
    let mut records: Vec<Record> = Vec::new();
    let end = Decoder::default().decode(bytes, usize::MAX >> 1, &mut records);
    for r in &records {
        assert!(r.at + r.len as usize <= bytes.len(), "a record lies within the file");
    }
    let whole = Batch::new(bytes, &records);

    let Ok(mut source) = FileSource::from_reader("pieces", Pieces(io::Cursor::new(bytes.to_vec()), 1)) else {
        return;
    };
    let _ = source.first_link();
    let mut frames = whole.iter();
    let compressed = matches!(
        bytes,
        [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]
    );
    let error = loop {
        match source.next_batch() {
            Ok(Some(batch)) if compressed => assert!(!batch.is_empty()),
            Ok(Some(batch)) => batch.iter().for_each(|f| assert_eq!(frames.next(), Some(f))),
            Ok(None) => break None,
            Err(e) => break Some(e),
        }
    };
    if compressed {
        return;
    }
    assert_eq!(frames.next(), None, "reading in pieces must find every frame");
    match (end, error) {
        (Ok(progress), None) => assert_eq!(progress.consumed, bytes.len()),
        (Ok(progress), Some(e)) => assert_eq!(e.offset(), Some(progress.consumed as u64), "{e}"),
        (Err((at, found)), Some(e)) => {
            assert_eq!(e.offset(), Some(at as u64), "{e}");
            assert!(matches!(e.kind(), ErrorKind::Corrupt(c) if *c == found), "{e}");
        }
        (Err((at, found)), None) => panic!("{found} at {at} was not found in pieces"),
    }
}
