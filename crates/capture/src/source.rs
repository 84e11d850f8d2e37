//! The common trait of frame sources: files, interfaces and other devices.
use crate::error::Error;
use crate::frame::Batch;
use crate::shared::SharedFrames;
use std::fmt;
use std::os::fd::BorrowedFd;

/// The result of [`PacketSource::fill`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// [`PacketSource::current`] has frames.
    Frames,
    /// No frames now; more may come.
    Nothing,
    /// The device is gone and all its frames were returned. [`PacketSource::reopen`] checks if it is back.
    Gone,
    /// No more frames, ever.
    End,
}

/// Counters since the source was opened.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Frames returned.
    pub received: u64,
    /// Their bytes on the wire.
    pub bytes: u64,
    /// Frames that reached the device or kernel, including dropped ones; 0 if not counted.
    pub link: u64,
    /// Frames dropped because they were not read in time.
    pub dropped: u64,
}

impl Counters {
    /// The increase since `before`.
    #[must_use]
    pub fn since(self, before: Counters) -> Counters {
        Counters {
            received: self.received.saturating_sub(before.received),
            bytes: self.bytes.saturating_sub(before.bytes),
            link: self.link.saturating_sub(before.link),
            dropped: self.dropped.saturating_sub(before.dropped),
        }
    }
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, more: Counters) {
        self.received += more.received;
        self.bytes += more.bytes;
        self.link += more.link;
        self.dropped += more.dropped;
    }
}

/// A change of a running source that the user should know about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// The interface was taken down.
    Down,
    /// The interface carries frames again.
    Up,
    /// The interface was removed; the source waits for one with that name.
    Gone,
    /// An interface with that name appeared.
    Back,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Notice::Down => "the interface is down; waiting for it",
            Notice::Up => "the interface is up again",
            Notice::Gone => "the interface is gone; waiting for one of that name",
            Notice::Back => "the interface is there again",
        })
    }
}

/// Why a source failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// An error of a capture file.
    #[error(transparent)]
    File(Error),
    /// An error of an interface.
    #[cfg(target_os = "linux")]
    #[error(transparent)]
    Live(crate::live::error::LiveError),
    /// An error of another kind of device.
    #[error("{0}")]
    Device(String),
}

/// A source of frames. The caller consumes any number of the current frames and asks again for the rest.
pub trait PacketSource {
    /// The source's name in messages: the path or the interface.
    fn name(&self) -> &str;

    /// Readable when frames are available; `None` for a source that must be polled.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// True if frames arrive in real time, so that time advances without them.
    fn is_live(&self) -> bool;

    /// Makes frames current if there are any; does not block on a live source.
    ///
    /// # Errors
    /// The error that ends the source, after all frames before it were returned.
    fn fill(&mut self) -> Result<Filled, SourceError>;

    /// The current frames that are not consumed.
    fn current(&self) -> Batch<'_>;

    /// Takes all current frames at once, if none was consumed and the source sorts them into lanes.
    fn share(&mut self) -> Option<SharedFrames> {
        None
    }

    /// Consumes the first `frames` current frames.
    fn consume(&mut self, frames: usize);

    /// The counters so far.
    fn counters(&mut self) -> Counters;

    /// Waits, a few milliseconds at most, until [`fill`](Self::fill) returns all frames that the device has received
    /// by now.
    fn settle(&mut self) {}

    /// The position in a capture in bytes; 0 for sources without an end.
    fn position(&self) -> u64 {
        0
    }

    /// After [`Filled::Gone`]: checks if the device is back. Closes the descriptor, so watchers must have removed it.
    ///
    /// # Errors
    /// An error that makes waiting pointless.
    fn reopen(&mut self) -> Result<bool, SourceError> {
        Ok(false)
    }

    /// True if the source must also be polled now and then because its descriptor does not show all events.
    fn is_restless(&self) -> bool {
        false
    }

    /// Takes the next change to report to the user.
    fn notice(&mut self) -> Option<Notice> {
        None
    }
}
