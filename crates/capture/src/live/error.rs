//! Errors of a live capture.
use super::options::LARGEST_RING;
use crate::filter::FilterError;
use std::io;

/// Why an interface cannot be captured from.
#[derive(Debug, thiserror::Error)]
#[error("{interface}: {kind}")]
pub struct LiveError {
    pub(super) interface: String,
    pub(super) kind: LiveErrorKind,
}

/// The kind of error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LiveErrorKind {
    /// No interface has that name.
    #[error("there is no interface of that name")]
    NoInterface,
    /// A system call failed.
    #[error("cannot {0}: {1}{remedy}", remedy = remedy(.1))]
    System(&'static str, io::Error),
    /// The ring is larger than [`LARGEST_RING`] or smaller than two blocks: sizes of ring and block. The kernel would
    /// accept a larger one and starve other processes of memory.
    #[error(
        "a ring of {0} bytes in blocks of {1}: expected at most {most}, two blocks or more",
        most = LARGEST_RING
    )]
    Size(usize, usize),
    /// The interface's hardware type (`ARPHRD_*`) is unsupported.
    #[error("frames of hardware type {0} are not understood; expected Ethernet, IP or 802.11")]
    Hardware(u16),
    /// The interface's MTU is larger than XDP sockets support: MTU and limit.
    #[error("frames of up to {0} bytes (its MTU); expected at most {1} for XDP sockets")]
    Mtu(usize, usize),
    /// The filter is invalid.
    #[error(transparent)]
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

/// The end of the message about a failed system call: a remedy for the user.
fn remedy(e: &io::Error) -> &'static str {
    let is_denied = e.kind() == io::ErrorKind::PermissionDenied;
    if is_denied { "; capturing needs root or the capability CAP_NET_RAW" } else { "" }
}
