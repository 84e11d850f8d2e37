//! Names that live as long as the process, for analyzers that a run loads.
use std::sync::{Mutex, PoisonError};

static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// The same text for good. Equal texts are kept once, so that loading the same analyzers again keeps nothing more.
pub fn keep(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|k| **k == text) {
        return known;
    }
    let new: &'static str = text.to_owned().leak();
    kept.push(new);
    new
}
