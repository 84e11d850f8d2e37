//! Reports anomalies and violations of TLS and DTLS.
use super::Anomaly;
use session::Role;
use session::analyzer::Context;
use wire::{Anomaly as _, ReadError};

/// Reports an anomaly; the source of the weird is the running analyzer, SSL or DTLS.
pub(super) fn weird(cx: &mut Context<'_, '_>, what: Anomaly) {
    let mut addl = String::new();
    // Writing to a string cannot fail.
    let _ = what.addl(&mut addl);
    cx.weird(what.weird(), addl.as_bytes());
}

/// Reports a message that cannot be read.
pub(super) fn violate(cx: &mut Context<'_, '_>, e: &ReadError) {
    cx.violate(&crate::out_of_bound::reason(e), None);
}

/// The name of a side in the reasons of violations.
pub(super) const fn label(from: Role) -> &'static str {
    if from.is_orig() { "originator" } else { "responder" }
}
