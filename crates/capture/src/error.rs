//! What can go wrong with a capture file.
use net_types::LinkType;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A failure, with the file and the byte where it was met.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    /// Byte of the (decompressed) capture, where one can be named.
    at: Option<u64>,
    compressed: bool,
    kind: ErrorKind,
}

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system, or a decompressor, says so.
    Io(io::Error),
    /// The bytes are not what the format asks for.
    Corrupt(Corruption),
    /// A pcap file has one link type, and this frame has another.
    OtherLinkType {
        /// The file's.
        file: LinkType,
        /// The frame's.
        frame: LinkType,
    },
}

/// What is wrong with bytes of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Corruption {
    /// The file ends inside something.
    Cut {
        /// Inside what.
        what: &'static str,
        /// Bytes that it needs.
        wanted: u64,
        /// Bytes that are there.
        there: u64,
    },
    /// Neither pcap nor pcapng.
    UnknownFormat([u8; 4]),
    /// A version of the format that is not known.
    Version {
        /// `pcap` or `pcapng`.
        format: &'static str,
        /// Major and minor version.
        version: (u16, u16),
    },
    /// A length beyond what the format allows.
    TooLong {
        /// Of what.
        what: &'static str,
        /// As the file says.
        len: u64,
        /// As the format allows.
        max: u64,
    },
    /// A pcapng block shorter than its own fields.
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
    /// A pcapng byte-order mark that reads the same in no order.
    ByteOrder(u32),
    /// A pcapng packet of an interface that was not described.
    UnknownInterface {
        /// The packet's.
        interface: u32,
        /// How many were described.
        known: usize,
    },
    /// More interfaces than are kept.
    TooManyInterfaces(usize),
    /// A time resolution finer than can be counted: the exponent of 10, or of 2 with the top bit set.
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

    /// What went wrong.
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The file; `-` for standard input.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The byte where it was met, counted after decompression; `None` where the file could not be opened.
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

/// It has no source: what the system said is part of the text.
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
