//! How TLS and DTLS report what is wrong.
use super::Anomaly;
use session::Role;
use session::analyzer::Context;
use wire::{Anomaly as _, ReadError};

/// Reports an anomaly under the name of the analyzer that runs.
pub(super) fn weird(cx: &mut Context<'_, '_>, what: Anomaly) {
    let mut addl = String::new();
    // Writing into a string does not fail.
    let _ = what.addl(&mut addl);
    cx.weird(what.weird(), addl.as_bytes());
}

/// Reports a message that cannot be read.
pub(super) fn violate(cx: &mut Context<'_, '_>, e: &ReadError) {
    cx.violate(&crate::out_of_bound::reason(e), None);
}

/// A side, as the reasons of violations name it.
pub(super) const fn label(from: Role) -> &'static str {
    if from.is_orig() { "originator" } else { "responder" }
}
