//! The source of the run loop for arrivals from outside: answers of name servers, requests for metrics, and mail from
//! other nodes.
use crate::frame_handler::FrameHandler;
use net_types::Timestamp;
use runloop::{Fds, Interest, IoSource, Next, Turn, WakeReceiver, Waker, wake_pair};
use std::io;

/// Wakes the loop when an answer, a request or mail arrives, and lets the [`FrameHandler`] process it.
pub struct NameAnswers(WakeReceiver);

impl NameAnswers {
    /// Creates the source, and the waker for [`Run::ring`](crate::Run::ring).
    ///
    /// # Errors
    /// If no file descriptor is left.
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
        // Arrivals are delivered whenever the time is set, even to the same value. Before the first packet there is no
        // time.
        let now = traffic.now();
        let done = if now == Timestamp::ZERO { traffic.idle() } else { traffic.time(now) };
        done.map_err(io::Error::other)?;
        Ok(if traffic.has_mail() { Next::More } else { Next::Idle })
    }
}
