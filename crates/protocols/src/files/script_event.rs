//! A file's bytes as events that a script named.
use super::{ArgsId, FileAnalyzer, FileContext};

/// Raises the events that a script named when it added this.
pub struct ScriptEvent {
    args: ArgsId,
    chunks: bool,
    stream: bool,
}

impl ScriptEvent {
    /// Which of the two events there are.
    pub fn new(args: ArgsId, chunks: bool, stream: bool) -> Self {
        ScriptEvent { args, chunks, stream }
    }
}

impl FileAnalyzer for ScriptEvent {
    fn chunk(&mut self, cx: &mut FileContext<'_>, offset: u64, data: &[u8]) -> bool {
        if self.chunks {
            cx.handlers.script_event(cx.facts, self.args, data, Some(offset));
        }
        true
    }

    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        if self.stream {
            cx.handlers.script_event(cx.facts, self.args, data, None);
        }
        true
    }
}
