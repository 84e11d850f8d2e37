//! The trait of file analyzers, and the context in which they run.
use super::Handlers;
use super::facts::Facts;
use event::analyzer as events;
use event::{EnumName, Event, EventId, EventType, FileId};
use session::Uid;

/// The most violations that are reported of an analyzer on one file (`max_analyzer_violations`).
const MAX_VIOLATIONS: u64 = 1000;

/// Identifies the arguments with which a script added an analyzer; [`Handlers`] assigns the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgsId(pub u32);

/// A kind of analyzer that a run adds to the built-in ones.
pub struct AddedKind {
    /// `Files::ANALYZER_…`
    pub tag: EnumName,
    /// The built-in kind that it stands in for while it is enabled.
    pub replaces: Option<String>,
    /// Makes an analyzer, for the arguments that a script gave.
    pub make: Box<dyn Fn(ArgsId) -> Box<dyn FileAnalyzer>>,
}

/// A piece of a file that lies in the one that is analyzed.
pub struct Within {
    /// The inner file.
    pub id: Uid,
    /// What comes of it.
    pub piece: WithinPiece,
    /// Its type, if that is known.
    pub mime: Option<String>,
}

/// What comes of an inner file.
pub enum WithinPiece {
    /// The next bytes.
    Data(Vec<u8>),
    /// Bytes at an offset.
    DataAt(u64, Vec<u8>),
    /// A gap: its offset and its length.
    Gap(u64, u64),
    /// The file's size.
    Size(u64),
    /// It is complete.
    End,
}

/// Identifies an analyzer of a file: its kind and its arguments. Equal arguments have equal bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// `Files::ANALYZER_…`
    pub tag: EnumName,
    /// The encoded arguments.
    pub args: Box<[u8]>,
}

/// Analyzes one file. Methods return true while the analyzer wants more; at false it is removed.
pub trait FileAnalyzer {
    /// Takes the next bytes in order. Gaps are reported by [`undelivered`](Self::undelivered).
    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        let _ = (cx, data);
        true
    }

    /// Takes bytes at an offset, in order of arrival.
    fn chunk(&mut self, cx: &mut FileContext<'_>, offset: u64, data: &[u8]) -> bool {
        let _ = (cx, offset, data);
        true
    }

    /// Reports a gap in the stream.
    fn undelivered(&mut self, cx: &mut FileContext<'_>, offset: u64, len: u64) -> bool {
        let _ = (cx, offset, len);
        true
    }

    /// The file has ended.
    fn end(&mut self, cx: &mut FileContext<'_>) -> bool {
        let _ = cx;
        true
    }

    /// The last call.
    fn done(&mut self, cx: &mut FileContext<'_>) {
        let _ = cx;
    }
}

/// What an analyzer has reported about its file so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Verdict {
    confirmed: bool,
    violations: u64,
}

/// Gives an analyzer access to its file and to events during a call.
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

    /// True if a script stopped the events of this file.
    pub fn is_ignored(&self) -> bool {
        self.ignored
    }

    /// True if an event has a handler.
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

    /// True if a handler exists for an event that is known at run time only.
    pub fn wants_added(&self, id: EventId) -> bool {
        !self.ignored && self.handlers.wants(id)
    }

    /// Tells scripts that the file lies in more files than `limit`; `args` are those of the analyzer.
    pub fn too_deep(&mut self, args: ArgsId, limit: u64) {
        self.handlers.too_deep(self.facts, args, limit);
    }

    /// Passes on a piece of a file that lies in this one. It is taken once the analyzer is done with the bytes at hand.
    pub fn within(&mut self, piece: Within) {
        self.inner.push((self.tag, piece));
    }

    /// True if the certificate with this digest need not be parsed.
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

    /// Confirms that the file has the analyzer's format. Only the first call counts.
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
