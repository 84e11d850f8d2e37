//! Files written to disk, up to a limit.
use super::{ArgsId, FileAnalyzer, FileContext};
use event::EventType;
use event::file::FileExtractionLimit;
use std::cell::Cell;
use std::io;
use std::rc::Rc;

/// The destination of an extracted file, which the caller opens.
pub trait Output {
    /// Writes behind what was written or skipped last.
    fn write(&mut self, data: &[u8]) -> io::Result<()>;
    /// Goes to an offset; what is skipped is a hole.
    fn skip_to(&mut self, offset: u64) -> io::Result<()>;
    /// Passes on what is buffered.
    fn flush(&mut self) -> io::Result<()>;
}

/// How much is written.
#[derive(Clone, Debug)]
pub struct ExtractLimits {
    /// Bytes; 0 switches the limit off. Handlers may raise it at any time.
    pub bytes: Rc<Cell<u64>>,
    /// Holes count as well.
    pub holes_count: bool,
}

/// Writes a file out.
pub struct Extract {
    args: ArgsId,
    name: String,
    /// `None` if it could not be opened, or a write failed.
    output: Option<Box<dyn Output>>,
    limits: ExtractLimits,
    written: u64,
}

impl Extract {
    /// Writes to `output`, which is called `name` in messages.
    pub fn new(args: ArgsId, name: String, output: Option<Box<dyn Output>>, limits: ExtractLimits) -> Self {
        Extract { args, name, output, limits, written: 0 }
    }

    /// How much of `len` more bytes is within the limit.
    fn within(&self, len: u64) -> u64 {
        match self.limits.bytes.get() {
            0 => len,
            limit => len.min(limit.saturating_sub(self.written)),
        }
    }

    /// How many of `len` bytes may be written. Before the limit cuts them, handlers may raise it.
    fn permitted(&mut self, cx: &mut FileContext<'_>, len: u64) -> u64 {
        let within = self.within(len);
        if within == len || !cx.handlers.wants(FileExtractionLimit::ID) {
            return within;
        }
        if !cx.ignored {
            cx.handlers.limit_reached(cx.facts, self.args, self.limits.bytes.get(), len);
        }
        self.within(len)
    }

    fn failed(&mut self, cx: &mut FileContext<'_>, what: &str, e: &io::Error) -> bool {
        let text = e.to_string();
        let text = text.split(" (os error").next().unwrap_or_default();
        cx.handlers.complain(&format!("failed to {what} extracted file {}: {text}", self.name));
        self.output = None;
        false
    }
}

impl FileAnalyzer for Extract {
    fn stream(&mut self, cx: &mut FileContext<'_>, data: &[u8]) -> bool {
        if self.output.is_none() {
            return false;
        }
        let len = data.len() as u64;
        let permitted = self.permitted(cx, len);
        let head = usize::try_from(permitted).ok().and_then(|n| data.get(..n)).unwrap_or_default();
        let Some(output) = &mut self.output else { return false };
        if !head.is_empty() {
            if let Err(e) = output.write(head) {
                return self.failed(cx, "write to", &e);
            }
            self.written += permitted;
        }
        if permitted == len {
            return true;
        }
        // The file may stay open for long; readers should see what it has so far.
        if let Err(e) = output.flush() {
            return self.failed(cx, "write to", &e);
        }
        false
    }

    fn undelivered(&mut self, cx: &mut FileContext<'_>, offset: u64, len: u64) -> bool {
        if self.output.is_none() {
            return false;
        }
        if self.limits.holes_count {
            if self.permitted(cx, len) < len {
                return false;
            }
            self.written += len;
        }
        let Some(output) = &mut self.output else { return false };
        match output.skip_to(offset.saturating_add(len)) {
            Ok(()) => true,
            Err(e) => self.failed(cx, "seek in", &e),
        }
    }

    fn done(&mut self, cx: &mut FileContext<'_>) {
        if let Some(mut output) = self.output.take()
            && let Err(e) = output.flush()
        {
            cx.handlers.complain(&format!("cannot close {}: {e}", self.name));
        }
    }
}
