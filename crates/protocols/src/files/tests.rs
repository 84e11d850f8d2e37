use super::testing::*;
use super::*;
use net_types::Timestamp;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

fn script() -> Change {
    add("Files::ANALYZER_DATA_EVENT", ScriptEvent::new(ArgsId(0), true, true))
}

/// Feeds pieces to a file and compares the log of events and calls.
fn check(beginning: u64, to_add: Vec<Change>, pieces: &[Piece<'_>], expected: &[&str]) {
    let mut handlers = RecordingHandlers { beginning, to_add, ..RecordingHandlers::default() };
    let mut files = Files::default();
    for p in pieces {
        files.take(id(), FROM, None, *p, &mut handlers);
    }
    files.end(id(), &mut handlers);
    assert_eq!(handlers.log, expected);
    assert!(files.is_empty());
}

#[test]
fn an_analyzer_added_with_the_type_misses_nothing() {
    check(
        4,
        vec![script(), add("Files::ANALYZER_MD5", Digest::new(DigestKind::Md5))],
        &[Piece::Data(b"ab"), Piece::Data(b"cde"), Piece::Data(b"f")],
        &[
            "file_new",
            "types of abcd",
            "file_sniff text/plain",
            "stream ab",
            "stream cde",
            "chunk 2 cde",
            "stream f",
            "chunk 5 f",
            "file_hash md5 e80b5017098950fc58aad83c8c14978e",
            "file_state_remove",
            "ended",
        ],
    );
}

#[test]
fn a_short_file_is_told_at_its_end() {
    check(
        4096,
        vec![script()],
        &[Piece::Size(2), Piece::Data(b"hi")],
        &[
            "file_new",
            "types of hi",
            "file_sniff text/plain",
            "stream hi",
            "stream ",
            "file_state_remove",
            "ended",
        ],
    );
}

#[test]
fn a_file_with_a_hole_has_no_digest() {
    check(
        1,
        vec![script(), add("Files::ANALYZER_SHA1", Digest::new(DigestKind::Sha1))],
        &[Piece::Data(b"ab"), Piece::Gap(Some(2), 3), Piece::Data(b"f")],
        &[
            "file_new",
            "types of a",
            "file_sniff text/plain",
            "stream ab",
            "chunk 0 ab",
            "file_gap 2 3",
            "stream f",
            "chunk 5 f",
            "file_state_remove",
            "ended",
        ],
    );
}

#[test]
fn pieces_are_put_in_order_within_the_buffer() {
    check(
        1,
        vec![script(), Change::Reassemble(true), Change::Buffer(3)],
        &[
            Piece::DataAt(0, b"a"),
            Piece::DataAt(2, b"c"),
            Piece::DataAt(1, b"b"),
            Piece::DataAt(10, b"klmn"),
            Piece::DataAt(20, b"x"),
        ],
        &[
            "file_new",
            "types of a",
            "file_sniff text/plain",
            "stream a",
            "chunk 0 a",
            "chunk 2 c",
            "stream b",
            "stream c",
            "chunk 1 b",
            "chunk 10 klmn",
            "file_gap 3 7",
            "stream klmn",
            "file_reassembly_overflow 3 7",
            "chunk 20 x",
            "file_gap 14 6",
            "stream x",
            "file_state_remove",
            "ended",
        ],
    );
}

#[test]
fn silence_ends_a_file_unless_handlers_want_more() {
    let mut handlers = RecordingHandlers { beginning: 1, ..RecordingHandlers::default() };
    let mut files = Files::default();
    let at = |s| Timestamp::from_parts(s, 0);
    files.advance(at(1000), &mut handlers);
    files.take(id(), FROM, None, Piece::Data(b"x"), &mut handlers);
    files.advance(at(1060), &mut handlers);
    files.take(id(), FROM, None, Piece::Data(b"y"), &mut handlers);
    files.advance(at(1121), &mut handlers);
    assert_eq!(files.len(), 1);
    files.advance(at(1400), &mut handlers);
    assert!(files.is_empty());
    assert_eq!(handlers.log[3..], ["file_timeout", "file_state_remove", "ended"]);
}

#[test]
fn an_ignored_file_is_silent() {
    check(
        1,
        vec![Change::Ignore],
        &[Piece::Data(b"a"), Piece::Data(b"b"), Piece::Gap(None, 2)],
        &["file_new", "types of a", "file_sniff text/plain", "ended"],
    );
}

#[derive(Clone, Default)]
struct Disk(Rc<RefCell<Vec<u8>>>);

impl Output for Disk {
    fn write(&mut self, data: &[u8]) -> std::io::Result<()> {
        self.0.borrow_mut().extend_from_slice(data);
        Ok(())
    }
    fn skip_to(&mut self, offset: u64) -> std::io::Result<()> {
        self.0.borrow_mut().resize(offset as usize, b'.');
        Ok(())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn extraction_stops_at_its_limit() {
    let run = |limit: u64, holes_count: bool| {
        let disk = Disk::default();
        let limits = ExtractLimits { bytes: Rc::new(Cell::new(limit)), holes_count };
        let e = Extract::new(ArgsId(0), "x".into(), Some(Box::new(disk.clone())), limits);
        let mut handlers = RecordingHandlers {
            beginning: 1,
            to_add: vec![add("Files::ANALYZER_EXTRACT", e)],
            ..RecordingHandlers::default()
        };
        let mut files = Files::default();
        for p in [Piece::Data(b"abc"), Piece::Gap(None, 3), Piece::Data(b"ghi")] {
            files.take(id(), FROM, None, p, &mut handlers);
        }
        files.end(id(), &mut handlers);
        let verdict = handlers.log.iter().filter(|l| l.starts_with("limit")).count();
        (String::from_utf8(disk.0.borrow().clone()).unwrap(), verdict)
    };
    assert_eq!(run(0, true), ("abc...ghi".into(), 0));
    assert_eq!(run(7, true), ("abc...g".into(), 1));
    assert_eq!(run(7, false), ("abc...ghi".into(), 0));
    assert_eq!(run(2, true), ("ab".into(), 1));
}

#[test]
fn offsets_at_the_end_of_numbers_are_survived() {
    let mut handlers = RecordingHandlers {
        beginning: 1,
        to_add: vec![Change::Reassemble(true)],
        ..RecordingHandlers::default()
    };
    let mut files = Files::default();
    for p in [
        Piece::Data(b"a"),
        Piece::DataAt(u64::MAX - 1, b"abc"),
        Piece::DataAt(u64::MAX, b"abc"),
        Piece::Gap(Some(u64::MAX), u64::MAX),
        Piece::Data(b"z"),
        Piece::Size(u64::MAX),
    ] {
        files.take(id(), FROM, None, p, &mut handlers);
    }
    files.finish(&mut handlers);
    assert!(handlers.log.iter().any(|l| l.starts_with("file_weird file_offset_overflow")));
    assert!(files.is_empty());
}
