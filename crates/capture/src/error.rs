//! Errors of capture files.
use net_types::LinkType;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error with its file and offset.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    /// Offset in the (decompressed) capture, if known.
    at: Option<u64>,
    compressed: bool,
    kind: ErrorKind,
}

/// The kind of error.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An error from the operating system or a decompressor.
    Io(io::Error),
    /// The bytes violate the format.
    Corrupt(Corruption),
    /// A frame's link type differs from that of the pcap file, which has only one.
    OtherLinkType {
        /// The file's link type.
        file: LinkType,
        /// The frame's link type.
        frame: LinkType,
    },
}

/// A violation of a capture format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Corruption {
    /// The file ends inside a structure.
    Cut {
        /// The structure.
        what: &'static str,
        /// Bytes that it needs.
        wanted: u64,
        /// Bytes available.
        there: u64,
    },
    /// Neither pcap nor pcapng.
    UnknownFormat([u8; 4]),
    /// An unsupported version of the format.
    Version {
        /// `pcap` or `pcapng`.
        format: &'static str,
        /// Major and minor version.
        version: (u16, u16),
    },
    /// A length beyond the format's limit.
    TooLong {
        /// The structure with the length.
        what: &'static str,
        /// The length in the file.
        len: u64,
        /// The format's limit.
        max: u64,
    },
    /// A pcapng block shorter than its own fixed fields.
    ShortBlock {
        /// The block's type.
        kind: u32,
        /// Its length.
        len: u32,
    },
    /// A pcapng block whose two lengths differ.
    BlockLengths {
        /// At its start.
        first: u32,
        /// At its end.
        last: u32,
    },
    /// An invalid pcapng byte-order mark.
    ByteOrder(u32),
    /// A pcapng packet of an undeclared interface.
    UnknownInterface {
        /// The packet's interface.
        interface: u32,
        /// Number of declared interfaces.
        known: usize,
    },
    /// More interfaces than supported.
    TooManyInterfaces(usize),
    /// A time resolution that is too fine: the exponent of 10, or of 2 with the top bit set.
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        if let Some(at) = self.at {
            write!(f, "byte {at}{}: ", if self.compressed { " after decompression" } else { "" })?;
        }
        match &self.kind {
            ErrorKind::Io(e) => write!(f, "{e}"),
            ErrorKind::Corrupt(c) => write!(f, "{c}"),
            ErrorKind::OtherLinkType { file, frame } => {
                write!(f, "a pcap file holds one link type, this one {}, and a frame has {}", file.0, frame.0)
            }
        }
    }
}

/// Without a source, because the text includes the system's message.
impl std::error::Error for Error {}

impl fmt::Display for Corruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Corruption::Cut { what, wanted, there } => {
                write!(f, "the file ends in a {what}: {wanted} bytes expected, {there} there")
            }
            Corruption::UnknownFormat(magic) => {
                write!(f, "neither pcap nor pcapng: the file begins with")?;
                magic.iter().try_for_each(|b| write!(f, " {b:02x}"))
            }
            Corruption::Version { format, version: (major, minor) } => {
                write!(f, "{format} version {major}.{minor} is not known")
            }
            Corruption::TooLong { what, len, max } => {
                write!(f, "a {what} of {len} bytes, where the format allows {max}")
            }
            Corruption::ShortBlock { kind, len } => {
                write!(f, "a block of type {kind:#x} with {len} bytes is shorter than its own fields")
            }
            Corruption::BlockLengths { first, last } => {
                write!(f, "a block says {first} bytes at its start and {last} at its end")
            }
            Corruption::ByteOrder(mark) => {
                write!(f, "expected the byte-order mark 1a2b3c4d, found {mark:08x}")
            }
            Corruption::UnknownInterface { interface, known } => {
                write!(f, "a packet of interface {interface}, where {known} were described")
            }
            Corruption::TooManyInterfaces(max) => write!(f, "more than {max} interfaces in one section"),
            Corruption::Resolution(r) => {
                let base = if r & 0x80 == 0 { 10 } else { 2 };
                write!(f, "a time resolution of {base}^-{} seconds is too fine", r & 0x7f)
            }
        }
    }
}
