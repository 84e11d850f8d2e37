//! Wakes a loop that sleeps on a descriptor, from another thread. While the loop is busy, a ring is one atomic
//! operation.
use std::cell::Cell;
use std::io::{self, PipeReader, PipeWriter, Read as _, Write as _, pipe};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The loop's side.
#[derive(Debug)]
pub(crate) struct Bell {
    reader: PipeReader,
    expected: Arc<AtomicBool>,
    /// A ring was requested and the request not taken back.
    asked: Cell<bool>,
}

/// The thread's side. Rings when dropped, too.
pub(crate) struct Ringer {
    writer: PipeWriter,
    expected: Arc<AtomicBool>,
}

/// Both sides.
///
/// # Errors
/// The system has no descriptor left.
pub(crate) fn bell() -> io::Result<(Option<Bell>, Option<Ringer>)> {
    let (reader, writer) = pipe()?;
    let expected = Arc::new(AtomicBool::new(false));
    Ok((
        Some(Bell { reader, expected: Arc::clone(&expected), asked: Cell::new(false) }),
        Some(Ringer { writer, expected }),
    ))
}

impl Bell {
    /// Readable after a ring.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }

    /// Requests a ring. The caller must check once more before it sleeps: what arrived before this call causes no ring.
    pub(crate) fn expect(&self) {
        self.asked.set(true);
        self.expected.store(true, Ordering::SeqCst);
    }

    /// Takes back a request; after a ring, makes the descriptor silent again.
    pub(crate) fn hush(&self) {
        if self.asked.replace(false) && !self.expected.swap(false, Ordering::SeqCst) {
            // The ringer writes its byte right after it has taken the request.
            drop((&self.reader).read(&mut [0]));
        }
    }
}

impl Ringer {
    /// Wakes the loop if it requested a ring.
    pub(crate) fn ring(&self) {
        if self.expected.swap(false, Ordering::SeqCst) {
            // Fails only if the loop has ended.
            drop((&self.writer).write(&[1]));
        }
    }
}

impl Drop for Ringer {
    fn drop(&mut self) {
        self.ring();
    }
}
