//! Signals as a source.
use crate::poller::Interest;
use crate::source::{Fds, IoSource, Next, Turn};
use crate::sys::{self, SignalFd};
use std::io;

/// A signal that a program handles in its loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// SIGTERM: finish cleanly.
    Terminate,
    /// SIGINT: finish cleanly.
    Interrupt,
    /// SIGHUP: start new logs.
    Hangup,
    /// SIGUSR1.
    User1,
    /// SIGUSR2.
    User2,
}

impl Signal {
    const ALL: [Signal; 5] =
        [Signal::Terminate, Signal::Interrupt, Signal::Hangup, Signal::User1, Signal::User2];

    /// The signal's number on this system.
    #[must_use]
    pub fn number(self) -> i32 {
        match self {
            Signal::Terminate => libc::SIGTERM,
            Signal::Interrupt => libc::SIGINT,
            Signal::Hangup => libc::SIGHUP,
            Signal::User1 => libc::SIGUSR1,
            Signal::User2 => libc::SIGUSR2,
        }
    }
}

/// Whether one of these signals is pending; if so, the [`Signals`] source will take it in its turn.
#[must_use]
pub fn is_pending(signals: &[Signal]) -> bool {
    signals.iter().any(|s| sys::is_pending(s.number()))
}

/// Blocks the signals of [`Signal`] for the calling thread, so that a thread that waits for them gets them. Does
/// nothing on systems where the process as a whole handles signals.
pub fn leave_signals_to_others() {
    #[cfg(target_os = "linux")]
    // Only the mask is needed, not the descriptor. Without the mask a signal may end the process early, which is no
    // worse than before.
    drop(SignalFd::new(&Signal::ALL.map(Signal::number)));
}

/// Takes a signal that is blocked and pending, as its handler would. Returns false if it is not pending.
pub fn take_pending(signal: Signal) -> bool {
    sys::take_pending(signal.number())
}

/// Calls a function for each signal, in the loop's thread and between turns, so that it interrupts nothing.
///
/// On Linux, the signals are blocked for the calling thread and the threads that it starts later, so create this source
/// before any other thread. It does not keep the loop alive.
pub struct Signals<F> {
    fd: SignalFd,
    answer: F,
}

impl<F> Signals<F> {
    /// Takes over the handling of `signals`.
    ///
    /// # Errors
    /// The system's error.
    pub fn new(signals: &[Signal], answer: F) -> io::Result<Self> {
        let numbers: Vec<i32> = signals.iter().map(|s| s.number()).collect();
        Ok(Signals { fd: SignalFd::new(&numbers)?, answer })
    }
}

impl<C, F> IoSource<C> for Signals<F>
where
    F: FnMut(Signal, &mut C, &mut Turn<'_, C>) -> io::Result<()>,
{
    fn name(&self) -> &'static str {
        "signals"
    }

    fn keeps_loop_alive(&self) -> bool {
        false
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.fd, Interest::Read)
    }

    fn turn(&mut self, shared: &mut C, turn: &mut Turn<'_, C>) -> io::Result<Next> {
        while let Some(number) = self.fd.next()? {
            if let Some(signal) = Signal::ALL.into_iter().find(|s| s.number() == number) {
                (self.answer)(signal, shared, turn)?;
            }
        }
        Ok(Next::Idle)
    }
}
