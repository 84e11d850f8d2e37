//! The analyzers of a file: adds, runs and removes them.
use super::{Change, File, Slot};
use crate::files::Handlers;
use crate::files::analyzer::{FileAnalyzer, FileContext, Verdict, Within};
use crate::files::facts::Facts;
use event::EnumName;
use std::collections::VecDeque;

impl File {
    /// Runs `f` on every analyzer.
    pub(super) fn each(
        &mut self,
        h: &mut dyn Handlers,
        mut f: impl FnMut(&mut dyn FileAnalyzer, &mut FileContext<'_>) -> bool,
    ) {
        for n in 0..self.analyzers.len() {
            run(
                (&self.facts, &mut self.changes, &mut self.inner),
                self.ignored,
                self.analyzers.get_mut(n),
                h,
                &mut f,
            );
        }
    }

    /// Applies the changes that handlers and analyzers requested.
    pub(super) fn apply_changes(&mut self, h: &mut dyn Handlers) {
        h.changes(self.facts.id, &mut self.changes);
        while let Some(change) = self.changes.pop_front() {
            match change {
                Change::Add(key, analyzer) => {
                    if !self.over && !self.analyzers.iter().any(|s| s.key == key) {
                        self.analyzers.push(Slot {
                            key,
                            analyzer,
                            verdict: Verdict::default(),
                            caught_up: false,
                            skips: false,
                        });
                    }
                }
                Change::Remove(key) => {
                    if let Some(n) = self.analyzers.iter().position(|s| s.key == key) {
                        self.finish_analyzer(n, h);
                        self.analyzers.remove(n);
                    }
                }
                Change::Reassemble(yes) => {
                    self.reassembles = yes;
                    if !yes {
                        self.reassembly = None;
                    }
                }
                Change::Buffer(max) => self.buffer = max,
                Change::Ignore => self.ignored = true,
            }
        }
    }

    pub(super) fn finish_analyzer(&mut self, n: usize, h: &mut dyn Handlers) {
        run(
            (&self.facts, &mut self.changes, &mut self.inner),
            self.ignored,
            self.analyzers.get_mut(n),
            h,
            |a, cx| {
                a.done(cx);
                true
            },
        );
    }

    /// Whether an analyzer of this kind is attached.
    pub fn has(&self, tag: EnumName) -> bool {
        self.analyzers.iter().any(|s| s.key.tag == tag)
    }
}

/// Runs `f` on an analyzer. If `f` returns false, queues the removal of the analyzer.
pub(super) fn run(
    (facts, changes, inner): (&Facts, &mut VecDeque<Change>, &mut Vec<(EnumName, Within)>),
    ignored: bool,
    slot: Option<&mut Slot>,
    handlers: &mut dyn Handlers,
    f: impl FnOnce(&mut dyn FileAnalyzer, &mut FileContext<'_>) -> bool,
) {
    let Some(slot) = slot else { return };
    if slot.skips {
        return;
    }
    let mut cx =
        FileContext { facts, tag: slot.key.tag, verdict: &mut slot.verdict, ignored, inner, handlers };
    if !f(&mut *slot.analyzer, &mut cx) {
        slot.skips = true;
        changes.push_back(Change::Remove(slot.key.clone()));
    }
}
