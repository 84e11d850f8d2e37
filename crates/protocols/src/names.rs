//! Names that live as long as the process, for analyzers that are loaded at run time.
use std::sync::{Mutex, PoisonError};

static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// Returns a copy of `text` that is never freed. Equal texts share a copy, so that loading the same analyzers again
/// allocates nothing.
pub fn keep(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|k| **k == text) {
        return known;
    }
    let new: &'static str = text.to_owned().leak();
    kept.push(new);
    new
}
