//! What every source of frames offers to whoever drives it: a file, an interface, a device of its own kind.
use crate::ahead::SharedFrames;
use crate::error::Error;
use crate::frame::Batch;
use std::fmt;
use std::os::fd::BorrowedFd;

/// What [`PacketSource::fill`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// [`PacketSource::current`] has frames.
    Frames,
    /// There is nothing now; more may come.
    Nothing,
    /// What the frames came from is gone, and all that it gave has been handed out. It may come back:
    /// [`PacketSource::reopen`] looks for it.
    Gone,
    /// There will never be more.
    End,
}

/// Counts since the source was opened.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Frames handed out.
    pub received: u64,
    /// Their bytes on the wire.
    pub bytes: u64,
    /// Frames that reached the device or the kernel, lost ones included; 0 where nobody counts them.
    pub link: u64,
    /// Frames that were lost on the way, because nobody took them in time.
    pub dropped: u64,
}

impl Counters {
    /// What came since `before`.
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

/// Something that a person should hear about a source that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// The interface was taken down.
    Down,
    /// It carries frames again.
    Up,
    /// It was removed; the source waits for one of that name.
    Gone,
    /// One of that name was found.
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

/// Why a source cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum SourceError {
    /// A capture file.
    File(Error),
    /// An interface.
    #[cfg(target_os = "linux")]
    Live(crate::live::LiveError),
    /// A device of another kind says why.
    Device(String),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceError::File(e) => e.fmt(f),
            #[cfg(target_os = "linux")]
            SourceError::Live(e) => e.fmt(f),
            SourceError::Device(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SourceError {}

/// Frames, some at a time. The caller takes as many of the current ones as it likes and comes back for the rest.
pub trait PacketSource {
    /// What messages call it: the path or the interface.
    fn name(&self) -> &str;

    /// Readable when there are frames; `None` for a source that must be asked.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// Whether frames come as they happen, so that time goes on without them.
    fn is_live(&self) -> bool;

    /// Sees to it that there are current frames, without blocking where the source is live.
    ///
    /// # Errors
    /// What ends the source. All frames before it were handed out.
    fn fill(&mut self) -> Result<Filled, SourceError>;

    /// The frames at hand that were not consumed.
    fn current(&self) -> Batch<'_>;

    /// The current frames as a whole, where all of them are there and the source has sorted them by whose they are. They
    /// are done with then.
    fn share(&mut self) -> Option<SharedFrames> {
        None
    }

    /// The first `frames` of the current ones are done with.
    fn consume(&mut self, frames: usize);

    /// Counts so far.
    fn counters(&mut self) -> Counters;

    /// How far it is: bytes of a capture; 0 where there is no end to measure by.
    fn position(&self) -> u64 {
        0
    }

    /// After [`Filled::Gone`]: looks whether it is back. Closes the descriptor, so its watchers must have let go.
    ///
    /// # Errors
    /// What makes waiting pointless.
    fn reopen(&mut self) -> Result<bool, SourceError> {
        Ok(false)
    }

    /// Whether it must be asked now and then though it has a descriptor, which says nothing of what may happen next.
    fn is_restless(&self) -> bool {
        false
    }

    /// The next thing that a person should hear.
    fn notice(&mut self) -> Option<Notice> {
        None
    }
}
