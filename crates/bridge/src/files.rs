//! Files of the traffic side, for scripts: their records, and the changes that handlers request.
mod control;
mod kinds;
mod record;

pub use control::{FileControl, KnownFile, KnownRoots};
pub use kinds::{analyzer_kind, analyzer_short_name};
pub use record::{FileLayout, set_timeout};
