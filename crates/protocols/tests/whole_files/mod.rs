//! Delivers a file in pieces, as connections do, to every kind of file analyzer, and checks that the events are
//! consistent.
//!
//! The smoke run and the fuzz target share this file. A byte of the input selects the next operation and its length.
use event::{ConnId, EnumName, Event, EventId};
use net_types::Interval;
use protocols::files::{
    ArgsId, Change, Digest, DigestKind, Entropy, Extract, ExtractLimits, Facts, FileAnalyzer, Files,
    Handlers, Key, Origin, Piece, ScriptEvent, Wishes, kinds,
};
use session::Uid;
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Handlers that want every event, and keep count.
#[derive(Default)]
struct Desk {
    changes: VecDeque<Change>,
    /// Bytes of the stream that were shown.
    shown: u64,
    /// Where pieces that were shown ended.
    furthest: u64,
    begun: u32,
    ended: u32,
}

impl Handlers for Desk {
    fn wants(&self, _: EventId) -> bool {
        true
    }
    fn begins(&mut self, _: &Facts) {
        self.begun += 1;
        self.changes.extend(analyzers());
    }
    fn take(&mut self, _: &Facts, e: &dyn Event) {
        e.args(&mut |_, _| {});
    }
    fn settle(&mut self) {}
    fn changes(&mut self, _: Uid, out: &mut VecDeque<Change>) {
        out.extend(self.changes.drain(..));
    }
    fn wishes(&mut self, _: &Facts) -> Wishes {
        Wishes { timeout: Interval::from_secs(120), beginning: 64, total: None }
    }
    fn carried(&mut self, _: &Facts, _: ConnId) -> bool {
        true
    }
    fn types(&mut self, _: &[u8]) -> Vec<(i64, String)> {
        vec![(50, "text/plain".into())]
    }
    fn script_event(&mut self, _: &Facts, _: ArgsId, data: &[u8], at: Option<u64>) {
        let len = data.len() as u64;
        match at {
            None => self.shown += len,
            Some(at) => self.furthest = self.furthest.max(at.saturating_add(len)),
        }
    }
    fn limit_reached(&mut self, _: &Facts, _: ArgsId, _: u64, _: u64) {}
    fn complain(&mut self, _: &str) {}
    fn postponed(&mut self, _: Uid) -> bool {
        false
    }
    fn weird(&mut self, _: &str) {}
    fn ended(&mut self, _: &Facts) {
        self.ended += 1;
    }
}

/// One of each kind.
fn analyzers() -> Vec<Change> {
    let add = |tag: &'static str, analyzer: Box<dyn FileAnalyzer>| {
        Change::Add(Key { tag: EnumName(tag), args: Box::default() }, analyzer)
    };
    let named = ["PE", "X509", "OCSP_REQUEST", "OCSP_REPLY"];
    let limits = ExtractLimits { bytes: Rc::new(Cell::new(100)), holes_count: true };
    let mut all: Vec<Change> =
        named.into_iter().filter_map(|name| kinds::make(name).map(|a| add(name, a))).collect();
    all.push(add("ENTROPY", Box::<Entropy>::default()));
    all.push(add("EXTRACT", Box::new(Extract::new(ArgsId(0), "-".into(), None, limits))));
    all.push(add("DATA_EVENT", Box::new(ScriptEvent::new(ArgsId(0), true, true))));
    all.push(add("MD5", Box::new(Digest::new(DigestKind::Md5))));
    all.push(add("SHA256", Box::new(Digest::new(DigestKind::Sha256))));
    all
}

pub(crate) fn run(input: &[u8]) {
    let id = session::FileIds::new(b"salt", 96).id(b"handle");
    let (mut files, mut desk) = (Files::default(), Desk::default());
    let (mut rest, mut given, mut end) = (input, 0_u64, 0_u64);
    while let Some((&what, after)) = rest.split_first() {
        let len = usize::from(what >> 3) * 8;
        let (head, after) = after.split_at(len.min(after.len()));
        rest = after;
        let number = head.iter().take(8).fold(0_u64, |n, &b| n << 8 | u64::from(b));
        let piece = match what & 7 {
            0..=3 => Piece::Data(head),
            4 => {
                // Somewhere near, so that pieces meet.
                let at = number % 1024;
                end = end.max(at + head.len() as u64);
                Piece::DataAt(at, head)
            }
            5 => Piece::Gap(Some(number), number >> 7),
            6 => Piece::Gap(None, number >> 48),
            _ => {
                match number % 4 {
                    0 => desk.changes.push_back(Change::Reassemble(number & 4 == 0)),
                    1 => desk.changes.push_back(Change::Buffer(number >> 56)),
                    2 => desk.changes.extend(analyzers()),
                    _ => desk
                        .changes
                        .push_back(Change::Remove(Key { tag: EnumName("PE"), args: Box::default() })),
                }
                Piece::Size(number >> 50)
            }
        };
        given += if matches!(piece, Piece::Data(_) | Piece::DataAt(..)) { head.len() as u64 } else { 0 };
        files.take(id, Origin { conn: None, source: "HTTP", within: None }, None, piece, &mut desk);
    }
    files.end(id, &mut desk);
    files.finish(&mut desk);
    assert!(files.is_empty() && desk.begun == desk.ended, "{} began, {} ended", desk.begun, desk.ended);
    // Two analyzers that report data may have been added to a file one after the other, but not at the same time.
    assert!(desk.shown <= given.max(end) * 64, "{} bytes of {given} were shown", desk.shown);
}
