//! The table of all files under analysis.
use super::Handlers;
use super::analyzer::{Within, WithinPiece};
use super::facts::Facts;
use super::file::File;
use event::{ConnId, EnumName, FileId};
use hashbrown::HashMap;
use net_types::Timestamp;
use session::Uid;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The maximum number of files at a time; further ones are ignored.
const MAX_FILES: usize = 1 << 20;

/// The origin of a piece of a file.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The connection, and whether its originator sent the piece.
    pub conn: Option<(ConnId, bool)>,
    /// The name of the protocol analyzer, or a name given by a script.
    pub source: &'a str,
    /// The file around it, if any.
    pub within: Option<&'a Facts>,
}

/// A piece of a file, or information about it.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// The next bytes.
    Data(&'a [u8]),
    /// Bytes at an offset.
    DataAt(u64, &'a [u8]),
    /// A gap: its offset (`None` is the current offset) and its length.
    Gap(Option<u64>, u64),
    /// The file's size.
    Size(u64),
}

/// All files under analysis.
#[derive(Default)]
pub struct Files {
    files: HashMap<Uid, Box<File>, foldhash::fast::RandomState>,
    timers: BinaryHeap<Reverse<(Timestamp, u64, Uid)>>,
    /// The last file's number.
    begun: u64,
    /// The last timer's number. Timers of the same time fire in the order in which they were set.
    timers_set: u64,
    now: Timestamp,
    full: bool,
}

impl Files {
    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether the table has no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file with this identifier.
    pub fn get(&self, id: Uid) -> Option<&File> {
        self.files.get(&id).map(|f| &**f)
    }

    /// Takes a piece of the file `id`. `mime` is the type stated by the protocol, if any. Returns the id while more is
    /// expected; `None` if the file is ignored or complete.
    pub fn take(
        &mut self,
        id: Uid,
        from: Origin<'_>,
        mime: Option<&str>,
        piece: Piece<'_>,
        h: &mut dyn Handlers,
    ) -> Option<Uid> {
        let mut file = self.open(id, from, !matches!(piece, Piece::Data(_)), h)?;
        match piece {
            Piece::Data(_) | Piece::DataAt(..) => {
                if let Some(m) = mime {
                    file.set_type(m, h);
                }
                match piece {
                    Piece::DataAt(offset, data) => file.data_at(offset, data, h),
                    Piece::Data(data) => file.data(data, h),
                    Piece::Gap(..) | Piece::Size(_) => {}
                }
            }
            Piece::Gap(offset, len) => file.gap(offset, len, h),
            Piece::Size(size) => file.set_size(size),
        }
        if file.is_complete() && !matches!(piece, Piece::Gap(..)) {
            self.close(file, h);
            return None;
        }
        let inner = file.take_inner();
        if !inner.is_empty() {
            let facts = file.facts().clone();
            self.files.insert(id, file);
            self.take_inner(&facts, inner, h);
        } else {
            self.files.insert(id, file);
        }
        Some(id)
    }

    /// Takes pieces of files inside `outer`.
    fn take_inner(&mut self, outer: &Facts, pieces: Vec<(EnumName, Within)>, h: &mut dyn Handlers) {
        for (tag, Within { id, piece, mime }) in pieces {
            let source = tag.0.strip_prefix("Files::ANALYZER_").unwrap_or_default();
            let from = Origin { conn: None, source, within: Some(outer) };
            let piece = match &piece {
                WithinPiece::Data(d) => Piece::Data(d),
                WithinPiece::DataAt(at, d) => Piece::DataAt(*at, d),
                WithinPiece::Gap(at, len) => Piece::Gap(Some(*at), *len),
                WithinPiece::Size(n) => Piece::Size(*n),
                WithinPiece::End => {
                    self.end(id, h);
                    continue;
                }
            };
            // A file cannot be inside itself. Longer chains end because analyzers cap the depth.
            if id != outer.id {
                self.take(id, from, mime.as_deref(), piece, h);
            }
        }
    }

    /// Ends a file. Takes the inner files that its analyzers find at the end, too.
    fn close(&mut self, mut file: Box<File>, h: &mut dyn Handlers) {
        let before = file.take_inner();
        let facts = file.facts().clone();
        self.take_inner(&facts, before, h);
        file.end(h, &mut |outer, pieces, h| self.take_inner(outer, pieces, h));
        let last = file.take_inner();
        self.take_inner(&facts, last, h);
        h.ended(file.facts());
    }

    /// Ends a file, whether or not it is complete.
    pub fn end(&mut self, id: Uid, h: &mut dyn Handlers) {
        if let Some(file) = self.files.remove(&id) {
            self.close(file, h);
        }
    }

    /// Removes a file from the table for the duration of a call, and creates it if it is new.
    fn open(&mut self, id: Uid, from: Origin<'_>, may_move: bool, h: &mut dyn Handlers) -> Option<Box<File>> {
        if let Some(mut file) = self.files.remove(&id) {
            if file.is_ignored() {
                self.files.insert(id, file);
                return None;
            }
            file.touch(self.now);
            if may_move && let Some((c, is_orig)) = from.conn {
                file.carried(c, is_orig, h);
            }
            return Some(file);
        }
        if self.files.len() >= MAX_FILES {
            if !std::mem::replace(&mut self.full, true) {
                h.weird("file_cap_exceeded");
            }
            return None;
        }
        self.full = false;
        self.begun += 1;
        let facts = Facts {
            id,
            number: FileId(self.begun),
            source: from.source.into(),
            is_orig: from.conn.map(|(_, is_orig)| is_orig).or(from.within.and_then(|f| f.is_orig)),
            depth: from.within.map_or(0, |f| f.depth + 1),
            last_active: self.now,
            seen: 0,
            total: None,
            missing: 0,
            overflow: 0,
            beginning: None,
        };
        let mut file = Box::new(File::new(facts));
        h.begins(file.facts());
        if let Some(outer) = from.within {
            h.nested(file.facts(), outer);
        }
        self.set_timer(&file, h);
        file.begin(from.conn, h);
        if file.is_ignored() {
            self.files.insert(id, file);
            return None;
        }
        Some(file)
    }

    fn set_timer(&mut self, file: &File, h: &mut dyn Handlers) {
        self.timers_set += 1;
        let at = self.now + h.wishes(file.facts()).timeout;
        self.timers.push(Reverse((at, self.timers_set, file.facts().id)));
    }

    /// Sets the time, which never goes back.
    pub fn set_time(&mut self, now: Timestamp) {
        self.now = self.now.max(now);
    }

    /// Sets the time and ends files that timed out.
    pub fn advance(&mut self, now: Timestamp, h: &mut dyn Handlers) {
        self.set_time(now);
        while self.timers.peek().is_some_and(|Reverse((at, ..))| *at <= self.now) {
            let Some(Reverse((_, _, id))) = self.timers.pop() else { break };
            let Some(file) = self.files.remove(&id) else { continue };
            let silent = self.now - file.facts().last_active;
            if silent >= h.wishes(file.facts()).timeout {
                self.time_out(file, h);
            } else {
                self.set_timer(&file, h);
                self.files.insert(id, file);
            }
        }
    }

    fn time_out(&mut self, mut file: Box<File>, h: &mut dyn Handlers) {
        let id = file.facts().id;
        h.postponed(id);
        file.time_out(h);
        if h.postponed(id) {
            file.touch(self.now);
            self.set_timer(&file, h);
            self.files.insert(id, file);
        } else {
            self.close(file, h);
        }
    }

    /// The time at which the next file may time out.
    pub fn next_timer(&self) -> Option<Timestamp> {
        self.timers.peek().map(|Reverse((at, ..))| *at)
    }

    /// Ends the run: all files time out, in the order of their ids.
    pub fn finish(&mut self, h: &mut dyn Handlers) {
        let mut left: Vec<Box<File>> = self.files.drain().map(|(_, f)| f).collect();
        left.sort_by(|a, b| a.facts().id.text(b'F').as_str().cmp(b.facts().id.text(b'F').as_str()));
        for mut file in left {
            file.time_out(h);
            self.close(file, h);
        }
        // End files that began meanwhile.
        while let Some(id) = self.files.keys().next().copied() {
            self.end(id, h);
        }
        self.timers.clear();
    }
}
