//! A file under analysis: orders the pieces, detects the type and feeds the analyzers.
mod analyzers;

use super::analyzer::{FileAnalyzer, Key, Verdict, Within};
use super::facts::Facts;
use super::reassembly::{Reassembly, Step};
use super::{Handlers, Wishes};
use analyzers::run;
use event::file as events;
use event::{ConnId, EnumName, Event, EventType, FileId, ListOf};
use net_types::Timestamp;
use std::collections::VecDeque;
use std::ops::Range;

/// A change that a handler requests.
pub enum Change {
    /// Adds an analyzer, unless one with the same key is attached.
    Add(Key, Box<dyn FileAnalyzer>),
    /// Removes the analyzer with this key.
    Remove(Key),
    /// Sets whether out-of-order pieces are reassembled.
    Reassemble(bool),
    /// Sets the maximum number of buffered out-of-order bytes; 0 means no limit.
    Buffer(u64),
    /// Stops the events of the file.
    Ignore,
}

struct Slot {
    key: Key,
    analyzer: Box<dyn FileAnalyzer>,
    verdict: Verdict,
    /// Whether the analyzer has received the file's earlier bytes.
    caught_up: bool,
    skips: bool,
}

/// The first pieces of the file, kept for type detection and for analyzers that are added later.
#[derive(Default)]
struct Beginning {
    bytes: Vec<u8>,
    /// The end offsets of the pieces.
    ends: Vec<usize>,
    full: bool,
    /// Whether the type was reported, or cannot be detected.
    type_reported: bool,
}

impl Beginning {
    fn piece(&self, n: usize) -> Range<usize> {
        let from = n.checked_sub(1).and_then(|p| self.ends.get(p)).copied().unwrap_or(0);
        from..self.ends.get(n).copied().unwrap_or(from)
    }
}

/// A file under analysis.
pub struct File {
    facts: Facts,
    beginning: Beginning,
    reassembly: Option<Reassembly>,
    /// Guards against re-entry while gaps are given up: deliveries may request this again.
    giving_up: bool,
    reassembles: bool,
    buffer: u64,
    /// The offset of the next byte in order, including gaps.
    offset: u64,
    analyzers: Vec<Slot>,
    changes: VecDeque<Change>,
    /// Pieces of files inside this one, with the kind of analyzer that found them.
    inner: Vec<(EnumName, Within)>,
    /// The connection that carried the last piece. Saves a call of the handlers for most pieces.
    conn: Option<ConnId>,
    ignored: bool,
    over: bool,
    weirds: u64,
}

/// A function that takes pieces of files inside another one.
pub(super) type InnerTo<'f> = dyn FnMut(&Facts, Vec<(EnumName, Within)>, &mut dyn Handlers) + 'f;

/// The maximum number of weirds reported per file.
const MAX_WEIRDS: u64 = 25;

impl File {
    pub(super) fn new(facts: Facts) -> Self {
        File {
            facts,
            beginning: Beginning::default(),
            reassembly: None,
            giving_up: false,
            reassembles: false,
            buffer: 0,
            offset: 0,
            analyzers: Vec::new(),
            changes: VecDeque::new(),
            inner: Vec::new(),
            conn: None,
            ignored: false,
            over: false,
            weirds: 0,
        }
    }

    /// The state that events report.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Moves out the pieces of inner files.
    pub(super) fn take_inner(&mut self) -> Vec<(EnumName, Within)> {
        std::mem::take(&mut self.inner)
    }

    pub(super) fn touch(&mut self, now: Timestamp) {
        self.facts.last_active = now;
    }

    pub(super) fn is_ignored(&self) -> bool {
        self.ignored
    }

    pub(super) fn set_size(&mut self, size: u64) {
        self.facts.total = Some(size);
    }

    /// Whether all bytes of the stated size have arrived or are known to be missing.
    pub(super) fn is_complete(&self) -> bool {
        self.facts.total.is_some_and(|t| self.offset >= t)
    }

    /// Raises the first events of the file.
    pub(super) fn begin(&mut self, conn: Option<(ConnId, bool)>, h: &mut dyn Handlers) {
        if let Some((c, _)) = conn {
            h.carried(&self.facts, c);
            self.conn = Some(c);
        }
        self.event_now(|f| events::FileNew { f }, h);
        if let Some((c, is_orig)) = conn {
            self.event_now(|f| events::FileOverNewConnection { f, c, is_orig }, h);
        }
    }

    /// Records the connection that carries the next piece, and raises an event if it is new.
    pub(super) fn carried(&mut self, c: ConnId, is_orig: bool, h: &mut dyn Handlers) {
        if self.conn != Some(c) {
            self.conn = Some(c);
            if h.carried(&self.facts, c) {
                self.event_now(|f| events::FileOverNewConnection { f, c, is_orig }, h);
            }
        }
    }

