//! Errors of a live capture.
use super::options::LARGEST_RING;
use crate::filter::FilterError;
use std::fmt;
use std::io;

/// Why an interface cannot be captured from.
#[derive(Debug)]
pub struct LiveError {
    pub(super) interface: String,
    pub(super) kind: LiveErrorKind,
}

/// The kind of error.
#[derive(Debug)]
#[non_exhaustive]
pub enum LiveErrorKind {
    /// No interface has that name.
    NoInterface,
    /// A system call failed.
    System(&'static str, io::Error),
    /// The ring is larger than [`LARGEST_RING`] or smaller than two blocks: sizes of ring and block. The kernel would
    /// accept a larger one and starve other processes of memory.
    Size(usize, usize),
    /// The interface's hardware type (`ARPHRD_*`) is unsupported.
    Hardware(u16),
    /// The interface's MTU is larger than XDP sockets support: MTU and limit.
    Mtu(usize, usize),
    /// The filter is invalid.
    Filter(FilterError),
}

impl LiveError {
    /// The interface.
    #[must_use]
    pub fn interface(&self) -> &str {
        &self.interface
    }

    /// The kind of error.
    #[must_use]
    pub const fn kind(&self) -> &LiveErrorKind {
        &self.kind
    }
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.interface)?;
        match &self.kind {
            LiveErrorKind::NoInterface => f.write_str("there is no interface of that name"),
            LiveErrorKind::System(what, e) if e.kind() == io::ErrorKind::PermissionDenied => {
                write!(f, "cannot {what}: {e}; capturing needs root or the capability CAP_NET_RAW")
            }
            LiveErrorKind::System(what, e) => write!(f, "cannot {what}: {e}"),
            LiveErrorKind::Size(ring, block) => {
                write!(
                    f,
                    "a ring of {ring} bytes in blocks of {block}: expected at most {LARGEST_RING}, two blocks or more"
                )
            }
            LiveErrorKind::Hardware(n) => {
                write!(f, "frames of hardware type {n} are not understood; expected Ethernet, IP or 802.11")
            }
            LiveErrorKind::Mtu(mtu, most) => {
                write!(f, "frames of up to {mtu} bytes (its MTU); expected at most {most} for XDP sockets")
            }
            LiveErrorKind::Filter(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for LiveError {}
