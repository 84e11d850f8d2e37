//! The files that scripts can see, and the changes that they request.
use event::{EnumName, FileId};
use protocols::files::{AddedKind, ArgsId, Change, Facts, Key};
use protocols::x509::chain::Roots;
use session::Uid;
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use value::{Func, Record, Table};

/// Parsed root certificates.
pub struct KnownRoots {
    /// The script table that contains them.
    pub table: Table,
    /// The number of entries when the table was parsed. Tables of roots are filled before packets arrive.
    pub len: usize,
    /// The roots.
    pub roots: Rc<Roots>,
}

/// A file as scripts know it.
pub struct KnownFile {
    /// The id.
    pub id: Uid,
    /// The `fa_file`.
    pub record: Record,
    /// The arguments of analyzers, by [`ArgsId`].
    pub args: Vec<Record>,
    /// Analyzers that scripts added and did not remove; extracting ones with their limit in bytes.
    pub analyzers: Vec<(Key, Option<Rc<Cell<u64>>>)>,
}

impl KnownFile {
    /// Stores the arguments of an analyzer.
    pub fn keep(&mut self, args: Record) -> ArgsId {
        self.args.push(args);
        ArgsId((self.args.len() - 1) as u32)
    }
}

/// The files that scripts may name, with requested changes.
#[derive(Default)]
pub struct FileControl {
    by_text: HashMap<Box<str>, FileId, foldhash::fast::RandomState>,
    known: HashMap<FileId, KnownFile, foldhash::fast::RandomState>,
    changes: VecDeque<(Uid, Change)>,
    postponed: Vec<Uid>,
    /// The argument of the last `set_file_handle`.
    pub handle: Option<Vec<u8>>,
    /// Certificates that need not be parsed again, by the SHA-256 of their DER.
    pub certificates: Option<Table>,
    /// The function that raises the events of such a certificate.
    pub on_certificate: Option<Rc<Func>>,
    /// The roots that certificates were last checked against.
    pub roots: Option<KnownRoots>,
    /// Kinds of analyzers that scripts disabled or that added kinds replace.
    pub disabled: Vec<EnumName>,
    /// Kinds of analyzers that the run adds.
    pub added: Vec<AddedKind>,
    /// The maximum number of simultaneous files, and the number of all files.
    most: usize,
    all: u64,
}

impl FileControl {
    /// Adds a kind of analyzer and disables the built-in kind that it replaces, if any.
    pub fn add_kind(&mut self, kind: AddedKind) {
        if let Some(replaced) = kind.replaces.as_deref().and_then(super::kinds::kind_named) {
            self.disabled.push(replaced);
        }
        self.added.push(kind);
    }

    /// Turns a kind of analyzer on or off. If it is an added kind that replaces a built-in one, turns the built-in one
    /// the other way.
    pub fn enable(&mut self, tag: EnumName, on: bool) {
        let stand_in = self.added.iter().find(|k| k.tag == tag);
        let replaced = stand_in.and_then(|k| super::kinds::kind_named(k.replaces.as_deref()?));
        self.disabled.retain(|t| *t != tag && Some(*t) != replaced);
        self.disabled.extend(if on { replaced } else { Some(tag) });
    }

    /// A kind of analyzer, by the full name of its enumerator.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<EnumName> {
        super::kinds::analyzer_kind(name).or_else(|| self.added.iter().map(|k| k.tag).find(|t| t.0 == name))
    }

    /// Adds a new file.
    pub fn insert(&mut self, facts: &Facts, record: Record) {
        self.by_text.insert(facts.id.text(b'F').as_str().into(), facts.number);
        let known = KnownFile { id: facts.id, record, args: Vec::new(), analyzers: Vec::new() };
        self.known.insert(facts.number, known);
        self.most = self.most.max(self.known.len());
        self.all += 1;
    }

    /// The number of current files, its maximum so far, and the number of all files.
    #[must_use]
    pub fn counts(&self) -> (u64, u64, u64) {
        (self.known.len() as u64, self.most as u64, self.all)
    }

    /// Removes a file that ended.
    pub fn remove(&mut self, facts: &Facts) {
        self.by_text.remove(facts.id.text(b'F').as_str());
        self.known.remove(&facts.number);
        self.changes.retain(|(id, _)| *id != facts.id);
    }

    /// A file, by its number.
    #[must_use]
    pub fn get(&self, number: FileId) -> Option<&KnownFile> {
        self.known.get(&number)
    }

    /// A file, by its id as scripts write it.
    pub fn find(&mut self, id: &[u8]) -> Option<&mut KnownFile> {
        let number = self.by_text.get(std::str::from_utf8(id).ok()?)?;
        self.known.get_mut(number)
    }

    /// Requests a change of a file. Returns false if no file has this id.
    pub fn change(&mut self, id: &[u8], change: Change) -> bool {
        let Some(id) = self.find(id).map(|k| k.id) else { return false };
        self.changes.push_back((id, change));
        true
    }

    /// Grants more time to a file that is about to time out.
    pub fn postpone(&mut self, id: Uid) {
        if !self.postponed.contains(&id) {
            self.postponed.push(id);
        }
    }

    /// Whether the file was granted more time since the last call.
    pub fn take_postponed(&mut self, id: Uid) -> bool {
        let before = self.postponed.len();
        self.postponed.retain(|p| *p != id);
        self.postponed.len() < before
    }

    /// Moves the requested changes of a file to `out`.
    pub fn take_changes(&mut self, id: Uid, out: &mut VecDeque<Change>) {
        if self.changes.is_empty() {
            return;
        }
        for (of, change) in std::mem::take(&mut self.changes) {
            if of == id { out.push_back(change) } else { self.changes.push_back((of, change)) }
        }
    }
}
