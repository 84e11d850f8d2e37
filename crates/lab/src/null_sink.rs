//! A sink for sessions whose events are not needed.
use event::{Event, EventId};
use session::ConnView;

/// Requests no events and drops those that it gets.
pub(crate) struct NullSink;

impl event::Sink for NullSink {
    fn wants(&self, _: EventId) -> bool {
        false
    }
    fn take(&mut self, _: &dyn Event) {}
}

impl session::Sink for NullSink {
    fn about(&mut self, _: &ConnView<'_>) {}
}
