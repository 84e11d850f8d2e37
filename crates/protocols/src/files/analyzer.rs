//! The trait of file analyzers, and the context in which they run.
use super::Handlers;
use super::facts::Facts;
use event::analyzer as events;
use event::{EnumName, Event, EventId, EventType, FileId};
use session::Uid;

/// The maximum number of violations reported per analyzer and file (`max_analyzer_violations`).
const MAX_VIOLATIONS: u64 = 1000;

/// Identifies the arguments with which a script added an analyzer. [`Handlers`] assigns the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgsId(pub u32);

/// A kind of analyzer that is added to the built-in ones at run time.
pub struct AddedKind {
    /// `Files::ANALYZER_…`
    pub tag: EnumName,
    /// The built-in kind that it replaces while it is enabled.
    pub replaces: Option<String>,
    /// Creates an analyzer, given the script's arguments.
    pub make: Box<dyn Fn(ArgsId) -> Box<dyn FileAnalyzer>>,
}

/// A piece of a file inside the file under analysis.
pub struct Within {
    /// The inner file.
    pub id: Uid,
    /// The piece.
    pub piece: WithinPiece,
    /// The MIME type of the inner file, if known.
    pub mime: Option<String>,
}

/// A piece of an inner file, or information about it.
pub enum WithinPiece {
    /// The next bytes.
    Data(Vec<u8>),
    /// Bytes at an offset.
    DataAt(u64, Vec<u8>),
    /// A gap: its offset and its length.
    Gap(u64, u64),
    /// The file's size.
    Size(u64),
    /// The end of the file.
    End,
}

/// Identifies an analyzer of a file by its kind and its arguments. Equal arguments have equal encodings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// `Files::ANALYZER_…`
    pub tag: EnumName,
    /// The encoded arguments.
    pub args: Box<[u8]>,
}

/// Analyzes a file. Methods return true while the analyzer wants more input; after false it is removed.
pub trait FileAnalyzer {
    /// Takes the next bytes in order. [`undelivered`](Self::undelivered) reports gaps.
    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        let _ = (cx, data);
        true
    }

    /// Takes bytes at an offset, in the order of their arrival.
    fn chunk(&mut self, cx: &mut FileContext<'_>, offset: u64, data: &[u8]) -> bool {
        let _ = (cx, offset, data);
        true
    }

    /// Reports a gap in the stream.
    fn undelivered(&mut self, cx: &mut FileContext<'_>, offset: u64, len: u64) -> bool {
        let _ = (cx, offset, len);
        true
    }

    /// Called when the file has ended.
    fn end(&mut self, cx: &mut FileContext<'_>) -> bool {
        let _ = cx;
        true
    }

    /// Called last, before the analyzer is dropped.
    fn done(&mut self, cx: &mut FileContext<'_>) {
        let _ = cx;
    }
}

/// The analyzer's reports about its file so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Verdict {
    confirmed: bool,
    violations: u64,
}

/// An analyzer's access to its file and to events during a call.
pub struct FileContext<'a> {
    pub(super) facts: &'a Facts,
    pub(super) tag: EnumName,
    pub(super) verdict: &'a mut Verdict,
    pub(super) ignored: bool,
    pub(super) inner: &'a mut Vec<(EnumName, Within)>,
    pub(super) handlers: &'a mut dyn Handlers,
}

impl FileContext<'_> {
    /// The file.
    pub fn file(&self) -> &Facts {
        self.facts
    }

    /// The handlers, for requests other than events.
    pub fn handlers(&mut self) -> &mut dyn Handlers {
        self.handlers
    }

    /// Whether a script stopped the events of this file.
    pub fn is_ignored(&self) -> bool {
        self.ignored
    }

    /// Whether an event has a handler.
    pub fn wants<E: EventType>(&self) -> bool {
        self.handlers.wants(E::ID)
    }

    /// Raises an event if it has a handler.
    pub fn event<E: EventType>(&mut self, build: impl FnOnce(FileId) -> E) {
        if self.wants::<E>() {
            self.handlers.take(self.facts, &build(self.facts.number));
        }
    }

    /// Raises an event that the caller has checked to have a handler.
    pub fn event_dyn(&mut self, e: &dyn Event) {
        self.handlers.take(self.facts, e);
    }

    /// Whether an event that was added at run time has a handler and the file is not ignored.
    pub fn wants_added(&self, id: EventId) -> bool {
        !self.ignored && self.handlers.wants(id)
    }

    /// Reports to scripts that the file is nested deeper than `limit`. `args` are the arguments of the analyzer.
    pub fn too_deep(&mut self, args: ArgsId, limit: u64) {
        self.handlers.too_deep(self.facts, args, limit);
    }

    /// Queues a piece of a file inside this one. It is processed after the analyzers have taken the current bytes.
    pub fn within(&mut self, piece: Within) {
        self.inner.push((self.tag, piece));
    }

    /// Whether the certificate with this digest need not be parsed.
    pub(crate) fn is_known_certificate(&mut self, digest: &[u8]) -> bool {
        self.handlers.known_certificate(self.facts, digest)
    }

    /// Reports a weird whose source is the analyzer's name.
    pub fn weird(&mut self, name: &str, addl: &[u8]) {
        let source = self.tag.0.strip_prefix("Files::ANALYZER_").unwrap_or_default();
        self.event(|f| event::weird::FileWeird { name, f, addl, source });
    }

    /// Reports an anomaly that a parser found.
    pub fn anomaly(&mut self, what: impl wire::Anomaly) {
        let mut addl = String::new();
        // Writing to a string cannot fail.
        let _ = what.addl(&mut addl);
        self.event(|f| event::weird::FileWeird {
            name: what.weird(),
            f,
            addl: addl.as_bytes(),
            source: what.source(),
        });
    }

    /// Confirms that the file has the analyzer's format. Later calls do nothing.
    pub fn confirm(&mut self) {
        if !std::mem::replace(&mut self.verdict.confirmed, true) {
            let atype = self.tag;
            self.event(|f| events::AnalyzerConfirmation {
                atype,
                info: events::AnalyzerConfirmationInfo { c: None, f: Some(f), aid: None },
            });
        }
    }

    /// Reports that the file does not have the analyzer's format, or is malformed.
    pub fn violate(&mut self, reason: &str, data: Option<&[u8]>) {
        self.verdict.violations += 1;
        if self.verdict.violations > MAX_VIOLATIONS {
            if self.verdict.violations == MAX_VIOLATIONS + 1 {
                self.weird("too_many_analyzer_violations", b"");
            }
            return;
        }
        let atype = self.tag;
        self.event(|f| events::AnalyzerViolation {
            atype,
            info: events::AnalyzerViolationInfo { reason, c: None, f: Some(f), aid: None, data },
        });
    }
}
