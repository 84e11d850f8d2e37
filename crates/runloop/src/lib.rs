//! A run loop for programs that wait most of the time and must keep up under load.
//!
//! # The design
//!
//! A [`Loop`] runs [sources](IoSource) in one thread. A source registers descriptors with the loop's poller, names its
//! next timeout relative to the loop's time, and works in turns. The loop runs in rounds:
//!
//! 1. *Timeouts*: each source with an expired timeout has a turn. A timer is late by at most one round, and a round of
//!    packets ends when the next timeout expires.
//! 2. *Ready sources*: one turn for each descriptor that the poller reported. They come before packets in each round,
//!    and a source with more work still has only one turn per round.
//! 3. *Packets*: sources of [`Priority::Packets`] share the time until the poller is called again.
//! 4. *The poller* is called. It sleeps only if no source has more work, and until the next timeout at most.
//!
//! A turn is over when [`Turn::spent`], which a source calls once per item, returns true. Usually that costs a
//! decrement and a branch. The clock is read every few items (the stride adapts to their cost), and the poller is
//! called after 52 µs, or as soon as io_uring's completion queue, a word in memory, shows an event. There is no scan
//! over sources, no vector of ready ones and no virtual call per item; the next timeout is one cached number.
//!
//! Without work the loop sleeps in the kernel; only a descriptor or a timeout wakes it.
//!
//! # What it never does
//!
//! The loop knows nothing of packets, sockets and protocols. It never polls an idle source, never lets one source
//! starve another, and never calls a source outside of its turn. It starts no threads.
//!
//! # Example
//!
//! ```
//! use runloop::{Cadence, Interest, IoSource, Loop, Next, PollerKind, Fds, Time, Turn};
//! use std::{io, io::Read, os::unix::net::UnixStream, time::Duration};
//!
//! /// Reads a socket to its end and counts the bytes.
//! struct Counter(UnixStream);
//!
//! impl IoSource<u64> for Counter {
//!     fn name(&self) -> &str {
//!         "counter"
//!     }
//!     fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
//!         self.0.set_nonblocking(true)?;
//!         fds.add(&self.0, Interest::Read)
//!     }
//!     fn turn(&mut self, total: &mut u64, turn: &mut Turn<'_, u64>) -> io::Result<Next> {
//!         let mut room = [0; 512];
//!         loop {
//!             match self.0.read(&mut room) {
//!                 Ok(0) => return Ok(Next::Done),
//!                 Ok(n) => *total += n as u64,
//!                 Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(Next::Idle),
//!                 Err(e) => return Err(e),
//!             }
//!             if turn.spent() {
//!                 return Ok(Next::More);
//!             }
//!         }
//!     }
//! }
//!
//! /// Writes every millisecond, five times.
//! struct Clockwork(UnixStream, u32);
//!
//! impl IoSource<u64> for Clockwork {
//!     fn name(&self) -> &str {
//!         "clockwork"
//!     }
//!     fn next_timeout(&mut self, _now: Time) -> Option<Duration> {
//!         Some(Duration::from_millis(1))
//!     }
//!     fn turn(&mut self, _total: &mut u64, _turn: &mut Turn<'_, u64>) -> io::Result<Next> {
//!         io::Write::write_all(&mut self.0, b"tick")?;
//!         self.1 += 1;
//!         Ok(if self.1 == 5 { Next::Done } else { Next::Idle })
//!     }
//! }
//!
//! let (near, far) = UnixStream::pair()?;
//! let mut total = 0;
//! let mut work = Loop::new(PollerKind::default(), Cadence::default())?;
//! work.add(Box::new(Counter(near)))?;
//! work.add(Box::new(Clockwork(far, 0)))?;
//! work.run(&mut total)?;
//! assert_eq!(total, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod backoff;
mod event_loop;
mod pace;
pub mod poller;
mod report;
mod signals;
mod source;
mod sys;
mod time;
pub mod timers;
mod wake;

pub use backoff::Backoff;
pub use event_loop::Loop;
pub use pace::Cadence;
pub use poller::{Interest, PollerKind};
pub use report::{LoopError, LoopStats};
pub use signals::{Signal, Signals, is_pending, leave_signals_to_others, take_pending};
pub use source::{Fds, IoSource, Next, Priority, SourceId, Turn};
pub use sys::Clock;
pub use time::Time;
pub use timers::{TimerKey, Timers};
pub use wake::{WakeReceiver, Waker, wake_pair};
