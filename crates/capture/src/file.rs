//! Reading a capture file from front to back.
use crate::decode::Decoder;
use crate::error::{Corruption, Error, ErrorKind};
use crate::frame::{Batch, Frame, Record};
use crate::input::Input;
use net_types::{LinkType, Timestamp};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Frames of one batch: enough to amortize the work per batch, few enough to stay in the cache.
const BATCH: usize = 256;

/// Maximum number of frames in a portion: more than fit into a buffer, unless they are very short.
const PORTION: usize = 16384;

/// Frames with their buffer, which can be sent to another thread.
#[derive(Default)]
pub(crate) struct Portion {
    bytes: Vec<u8>,
    records: Vec<Record>,
    /// The lane of each frame if they are sorted; otherwise empty.
    pub(crate) lanes: Vec<u16>,
    /// The latest timestamp of the frames if they are sorted.
    pub(crate) latest: Timestamp,
    /// Offset in the capture after these frames.
    pub(crate) position: u64,
}

impl Portion {
    pub(crate) fn batch(&self) -> Batch<'_> {
        Batch::new(&self.bytes, &self.records)
    }

    /// Assigns each frame to a lane, and finds the latest timestamp.
    pub(crate) fn sort(&mut self, lane_of: &Lanes) {
        let mut lanes = std::mem::take(&mut self.lanes);
        lanes.clear();
        let mut latest = Timestamp::from_nanos(i64::MIN);
        lanes.extend(self.batch().iter().map(|f| {
            latest = latest.max(f.ts);
            lane_of(&f)
        }));
        (self.lanes, self.latest) = (lanes, latest);
    }
}

/// Assigns a frame to a lane.
pub(crate) type Lanes = dyn Fn(&Frame<'_>) -> u16 + Send;

/// A capture file or a pipe with one: pcap or pcapng; plain, gzip or zstd; recognized by the first bytes.
///
/// An error is returned once, after all readable frames; then the source has ended.
pub struct FileSource {
    path: PathBuf,
    input: Input,
    decoder: Decoder,
    records: Vec<Record>,
    /// Offset in the capture at which the window begins.
    base: u64,
    /// Bytes of the window that the last batch may still borrow.
    used: usize,
    failed: Option<Error>,
    ended: bool,
}

impl FileSource {
    /// Opens a file; `-` is standard input.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let input = Input::open(path).map_err(|e| Error::io(path, e))?;
        Ok(Self::with(path, input))
    }

    /// Reads a stream; errors call it `name`.
    pub fn from_reader(name: impl AsRef<Path>, source: impl Read + Send + 'static) -> Result<Self, Error> {
        let path = name.as_ref();
        let input = Input::stream(Box::new(source)).map_err(|e| Error::io(path, e))?;
        Ok(Self::with(path, input))
    }

    fn with(path: &Path, input: Input) -> Self {
        FileSource {
            path: path.into(),
            input,
            decoder: Decoder::default(),
            records: Vec::with_capacity(BATCH),
            base: 0,
            used: 0,
            failed: None,
            ended: false,
        }
    }

    /// True for a pipe or device, which may be silent for any time.
    pub(crate) fn is_slow(&self) -> bool {
        self.input.is_slow()
    }

    /// Sets the buffer length from the next portion but one on.
    pub(crate) fn read_more_at_once(&mut self, bytes: usize) {
        self.input.read_more_at_once(bytes);
    }

    /// The file's path as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the (decompressed) capture in all batches so far.
    pub const fn position(&self) -> u64 {
        self.base + self.used as u64
    }

    /// The next frames; `None` at the end.
    pub fn next_batch(&mut self) -> Result<Option<Batch<'_>>, Error> {
        Ok(self.next_records(BATCH)?.then_some(self.current()))
    }

    /// Fills `portion` with the next frames and takes its buffer for further reading; false at the end.
    pub(crate) fn next_portion(&mut self, portion: &mut Portion) -> Result<bool, Error> {
        if !self.next_records(PORTION)? {
            return Ok(false);
        }
        let window = self.input.window_start();
        for record in &mut self.records {
            record.at += window;
        }
        std::mem::swap(&mut self.records, &mut portion.records);
        self.records.clear();
        let used = std::mem::take(&mut self.used);
        self.advance(used);
        self.input.turn_over(&mut portion.bytes);
        portion.position = self.base;
        Ok(true)
    }

    /// Reads up to `most` records; false at the end.
    fn next_records(&mut self, most: usize) -> Result<bool, Error> {
        self.records.clear();
        let used = std::mem::take(&mut self.used);
        self.advance(used);
        while self.records.is_empty() {
            if let Some(e) = self.failed.take() {
                self.ended = true;
                return Err(e);
            }
            if self.ended {
                return Ok(false);
            }
            self.decode(most);
        }
        Ok(true)
    }

    /// Returns the frames of the last batch again; empty before the first and after the last.
    pub fn current(&self) -> Batch<'_> {
        Batch::new(self.input.window(), &self.records)
    }

    /// Decodes records; if the window has none, reads more input, ends, or fails.
    fn decode(&mut self, most: usize) {
        let window = self.input.window();
        let progress = match self.decoder.decode(window, most, &mut self.records) {
            Ok(progress) => progress,
            Err((at, corruption)) => {
                self.failed = Some(self.error(at as u64, ErrorKind::Corrupt(corruption)));
                return;
            }
        };
        if !self.records.is_empty() {
            self.used = progress.consumed;
            return;
        }
        let there = window.len() - progress.consumed;
        self.advance(progress.consumed);
        if there >= progress.wanted {
            return;
        }
        match self.input.fill(progress.wanted) {
            Ok(true) => (),
            Ok(false) => {
                let there = self.input.window().len() as u64;
                self.ended = there == 0 && self.base > 0;
                if !self.ended {
                    let wanted = progress.wanted as u64;
                    let cut = Corruption::Cut { what: progress.what, wanted, there };
                    self.failed = Some(self.error(0, ErrorKind::Corrupt(cut)));
                }
            }
            Err(e) => {
                let there = self.input.window().len() as u64;
                self.failed = Some(self.error(there, ErrorKind::Io(e)));
            }
        }
    }

    fn advance(&mut self, n: usize) {
        self.input.advance(n);
        self.base += n as u64;
    }

    fn error(&self, at: u64, kind: ErrorKind) -> Error {
        Error::at(&self.path, self.base + at, self.input.is_compressed(), kind)
    }

    /// The link type of the first frame, reading ahead if needed; `None` if it cannot be determined. From a pipe, only
    /// the headers are read, since the first frame may arrive much later; they contain the link type of the first
    /// interface.
    pub fn first_link(&mut self) -> Option<LinkType> {
        let mut records = Vec::with_capacity(1);
        let mut peek = Decoder::default();
        if self.base > 0 || self.used > 0 {
            return None;
        }
        let mut from = 0;
        loop {
            let window = self.input.window().get(from..).unwrap_or(&[]);
            let progress = peek.decode(window, 1, &mut records).ok()?;
            if let Some(r) = records.first() {
                return Some(r.link);
            }
            if let Some(link) = peek.link().filter(|_| self.input.is_slow()) {
                return Some(link);
            }
            from += progress.consumed;
            let there = window.len() - progress.consumed;
            if there < progress.wanted && !self.input.fill(from + progress.wanted).ok()? {
                return None;
            }
        }
    }
}

impl std::fmt::Debug for FileSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FileSource({} at byte {})", self.path.display(), self.position())
    }
}
