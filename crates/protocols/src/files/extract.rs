//! Writes files to disk, up to a limit.
use super::{ArgsId, FileAnalyzer, FileContext};
use event::EventType;
use event::file::FileExtractionLimit;
use std::cell::Cell;
use std::io;
use std::rc::Rc;

/// The destination of an extracted file, which the caller opens.
pub trait Output {
    /// Writes at the current offset.
    fn write(&mut self, data: &[u8]) -> io::Result<()>;
    /// Moves to an offset; the skipped range becomes a hole.
    fn skip_to(&mut self, offset: u64) -> io::Result<()>;
    /// Writes buffered bytes.
    fn flush(&mut self) -> io::Result<()>;
}

/// Limits on the bytes of an extracted file.
#[derive(Clone, Debug)]
pub struct ExtractLimits {
    /// The maximum number of bytes; 0 means no limit. Handlers may raise it at any time.
    pub bytes: Rc<Cell<u64>>,
    /// Whether gaps count towards the limit.
    pub holes_count: bool,
}

/// Writes a file to its output.
pub struct Extract {
    args: ArgsId,
    name: String,
    /// `None` after opening or writing failed.
    output: Option<Box<dyn Output>>,
    limits: ExtractLimits,
    written: u64,
}

impl Extract {
    /// Creates an analyzer that writes to `output`, which messages call `name`.
    pub fn new(args: ArgsId, name: String, output: Option<Box<dyn Output>>, limits: ExtractLimits) -> Self {
        Extract { args, name, output, limits, written: 0 }
    }

    /// The number of bytes, of `len` further ones, that are within the limit.
    fn within(&self, len: u64) -> u64 {
        match self.limits.bytes.get() {
            0 => len,
            limit => len.min(limit.saturating_sub(self.written)),
        }
    }

    /// The number of bytes, of `len`, that may be written. If the limit would cut them, handlers may raise it first.
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
        // The output may stay open for a long time, and others may read it meanwhile.
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
