//! Signals through a descriptor: signalfd(2), or a handler that writes to a socket on other systems.
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

/// Whether a blocked signal is pending.
pub(crate) fn is_pending(number: libc::c_int) -> bool {
    let mut set = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: sigpending initializes the set where it succeeds, and only then it is read.
    unsafe { libc::sigpending(set.as_mut_ptr()) == 0 && libc::sigismember(set.as_ptr(), number) == 1 }
}

/// Takes a blocked signal that is pending. Returns false if it is not.
#[cfg(target_os = "linux")]
pub(crate) fn take_pending(number: libc::c_int) -> bool {
    let mut set = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    let now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: sigemptyset initializes the whole set, which lives; sigaddset and sigtimedwait read it, and a null
    // pointer for details about the signal is allowed.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), number) == 0
            && libc::sigtimedwait(set.as_ptr(), std::ptr::null_mut(), &raw const now) == number
    }
}

/// Returns false: this system's kernel keeps pending signals for a queue, so none is taken here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn take_pending(_: libc::c_int) -> bool {
    false
}

#[cfg(target_os = "linux")]
pub(crate) struct SignalFd(std::fs::File);

#[cfg(target_os = "linux")]
impl SignalFd {
    /// Blocks the signals for the calling thread (and those it starts later) and opens a descriptor for them.
    pub(crate) fn new(numbers: &[libc::c_int]) -> io::Result<Self> {
        use std::os::fd::{FromRawFd, OwnedFd};
        let mut set = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: sigemptyset initializes the whole set, which lives; sigaddset and pthread_sigmask read it, and a
        // null pointer for the old mask is allowed.
        let (set, failed) = unsafe {
            libc::sigemptyset(set.as_mut_ptr());
            for &n in numbers {
                super::check(libc::sigaddset(set.as_mut_ptr(), n))?;
            }
            let failed = libc::pthread_sigmask(libc::SIG_BLOCK, set.as_ptr(), std::ptr::null_mut());
            (set.assume_init(), failed)
        };
        if failed != 0 {
            return Err(io::Error::from_raw_os_error(failed));
        }
        let flags = libc::SFD_CLOEXEC | libc::SFD_NONBLOCK;
        // SAFETY: the set is initialized; -1 asks for a new descriptor.
        let fd = super::check(unsafe { libc::signalfd(-1, &raw const set, flags) })?;
        // SAFETY: the kernel just made this descriptor for us; it has no other owner.
        Ok(SignalFd(unsafe { OwnedFd::from_raw_fd(fd) }.into()))
    }

    /// Returns the number of the next signal; `None` if there is none.
    pub(crate) fn next(&self) -> io::Result<Option<libc::c_int>> {
        // The number is the first member, `ssi_signo`, of 32 bits.
        let mut info = [0; size_of::<libc::signalfd_siginfo>()];
        match io::Read::read(&mut &self.0, &mut info) {
            Ok(_) => {
                let [a, b, c, d, ..] = info;
                Ok(Some(u32::from_ne_bytes([a, b, c, d]).cast_signed()))
            }
            Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Ok(None),
            Err(e) => Err(e),
        }
    }
}

#[cfg(target_os = "linux")]
impl AsFd for SignalFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) struct SignalFd {
    reader: std::os::unix::net::UnixStream,
    _writer: std::os::unix::net::UnixStream,
}

/// The handler's socket: the one that was opened last.
#[cfg(not(target_os = "linux"))]
static WRITER: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new(-1);

#[cfg(not(target_os = "linux"))]
extern "C" fn on_signal(number: libc::c_int) {
    let byte = [number as u8];
    let fd = WRITER.load(std::sync::atomic::Ordering::Relaxed);
    // SAFETY: write(2) may be called from a handler; the byte lives. If the socket is full, only a repeated signal is
    // lost.
    unsafe { libc::write(fd, byte.as_ptr().cast(), 1) };
}

#[cfg(not(target_os = "linux"))]
impl SignalFd {
    /// Installs a handler for the signals that writes their numbers to a socket.
    pub(crate) fn new(numbers: &[libc::c_int]) -> io::Result<Self> {
        use std::os::fd::AsRawFd;
        let (reader, writer) = std::os::unix::net::UnixStream::pair()?;
        reader.set_nonblocking(true)?;
        writer.set_nonblocking(true)?;
        WRITER.store(writer.as_raw_fd(), std::sync::atomic::Ordering::Relaxed);
        let handler = on_signal as extern "C" fn(libc::c_int);
        for &n in numbers {
            // SAFETY: the handler has the signature that signal(3) asks for and calls write(2) only.
            if unsafe { libc::signal(n, handler as libc::sighandler_t) } == libc::SIG_ERR {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(SignalFd { reader, _writer: writer })
    }

    /// Returns the number of the next signal; `None` if there is none.
    pub(crate) fn next(&self) -> io::Result<Option<libc::c_int>> {
        let mut byte = [0];
        match io::Read::read(&mut &self.reader, &mut byte) {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(libc::c_int::from(byte[0]))),
            Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Ok(None),
            Err(e) => Err(e),
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl AsFd for SignalFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }
}
