//! The bridge between traffic and scripts: turns reports of the traffic side into values of the language side.
//!
//! Events become values only if a script handles them ([`Converter`]). A connection's record is made when the first
//! such event is about it ([`Connections`]), a file's when the file begins ([`FileLayout`]). In the other direction,
//! globals of scripts become options of the session and its analyzers ([`Globals`]), and built-in functions reach the
//! session ([`Live`]).
//!
//! This crate runs no handlers and keeps no state for built-in functions: it does not know the machine, only
//! [`value::Context`].
mod certificate;
mod connections;
mod convert;
mod files;
mod globals;
mod live;
mod postponed;
mod repeated;
mod shown;
pub mod signature;
mod strict;
mod walk;

pub use certificate::{CertificateBytes, certificate};
pub use connections::{Connections, RowEnd};
pub use convert::{Converter, Named, plain_value};
pub use files::{
    FileControl, FileLayout, KnownFile, KnownRoots, analyzer_kind, analyzer_short_name, set_timeout,
};
pub use globals::{DISCARDERS, Globals, session_options};
pub use live::{Live, NoId, Order, Recording};
pub use postponed::show;
pub use shown::shown;

use session::analyzer::{AnalyzerId, Tag};
use value::Context;

/// The bit in an event's source that marks events of other nodes. No analyzer's number has it.
pub const REMOTE: u64 = 1 << 63;

/// The analyzer that raised the current event, and its kind.
#[must_use]
pub fn analyzer_of(cx: &dyn Context) -> Option<(AnalyzerId, Tag)> {
    let source = cx.event_source();
    (source != 0 && source != REMOTE).then_some((AnalyzerId(source as u32), Tag((source >> 32) as u16)))
}

/// Encodes an analyzer as an event's source, which [`analyzer_of`] decodes; 0 for none.
#[must_use]
pub fn source_of(analyzer: Option<(AnalyzerId, Tag)>) -> u64 {
    analyzer.map_or(0, |(id, kind)| u64::from(kind.0) << 32 | u64::from(id.0))
}
