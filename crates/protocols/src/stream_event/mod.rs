//! Raises events with the bytes of a stream, for protocols that scripts parse themselves.
use crate::{Maker, Settings};
use event::tcp as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};

/// The analyzer of a connection; it has no state.
pub struct StreamEvent;

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(StreamEvent)))
}

impl Analyzer for StreamEvent {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let is_orig = from.is_orig();
        cx.event(|c| ev::StreamDeliver { c, is_orig, data });
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        let is_orig = from.is_orig();
        cx.event(|c| ev::StreamUndelivered { c, is_orig, seq, len });
    }
}
