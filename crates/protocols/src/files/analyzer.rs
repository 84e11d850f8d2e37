//! Analyzers of files.
use super::Handlers;
use super::facts::Facts;
use event::analyzer as events;
use event::{EnumName, Event, EventType, FileId};

/// Violations of an analyzer on a file that are reported (`max_analyzer_violations`).
const MAX_VIOLATIONS: u64 = 1000;

/// The arguments that a script gave along with an analyzer; the number is [`Handlers`]' own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgsId(pub u32);

/// Which analyzer of a file: its kind and the arguments that it was added with, as bytes that differ where they do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// `Files::ANALYZER_…`
    pub tag: EnumName,
    /// The arguments.
    pub args: Box<[u8]>,
}

/// Looks into one file. Methods answer whether the analyzer wants more; one that does not is removed.
pub trait FileAnalyzer {
    /// The next bytes, in order and without holes but those told by [`undelivered`](Self::undelivered).
    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        let _ = (cx, data);
        true
    }

    /// Bytes as they came, in whatever order.
    fn chunk(&mut self, cx: &mut FileContext<'_>, offset: u64, data: &[u8]) -> bool {
        let _ = (cx, offset, data);
        true
    }

    /// Bytes of the stream will not come.
    fn undelivered(&mut self, cx: &mut FileContext<'_>, offset: u64, len: u64) -> bool {
        let _ = (cx, offset, len);
        true
    }

    /// The file is over.
    fn end(&mut self, cx: &mut FileContext<'_>) -> bool {
        let _ = cx;
        true
    }

    /// The last call.
    fn done(&mut self, cx: &mut FileContext<'_>) {
        let _ = cx;
    }
}

/// An analyzer's verdict on its file.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Said {
    confirmed: bool,
    violations: u64,
}

/// The surroundings of an analyzer for the length of a call.
pub struct FileContext<'a> {
    pub(super) facts: &'a Facts,
    pub(super) tag: EnumName,
    pub(super) said: &'a mut Said,
    pub(super) ignored: bool,
    pub(super) handlers: &'a mut dyn Handlers,
}

impl FileContext<'_> {
    /// The file.
    pub fn file(&self) -> &Facts {
        self.facts
    }

    /// The handlers, for requests that are no events.
    pub fn handlers(&mut self) -> &mut dyn Handlers {
        self.handlers
    }

    /// True if the file is no longer to raise events of its own.
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

    /// Hands over an event that the caller has found to be wanted.
    pub fn event_dyn(&mut self, e: &dyn Event) {
        self.handlers.take(self.facts, e);
    }

    /// True if the certificate of this digest need not be taken apart.
    pub(crate) fn is_known_certificate(&mut self, digest: &[u8]) -> bool {
        self.handlers.known_certificate(self.facts, digest)
    }

    /// Reports an oddity, signed with the analyzer's name.
    pub fn weird(&mut self, name: &str, addl: &[u8]) {
        let source = self.tag.0.strip_prefix("Files::ANALYZER_").unwrap_or_default();
        self.event(|f| event::weird::FileWeird { name, f, addl, source });
    }

    /// Reports an anomaly that a parser found.
    pub fn anomaly(&mut self, what: impl wire::Anomaly) {
        let mut addl = String::new();
        // Writing into a string does not fail.
        let _ = what.addl(&mut addl);
        self.event(|f| event::weird::FileWeird {
            name: what.weird(),
            f,
            addl: addl.as_bytes(),
            source: what.source(),
        });
    }

    /// The file is what the analyzer is for. Said once.
    pub fn confirm(&mut self) {
        if !std::mem::replace(&mut self.said.confirmed, true) {
            let atype = self.tag;
            self.event(|f| events::AnalyzerConfirmation {
                atype,
                info: events::AnalyzerConfirmationInfo { c: None, f: Some(f), aid: None },
            });
        }
    }

    /// The file is not what the analyzer is for, or is broken.
    pub fn violate(&mut self, reason: &str, data: Option<&[u8]>) {
        self.said.violations += 1;
        if self.said.violations > MAX_VIOLATIONS {
            if self.said.violations == MAX_VIOLATIONS + 1 {
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
