//! What a reader says about its source, and what it reads, in the order in which it comes up.
use super::item::{Item, Row};
use std::collections::VecDeque;

/// How bad something is that a reader says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grade {
    Warning,
    Error,
}

/// What a reader hands on.
#[derive(Debug)]
pub(crate) enum Delivery {
    /// A row of a source that is read as a whole: rows that do not come again are gone.
    Entry(Row),
    /// A row that stands for itself.
    Put(Row),
    /// A pass over the source is over.
    EndOfPass,
    /// A word about the source; `place` goes before it in messages for people.
    Word { grade: Grade, text: String, place: Option<String> },
    /// An option's new value, as its item.
    Option { name: String, item: Item },
    /// The program behind a source ended.
    Finished { code: u64, by_signal: bool },
    /// The reader reads no more.
    Disabled,
}

/// Where a reader's messages go.
#[derive(Default)]
pub(crate) struct Outbox {
    pub(super) out: VecDeque<Delivery>,
    /// The file and line that are at hand; line 0 is the file as such.
    place: Option<(String, u32)>,
    muted: bool,
    unsaid: usize,
    pub(super) disabled: bool,
    /// Whether rows stand for themselves.
    pub(super) streaming: bool,
}

impl Outbox {
    pub(super) fn new(streaming: bool) -> Self {
        Outbox { streaming, ..Outbox::default() }
    }

    /// The file that following words are about.
    pub(crate) fn at_file(&mut self, file: &str) {
        if self.place.is_none() {
            self.place = Some((file.to_owned(), 0));
        }
    }

    pub(crate) fn set_line(&mut self, line: u32) {
        if let Some((_, l)) = &mut self.place {
            *l = line;
        }
    }

    pub(crate) fn next_line(&mut self) {
        if let Some((_, l)) = &mut self.place {
            *l = l.saturating_add(1);
        }
    }

    fn shown_place(&self) -> Option<String> {
        self.place.as_ref().map(|(f, l)| if *l == 0 { f.clone() } else { format!("{f}, line {l}") })
    }

    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        if self.muted {
            self.unsaid += 1;
            return;
        }
        let place = self.shown_place();
        self.out.push_back(Delivery::Word { grade: Grade::Warning, text: text.into(), place });
    }

    /// An error ends the reader.
    pub(crate) fn error(&mut self, text: impl Into<String>) {
        let place = self.shown_place();
        self.out.push_back(Delivery::Word { grade: Grade::Error, text: text.into(), place });
        self.disable();
    }

    /// What a stream's settings may make an error; as a warning it may be the last for a while.
    pub(crate) fn fail_or_warn(&mut self, fail: bool, text: String, mute: bool) {
        if fail {
            return self.error(text);
        }
        self.warn(text);
        self.muted |= mute;
    }

    /// Warnings are said again.
    pub(crate) fn unmute(&mut self) {
        self.muted = false;
        if self.unsaid > 0 {
            self.warn(format!("Suppressed {} warning(s)", self.unsaid));
        }
        self.unsaid = 0;
    }

    pub(crate) fn disable(&mut self) {
        if !self.disabled {
            self.disabled = true;
            self.out.push_back(Delivery::Disabled);
        }
    }

    /// A row that was read.
    pub(crate) fn row(&mut self, items: Vec<Item>) {
        let row = Row { items, line: self.place.as_ref().map(|(_, l)| *l) };
        self.out.push_back(if self.streaming { Delivery::Put(row) } else { Delivery::Entry(row) });
    }

    /// A row that stands for itself, whatever the mode.
    pub(crate) fn put(&mut self, items: Vec<Item>) {
        self.out.push_back(Delivery::Put(Row { items, line: None }));
    }

    pub(crate) fn end_of_pass(&mut self) {
        self.out.push_back(Delivery::EndOfPass);
    }

    pub(crate) fn say(&mut self, m: Delivery) {
        self.out.push_back(m);
    }

    /// Messages that wait; a reader pauses where they are many.
    pub(crate) fn waiting(&self) -> usize {
        self.out.len()
    }
}
