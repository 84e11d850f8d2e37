//! Descriptors that never become ready.
use ::runloop::{
    Cadence, Fds, Interest, IoSource, Loop, Next, PollerKind, Turn, WakeReceiver, Waker, wake_pair,
};
use anyhow::Context;
use std::io;

/// Creates a loop with `descriptors` descriptors that never become ready.
pub(super) fn loop_of<S: 'static>(
    kind: PollerKind,
    cadence: Cadence,
    descriptors: usize,
) -> anyhow::Result<(Loop<S>, Vec<Waker>)> {
    let mut work = Loop::new(kind, cadence).with_context(|| kind.to_string())?;
    let mut wakers = Vec::new();
    for _ in 0..descriptors {
        let (waker, receiver) = wake_pair()?;
        wakers.push(waker);
        work.add(Box::new(Quiet(receiver)))?;
    }
    Ok((work, wakers))
}

/// A source with a descriptor that never becomes ready.
struct Quiet(WakeReceiver);

impl<S> IoSource<S> for Quiet {
    fn name(&self) -> &'static str {
        "quiet"
    }

    fn keeps_loop_alive(&self) -> bool {
        false
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.0, Interest::Read)
    }

    fn turn(&mut self, _: &mut S, _: &mut Turn<'_, S>) -> io::Result<Next> {
        self.0.clear();
        Ok(Next::Idle)
    }
}