    /// Sets the type stated by a protocol, which replaces detection. Ignored after the first bytes.
    pub(super) fn set_type(&mut self, mime: &str, h: &mut dyn Handlers) {
        if mime.is_empty() || !self.beginning.ends.is_empty() || self.beginning.type_reported {
            return;
        }
        self.beginning.type_reported = true;
        self.beginning.full = true;
        let meta = events::FaMetadata { mime_type: Some(mime), mime_types: None, inferred: false };
        self.event_now(|f| events::FileSniff { f, meta }, h);
    }

    /// Takes the next bytes.
    pub(super) fn data(&mut self, data: &[u8], h: &mut dyn Handlers) {
        self.data_at(self.offset, data, h);
    }

    /// Takes bytes at an offset.
    pub(super) fn data_at(&mut self, offset: u64, data: &[u8], h: &mut dyn Handlers) {
        self.apply_changes(h);
        let room = u64::MAX - offset;
        let data = if (data.len() as u64) > room {
            let addl = format!("offset={offset:x} len={:x}", data.len());
            self.weird("file_offset_overflow", addl.as_bytes(), h);
            usize::try_from(room).ok().and_then(|n| data.get(..n)).unwrap_or_default()
        } else {
            data
        };
        self.place(offset, data, h);
        self.each(h, |a, cx| a.chunk(cx, offset, data));
        self.apply_changes(h);
    }

    /// Delivers bytes in order: at once, or after the bytes before them have arrived.
    fn place(&mut self, offset: u64, data: &[u8], h: &mut dyn Handlers) {
        if let Some(waiting) = self.reassembly.as_ref().map(Reassembly::waiting) {
            if self.buffer > 0 && self.buffer < waiting {
                let at = self.offset;
                let skipped = self.give_up(None, h);
                self.facts.overflow = self.facts.overflow.saturating_add(skipped);
                self.event(|f| events::FileReassemblyOverflow { f, offset: at, skipped }, h);
            }
            self.add_piece(offset, data, h);
        } else if offset == self.offset {
            self.deliver(data, h);
        } else if self.reassembles {
            self.reassembly = Some(Reassembly::new(self.offset));
            self.add_piece(offset, data, h);
        } else {
            self.facts.overflow = self.facts.overflow.saturating_add(data.len() as u64);
        }
    }

    fn add_piece(&mut self, offset: u64, data: &[u8], h: &mut dyn Handlers) {
        if let Some(r) = &mut self.reassembly {
            // The piece is in order and nothing is buffered, so no copy is needed.
            if r.waiting() == 0 && offset == r.end() {
                let mut skip = Reassembly::new(offset.saturating_add(data.len() as u64));
                std::mem::swap(r, &mut skip);
                return self.deliver(data, h);
            }
            r.add(offset, data);
        }
        while let Some(ready) = self.reassembly.as_mut().and_then(Reassembly::ready) {
            self.deliver(&ready, h);
        }
    }

    /// Gives up on gaps up to an offset, or on all gaps. Returns the length of the first gap.
    fn give_up(&mut self, up_to: Option<u64>, h: &mut dyn Handlers) -> u64 {
        let Some(r) = &self.reassembly else { return 0 };
        if self.giving_up {
            return 0;
        }
        let (end, first) = (up_to.unwrap_or_else(|| r.end()), r.first_hole());
        self.giving_up = true;
        while let Some(step) = self.reassembly.as_mut().and_then(|r| r.give_up(end)) {
            match step {
                Step::Data(d) => self.deliver(&d, h),
                Step::Hole(offset, len) => self.hole(offset, len, h),
            }
        }
        self.giving_up = false;
        first
    }

    /// Takes a gap: bytes that will not arrive.
    pub(super) fn gap(&mut self, offset: Option<u64>, len: u64, h: &mut dyn Handlers) {
        self.apply_changes(h);
        let offset = offset.unwrap_or(self.offset);
        if self.reassembly.is_some() {
            self.give_up(Some(offset.saturating_add(len)), h);
        } else {
            self.hole(offset, len, h);
        }
    }

    fn hole(&mut self, offset: u64, len: u64, h: &mut dyn Handlers) {
        if !self.beginning.full {
            self.beginning.full = true;
            self.deliver(b"", h);
        }
        self.each(h, |a, cx| a.undelivered(cx, offset, len));
        self.event(|f| events::FileGap { f, offset, len }, h);
        self.apply_changes(h);
        self.offset = self.offset.saturating_add(len);
        self.facts.missing = self.facts.missing.saturating_add(len);
    }

