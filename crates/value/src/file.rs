//! File values. The host supplies the output: this crate opens no files.
use crate::name::Name;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;

/// The destination of the bytes that a script writes to a file.
pub trait Output {
    /// Writes bytes.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Writes out the buffer.
    fn flush(&mut self) -> io::Result<()>;
    /// Turns buffering on or off; without buffering, every write goes out at once.
    fn set_buffered(&mut self, buffered: bool);
    /// The number of bytes written so far, or the size of the file if it is known.
    fn size(&self) -> u64;
}

/// An open (or closed) file.
pub struct File {
    /// The name it was opened by.
    pub name: Name,
    /// `&raw_output`: `print` writes bytes as they are, without escapes or line ends.
    pub raw: Cell<bool>,
    /// When it was opened, in seconds since the epoch.
    pub opened: Cell<f64>,
    output: RefCell<Option<Box<dyn Output>>>,
}

impl File {
    /// Creates an open file.
    pub fn new(name: impl Into<Name>, opened: f64, output: Box<dyn Output>) -> Self {
        File {
            name: name.into(),
            raw: Cell::new(false),
            opened: Cell::new(opened),
            output: RefCell::new(Some(output)),
        }
    }

    /// Creates a file that could not be opened.
    pub fn closed(name: impl Into<Name>, opened: f64) -> Self {
        File {
            name: name.into(),
            raw: Cell::new(false),
            opened: Cell::new(opened),
            output: RefCell::new(None),
        }
    }

    /// Reopens the file with another output.
    pub fn reopen(&self, output: Box<dyn Output>, opened: f64) {
        self.opened.set(opened);
        *self.output.borrow_mut() = Some(output);
    }

    /// Whether the file is open.
    pub fn is_open(&self) -> bool {
        self.output.borrow().is_some()
    }

    /// Calls `f` with the output; returns `None` if the file is closed.
    pub fn with<R>(&self, f: impl FnOnce(&mut dyn Output) -> R) -> Option<R> {
        let mut output = self.output.borrow_mut();
        let output = output.as_mut()?;
        Some(f(&mut **output))
    }

    /// Flushes and closes the file. Returns false if flushing failed or the file was already closed.
    pub fn close(&self) -> bool {
        match self.output.borrow_mut().take() {
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
