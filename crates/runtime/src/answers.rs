//! Answers of name servers as a source of the run loop.
use crate::frame_handler::FrameHandler;
use runloop::{Fds, Interest, IoSource, Next, Turn, WakeReceiver, Waker, wake_pair};
use std::io;

/// Wakes a loop when an answer has come, and has its [`FrameHandler`] take it.
pub struct NameAnswers(WakeReceiver);

impl NameAnswers {
    /// The source, and what [`Resolver::ring`](resolver::Resolver::ring) takes.
    ///
    /// # Errors
    /// The system has no descriptor left.
    pub fn new() -> io::Result<(NameAnswers, Waker)> {
        let (bell, heard) = wake_pair()?;
        Ok((NameAnswers(heard), bell))
    }
}

impl<T: FrameHandler> IoSource<T> for NameAnswers {
    fn name(&self) -> &str {
        "names"
    }

    fn keeps_loop_alive(&self) -> bool {
        false
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.0, Interest::Read)
    }

    fn turn(&mut self, traffic: &mut T, _: &mut Turn<'_, T>) -> io::Result<Next> {
        self.0.clear();
        // What comes from outside is taken when time passes; none has.
        let now = traffic.now();
        traffic.time(now).map_err(io::Error::other)?;
        Ok(Next::Idle)
    }
}
