//! Errors of capture files.
use net_types::LinkType;
use std::io;
use std::path::{Path, PathBuf};

/// An error with its file and offset. Its text includes that of the system's error.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}{kind}", .path.display(), offset(*.at, *.compressed))]
pub struct Error {
    path: PathBuf,
    /// Offset in the (decompressed) capture, if known.
    at: Option<u64>,
    compressed: bool,
    kind: ErrorKind,
}

/// The kind of error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An error from the operating system or a decompressor.
    #[error(transparent)]
    Io(io::Error),
    /// The bytes violate the format.
    #[error(transparent)]
    Corrupt(Corruption),
    /// A frame's link type differs from that of the pcap file, which has only one.
    #[error("a pcap file holds one link type, this one {}, and a frame has {}", .file.0, .frame.0)]
    OtherLinkType {
        /// The file's link type.
        file: LinkType,
        /// The frame's link type.
        frame: LinkType,
    },
}

/// A violation of a capture format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Corruption {
    /// The file ends inside a structure.
    #[error("the file ends in a {what}: {wanted} bytes expected, {there} there")]
    Cut {
        /// The structure.
        what: &'static str,
        /// Bytes that it needs.
        wanted: u64,
        /// Bytes available.
        there: u64,
    },
    /// Neither pcap nor pcapng.
    #[error("neither pcap nor pcapng: the file begins with{}", hex(.0))]
    UnknownFormat([u8; 4]),
    /// An unsupported version of the format.
    #[error("{format} version {}.{} is not known", .version.0, .version.1)]
    Version {
        /// `pcap` or `pcapng`.
        format: &'static str,
        /// Major and minor version.
        version: (u16, u16),
    },
    /// A length beyond the format's limit.
    #[error("a {what} of {len} bytes, where the format allows {max}")]
    TooLong {
        /// The structure with the length.
        what: &'static str,
        /// The length in the file.
        len: u64,
        /// The format's limit.
        max: u64,
    },
    /// A pcapng block shorter than its own fixed fields.
    #[error("a block of type {kind:#x} with {len} bytes is shorter than its own fields")]
    ShortBlock {
        /// The block's type.
        kind: u32,
        /// The length.
        len: u32,
    },
    /// A pcapng block whose two lengths differ.
    #[error("a block states {first} bytes at its start but {last} at its end")]
    BlockLengths {
        /// At its start.
        first: u32,
        /// At its end.
        last: u32,
    },
    /// An invalid pcapng byte-order mark.
    #[error("expected the byte-order mark 1a2b3c4d, found {0:08x}")]
    ByteOrder(u32),
    /// A pcapng packet of an undeclared interface.
    #[error("a packet of interface {interface}, where {known} were described")]
    UnknownInterface {
        /// The packet's interface.
        interface: u32,
        /// Number of declared interfaces.
        known: usize,
    },
    /// More interfaces than supported.
    #[error("more than {0} interfaces in one section")]
    TooManyInterfaces(usize),
    /// A time resolution that is too fine: the exponent of 10, or of 2 with the top bit set.
    #[error("a time resolution of {}^-{} seconds is too fine", if .0 & 0x80 == 0 { 10 } else { 2 }, .0 & 0x7f)]
    Resolution(u8),
}

impl Error {
    pub(crate) fn io(path: &Path, e: io::Error) -> Self {
        Self::without_offset(path, ErrorKind::Io(e))
    }

    pub(crate) fn at(path: &Path, at: u64, compressed: bool, kind: ErrorKind) -> Self {
        Error { path: path.into(), at: Some(at), compressed, kind }
    }

    pub(crate) fn without_offset(path: &Path, kind: ErrorKind) -> Self {
        Error { path: path.into(), at: None, compressed: false, kind }
    }

    /// The kind of error.
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The file; `-` for standard input.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The offset after decompression; `None` if the file could not be opened.
    pub const fn offset(&self) -> Option<u64> {
        self.at
    }
}

/// The start of the error's message: the offset in the file, if known.
fn offset(at: Option<u64>, compressed: bool) -> String {
    let after = if compressed { " after decompression" } else { "" };
    at.map_or(String::new(), |at| format!("byte {at}{after}: "))
}

/// Bytes in hexadecimal, a space before each.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!(" {b:02x}")).collect()
}
