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
    /// Set by a request for a ring until the request is withdrawn.
    asked: Cell<bool>,
}

/// The thread's side. Rings when dropped, too.
pub(crate) struct Ringer {
    writer: PipeWriter,
    expected: Arc<AtomicBool>,
}

/// Makes both sides.
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
    /// The descriptor, which is readable after a ring.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }

    /// Requests a ring. The caller must check once more before it sleeps: data that arrived before this call causes no
    /// ring.
    pub(crate) fn expect(&self) {
        self.asked.set(true);
        self.expected.store(true, Ordering::SeqCst);
    }

    /// Withdraws a request and, if it was answered by a ring, empties the descriptor.
    pub(crate) fn hush(&self) {
        if self.asked.replace(false) && !self.expected.swap(false, Ordering::SeqCst) {
            // The read is short: the ringer writes its byte right after it has taken the request.
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