    /// Delivers bytes in order to all analyzers.
    fn deliver(&mut self, data: &[u8], h: &mut dyn Handlers) {
        let was_full = self.beginning.full;
        self.keep_beginning(data, h);
        if !self.beginning.type_reported && self.beginning.full && self.facts.missing == 0 {
            self.report_type(h);
        }
        // If the beginning was not full, its last piece is `data`, which analyzers get below.
        let before = self.beginning.ends.len() - usize::from(!was_full && !self.beginning.ends.is_empty());
        for n in 0..self.analyzers.len() {
            let Some(slot) = self.analyzers.get_mut(n) else { break };
            if !std::mem::replace(&mut slot.caught_up, true) {
                for p in 0..before {
                    let range = self.beginning.piece(p);
                    let piece = self.beginning.bytes.get(range).unwrap_or_default();
                    run(
                        (&self.facts, &mut self.changes, &mut self.inner),
                        self.ignored,
                        self.analyzers.get_mut(n),
                        h,
                        |a, cx| a.stream(cx, piece),
                    );
                }
            }
            run(
                (&self.facts, &mut self.changes, &mut self.inner),
                self.ignored,
                self.analyzers.get_mut(n),
                h,
                |a, cx| a.stream(cx, data),
            );
        }
        self.offset = self.offset.saturating_add(data.len() as u64);
        self.facts.seen += data.len() as u64;
    }

    fn keep_beginning(&mut self, data: &[u8], h: &mut dyn Handlers) {
        let b = &mut self.beginning;
        if b.full {
            return;
        }
        let Wishes { beginning: wanted, .. } = h.wishes(&self.facts);
        b.bytes.extend_from_slice(data);
        b.ends.push(b.bytes.len());
        if b.bytes.len() as u64 >= wanted {
            b.full = true;
            b.bytes.shrink_to_fit();
            if !b.bytes.is_empty() {
                self.facts.beginning = Some(b.bytes.as_slice().into());
            }
        }
    }

    fn report_type(&mut self, h: &mut dyn Handlers) {
        self.beginning.type_reported = true;
        if self.beginning.bytes.is_empty() {
            return;
        }
        if self.facts.beginning.is_none() {
            self.facts.beginning = Some(self.beginning.bytes.as_slice().into());
        }
        if !self.wants::<events::FileSniff<'_>>(h) {
            return;
        }
        let wanted = usize::try_from(h.wishes(&self.facts).beginning).unwrap_or(usize::MAX);
        let bytes = &self.beginning.bytes;
        let types = h.types(bytes.get(..wanted.min(bytes.len())).unwrap_or_default());
        // The list has one match per strength, the last of `types`. The first match overall is the type.
        let mut matches: Vec<events::MimeMatch<'_>> = Vec::new();
        for (strength, mime) in &types {
            match matches.last_mut().filter(|m| m.strength == *strength) {
                Some(m) => m.mime = mime,
                None => matches.push(events::MimeMatch { strength: *strength, mime }),
            }
        }
        let meta = events::FaMetadata {
            mime_type: types.first().map(|(_, m)| m.as_str()),
            mime_types: (!matches.is_empty()).then_some(ListOf(&matches)),
            inferred: true,
        };
        self.event_now(|f| events::FileSniff { f, meta }, h);
    }

    /// Ends the file. Inner files that its analyzers find at the end go to `within` before the event of the file's end
    /// is raised.
    pub(super) fn end(&mut self, h: &mut dyn Handlers, within: &mut InnerTo<'_>) {
        if self.over {
            return;
        }
        self.give_up(None, h);
        if !self.beginning.full {
            self.beginning.full = true;
            self.deliver(b"", h);
        }
        self.apply_changes(h);
        self.over = true;
        self.each(h, |a, cx| a.end(cx));
        let inner = self.take_inner();
        within(&self.facts, inner, h);
        self.event(|f| events::FileStateRemove { f }, h);
        self.apply_changes(h);
        for n in 0..self.analyzers.len() {
            self.finish_analyzer(n, h);
        }
        self.analyzers.clear();
    }

    /// Reports that the file was inactive for its timeout.
    pub(super) fn time_out(&mut self, h: &mut dyn Handlers) {
        self.event_now(|f| events::FileTimeout { f }, h);
    }

    fn wants<E: EventType>(&self, h: &dyn Handlers) -> bool {
        !self.ignored && h.wants(E::ID)
    }

    fn event<E: EventType>(&self, build: impl FnOnce(FileId) -> E, h: &mut dyn Handlers) {
        if self.wants::<E>(h) {
            h.take(&self.facts, &build(self.facts.number));
        }
    }

    /// Raises an event and runs its handlers at once.
    fn event_now<E: EventType>(&mut self, build: impl FnOnce(FileId) -> E, h: &mut dyn Handlers) {
        if self.wants::<E>(h) {
            h.take(&self.facts, &build(self.facts.number) as &dyn Event);
            h.settle();
            // Handlers may set the size, as the scripts of SMB do.
            self.facts.total = h.wishes(&self.facts).total.or(self.facts.total);
            self.apply_changes(h);
        }
    }

    #[cold]
    fn weird(&mut self, name: &str, addl: &[u8], h: &mut dyn Handlers) {
        self.weirds += 1;
        if self.weirds <= MAX_WEIRDS {
            let source = &*self.facts.source;
            self.event(|f| event::weird::FileWeird { name, f, addl, source }, h);
        }
    }
}
