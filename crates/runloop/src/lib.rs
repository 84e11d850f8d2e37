//! A run loop for programs that wait most of the time and must keep up for the rest of it.
//!
//! # The design
//!
//! A [`Loop`] runs [sources](IoSource) in one thread. A source registers descriptors with the loop's poller, names its
//! next timeout relative to the loop's time, and does its work in turns. The loop goes round, and a round is:
//!
//! 1. *Timeouts* that have come: each of those sources has a turn. So a timer is late by one round at most, and a
//!    round of packets ends when the next timeout comes.
//! 2. *Ready sources*: one turn for each descriptor that the poller reported. However many packets there are, these
//!    come first in each round, and however much such a source has at hand, it has one turn a round.
//! 3. *Packets*: sources of [`Priority::Packets`] share the time until the poller is asked again.
//! 4. *The poller* is asked. It sleeps only when no source has anything at hand, and then until the next timeout.
//!
//! A turn is over when [`Turn::spent`] says so, which a source asks once an item. That is a decrement and a branch: the
//! clock is read every few items (the stride follows what they cost), and the poller is asked when 52 µs have passed,
//! or when the completion queue of io_uring, a word in memory, shows that something happened. There is no scan of
//! sources, no vector of ready ones and no virtual call per item; the next timeout is one cached number.
//!
//! With nothing at hand the loop sleeps in the kernel, and what wakes it is a descriptor or a timeout, nothing else.
//!
//! # What it never does
//!
//! It knows no packets, no sockets and no protocol. It never polls a source that has nothing to say, never lets one
//! source starve another, and never calls into a source outside of its turn. It starts no threads.
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
mod signals;
mod source;
mod sys;
mod time;
pub mod timers;
mod wake;

pub use backoff::Backoff;
pub use event_loop::{Loop, LoopError, LoopStats};
pub use pace::Cadence;
pub use poller::{Interest, PollerKind};
pub use signals::{Signal, Signals, is_pending};
pub use source::{Fds, IoSource, Next, Priority, SourceId, Turn};
pub use sys::Clock;
pub use time::Time;
pub use timers::{TimerKey, Timers};
pub use wake::{WakeReceiver, Waker, wake_pair};
