//! Raises events of a script's choice with the bytes of a file.
use super::{ArgsId, FileAnalyzer, FileContext};

/// The analyzer `Files::ANALYZER_DATA_EVENT`: raises the events in its arguments.
pub struct ScriptEvent {
    args: ArgsId,
    chunks: bool,
    stream: bool,
}

impl ScriptEvent {
    /// Creates the analyzer. `chunks` and `stream`: whether the arguments name an event for chunks and one for the
    /// stream.
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
