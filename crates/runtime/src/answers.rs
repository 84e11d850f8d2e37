//! Answers of name servers, requests for metrics and mail of other nodes, as a source of the run loop.
use crate::frame_handler::FrameHandler;
use net_types::Timestamp;
use runloop::{Fds, Interest, IoSource, Next, Turn, WakeReceiver, Waker, wake_pair};
use std::io;

/// Wakes the loop when an answer or mail has arrived, and has its [`FrameHandler`] take it.
pub struct NameAnswers(WakeReceiver);

impl NameAnswers {
    /// The source, and the waker for [`Run::ring`](crate::Run::ring).
    ///
    /// # Errors
    /// No descriptor is left.
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
        // Arrivals are delivered whenever time is set, even to the same value. Before the first packet there is no time.
        let now = traffic.now();
        let done = if now == Timestamp::ZERO { traffic.idle() } else { traffic.time(now) };
        done.map_err(io::Error::other)?;
        Ok(if traffic.has_mail() { Next::More } else { Next::Idle })
    }
}
