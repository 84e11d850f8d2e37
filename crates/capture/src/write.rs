//! Writes pcap files.
#![expect(clippy::disallowed_methods, reason = "capture files are created here")]
use crate::error::{Error, ErrorKind};
use crate::frame::Frame;
use net_types::LinkType;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The unit of a record's fraction of a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// Microseconds, which every reader supports. Finer times are truncated.
    #[default]
    Micros,
    /// Nanoseconds, with another magic number.
    Nanos,
}

/// Writes frames of one link type as pcap 2.4, little-endian. The first frame sets the link type; a file without frames
/// is written as Ethernet.
pub struct PcapWriter {
    path: PathBuf,
    out: BufWriter<Box<dyn Write + Send>>,
    precision: Precision,
    link: Option<LinkType>,
    /// The file already had a header.
    begun: bool,
    /// The snap length that the file's header declares.
    snaplen: u32,
    /// Whether the header is in a file, so that it can be changed later.
    in_file: bool,
}

/// The offset of the snap length in the header.
const SNAPLEN_AT: u64 = 16;

/// The readers' limit for one frame, and the default snap length.
const SNAPLEN: u32 = crate::decode::MAX_FRAME;

impl PcapWriter {
    /// Creates or truncates a file; `-` is standard output.
    pub fn create(path: impl AsRef<Path>, precision: Precision) -> Result<Self, Error> {
        let path = path.as_ref();
        if path.as_os_str() == "-" {
            return Ok(Self::new(path, Box::new(io::stdout()), precision));
        }
        let file = File::create(path).map_err(|e| Error::io(path, e))?;
        let in_file = file.metadata().is_ok_and(|m| m.is_file());
        Ok(PcapWriter { in_file, ..Self::new(path, Box::new(file), precision) })
    }

    /// Appends to a file, or creates it. Existing frames are assumed to have the link type of the first frame written.
    pub fn append(path: impl AsRef<Path>, precision: Precision) -> Result<Self, Error> {
        let path = path.as_ref();
        let open = OpenOptions::new().append(true).create(true).open(path);
        let file = open.map_err(|e| Error::io(path, e))?;
        let kind = file.metadata();
        let (begun, in_file) =
            (kind.as_ref().is_ok_and(|m| m.len() > 0), kind.as_ref().is_ok_and(std::fs::Metadata::is_file));
        Ok(PcapWriter { begun, in_file, ..Self::new(path, Box::new(file), precision) })
    }

    /// Writes to `out`; errors call it `name`.
    pub fn new(name: impl AsRef<Path>, out: Box<dyn Write + Send>, precision: Precision) -> Self {
        let out = BufWriter::with_capacity(64 << 10, out);
        let path = name.as_ref().into();
        PcapWriter { path, out, precision, link: None, begun: false, snaplen: SNAPLEN, in_file: false }
    }

    /// Declares a smaller snap length in the header of a new file. A longer frame, which readers would truncate, raises
    /// it to the maximum again. If the header cannot be changed later, as in a pipe, the call has no effect.
    #[must_use]
    pub fn declaring(mut self, snaplen: u32) -> Self {
        if self.in_file && self.link.is_none() && (1..SNAPLEN).contains(&snaplen) {
            self.snaplen = snaplen;
        }
        self
    }

    /// Raises the snap length in the file's header to the maximum.
    #[cold]
    fn raise(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.snaplen = SNAPLEN;
        let written = OpenOptions::new().write(true).open(&self.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(SNAPLEN_AT))?;
            file.write_all(&SNAPLEN.to_le_bytes())
        });
        written.map_err(|e| Error::io(&self.path, e))
    }

    /// Appends a frame.
    pub fn write(&mut self, frame: &Frame<'_>) -> Result<(), Error> {
        match self.link {
            Some(link) if link == frame.link => (),
            Some(file) => {
                let kind = ErrorKind::OtherLinkType { file, frame: frame.link };
                return Err(Error::without_offset(&self.path, kind));
            }
            None if self.begun => self.link = Some(frame.link),
            None => self.header(frame.link)?,
        }
        let nanos = frame.ts.nanos().max(0);
        let (seconds, fraction) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
        let fraction = match self.precision {
            Precision::Micros => fraction / 1000,
            Precision::Nanos => fraction,
        };
        let data = frame.data.get(..SNAPLEN as usize).unwrap_or(frame.data);
        if data.len() > self.snaplen as usize {
            self.raise()?;
        }
        let words =
            [u32::try_from(seconds).unwrap_or(u32::MAX), fraction as u32, data.len() as u32, frame.wire_len];
        self.words(&words)?;
        self.bytes(data)
    }

    /// Writes buffered data to the file.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.out.flush().map_err(|e| Error::io(&self.path, e))
    }

    /// Completes the file. Dropping a writer does the same but cannot report errors.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.link.is_none() && !self.begun {
            self.header(LinkType::ETHERNET)?;
        }
        self.flush()
    }

    fn header(&mut self, link: LinkType) -> Result<(), Error> {
        const VERSION: u32 = 2 | 4 << 16;
        let magic = match self.precision {
            Precision::Micros => 0xa1b2_c3d4,
            Precision::Nanos => 0xa1b2_3c4d,
        };
        self.link = Some(link);
        self.words(&[magic, VERSION, 0, 0, self.snaplen, link.0])
    }

    fn words(&mut self, words: &[u32]) -> Result<(), Error> {
        words.iter().try_for_each(|w| self.bytes(&w.to_le_bytes()))
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.out.write_all(bytes).map_err(|e| Error::io(&self.path, e))
    }
}

impl std::fmt::Debug for PcapWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PcapWriter({})", self.path.display())
    }
}
