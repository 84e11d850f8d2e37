//! A reader's rows and messages, in order.
use super::item::{Item, Row};
use std::collections::VecDeque;

/// The severity of a reader's message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grade {
    Warning,
    Error,
}

/// An item that a reader delivers.
#[derive(Debug)]
pub(crate) enum Delivery {
    /// A row of a source that is read as a whole. Rows missing from the next pass are removed.
    Entry(Row),
    /// A row of a source that is followed.
    Put(Row),
    /// The end of a pass over the source.
    EndOfPass,
    /// A message about the source. `place` is printed before it.
    Word { grade: Grade, text: String, place: Option<String> },
    /// An option's new value.
    Option { name: String, item: Item },
    /// The source's program has ended.
    Finished { code: u64, by_signal: bool },
    /// The reader has ended.
    Disabled,
}

/// Collects a reader's deliveries.
#[derive(Default)]
pub(crate) struct Outbox {
    pub(super) out: VecDeque<Delivery>,
    /// The current file and line; line 0 means the whole file.
    place: Option<(String, u32)>,
    muted: bool,
    unsaid: usize,
    pub(super) disabled: bool,
    /// Whether the source is followed.
    pub(super) streaming: bool,
}

impl Outbox {
    pub(super) fn new(streaming: bool) -> Self {
        Outbox { streaming, ..Outbox::default() }
    }

    /// Sets the file that later messages name.
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

    /// Reports an error, which ends the reader.
    pub(crate) fn error(&mut self, text: impl Into<String>) {
        let place = self.shown_place();
        self.out.push_back(Delivery::Word { grade: Grade::Error, text: text.into(), place });
        self.disable();
    }

    /// Reports an error if `fail` is set, otherwise a warning. `mute` suppresses further warnings until
    /// [`Self::unmute`].
    pub(crate) fn fail_or_warn(&mut self, fail: bool, text: String, mute: bool) {
        if fail {
            return self.error(text);
        }
        self.warn(text);
        self.muted |= mute;
    }

    /// Ends the suppression of warnings and reports how many were suppressed.
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

    /// Adds a row.
    pub(crate) fn row(&mut self, items: Vec<Item>) {
        let row = Row { items, line: self.place.as_ref().map(|(_, l)| *l) };
        self.out.push_back(if self.streaming { Delivery::Put(row) } else { Delivery::Entry(row) });
    }

    /// Adds a row of a source that is followed, whatever the mode.
    pub(crate) fn put(&mut self, items: Vec<Item>) {
        self.out.push_back(Delivery::Put(Row { items, line: None }));
    }

    pub(crate) fn end_of_pass(&mut self) {
        self.out.push_back(Delivery::EndOfPass);
    }

    pub(crate) fn say(&mut self, m: Delivery) {
        self.out.push_back(m);
    }

    /// Returns the number of waiting deliveries. A reader pauses if there are many.
    pub(crate) fn waiting(&self) -> usize {
        self.out.len()
    }
}
