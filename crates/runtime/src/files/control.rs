//! What scripts know of files and want of them: shared by built-in functions and the way of the pieces.
use crate::bif::KnownRoots;
use event::{EnumName, FileId};
use protocols::files::{ArgsId, Change, Facts, Key};
use session::Uid;
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use value::{Func, Record, Table};

/// A file as scripts know it.
pub(crate) struct Known {
    pub(crate) id: Uid,
    /// The `fa_file`.
    pub(crate) record: Record,
    /// What analyzers were added with, by [`ArgsId`].
    pub(crate) args: Vec<Record>,
    /// Analyzers that were added and not removed by scripts, with the limit of those that extract.
    pub(crate) analyzers: Vec<(Key, Option<Rc<Cell<u64>>>)>,
}

impl Known {
    /// Keeps the arguments of an analyzer.
    pub(crate) fn keep(&mut self, args: Record) -> ArgsId {
        self.args.push(args);
        ArgsId((self.args.len() - 1) as u32)
    }
}

/// All files that scripts may name, and what they want changed.
#[derive(Default)]
pub(crate) struct Control {
    by_text: HashMap<Box<str>, FileId, foldhash::fast::RandomState>,
    known: HashMap<FileId, Known, foldhash::fast::RandomState>,
    changes: VecDeque<(Uid, Change)>,
    postponed: Vec<Uid>,
    /// What `set_file_handle` was given last.
    pub(crate) handle: Option<Vec<u8>>,
    /// Certificates that need not be taken apart, by the SHA-256 of their DER, and who tells their events again.
    pub(crate) certificates: Option<Table>,
    pub(crate) on_certificate: Option<Rc<Func>>,
    /// The roots that certificates were checked against last.
    pub(crate) roots: Option<KnownRoots>,
    /// Kinds that scripts have switched off.
    pub(crate) disabled: Vec<EnumName>,
    /// Most files at a time, and all that there ever were.
    most: usize,
    all: u64,
}

impl Control {
    pub(crate) fn insert(&mut self, facts: &Facts, record: Record) {
        self.by_text.insert(facts.id.text(b'F').as_str().into(), facts.number);
        let known = Known { id: facts.id, record, args: Vec::new(), analyzers: Vec::new() };
        self.known.insert(facts.number, known);
        self.most = self.most.max(self.known.len());
        self.all += 1;
    }

    /// Files now, most at a time, and all that there ever were.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        (self.known.len() as u64, self.most as u64, self.all)
    }

    pub(crate) fn remove(&mut self, facts: &Facts) {
        self.by_text.remove(facts.id.text(b'F').as_str());
        self.known.remove(&facts.number);
        self.changes.retain(|(id, _)| *id != facts.id);
    }

    /// A file by its number.
    pub(crate) fn get(&self, number: FileId) -> Option<&Known> {
        self.known.get(&number)
    }

    /// A file by its id as scripts write it.
    pub(crate) fn find(&mut self, id: &[u8]) -> Option<&mut Known> {
        let number = self.by_text.get(std::str::from_utf8(id).ok()?)?;
        self.known.get_mut(number)
    }

    /// Has something changed about a file, if there is one of that id.
    pub(crate) fn change(&mut self, id: &[u8], change: Change) -> bool {
        let Some(id) = self.find(id).map(|k| k.id) else { return false };
        self.changes.push_back((id, change));
        true
    }

    /// More time for a file that is about to time out.
    pub(crate) fn postpone(&mut self, id: Uid) {
        if !self.postponed.contains(&id) {
            self.postponed.push(id);
        }
    }

    /// Whether that was asked for since this was asked last.
    pub(crate) fn take_postponed(&mut self, id: Uid) -> bool {
        let before = self.postponed.len();
        self.postponed.retain(|p| *p != id);
        self.postponed.len() < before
    }

    /// Moves what is wanted of a file to `out`.
    pub(crate) fn take_changes(&mut self, id: Uid, out: &mut VecDeque<Change>) {
        if self.changes.is_empty() {
            return;
        }
        for (of, change) in std::mem::take(&mut self.changes) {
            if of == id { out.push_back(change) } else { self.changes.push_back((of, change)) }
        }
    }
}
