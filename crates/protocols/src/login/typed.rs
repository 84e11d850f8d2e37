//! Lines that a user typed and no prompt has claimed yet.
use crate::ascii::is_space;
use std::collections::VecDeque;

/// The maximum number of lines kept.
pub(super) const MAX_LINES: usize = 12;

/// The pending lines, in order. A user may type ahead of the prompts, because RFC 854 lets both sides send at any time.
#[derive(Default)]
pub(super) struct Typed(VecDeque<Vec<u8>>);

impl Typed {
    /// Adds a line. Returns false if too many are pending.
    pub(super) fn add(&mut self, line: &[u8]) -> bool {
        let fits = self.0.len() < MAX_LINES;
        if fits {
            self.0.push_back(line.to_vec());
        }
        fits
    }

    /// Takes the oldest line.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        self.0.pop_front()
    }

    /// Takes the oldest line that is not blank and drops the blank lines before it.
    pub(super) fn next_filled(&mut self) -> Option<Vec<u8>> {
        while self.0.front().is_some_and(|line| is_blank(line)) {
            self.0.pop_front();
        }
        self.0.pop_front()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes all lines.
    pub(super) fn take(&mut self) -> VecDeque<Vec<u8>> {
        std::mem::take(&mut self.0)
    }
}

/// Whether a line is empty or consists of white space.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|b| is_space(*b))
}
