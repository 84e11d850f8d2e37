//! File values. What they write to is supplied from outside: this crate opens nothing.
use crate::name::Name;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;

/// Where a file value's bytes go.
pub trait Sink {
    /// Takes bytes.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Passes on what is buffered.
    fn flush(&mut self) -> io::Result<()>;
    /// Sets how much is buffered: `false` passes every write on at once.
    fn set_buffered(&mut self, buffered: bool);
    /// Bytes written so far, or the size of the file where that is known.
    fn size(&self) -> u64;
}

/// An open (or closed) file.
pub struct File {
    /// The name it was opened by.
    pub name: Name,
    /// `&raw_output`: print writes bytes as they are, without escapes and line ends.
    pub raw: Cell<bool>,
    /// When it was opened, seconds since the epoch.
    pub opened: Cell<f64>,
    sink: RefCell<Option<Box<dyn Sink>>>,
}

impl File {
    /// An open file.
    pub fn new(name: impl Into<Name>, opened: f64, sink: Box<dyn Sink>) -> Self {
        File {
            name: name.into(),
            raw: Cell::new(false),
            opened: Cell::new(opened),
            sink: RefCell::new(Some(sink)),
        }
    }

    /// A file that could not be opened.
    pub fn closed(name: impl Into<Name>, opened: f64) -> Self {
        File { name: name.into(), raw: Cell::new(false), opened: Cell::new(opened), sink: RefCell::new(None) }
    }

    /// Gives a file that was closed another sink.
    pub fn reopen(&self, sink: Box<dyn Sink>, opened: f64) {
        self.opened.set(opened);
        *self.sink.borrow_mut() = Some(sink);
    }

    /// Whether it has not been closed.
    pub fn is_open(&self) -> bool {
        self.sink.borrow().is_some()
    }

    /// Does something with the sink; `None` where the file is closed.
    pub fn with<R>(&self, f: impl FnOnce(&mut dyn Sink) -> R) -> Option<R> {
        let mut sink = self.sink.borrow_mut();
        let sink = sink.as_mut()?;
        Some(f(&mut **sink))
    }

    /// Flushes and closes; false where it was closed already.
    pub fn close(&self) -> bool {
        match self.sink.borrow_mut().take() {
            Some(mut s) => s.flush().is_ok(),
            None => false,
        }
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("name", &self.name).field("open", &self.is_open()).finish()
    }
}
