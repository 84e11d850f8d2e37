//! Signals, as one more source.
use crate::poller::Interest;
use crate::source::{Fds, IoSource, Next, Turn};
use crate::sys::{self, SignalFd};
use std::io;

/// A signal that a program answers at its leisure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// SIGTERM: finish cleanly.
    Terminate,
    /// SIGINT: finish cleanly.
    Interrupt,
    /// SIGHUP: begin new logs.
    Hangup,
    /// SIGUSR1.
    User1,
    /// SIGUSR2.
    User2,
}

impl Signal {
    const ALL: [Signal; 5] =
        [Signal::Terminate, Signal::Interrupt, Signal::Hangup, Signal::User1, Signal::User2];

    /// Its number on this system.
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

/// Whether one of these signals has come and nobody has taken it yet: a source that is [`Signals`] will, in its turn.
#[must_use]
pub fn is_pending(signals: &[Signal]) -> bool {
    signals.iter().any(|s| sys::is_pending(s.number()))
}

/// Hands signals to a function, in the loop's thread and between the turns of the others: nothing is interrupted.
///
/// On Linux the signals are blocked for the thread that makes the source and for those that it starts afterwards, so
/// it is made before any other thread. It does not keep the loop alive.
pub struct Signals<F> {
    fd: SignalFd,
    answer: F,
}

impl<F> Signals<F> {
    /// Takes `signals` over.
    ///
    /// # Errors
    /// What the system says.
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
